//! The public interface is as it is kept.

mod arrows;
mod auto_traits;
mod codes;
mod snapshots;
mod walking;
