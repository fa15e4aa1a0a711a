//! Recognises one-heap games: a move takes an amount and leaves the rest, if any, as one heap or
//! several.

use super::orders::orders;
use super::presburger::{Defined, Definer, Linear, MoveRelation, Parts, Sign, Stuck};
use crate::ir::{ExprKind, GameId};
use crate::position::{Instance, Range};
use crate::theory::automaton::{Automaton, Room, Track};

/// A set of amounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Amounts {
    /// These amounts, ascending.
    Only(Vec<u64>),
    /// All naturals but these, ascending.
    AllBut(Vec<u64>),
}

/// The most heaps that a move may leave; games with a move that leaves more are not recognised.
const MOST_HEAPS: usize = 4;
/// The most members, or exceptions, of a set that is listed; a game that needs more is not
/// recognised.
pub(super) const MOST_AMOUNTS: usize = 4096;

/// The moves of a game of one heap: from `n`, take an amount, and leave the rest as a number of non-empty heaps, divided
/// in any way. Which amounts may be taken depends only on how many heaps are left.
///
/// Empty heaps are ignored, because they have no moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OneHeap {
    /// The amounts that can be taken if nothing remains.
    pub all: Amounts,
    /// The amounts that can be taken if one heap remains.
    pub one: Amounts,
    /// The amounts that can be taken if two heaps of one size remain.
    pub two_equal: Amounts,
    /// The amounts that can be taken if two heaps of different sizes remain.
    pub two_unequal: Amounts,
    /// The amounts that can be taken if three heaps remain, and those if four heaps remain.
    pub more: [Amounts; 2],
    /// Whether a rule ends play somewhere with a loss. Under normal play this is equivalent to
    /// having no move; under misère play it is not, because such an end is lost there too.
    pub ends_by_rule: bool,
}

impl Amounts {
    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        matches!(self, Amounts::Only(amounts) if amounts.is_empty())
    }

    /// Returns the amounts, ascending; `None` if they are infinitely many.
    pub fn finite(&self) -> Option<&[u64]> {
        match self {
            Amounts::Only(amounts) => Some(amounts),
            Amounts::AllBut(_) => None,
        }
    }

    /// Returns the amounts in words: a run, the first 12 of them, or any number but some.
    fn words(&self) -> String {
        const SHOWN: usize = 12;
        let listed = |amounts: &[u64]| {
            let mut shown: Vec<String> = amounts.iter().take(SHOWN).map(u64::to_string).collect();
            if amounts.len() > SHOWN {
                shown.push("…".to_string());
            }
            shown.join(", ")
        };
        match self {
            Amounts::Only(amounts) => match &**amounts {
                [first, .., last] if amounts.len() > 3 && last - first + 1 == amounts.len() as u64 => {
                    format!("{first} to {last}")
                }
                amounts => listed(amounts),
            },
            // A move always takes something, so 0 is not listed as an exception.
            Amounts::AllBut(amounts) => match amounts.strip_prefix(&[0]).unwrap_or(amounts) {
                [] => "any number".to_string(),
                amounts => format!("any number but {}", listed(amounts)),
            },
        }
    }

    fn contains(&self, amount: u64) -> bool {
        match self {
            Amounts::Only(amounts) => amounts.binary_search(&amount).is_ok(),
            Amounts::AllBut(amounts) => amounts.binary_search(&amount).is_err(),
        }
    }
}

impl OneHeap {
    /// Returns the amounts that a move may take, if every move leaves the rest as one heap. `None`
    /// if some move splits the heap or takes nothing, or if other amounts may be taken when nothing
    /// remains.
    pub fn subtraction(&self) -> Option<Amounts> {
        let splits = [&self.two_equal, &self.two_unequal, &self.more[0], &self.more[1]];
        if splits.iter().any(|amounts| !amounts.is_empty()) || self.one.contains(0) {
            return None;
        }
        amounts_alike(&self.all, &self.one).then(|| self.one.clone())
    }

    /// Returns the digits of the code of the game: digit `i` has a bit for each number of heaps
    /// that may remain after `i` is taken. `None` if there are infinitely many digits or too
    /// many, or if the amounts that may leave two equal heaps differ from those that may leave two
    /// unequal heaps.
    pub fn digits(&self) -> Option<Vec<u8>> {
        if self.two_equal != self.two_unequal {
            return None;
        }
        let places = [&self.all, &self.one, &self.two_equal, &self.more[0], &self.more[1]];
        let mut digits = Vec::new();
        for (bit, amounts) in places.iter().enumerate() {
            for amount in amounts.finite()? {
                let at = usize::try_from(*amount).ok().filter(|at| *at <= MOST_AMOUNTS)?;
                if digits.len() <= at {
                    digits.resize(at + 1, 0);
                }
                digits[at] |= 1 << bit;
            }
        }
        Some(digits)
    }
}

impl OneHeap {
    /// Describes the game: `one heap, octal 0.77`.
    pub fn words(&self) -> String {
        if let Some(amounts) = self.subtraction() {
            if amounts.is_empty() {
                return "one heap, no move".to_string();
            }
            return format!("one heap, take {}", amounts.words());
        }
        if let Some(digits) = self.digits().filter(|digits| digits.len() <= 12) {
            let kind = if digits.iter().all(|digit| *digit < 8) { "octal" } else { "code" };
            let text: String =
                digits.iter().map(|digit| char::from_digit(u32::from(*digit), 32).unwrap_or('?')).collect();
            let (first, rest) = text.split_at(1.min(text.len()));
            return format!("one heap, {kind} {}.{}", first, rest.to_uppercase());
        }
        let mut parts = Vec::new();
        let mut part = |amounts: &Amounts, leaving: &str| match amounts {
            Amounts::Only(none) if none.is_empty() => {}
            Amounts::Only(nothing) if **nothing == [0] => parts.push(format!("split into {leaving}")),
            amounts => match (amounts.words(), leaving) {
                (words, "nothing") if words == "any number" => parts.push("take the whole heap".to_string()),
                (words, _) => parts.push(format!("take {words} leaving {leaving}")),
            },
        };
        let whole = amounts_alike(&self.all, &self.one) && !self.one.contains(0);
        if !whole {
            part(&self.all, "nothing");
            part(&self.one, "one heap");
        }
        if self.two_equal == self.two_unequal {
            part(&self.two_equal, "two heaps");
        } else {
            part(&self.two_equal, "two equal heaps");
            part(&self.two_unequal, "two unequal heaps");
        }
        part(&self.more[0], "three heaps");
        part(&self.more[1], "four heaps");
        if whole && !self.one.is_empty() {
            parts.insert(0, format!("take {}", self.one.words()));
        }
        match &*parts {
            [one, other] => format!("one heap: {one}, or {other}"),
            parts => format!("one heap: {}", parts.join("; ")),
        }
    }
}

/// Whether two sets of amounts are equal. Whether 0 is among the exceptions of [`Amounts::AllBut`] does
/// not count: taking nothing from an empty heap is never a move.
fn amounts_alike(all: &Amounts, one: &Amounts) -> bool {
    match (all, one) {
        (Amounts::AllBut(all), Amounts::AllBut(one)) => {
            let rest = |amounts: &[u64]| amounts.iter().copied().filter(|it| *it > 0).collect::<Vec<_>>();
            rest(all) == rest(one)
        }
        (all, one) => all == one,
    }
}

/// Whether a game has one field, a natural.
pub(super) fn is_heap(instance: &Instance, game: GameId) -> bool {
    matches!(&*instance.fields[game.index()], [Range::Nat])
}

/// Returns the other game to which all moves of a game lead, each to a single component; `None` if
/// there is no such game.
pub(super) fn opens(instance: &Instance, game: GameId) -> Option<GameId> {
    let mut into = instance.program.game(game).moves.iter().map(|it| match &it.target.kind {
        ExprKind::Component(other, _) => Some(*other),
        _ => None,
    });
    let first = into.next()??;
    (first != game && into.all(|other| other == Some(first))).then_some(first)
}

/// Returns the moves of a game of one heap, all of which must leave heaps of the game `into`; fails
/// if some move has another form.
pub(super) fn recognise(
    definer: &Definer<'_>,
    move_relation: &MoveRelation,
    into: GameId,
) -> Defined<OneHeap> {
    Recogniser { definer, room: definer.room, into, move_relation }.recognise()
}

struct Recogniser<'a, 'd> {
    definer: &'a Definer<'d>,
    room: &'a Room<'d>,
    /// The game to which the heaps that are left belong.
    into: GameId,
    move_relation: &'a MoveRelation,
}

impl Recogniser<'_, '_> {
    fn recognise(&self) -> Defined<OneHeap> {
        if !self.move_relation.won.is_nothing()
            || self.move_relation.moves.iter().any(|parts| !self.is_own(parts))
        {
            return Err(Stuck::Undefinable);
        }
        let heaps: Vec<Track> = (0..MOST_HEAPS).map(|_| self.definer.fresh()).collect();
        let mut amounts = Vec::new();
        for count in 0..=MOST_HEAPS {
            let relation = self.leaving(&heaps[..count])?;
            match count {
                2 => {
                    let equal =
                        Linear::unknown(heaps[0]).sub(&Linear::unknown(heaps[1])).is_zero(self.room)?;
                    amounts.push(self.amounts(&relation, &heaps[..2], &equal)?);
                    amounts.push(self.amounts(&relation, &heaps[..2], &equal.not())?);
                }
                _ => amounts.push(self.amounts(&relation, &heaps[..count], &Automaton::constant(true))?),
            }
        }
        let Ok([all, one, two_equal, two_unequal, three, four]) = <[Amounts; 6]>::try_from(amounts) else {
            return Err(Stuck::Undefinable);
        };
        let ends_by_rule = !self.move_relation.lost.is_nothing();
        let found = OneHeap { all, one, two_equal, two_unequal, more: [three, four], ends_by_rule };
        // If an empty heap had a move, empty heaps could not be ignored.
        if found.all.contains(0) || found.one.contains(0) { Err(Stuck::Undefinable) } else { Ok(found) }
    }

    fn is_own(&self, parts: &Parts) -> bool {
        parts.parts.len() <= MOST_HEAPS && parts.parts.iter().all(|part| part.0 == self.into)
    }

    /// Returns the relation between a heap and what a move leaves: non-empty heaps on these tracks,
    /// in ascending order, and perhaps empty ones.
    fn leaving(&self, heaps: &[Track]) -> Defined<Automaton> {
        let mut all = Automaton::constant(false);
        for parts in &self.move_relation.moves {
            let total = parts.parts.len();
            for which in 0..1u32 << total {
                if which.count_ones() as usize != heaps.len() {
                    continue;
                }
                let (mut full, mut here) = (Vec::new(), parts.when.clone());
                for (at, (_, fields)) in parts.parts.iter().enumerate() {
                    if which >> at & 1 == 1 {
                        full.push(&fields[0]);
                    } else {
                        here = here.and(&fields[0].is_zero(self.room)?, self.room)?;
                    }
                }
                if here.is_nothing() {
                    continue;
                }
                for order in orders(heaps.len()) {
                    let places: Vec<Linear> = order.iter().map(|place| full[*place].clone()).collect();
                    let ordered = self.placed(here.clone(), &parts.fresh, heaps, places)?;
                    all = all.or(&ordered.and(&self.ascending(heaps)?, self.room)?, self.room)?;
                }
            }
        }
        Ok(all)
    }

    /// Returns the condition that the heaps have the sizes `places`, for some choice of the fresh
    /// tracks.
    fn placed(
        &self,
        mut here: Automaton,
        fresh: &[Track],
        heaps: &[Track],
        mut places: Vec<Linear>,
    ) -> Defined<Automaton> {
        let mut fresh = fresh.to_vec();
        let mut equal = Vec::new();
        for (at, heap) in heaps.iter().enumerate() {
            // If the size is a fresh track, the track of the heap replaces it: automata with fewer
            // tracks are smaller.
            let chosen = places[at].as_unknown().filter(|track| fresh.contains(track));
            let Some(chosen) = chosen else {
                equal.push(at);
                continue;
            };
            fresh.retain(|track| *track != chosen);
            here = here.renamed(|track| if track == chosen { *heap } else { track });
            for place in &mut places {
                *place = place.replaced(chosen, &Linear::unknown(*heap));
            }
        }
        for at in equal {
            let same = Linear::unknown(heaps[at]).sub(&places[at]).is_zero(self.room)?;
            here = here.and(&same, self.room)?;
        }
        self.definer.hide(here, &fresh)
    }

    /// Returns the condition that the heaps are not empty and in ascending order.
    fn ascending(&self, heaps: &[Track]) -> Defined<Automaton> {
        let mut all = Automaton::constant(true);
        let mut below = Linear::constant(crate::number::Int::ONE);
        for heap in heaps {
            let heap = Linear::unknown(*heap);
            all = all.and(&heap.sub(&below).is_natural(self.room)?, self.room)?;
            below = heap;
        }
        Ok(all)
    }

    /// Returns the amounts that a move can take when it leaves `heaps` within `among`. Fails if,
    /// for some amount, a move can leave some of these heaps but not others; if a move can leave
    /// more than there was; or if more than [`MOST_AMOUNTS`] amounts can be taken and more than
    /// [`MOST_AMOUNTS`] cannot.
    fn amounts(&self, relation: &Automaton, heaps: &[Track], among: &Automaton) -> Defined<Amounts> {
        let (room, heap) = (self.room, self.move_relation.fields[0]);
        let left = self.ascending(heaps)?.and(among, room)?;
        let relation = relation.and(&left, room)?;
        let rest = heaps.iter().fold(Linear::default(), |sum, heap| sum.add(&Linear::unknown(*heap)));
        let grows = Linear::unknown(heap).sub(&rest).is_negative(room)?;
        if !relation.and(&grows, room)?.is_nothing() {
            return Err(Stuck::Undefinable);
        }
        let taken = self.definer.fresh();
        let balance = Linear::unknown(heap).sub(&rest).sub(&Linear::unknown(taken)).is_zero(room)?;
        let relation = relation.and(&balance, room)?.exists(heap, room)?;
        // If some heaps may remain but others may not, the amount alone does not decide.
        let (mut some, mut missing) = (relation.clone(), left.and(&relation.not(), room)?);
        for heap in heaps {
            (some, missing) = (some.exists(*heap, room)?, missing.exists(*heap, room)?);
        }
        if !some.and(&missing, room)?.is_nothing() {
            return Err(Stuck::Undefinable);
        }
        if let Some(amounts) = some.listed(MOST_AMOUNTS) {
            return Ok(Amounts::Only(amounts));
        }
        some.not().listed(MOST_AMOUNTS).map(Amounts::AllBut).ok_or(Stuck::Undefinable)
    }
}
