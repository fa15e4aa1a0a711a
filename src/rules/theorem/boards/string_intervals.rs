//! A move drops the first or the last letter of a piece of a string `s`; play is over as soon as
//! the piece occurs in a string `t` (T90).
//!
//! Let q be a piece without its first and its last letter. The piece has the outcome of q if
//! neither q nor one of the two options of q occurs in `t`. So letters may be dropped at both ends,
//! one pair after the other, as long as this holds; [`Intervals`] finds the outcome of the piece
//! that is then left. The theorem gives no values.

use crate::ir::{Convention, Value};
use crate::theorem::{ClosedForm, Clues, Guess, Hypotheses, Kind, Parameters, Theorem, clues, naturals};
use crate::theory::intervals::Intervals;
use std::sync::Arc;

/// The catalogue entry for a string that shrinks from either end.
pub const THEOREM: Theorem = Theorem {
    id: "string-intervals",
    entry: "T90",
    title: "Shrink a string from either end until the rest occurs in another",
    cite: "AtCoder AGC 002 E 2016",
    gives: "AtCoder AGC 002 E 2016 (theorem:string-intervals), outcomes are constant around a centre down to the rim",
    page: include_str!("../pages/string_intervals.md"),
    hypotheses: Hypotheses::Any(&[
        Hypotheses::Rules { written, form },
        Hypotheses::Boards { least: clues::FEW_POSITIONS, guess, form },
    ]),
};

/// Encodings of a piece of the string by two fields `l` and `r`, in this order: by both ends, by
/// start and length, and by the number of letters dropped on either side. Each row has the two ends
/// of the piece, the fields after a letter was dropped on the left, and the fields after one was
/// dropped on the right.
const FIELDS: [[&str; 4]; 3] = [
    ["l", "r", "l + 1, r", "l, r - 1"],
    ["l", "l + r", "l + 1, r - 1", "l, r - 1"],
    ["l", "len(s) - r", "l + 1, r", "l, r + 1"],
];

/// Conditions under which play is over, with `L` and `R` for the ends of the piece. An empty piece
/// occurs in every string, whether or not the rules say so; in the last formulation there are also
/// no moves beyond the end of the string.
const OVER: [&str; 4] = [
    "contains(t, s[L..R])",
    "L >= R or contains(t, s[L..R])",
    "any(t[i..i + R - L] == s[L..R] for i in 0..=len(t) - (R - L))",
    "R > len(s) or L >= R or contains(t, s[L..R])",
];

/// What the rules say about the player to move when play is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Over {
    /// An `end` rule: the player to move has lost.
    Lost,
    /// An `end` rule: the player to move has won.
    Won,
    /// No `end` rule: the player to move has no move.
    Stuck,
}

/// For each formulation, what the rules say when play is over, and a guard of the moves, which may
/// be empty.
const ENDS: [(Over, &str); 5] =
    [(Over::Lost, "L < R"), (Over::Lost, ""), (Over::Won, "L < R"), (Over::Won, ""), (Over::Stuck, "")];

/// Formulations for two fields, and for a field that is the piece itself.
fn written(kinds: &[Kind]) -> Vec<String> {
    let game = |fields: &str, whole: &str, moves: [&str; 2], over: &str, (end, guard): &(Over, &str)| {
        let stop = match end {
            Over::Lost => format!("end when {over}: lose"),
            Over::Won => format!("end when {over}: win"),
            Over::Stuck => String::new(),
        };
        let guard = match (end, *guard) {
            (Over::Stuck, _) => format!("when not ({over})"),
            (_, "") => String::new(),
            (_, guard) => format!("when {guard}"),
        };
        format!(
            "{whole}param t: text = \"\"
            game shrink({fields}) {{
                {stop}
                move drop_left {guard} -> shrink({})
                move drop_right {guard} -> shrink({})
            }}",
            moves[0], moves[1]
        )
    };
    match kinds {
        [Kind::Nat, Kind::Nat] => {
            let whole = "param s: text = \"\"\n";
            let ways = FIELDS.iter().flat_map(|fields| OVER.map(|over| (fields, over)));
            let text = |(fields, over): (&[&str; 4], &str), end: &(Over, &str)| {
                let [l, r, left, right] = fields;
                let text = game("l: nat, r: nat", whole, [left, right], over, end);
                text.replace('L', l).replace('R', &format!("({r})"))
            };
            ways.flat_map(|way| ENDS.iter().map(move |end| text(way, end))).collect()
        }
        [Kind::Text] => {
            let moves = ["w[1..len(w)]", "w[0..len(w) - 1]"];
            let ends = [ENDS[1], ENDS[3], ENDS[4]];
            ends.iter().map(|end| game("w: text", "", moves, "contains(t, w)", end)).collect()
        }
        _ => Vec::new(),
    }
}

/// Each pair of texts of the program: one as the piece at the start, the other as the string `t` in
/// which pieces may occur.
fn guess(clues: &Clues<'_>) -> Vec<Guess> {
    let texts = clues.texts();
    let rules = written(&[Kind::Text]);
    let ways = rules.iter().enumerate();
    let pairs = texts.iter().flat_map(|piece| texts.iter().map(move |t| (piece, t)));
    let board = |((which, rules), (piece, t)): ((usize, &String), (&Value, &Value))| Guess {
        values: vec![("t", t.clone())],
        ..Guess::of(rules, which, vec![piece.clone()])
    };
    ways.flat_map(|way| pairs.clone().map(move |pair| (way, pair))).map(board).collect()
}

/// The theorem gives no results if `s` or `t` has more letters.
const MOST_LETTERS: usize = 2_000_000;

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let t = parameters.text("t")?.clone();
    let Some(s) = parameters.text("s") else {
        let over = [Over::Lost, Over::Won, Over::Stuck][parameters.which];
        return Some(Box::new(Piece { t, over }));
    };
    let over = ENDS[parameters.which % ENDS.len()].0;
    let fields = parameters.which / (ENDS.len() * OVER.len());
    let intervals = intervals(s, &t, over)?;
    Some(Box::new(Strings { intervals, letters: s.len(), over, fields }))
}

/// The pieces of the string `s` that occur in `t`, with the outcomes of all pieces; `None` if a
/// string is too long.
fn intervals(s: &[char], t: &[char], over: Over) -> Option<Intervals> {
    let moderate = s.len().max(t.len()) <= MOST_LETTERS;
    moderate.then(|| Intervals::of_strings(s, t, over == Over::Won)).flatten()
}

/// Whether the theorem decides who loses under this convention. By an `end` rule, normal and misère
/// play have equal outcomes; without one, only normal play is decided.
fn is_told(over: Over, convention: Convention) -> bool {
    convention == Convention::Normal || (convention == Convention::Misere && over != Over::Stuck)
}

/// Whether the player to move loses the piece between the indices `l` and `r`; `None` if it is no
/// piece of the string.
fn losing(intervals: &Intervals, (l, r): (usize, usize), over: Over) -> Option<bool> {
    // An empty piece occurs in every string, so play is over.
    if l >= r { Some(over != Over::Won) } else { intervals.losing(l, r) }
}

/// The number of pieces of a string with `letters` letters, an empty one at each index included.
fn pieces(letters: usize) -> u64 {
    let letters = letters as u64;
    (letters + 1).saturating_mul(letters + 2) / 2
}

fn why(intervals: &Intervals, (l, r): (usize, usize), over: Over) -> Option<String> {
    if l >= r || intervals.is_marked(l, r) {
        return Some(format!("The piece of {} letters occurs: play is over.", r.saturating_sub(l)));
    }
    let (i, j) = intervals.same_outcome(l, r)?;
    let loses = if losing(intervals, (l, r), over)? { "loses" } else { "wins" };
    Some(format!(
        "Dropping a letter at both ends changes nothing until the rim: the piece from {l} to {r} is like \
         that from {i} to {j}, from which the player to move {loses}."
    ))
}

/// The closed form for states that are a piece of a string, given by two numbers.
#[derive(Debug)]
struct Strings {
    intervals: Intervals,
    /// The length of the string that shrinks.
    letters: usize,
    over: Over,
    /// The encoding of the fields, as an index into `FIELDS`.
    fields: usize,
}

impl Strings {
    /// The ends of the piece; `None` if they are not in the string, or if the theorem does not
    /// decide who loses under this convention.
    fn piece(&self, state: &[Value], convention: Convention) -> Option<(usize, usize)> {
        let fields = naturals(state).filter(|_| is_told(self.over, convention))?;
        let [l, r] = &fields[..] else { return None };
        let (l, r) = (usize::try_from(l).ok()?, usize::try_from(r).ok()?);
        let r = match self.fields {
            0 => r,
            1 => l.checked_add(r)?,
            _ => self.letters.checked_sub(r)?,
        };
        (l <= self.letters && r <= self.letters).then_some((l, r))
    }
}

impl ClosedForm for Strings {
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        losing(&self.intervals, self.piece(state, convention)?, self.over)
    }

    fn reach(&self, state: &[Value]) -> Option<u64> {
        let (l, r) = self.piece(state, Convention::Normal)?;
        Some(pieces(r.saturating_sub(l)))
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        why(&self.intervals, self.piece(state, convention)?, self.over)
    }
}

/// The closed form for states that are the piece itself, as a text.
#[derive(Debug)]
struct Piece {
    t: Arc<[char]>,
    over: Over,
}

impl Piece {
    /// The outcomes of all pieces of the text in a state, and the ends of the whole text, 0 and its
    /// length; `None` if the theorem does not cover the state or the convention.
    fn seen(&self, state: &[Value], convention: Convention) -> Option<(Intervals, (usize, usize))> {
        let [Value::Text(piece)] = state else { return None };
        let told = is_told(self.over, convention);
        let intervals = told.then(|| intervals(piece, &self.t, self.over)).flatten()?;
        Some((intervals, (0, piece.len())))
    }
}

impl ClosedForm for Piece {
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let (intervals, piece) = self.seen(state, convention)?;
        losing(&intervals, piece, self.over)
    }

    fn reach(&self, state: &[Value]) -> Option<u64> {
        if let [Value::Text(piece)] = state { Some(pieces(piece.len())) } else { None }
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let (intervals, piece) = self.seen(state, convention)?;
        why(&intervals, piece, self.over)
    }
}
