//! Decides who wins when an interval shrinks from either end until a marked interval contains it
//! (T90).
//!
//! An interval [l, r) of a row of n places loses its first or its last place at each move, and play
//! stops as soon as the interval is contained in a marked one. For each beginning, the furthest end
//! of a marked interval is given; these ends do not fall. Marked intervals are lost for the player
//! who faces them, or won, as requested. With i = l and j = n − r this is the token on a staircase,
//! [`super::diagonal`].
//!
//! The string game: s shrinks from either end, and a piece that occurs in t is lost for the player who
//! faces it.

use super::diagonal::Staircase;
use super::substring;

/// A row of places with its marked intervals.
#[derive(Clone, Debug)]
pub struct Intervals {
    /// For each beginning l the furthest end r for which [l, r) is marked; not falling, and at least l.
    ends: Vec<usize>,
    staircase: Staircase,
    wins_marked: bool,
}

impl Intervals {
    /// The game on `ends.len()` − 1 places in which [l, r) is marked when r ≤ `ends[l]`; the player to
    /// move at a marked interval wins if `wins_marked`, else loses. `None` when there are no ends, when
    /// the ends fall or lie before their beginnings, or when the outcomes do not fit into memory.
    pub fn new(ends: Vec<usize>, wins_marked: bool) -> Option<Intervals> {
        let places = ends.len().checked_sub(1)?;
        if ends.windows(2).any(|pair| pair[0] > pair[1]) || ends.iter().enumerate().any(|(l, end)| *end < l) {
            return None;
        }
        let rows = ends.iter().map(|end| places.saturating_sub(*end)).collect();
        // The rim has fewer than three cells for each place and each beginning.
        let staircase = Staircase::new(rows, &|_, _| wins_marked, usize::MAX)?;
        Some(Intervals { ends, staircase, wins_marked })
    }

    /// The string game on `s` and `t`; the player who faces a piece that occurs wins if `wins_marked`,
    /// else loses. `None` when t has 2³⁰ letters or more, or the outcomes do not fit into memory.
    pub fn of_strings(s: &[char], t: &[char], wins_marked: bool) -> Option<Intervals> {
        let longest = substring::longest_matches(s, t)?;
        // [l, r) occurs ⇔ l ≥ r − longest[r]; these least beginnings do not fall.
        let mut ends = vec![0; s.len() + 1];
        let mut end = 0;
        for (beginning, furthest) in ends.iter_mut().enumerate() {
            while end < s.len() && end + 1 - longest[end + 1] <= beginning {
                end += 1;
            }
            *furthest = end;
        }
        Intervals::new(ends, wins_marked)
    }

    /// Whether the player to move loses at [l, r); `None` when this is not an interval of the row.
    pub fn losing(&self, l: usize, r: usize) -> Option<bool> {
        if l > r || r >= self.ends.len() {
            return None;
        }
        if self.is_marked(l, r) {
            return Some(!self.wins_marked);
        }
        self.staircase.wins(l, self.ends.len() - 1 - r).map(|wins| !wins)
    }

    /// Whether [l, r) is marked, so that the play is over.
    pub fn is_marked(&self, l: usize, r: usize) -> bool {
        self.ends.get(l).is_some_and(|end| r <= *end)
    }

    /// The interval inside [l, r), with the same centre, that explains the outcome: it, [l, r) and
    /// all intervals with this centre between the two have the same outcome. `None` if [l, r) is
    /// marked or is not an interval of the row.
    pub fn same_outcome(&self, l: usize, r: usize) -> Option<(usize, usize)> {
        let places = self.ends.len() - 1;
        let (i, j) = self.staircase.rim_cell(l, places.checked_sub(r)?)?;
        Some((i, places - j))
    }

    /// The winning moves at [l, r): dropping the first place, and dropping the last.
    pub fn winning_moves(&self, l: usize, r: usize) -> (bool, bool) {
        if l >= r || r >= self.ends.len() || self.is_marked(l, r) {
            return (false, false);
        }
        (self.losing(l + 1, r) == Some(true), self.losing(l, r - 1) == Some(true))
    }
}
