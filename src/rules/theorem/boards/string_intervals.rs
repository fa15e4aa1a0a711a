//! A string that shrinks from either end (T90).

use crate::ir::{Convention, Value};
use crate::theorem::{ClosedForm, Hypotheses, Kind, Parameters, Theorem, naturals};
use crate::theory::intervals::Intervals;

/// The theorem.
pub const THEOREM: Theorem = Theorem {
    id: "string-intervals",
    entry: "T90",
    title: "Shrink a string from either end until the rest occurs in another",
    cite: "AtCoder AGC 002 E 2016",
    gives: "AtCoder AGC 002 E 2016 (theorem:string-intervals), outcomes are constant around a centre down to the rim",
    page: include_str!("../pages/string_intervals.md"),
    hypotheses: Hypotheses::Rules { written, form },
};

fn written(kinds: &[Kind]) -> Vec<String> {
    // An empty piece occurs in every string, so that play is over there, whether that is said or not.
    const ENDS: [&str; 3] = [
        "contains(t, s[l..r])",
        "l >= r or contains(t, s[l..r])",
        "any(t[i..i + r - l] == s[l..r] for i in 0..=len(t) - (r - l))",
    ];
    const GUARDS: [&str; 2] = ["when l < r", ""];
    let text = |end: &str, guard: &str, who: &str| {
        format!(
            "param s: text = \"\"
            param t: text = \"\"
            game shrink(l: nat, r: nat) {{
                end when {end}: {who}
                measure r - l
                move drop_left {guard} -> shrink(l + 1, r)
                move drop_right {guard} -> shrink(l, r - 1)
            }}"
        )
    };
    if kinds != [Kind::Nat, Kind::Nat] {
        return Vec::new();
    }
    let ways = ENDS.iter().flat_map(|end| GUARDS.map(|guard| (*end, guard)));
    ways.flat_map(|(end, guard)| WHO.map(|who| text(end, guard, who))).collect()
}

/// What the player who faces a piece that occurs has done, in each way of writing.
const WHO: [&str; 2] = ["lose", "win"];

/// Longer strings are not looked at.
const MOST_LETTERS: usize = 2_000_000;

fn form(parameters: &Parameters) -> Option<Box<dyn ClosedForm>> {
    let (s, t) = (parameters.text("s")?, parameters.text("t")?);
    if s.len().max(t.len()) > MOST_LETTERS {
        return None;
    }
    let wins_inside = WHO[parameters.which % WHO.len()] == "win";
    let intervals = Intervals::of_strings(s, t, wins_inside)?;
    Some(Box::new(Strings { intervals, letters: s.len(), wins_inside }))
}

#[derive(Debug)]
struct Strings {
    intervals: Intervals,
    /// How long the string is that shrinks.
    letters: usize,
    /// Whether the player who faces a piece that occurs has won.
    wins_inside: bool,
}

impl Strings {
    /// The ends of the piece; nothing where they are not in the string. Ends do not depend on whether
    /// the play is misère, and every play ends by one.
    fn piece(&self, state: &[Value], convention: Convention) -> Option<(usize, usize)> {
        let fields = naturals(state).filter(|_| convention != Convention::Anti)?;
        let [l, r] = &fields[..] else { return None };
        let (l, r) = (usize::try_from(l).ok()?, usize::try_from(r).ok()?);
        (l <= self.letters && r <= self.letters).then_some((l, r))
    }
}

impl ClosedForm for Strings {
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let (l, r) = self.piece(state, convention)?;
        // Without letters it occurs in every string.
        if l >= r { Some(!self.wins_inside) } else { self.intervals.losing(l, r) }
    }

    fn reach(&self, state: &[Value]) -> Option<u64> {
        let (l, r) = self.piece(state, Convention::Normal)?;
        let letters = r.saturating_sub(l) as u64;
        Some((letters + 1).saturating_mul(letters + 2) / 2)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let (l, r) = self.piece(state, convention)?;
        let losing = self.losing(state, convention)?;
        if l >= r || self.intervals.is_marked(l, r) {
            return Some(format!("The piece of {} letters occurs: play is over.", r.saturating_sub(l)));
        }
        let (i, j) = self.intervals.same_outcome(l, r)?;
        let loses = if losing { "loses" } else { "wins" };
        Some(format!(
            "Dropping a letter at both ends changes nothing until the rim: the piece from {l} to {r} is like \
             that from {i} to {j}, from which the player to move {loses}."
        ))
    }
}
