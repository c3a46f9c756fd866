//! A position in a line, in bytes and columns; tabs are used up column by column.

use crate::steps;

/// Columns between tab stops.
const TAB: usize = 4;

#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'l> {
    line: &'l [u8],
    /// Bytes before the cursor.
    at: usize,
    /// Columns before the cursor; within a tab that is partly used, more than its bytes account for.
    column: usize,
    /// Bytes and columns before the text after the spaces and tabs at the cursor, so that they are counted once.
    text: usize,
    text_column: usize,
}

impl<'l> Cursor<'l> {
    pub(super) fn new(line: &'l [u8]) -> Self {
        let mut cursor = Self {
            line,
            at: 0,
            column: 0,
            text: 0,
            text_column: 0,
        };
        cursor.find_text();
        cursor
    }

    pub(super) fn offset(&self) -> usize {
        self.at
    }

    pub(super) fn rest(&self) -> &'l [u8] {
        &self.line[self.at..]
    }

    /// Returns the columns of spaces and tabs ahead, and the offset of the text after them.
    pub(super) fn indent(&self) -> (usize, usize) {
        (self.text_column - self.column, self.text)
    }

    fn find_text(&mut self) {
        (self.text, self.text_column) = (self.at, self.column);
        loop {
            match self.line.get(self.text) {
                Some(b' ') => self.text_column += 1,
                Some(b'\t') => self.text_column += TAB - self.text_column % TAB,
                _ => return,
            }
            self.text += 1;
            steps::count(1);
        }
    }

    /// Skips `columns` of spaces and tabs, or as many as are ahead.
    pub(super) fn skip_columns(&mut self, columns: usize) {
        let end = (self.column + columns).min(self.text_column);
        while self.column < end {
            let stop = match self.line[self.at] {
                b'\t' => self.column + TAB - self.column % TAB,
                _ => self.column + 1,
            };
            // A container may take only some of the columns of a tab. The rest indents the text inside it, so that the byte stays ahead.
            self.at += usize::from(stop <= end);
            self.column = stop.min(end);
        }
    }

    /// Skips all spaces and tabs ahead.
    pub(super) fn skip_spaces(&mut self) {
        (self.at, self.column) = (self.text, self.text_column);
    }

    /// Skips `count` bytes that are not spaces or tabs.
    pub(super) fn skip_bytes(&mut self, count: usize) {
        self.at += count;
        self.column += count;
        // The text after a marker has an indent of its own, which decides about the next container.
        self.find_text();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_is_used_column_by_column() {
        let mut cursor = Cursor::new(b"\t\tx");
        assert_eq!(cursor.indent(), (8, 2));
        cursor.skip_columns(2);
        assert_eq!((cursor.offset(), cursor.indent()), (0, (6, 2)));
        cursor.skip_columns(2);
        assert_eq!((cursor.offset(), cursor.indent()), (1, (4, 2)));
        cursor.skip_spaces();
        assert_eq!(cursor.rest(), b"x");
        let mut cursor = Cursor::new(b"  \tx");
        cursor.skip_columns(1);
        assert_eq!((cursor.offset(), cursor.indent()), (1, (3, 3)));
        cursor.skip_columns(2);
        assert_eq!((cursor.offset(), cursor.indent()), (2, (1, 3)));
        cursor.skip_columns(9);
        assert_eq!((cursor.offset(), cursor.indent()), (3, (0, 3)));
    }
}
