//! Parses a response as it arrives.

mod byte_parser;
mod chunk_events;
mod event;
mod fence_watch;
mod fold;
#[cfg(feature = "futures")]
mod futures;
mod iter;
mod parser;

pub use byte_parser::{ByteEvents, ByteParser, InvalidUtf8};
pub use chunk_events::Events;
pub use event::Event;
pub use fold::{fold, fold_with};
#[cfg(feature = "futures")]
pub use futures::{EventStream, event_stream};
pub use iter::{EventIter, events};
pub use parser::ResponseParser;
