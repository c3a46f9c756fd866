//! Short chunks of a stream in which nothing begins or ends. Most chunks are of this kind and need not be searched.

use super::Scanner;

/// A chunk of at most this many bytes is looked at byte by byte.
const SHORT: usize = 32;

impl Scanner {
    /// Reads a chunk that begins at `base`, right after all text that has been read, if it has nothing to find in it. Returns
    /// `false` without an effect if it is not as simple as that.
    pub(crate) fn skim(&mut self, piece: &str, base: usize) -> bool {
        let bytes = piece.as_bytes();
        let is_idle = self.searched == base && self.waiting.is_empty();
        if !is_idle || bytes.len() > SHORT || bytes.iter().any(|b| matches!(b, b'<' | b'\n')) {
            return false;
        }
        let end = base + bytes.len();
        if self.closing.is_some() {
            self.closing = Some(end);
        } else {
            if self.clear.take().is_some() {
                // All text before `base` has been read, so that no block is open at `base` either.
                self.blocks.reset(base);
            }
            if !self.blocks.skim(bytes) {
                return false;
            }
        }
        self.searched = end;
        self.line_known = end;
        true
    }

    /// Returns whether the marker that was cut off at the end of the text stays cut off with the text that has arrived, and all
    /// text before it has been read. `held` begins at `base` and is all text that is buffered.
    pub(crate) fn waits(&mut self, held: &str, base: usize) -> bool {
        self.waiting.is_empty() && self.stays_cut_off(held, base)
    }

    /// Returns whether the marker that was cut off at the end of the text stays cut off, even if items before it wait for a verdict.
    pub(super) fn stays_cut_off(&mut self, held: &str, base: usize) -> bool {
        let Some((until, seen)) = self.cut_off.take() else {
            return false;
        };
        let from = self.searched.saturating_sub(base);
        let stays = (held.get(from..)).is_some_and(|m| until.continues(m, seen - self.searched));
        if stays {
            self.cut_off = Some((until, base + held.len()));
        }
        stays
    }
}
