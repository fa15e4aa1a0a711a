//! Writes rules of games on several naturals as texts in the language, for a given number of
//! fields.

use super::Kind;

/// The most fields for which rules are written; the automata that compare more fields are too
/// large.
pub const MOST_FIELDS: usize = 6;

/// The number of fields, if there are 1 to [`MOST_FIELDS`] and all are naturals; `None` otherwise.
pub fn naturals_only(kinds: &[Kind]) -> Option<usize> {
    let fits = (1..=MOST_FIELDS).contains(&kinds.len()) && kinds.iter().all(|kind| *kind == Kind::Nat);
    fits.then_some(kinds.len())
}

/// The text of a game with `fields` fields, all naturals, called `a0`, `a1`, …
pub fn game(fields: usize, moves: &[String]) -> String {
    let declared: Vec<String> = (0..fields).map(|at| format!("a{at}: nat")).collect();
    format!("game g({}) {{ {} }}", declared.join(", "), moves.join(" "))
}

/// The text of the component in which some fields are replaced; the others keep their values.
pub fn target(fields: usize, replaced: &[(usize, String)]) -> String {
    let field = |at: usize| {
        let new = replaced.iter().find(|it| it.0 == at).map(|it| it.1.clone());
        new.unwrap_or_else(|| format!("a{at}"))
    };
    format!("g({})", (0..fields).map(field).collect::<Vec<_>>().join(", "))
}

/// The text of the move that lowers each of these fields by any positive amount.
pub fn lowering(fields: usize, which: &[usize]) -> String {
    let name = which.iter().map(usize::to_string).collect::<Vec<_>>().join("_");
    let binders: Vec<String> = which.iter().map(|at| format!("x{at} in 0..a{at}")).collect();
    let replaced: Vec<(usize, String)> = which.iter().map(|at| (*at, format!("x{at}"))).collect();
    format!("move m{name}({}) -> {}", binders.join(", "), target(fields, &replaced))
}

/// The text of the game in which a move lowers exactly the fields of one of the admitted sets, each
/// by any positive amount.
pub fn lowering_game(fields: usize, admitted: impl Fn(&[usize]) -> bool) -> String {
    let sets = (1u32..1 << fields).map(|mask| (0..fields).filter(|at| mask >> at & 1 == 1).collect());
    let moves = sets.filter(|set: &Vec<usize>| admitted(set)).map(|set| lowering(fields, &set));
    game(fields, &moves.collect::<Vec<_>>())
}
