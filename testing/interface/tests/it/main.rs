//! The public interface is as it is kept.

mod arrows;
mod auto_traits;
mod codes;
mod pages;
mod snapshots;
mod walking;
