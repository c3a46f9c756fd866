//! A place in a line, in bytes and columns, with tabs that are used up column by column.

/// Columns between tab stops.
const TAB: usize = 4;

#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'l> {
    line: &'l [u8],
    /// Bytes before the cursor.
    at: usize,
    /// Columns before the cursor; within a tab that is partly used, more than its bytes account for.
    column: usize,
}

impl<'l> Cursor<'l> {
    pub(super) fn new(line: &'l [u8]) -> Self {
        Self {
            line,
            at: 0,
            column: 0,
        }
    }

    pub(super) fn offset(&self) -> usize {
        self.at
    }

    pub(super) fn rest(&self) -> &'l [u8] {
        &self.line[self.at..]
    }

    /// Columns of blanks ahead, and the offset of what follows them.
    pub(super) fn indent(&self) -> (usize, usize) {
        let mut column = self.column;
        let mut at = self.at;
        loop {
            match self.line.get(at) {
                Some(b' ') => column += 1,
                Some(b'\t') => column += TAB - column % TAB,
                _ => return (column - self.column, at),
            }
            at += 1;
        }
    }

    /// Goes over `columns` of blanks, at most those that are there.
    pub(super) fn skip_columns(&mut self, columns: usize) {
        let mut left = columns;
        while left > 0 {
            match self.line.get(self.at) {
                Some(b' ') => {
                    self.at += 1;
                    self.column += 1;
                    left -= 1;
                }
                Some(b'\t') => {
                    let width = TAB - self.column % TAB;
                    let used = width.min(left);
                    self.column += used;
                    left -= used;
                    if used == width {
                        self.at += 1;
                    }
                }
                _ => return,
            }
        }
    }

    /// Goes over all blanks ahead.
    pub(super) fn skip_blanks(&mut self) {
        let (columns, at) = self.indent();
        self.column += columns;
        self.at = at;
    }

    /// Goes over `count` bytes that are no tabs.
    pub(super) fn skip_bytes(&mut self, count: usize) {
        self.at += count;
        self.column += count;
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
        cursor.skip_blanks();
        assert_eq!(cursor.rest(), b"x");
    }
}
