//! Describes rules in normal form as one line of text: what each move changes, and when.

mod changes;
mod cubes;
mod formulas;
mod terms;
mod tidy;

use super::moves::{self, NormalMove};
use super::parts::{Binder, Part};
use super::term::{Node, Store, TermId};
use crate::ir::{GameId, Type};
use crate::number::Int;
use crate::position::{Budget, Range};
use crate::shape::GameRules;
use crate::shape::orders::orders;
use cubes::Cube;
use terms::Wording;

/// The most moves that are described. Of the others only the number is given.
const MOST_MOVES: usize = 6;

/// The most characters in the description of a move. If one is longer, the game has no description.
const MOST_LETTERS: usize = 300;
/// The most characters by which a description with amounts may exceed one with new values.
const MUCH_LONGER: usize = 6;
/// The most fields for which other orders than the declared one are tried.
const MOST_ORDERED: usize = 3;

/// Describes the rules of a game; `None` if they have no normal form, or the description is too
/// long.
pub fn words(rules: GameRules<'_>, budget: &Budget<'_>) -> Option<String> {
    let mut store = Store::new();
    let types = rules.types();
    let fields: Vec<TermId> =
        types.iter().map(|(ty, range)| store.variable(moves::sort_of(ty, range))).collect();
    let normal = moves::normal(rules, &fields, false, &mut store, budget).ok()?;
    let (mut plain, mut tidy) = (Vec::new(), Vec::new());
    for it in normal.moves {
        let never = store.not(it.condition).ok()?;
        // Moves that are never legal are omitted.
        if store.is_valid(never) != Ok(true) {
            tidy.push(tidy::tidied(&mut store, rules.game, &fields, it.clone()).ok()?);
            plain.push(it);
        }
    }
    let told = (&normal.ends, &plain[..], &tidy[..]);
    // The steps of the store count against the time limit too.
    budget.tick(usize::try_from(store.taken()).ok()?).ok()?;
    // Fields stay sorted by type: only the order of fields of one type varies.
    let mut orders = match types.len() {
        0..=MOST_ORDERED => orders(types.len()),
        many => vec![(0..many).collect()],
    };
    orders.retain(|order| order.is_sorted_by_key(|at| &types[*at].0));
    if orders.is_empty() {
        orders.push((0..types.len()).collect());
    }
    let in_order = |order: &Vec<usize>| in_order(rules, told, &store, (&fields, &types), order);
    orders.iter().filter_map(in_order).min()
}

/// Describes the rules with the fields in this order.
fn in_order(
    rules: GameRules<'_>,
    (ends, plain, tidy): (&[TermId; 2], &[NormalMove], &[NormalMove]),
    store: &Store,
    (fields, types): (&[TermId], &[(Type, Range)]),
    order: &[usize],
) -> Option<String> {
    let mut wording = Wording { store, instance: rules.instance, names: Vec::new() };
    let mut declared = Vec::new();
    for at in order {
        let (ty, range) = &types[*at];
        let name = wording.free(names_of(ty));
        declared.push(format!("{name}: {}", type_words(ty, range)));
        wording.names.push((fields[*at], name));
    }
    let teller = Teller { game: rules.game, fields, order, wording: &wording, known: Vec::new() };
    // A description by amounts is shown unless the one by new values is much shorter.
    let length = |text: &Option<String>| text.as_ref().map_or(usize::MAX, |text| text.chars().count());
    let shorter = |(plain, tidy)| {
        let (tidy, plain) = (teller.one(tidy), teller.one(plain));
        let by_amounts = length(&tidy) <= length(&plain).saturating_add(MUCH_LONGER);
        if by_amounts { tidy } else { plain }
    };
    let mut all: Vec<String> = plain.iter().zip(tidy).map(shorter).collect::<Option<_>>()?;
    all.sort();
    all.dedup();
    if all.len() > MOST_MOVES {
        let more = all.len() - MOST_MOVES;
        all.truncate(MOST_MOVES);
        all.push(format!("{more} more kinds of moves"));
    }
    if all.is_empty() {
        all.push("no move".to_string());
    }
    for (end, which) in ends.iter().zip(["lost", "won"]) {
        match wording.formula(*end)? {
            never if never == "never" => {}
            always if always.is_empty() => all.push(format!("always {which}")),
            when => all.push(format!("{which} where {when}")),
        }
    }
    Some(format!("({}): {}", declared.join(", "), all.join("; ")))
}

/// Returns the names for fields of a type.
fn names_of(ty: &Type) -> &'static [&'static str] {
    match ty {
        Type::Int => &["x", "y", "z", "w"],
        Type::List(_) => &["h"],
        Type::Set(_) => &["s"],
        Type::Vertex => &["v"],
        Type::Text => &["t"],
        Type::Bool => &["b"],
        _ => &["p"],
    }
}

/// Returns a type with its range as it is declared.
pub fn type_words(ty: &Type, range: &Range) -> String {
    match (ty, range) {
        (_, Range::Nat) => "nat".to_string(),
        (_, Range::Between(low, high)) => format!("{low}..={high}"),
        (Type::List(ty), Range::List(range)) => format!("[{}]", type_words(ty, range)),
        (Type::Set(ty), Range::Set(range)) => format!("{{{}}}", type_words(ty, range)),
        (Type::Tuple(types), Range::Tuple(ranges)) => {
            let parts: Vec<String> =
                types.iter().zip(ranges).map(|(ty, range)| type_words(ty, range)).collect();
            format!("({})", parts.join(", "))
        }
        (ty, _) => ty.to_string(),
    }
}

/// Describes the moves of a game, with its fields in one order.
struct Teller<'a> {
    game: GameId,
    fields: &'a [TermId],
    /// The order in which the fields are written.
    order: &'a [usize],
    wording: &'a Wording<'a>,
    /// The alternatives of the condition under which the current move is legal.
    known: Vec<Cube>,
}

impl Teller<'_> {
    /// Describes one move; `None` if that takes more than [`MOST_LETTERS`] characters, if some part
    /// has no description, or if the move is never legal.
    fn one(&self, it: &NormalMove) -> Option<String> {
        let wording = self.binding(self.wording, &it.binders);
        let known = cubes::cubes(wording.store, it.condition)?;
        if known.is_empty() {
            // The condition never holds, but it is not the constant `false`.
            return None;
        }
        let when = wording.alternatives(&known)?;
        let teller = Teller { wording: &wording, known, ..*self };
        let target = teller.target(&it.target)?;
        let told = if when.is_empty() { target } else { format!("{target} where {when}") };
        (told.chars().count() <= MOST_LETTERS).then_some(told)
    }

    /// Returns the wording with names for the variables of `binders`.
    fn binding<'w>(&self, wording: &Wording<'w>, binders: &[Binder]) -> Wording<'w> {
        let mut inner =
            Wording { store: wording.store, instance: wording.instance, names: wording.names.clone() };
        for binder in binders {
            let name = inner.free(match binder.ty {
                Type::Int => &["k", "l", "m", "n", "i", "j"],
                Type::Vertex => &["u", "c", "d"],
                _ => &["a", "b", "c", "d"],
            });
            inner.names.push((binder.variable, name));
        }
        inner
    }

    /// Describes the position that a move leads to.
    fn target(&self, parts: &[Part]) -> Option<String> {
        match parts {
            [] => Some("nothing is left".to_string()),
            [part] if self.is_one_of_ours(part) => self.changes(&part.fields),
            parts => {
                let alone = parts.len() == 1;
                let parts = parts.iter().map(|part| self.part(part, alone)).collect::<Option<Vec<_>>>()?;
                Some(format!("leaves {}", parts.join(" + ")))
            }
        }
    }

    /// Whether a part is always a single component of the described game.
    fn is_one_of_ours(&self, part: &Part) -> bool {
        let store = self.wording.store;
        part.game == self.game
            && part.binders.is_empty()
            && store.as_int(part.count) == Some(Int::ONE)
            && *store.node(part.condition) == Node::Truth(true)
    }

    /// Describes a part of a target. A text with names or a condition is bracketed unless the part
    /// is `alone`.
    fn part(&self, part: &Part, alone: bool) -> Option<String> {
        let wording = self.binding(self.wording, &part.binders);
        let own = part.game == self.game;
        let placed: Vec<TermId> = match own {
            true => self.order.iter().map(|at| part.fields[*at]).collect(),
            false => part.fields.clone(),
        };
        let fields = placed.iter().map(|field| wording.term(*field)).collect::<Option<Vec<_>>>()?;
        let game = self.wording.instance.program.game(part.game);
        let name = if own { "" } else { &game.name };
        let mut text = format!("{name}({})", fields.join(", "));
        if wording.store.as_int(part.count) != Some(Int::ONE) {
            text = format!("{} times {text}", wording.term(part.count)?);
        }
        let when = wording.formula(part.condition)?;
        let names: Vec<&str> =
            wording.names[self.wording.names.len()..].iter().map(|it| it.1.as_str()).collect();
        let told = match (names.is_empty(), when.is_empty()) {
            (true, true) => return Some(text),
            (true, false) => format!("{text} if {when}"),
            (false, _) => format!("{text} for all {} with {when}", names.join(", ")),
        };
        Some(if alone { told } else { format!("[{told}]") })
    }
}
