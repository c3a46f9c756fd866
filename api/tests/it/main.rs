//! The public interface is as it is kept.

mod auto_traits;
mod snapshots;
mod walking;
