//! Formats a move and the position that it leads to as a line, cut if it does not fit.

use std::fmt::Write;

/// The text before a position that stands on the line below its move.
const BELOW: &str = "      -> ";

/// If fewer characters of a position would fit beside its move, it stands on the line below.
const LEAST_OF_A_POSITION: usize = 12;

/// A line in a list of moves.
pub struct MoveLine<'a> {
    /// The name of the move, with the blanks or the number before it.
    pub name: &'a str,
    /// The width of the column of names, in characters.
    pub width: usize,
    /// The position that the move leads to.
    pub to: &'a str,
    /// The text after the position.
    pub behind: &'a str,
}

impl MoveLine<'_> {
    /// Writes the line, cut to `fit` characters if possible, and returns whether the position was
    /// cut.
    pub fn write(&self, fit: Option<usize>, out: &mut String) -> bool {
        let MoveLine { name, width, to, behind } = *self;
        let head = format!("{name:<width$}  -> ");
        let length = to.chars().count();
        let room_behind = |head: &str| {
            fit.map_or(usize::MAX, |fit| fit.saturating_sub(head.chars().count() + behind.chars().count()))
        };
        // If hardly any of the position would remain, it gets its own line.
        let fits = room_behind(&head) >= length.min(LEAST_OF_A_POSITION);
        let head = if fits { head } else { format!("{name}\n{BELOW}") };
        let room = room_behind(if fits { &head } else { BELOW }).max(LEAST_OF_A_POSITION);
        // Writing to a `String` cannot fail.
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
        // Only 11 characters of the position would fit after its move.
        assert_eq!(written(Some(30)), ("  1  take\n      -> nim([1, 2, 3, 4,… [N]\n".to_string(), true));
    }
}
