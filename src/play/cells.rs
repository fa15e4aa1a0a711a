//! Finds moves by the cells of a board that they change, typed as in `b3 c3`.

use super::Found;
use crate::position::picture::Cell;

/// Returns the cells that a text names, ascending; `None` if the text contains anything else or
/// nothing. Columns are letters, rows are numbers from 1. On a board with one row, the letter is
/// enough.
pub fn named_cells(text: &str, rows: usize) -> Option<Vec<Cell>> {
    let words = text.split([' ', ',', ';']).map(str::trim).filter(|word| !word.is_empty());
    let mut cells = words.map(|word| cell(word, rows)).collect::<Option<Vec<_>>>()?;
    cells.sort_unstable();
    cells.dedup();
    Some(cells).filter(|cells| !cells.is_empty())
}

fn cell(word: &str, rows: usize) -> Option<Cell> {
    let word = word.to_ascii_lowercase();
    let letters = word.bytes().take_while(u8::is_ascii_lowercase).count();
    let (column, row) = word.split_at(letters);
    let number = |at: usize, letter: u8| at.checked_mul(26)?.checked_add(usize::from(letter - b'a') + 1);
    let column = column.bytes().try_fold(0usize, number)?.checked_sub(1)?;
    match row {
        "" if rows == 1 => Some((column, 0)),
        row => Some((column, row.parse::<usize>().ok()?.checked_sub(1)?)),
    }
}

/// Returns the name of a column, counted from 0: `a` to `z`, then `aa`.
pub fn column_name(column: usize) -> String {
    let letter = char::from(b'a' + (column % 26) as u8);
    match column / 26 {
        0 => letter.to_string(),
        more => format!("{}{letter}", column_name(more - 1)),
    }
}

/// Finds the choices that change exactly these cells or, if there are none, those that change at
/// least these cells; `None` if no choice does. `changes` has the changed cells of each choice.
pub fn by_cells(cells: &[Cell], changes: &[Vec<Cell>]) -> Option<Found> {
    let those = |fits: &dyn Fn(&Vec<Cell>) -> bool| {
        (0..changes.len()).filter(|at| fits(&changes[*at])).collect::<Vec<usize>>()
    };
    let exactly = those(&|changed| changed == cells);
    let all =
        if exactly.is_empty() { those(&|it| cells.iter().all(|cell| it.contains(cell))) } else { exactly };
    match all[..] {
        [] => None,
        [one] => Some(Found::One(one)),
        _ => Some(Found::Several(all.iter().copied().take(super::reading::MOST_NAMED).collect(), all.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_a_letter_and_a_number() {
        assert_eq!(named_cells("b3 c3", 4), Some(vec![(1, 2), (2, 2)]));
        assert_eq!(named_cells("C3,b3", 4), Some(vec![(1, 2), (2, 2)]));
        assert_eq!(named_cells("d", 1), Some(vec![(3, 0)]));
        assert_eq!(named_cells("aa1", 4), Some(vec![(26, 0)]));
        for wrong in ["", "b", "b0", "3", "b3 move", "take(1)"] {
            assert_eq!(named_cells(wrong, 4), None, "{wrong}");
        }
    }

    #[test]
    fn columns_are_named_like_those_of_a_sheet() {
        assert_eq!([0, 25, 26, 27, 52].map(column_name), ["a", "z", "aa", "ab", "ba"]);
    }

    #[test]
    fn cells_choose_the_move_that_changes_them() {
        let changes = [vec![(0, 0), (1, 0)], vec![(0, 0), (0, 1)], vec![(0, 0)]];
        assert_eq!(by_cells(&[(0, 0)], &changes), Some(Found::One(2)));
        assert_eq!(by_cells(&[(0, 1)], &changes), Some(Found::One(1)));
        assert_eq!(by_cells(&[(0, 0)], &changes[..2]), Some(Found::Several(vec![0, 1], 2)));
        assert_eq!(by_cells(&[(5, 5)], &changes), None);
    }
}
