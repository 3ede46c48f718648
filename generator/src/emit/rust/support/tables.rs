//! Lookup tables, built where the program is compiled.

/// Numbers the cells of a table that has few of them filled: 0 for empty, then from 1 in order.
#[derive(Debug)]
pub struct Dense<const ROWS: usize, const COLUMNS: usize>([[u16; COLUMNS]; ROWS]);

impl<const ROWS: usize, const COLUMNS: usize> Dense<ROWS, COLUMNS> {
    /// The table whose row `r` is filled in the columns `rows[r]`.
    #[must_use]
    pub const fn new(rows: [&[u16]; ROWS]) -> Self {
        let mut cells = [[0; COLUMNS]; ROWS];
        let (mut row, mut next) = (0, 1);
        while row < ROWS {
            let mut at = 0;
            while at < rows[row].len() {
                cells[row][rows[row][at] as usize] = next;
                next += 1;
                at += 1;
            }
            row += 1;
        }
        Self(cells)
    }

    /// The number of a cell.
    #[inline]
    #[must_use]
    pub const fn at(&self, row: usize, column: usize) -> usize {
        self.0[row][column] as usize
    }
}

/// The states that triggers lead to, by state and trigger: `filled` says which cells hold one.
#[must_use]
pub const fn targets<S: Copy, const ROWS: usize, const COLUMNS: usize>(
    filled: &[(usize, usize, S)],
) -> [[Option<S>; COLUMNS]; ROWS] {
    let mut cells = [[None; COLUMNS]; ROWS];
    let mut at = 0;
    while at < filled.len() {
        let (row, column, target) = filled[at];
        cells[row][column] = Some(target);
        at += 1;
    }
    cells
}

/// As [`Dense`], in space that grows with the filled cells only.
#[derive(Debug)]
pub struct Sparse<const ROWS: usize> {
    rows: [&'static [u16]; ROWS],
    before: [usize; ROWS],
}

impl<const ROWS: usize> Sparse<ROWS> {
    /// The table whose row `r` is filled in the columns `rows[r]`, which are sorted.
    #[must_use]
    pub const fn new(rows: [&'static [u16]; ROWS]) -> Self {
        let mut before = [0; ROWS];
        let mut row = 1;
        while row < ROWS {
            before[row] = before[row - 1] + rows[row - 1].len();
            row += 1;
        }
        Self { rows, before }
    }

    /// The number of a cell.
    #[must_use]
    pub const fn at(&self, row: usize, column: usize) -> usize {
        let columns = self.rows[row];
        let (mut low, mut high) = (0, columns.len());
        while low < high {
            let middle = low.midpoint(high);
            if (columns[middle] as usize) < column {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if low < columns.len() && columns[low] as usize == column { self.before[row] + low + 1 } else { 0 }
    }
}
