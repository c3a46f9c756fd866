//! Live items on their way from the reader, looked ahead at as far as it takes.

use std::collections::{HashMap, VecDeque};

use crate::marker::{Marker, MarkerKind};
use crate::reader::Reader;
use crate::scan::Item;

/// As a rule the closer of a block is near; only when it is not, all that follow are sorted by name.
const NEAR: usize = 16;

#[derive(Debug)]
pub(crate) struct Queue<'t> {
    text: &'t str,
    reader: Reader<'t>,
    items: VecDeque<Item>,
    /// How many have been taken.
    taken: usize,
    /// The closers by name, counted from the begin: made when one was not near, which brings in all items.
    closers: Option<HashMap<&'t str, Vec<usize>>>,
}

impl<'t> Queue<'t> {
    pub(crate) fn new(text: &'t str, reader: Reader<'t>) -> Self {
        Self {
            text,
            reader,
            items: VecDeque::new(),
            taken: 0,
            closers: None,
        }
    }

    pub(crate) fn reader(&mut self) -> &mut Reader<'t> {
        &mut self.reader
    }

    /// Begins again at `offset` as if the text began there.
    pub(crate) fn restart(&mut self, offset: usize) {
        self.reader.restart(offset);
        self.items.clear();
        self.taken = 0;
        self.closers = None;
    }

    /// Takes the next item.
    pub(crate) fn take(&mut self) -> Option<Item> {
        let item = self.items.pop_front().or_else(|| self.reader.next())?;
        self.taken += 1;
        Some(item)
    }

    /// The items that have been looked at and not taken.
    pub(crate) fn ahead(&self) -> impl Iterator<Item = &Item> {
        self.items.iter()
    }

    /// How many items come before the first closer of `name`. When there is none, all items are ahead.
    pub(crate) fn closer(&mut self, name: &str) -> Option<usize> {
        let text = self.text;
        for index in 0..NEAR {
            if index == self.items.len() {
                self.items.push_back(self.reader.next()?);
            }
            if closed_by(text, &self.items[index]) == Some(name) {
                return Some(index);
            }
        }
        let closers = self.closers.get_or_insert_with(|| {
            self.items.extend(std::iter::from_fn(|| self.reader.next()));
            let mut closers = HashMap::<_, Vec<_>>::new();
            for (index, item) in self.items.iter().enumerate() {
                if let Some(name) = closed_by(text, item) {
                    closers.entry(name).or_default().push(self.taken + index);
                }
            }
            closers
        });
        let places = closers.get(name)?;
        let next = places.get(places.partition_point(|&place| place < self.taken))?;
        Some(next - self.taken)
    }
}

/// The name of what an item closes.
fn closed_by<'t>(text: &'t str, item: &Item) -> Option<&'t str> {
    let closer = marker_of(item).filter(|marker| marker.kind == MarkerKind::Closer)?;
    text.get(closer.name.clone())
}

pub(crate) fn marker_of(item: &Item) -> Option<&Marker> {
    match item {
        Item::Marker(marker) => Some(marker),
        Item::NearMiss(..) => None,
    }
}
