//! The lines at which the fences of a complete text can close.

use memchr::{memchr, memmem};

use super::line::{is_space, trim_line_ending};
use super::line_bounds::indented_line;
use super::verdict::Fence;

/// The lines of a text that can close a fenced code block outside block quotes and list items.
///
/// Inside such a block only these lines matter, so that one pass over the text finds for every fence whether and where it closes.
/// Made when first needed. Linear.
#[derive(Clone, Debug, Default)]
pub(crate) struct FenceEnds {
    lines: Option<[Vec<Closer>; 2]>,
}

#[derive(Clone, Copy, Debug)]
struct Closer {
    at: usize,
    len: usize,
    /// The longest run of this line and those after it.
    longest: usize,
}

impl FenceEnds {
    /// Returns whether a top-level `fence` closes on a line of `text` that begins at `from` or later.
    pub(crate) fn closes(&mut self, text: &str, fence: Fence, from: usize) -> bool {
        self.closers(text, fence, from)
            .first()
            .is_some_and(|closer| closer.longest >= fence.len)
    }

    /// Returns the offset of the line that closes a top-level `fence`, if it begins at `from` or later.
    pub(crate) fn first(&mut self, text: &str, fence: Fence, from: usize) -> Option<usize> {
        self.closers(text, fence, from)
            .iter()
            .find(|closer| closer.len >= fence.len)
            .map(|closer| closer.at)
    }

    fn closers(&mut self, text: &str, fence: Fence, from: usize) -> &[Closer] {
        let lines = self
            .lines
            .get_or_insert_with(|| [b'`', b'~'].map(|byte| closers(text.as_bytes(), byte)));
        let lines = &lines[usize::from(fence.byte == b'~')];
        &lines[lines.partition_point(|closer| closer.at < from)..]
    }
}

fn closers(text: &[u8], byte: u8) -> Vec<Closer> {
    let run = [byte; 3];
    let finder = memmem::Finder::new(&run);
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = finder.find(&text[from..]).map(|at| from + at) {
        // Further runs of a line that does not close cannot close either.
        from = memchr(b'\n', &text[at..]).map_or(text.len(), |end| at + end + 1);
        if let Some((at, len)) = closing_run(&text[..from], at) {
            let longest = len;
            found.push(Closer { at, len, longest });
        }
    }
    let mut longest = 0;
    for closer in found.iter_mut().rev() {
        longest = closer.longest.max(longest);
        closer.longest = longest;
    }
    found
}

/// Returns the start of the line of the run at `run`, with which `text` ends, and the length of the run, if such a line closes fences.
pub(crate) fn closing_run(text: &[u8], run: usize) -> Option<(usize, usize)> {
    let start = indented_line(text, run)?;
    // At the end of the text a CR ends no line: it is text, and a line with text after its run closes nothing.
    let line = trim_line_ending(&text[run..]);
    let len = line.iter().take_while(|&&b| b == line[0]).count();
    line[len..]
        .iter()
        .all(|&b| is_space(b))
        .then_some((start, len))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_closes_as_in_commonmark() {
        let fence = Fence {
            opened: 0,
            byte: b'`',
            len: 3,
            is_top_level: true,
        };
        for (line, closes) in [
            ("```", true),
            ("   ````\t \n", true),
            ("```\r\n", true),
            ("    ```", false),
            ("\t```", false),
            ("ab```\n", false),
            ("abcd ```\n", false),
            ("``` x", false),
            ("```\r", false),
            ("```\r\r\n", false),
            ("~~~", false),
            ("``", false),
        ] {
            for after in ["", "x\n", "x ``` y\n``\n"] {
                // The character after a CR could make a line ending of it.
                let rest = if line.ends_with('\n') { after } else { "" };
                let text = format!("```\n{after}{line}{rest}");
                let from = 4 + after.len();
                let found = FenceEnds::default().first(&text, fence, 4);
                assert_eq!(found, closes.then_some(from), "{text:?}");
                assert_eq!(FenceEnds::default().closes(&text, fence, 4), closes);
                assert!(!FenceEnds::default().closes(&text, fence, from + 1));
            }
        }
    }

    #[test]
    fn a_long_fence_needs_a_long_line() {
        let fence = Fence {
            opened: 0,
            byte: b'~',
            len: 5,
            is_top_level: true,
        };
        let text = "~~~~~\n~~~\n~~~~\n~~~~~~\n~~~\n";
        assert_eq!(FenceEnds::default().first(text, fence, 6), Some(15));
        assert!(FenceEnds::default().closes(text, fence, 6));
        assert!(!FenceEnds::default().closes(text, fence, 16));
    }
}
