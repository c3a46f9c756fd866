//! Tests that count the steps of this crate, which its public interface does not show.

mod growth;
