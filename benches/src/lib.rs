//! Inputs that several benches share.
