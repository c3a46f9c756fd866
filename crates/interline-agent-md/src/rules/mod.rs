//! The rules of each dialect's documentation about its files, as data.

#[cfg(test)]
mod describe;
mod lookup;
pub(crate) mod shape;
pub(crate) mod table;
mod tables;
pub(crate) mod tool_names;

pub(crate) use lookup::{Rules, table};
pub(crate) use shape::Shape;
