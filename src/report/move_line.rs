//! A line for a move and the position that it leads to, cut if it does not fit.

use std::fmt::Write;

/// What stands before a position below its move.
const BELOW: &str = "      -> ";

/// The least part of a position that is worth a place.
const LEAST_OF_A_POSITION: usize = 12;

/// A move in a list.
pub struct MoveLine<'a> {
    /// The name, with the blanks or the number before it.
    pub name: &'a str,
    /// The width of the column of names.
    pub width: usize,
    /// The position that the move leads to.
    pub to: &'a str,
    /// What stands behind the position.
    pub behind: &'a str,
}

impl MoveLine<'_> {
    /// Writes the line, and returns whether the position was cut so that the line takes at most `fit` columns.
    pub fn write(&self, fit: Option<usize>, out: &mut String) -> bool {
        let MoveLine { name, width, to, behind } = *self;
        let head = format!("{name:<width$}  -> ");
        let length = to.chars().count();
        let room_behind = |head: &str| {
            fit.map_or(usize::MAX, |fit| fit.saturating_sub(head.chars().count() + behind.chars().count()))
        };
        // If hardly anything of the position would remain, it stands on a line of its own.
        let fits = room_behind(&head) >= length.min(LEAST_OF_A_POSITION);
        let head = if fits { head } else { format!("{name}\n{BELOW}") };
        let room = room_behind(if fits { &head } else { BELOW }).max(LEAST_OF_A_POSITION);
        // Writing to a text cannot fail.
        let _ = if length > room {
            let kept: String = to.chars().take(room - 1).collect();
            writeln!(out, "{head}{kept}…{behind}")
        } else {
            writeln!(out, "{head}{to}{behind}")
        };
        length > room
    }
}

#[cfg(test)]
mod tests {
    use super::MoveLine;

    fn written(fit: Option<usize>) -> (String, bool) {
        let mut out = String::new();
        let line = MoveLine { name: "  1  take", width: 10, to: "nim([1, 2, 3, 4, 5])", behind: " [N]" };
        let is_cut = line.write(fit, &mut out);
        (out, is_cut)
    }

    #[test]
    fn positions_are_cut_or_stand_below() {
        assert_eq!(written(None), ("  1  take   -> nim([1, 2, 3, 4, 5]) [N]\n".to_string(), false));
        assert_eq!(written(Some(39)), written(None));
        assert_eq!(written(Some(38)), ("  1  take   -> nim([1, 2, 3, 4, 5… [N]\n".to_string(), true));
        // Of the position, 11 characters would remain behind its move.
        assert_eq!(written(Some(30)), ("  1  take\n      -> nim([1, 2, 3, 4,… [N]\n".to_string(), true));
    }
}
