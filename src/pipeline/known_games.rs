//! Finds, before the claims of a spec are judged, the theorems that cover its games, and known
//! games with equal values. Compares each theorem with the reference, and distrusts one that
//! disagrees.

use super::Checked;
use super::claims::is_proved;
use crate::ir::value::{Component, Form, Position, Sum};
use crate::ir::{Convention, GameId};
use crate::model::Model;
use crate::position::{Budget, Problem};
use crate::shape::GameRules;
use crate::shape::one_heap::OneHeap;
use crate::solve::{Choice, Outcome, Solver};
use crate::sound::{self, Owed, Soundness, Termination};
use crate::theorem::likeness::{Likeness, likeness};
use crate::theorem::{Agreement, Covered};
use std::sync::atomic::{AtomicU64, Ordering};

/// Programs with at most this many games also describe imported games that nothing mentions.
const FEW_GAMES: usize = 20;

/// Asks the model about the needed games of a program.
pub struct AskedAbout<'m, 'i, 'b> {
    model: &'m Model<'i>,
    /// For each game, whether the model is asked about it.
    needed: Vec<bool>,
    budget: &'m Budget<'b>,
}

impl<'m, 'i, 'b> AskedAbout<'m, 'i, 'b> {
    /// Selects all games of a small program. Of a large one, selects only those of the root file
    /// and those that its starts and claims reach, because describing games takes time.
    pub fn new(model: &'m Model<'i>, budget: &'m Budget<'b>) -> AskedAbout<'m, 'i, 'b> {
        let few = model.instance.program.games.len() <= FEW_GAMES;
        let needed = sound::needed(model.instance).into_iter().map(|needed| needed || few).collect();
        AskedAbout { model, needed, budget }
    }

    /// The theorem that covers a game, if there is one and the game is selected.
    fn theorem(&self, game: GameId) -> Option<&'m Covered> {
        self.model.theorem(game, self.budget).filter(|_| self.needed[game.index()])
    }

    /// The rules of a game as rules about one heap, if they are such rules and the game is
    /// selected.
    fn heap(&self, game: GameId) -> Option<&'m OneHeap> {
        self.model.shapes.one_heap(game, self.budget).filter(|_| self.needed[game.index()])
    }

    /// Adds to the soundness what theorems and shapes prove about fields and termination. Theorems
    /// prove nothing about fields if a vertex in no graph may occur in play from the starts.
    pub fn take_over(&self, starts: &Owed, soundness: &mut Soundness) {
        let instance = self.model.instance;
        let values = || starts.components.iter().flat_map(|component| component.state.iter());
        let vertices = instance.universe().len();
        let known_vertices = std::cell::LazyCell::new(|| match vertices {
            0 => Some(0),
            _ => sound::no_foreign_vertices(instance, values()).then_some(vertices),
        });
        for (game, known) in instance.program.game_ids().zip(&mut soundness.games) {
            let covered = self.theorem(game);
            let stated = instance.program.game(game).measure.is_some();
            if let Some(covered) = covered.filter(|it| it.is_total(*known_vertices)) {
                known.take_over(format!("theorem:{}", covered.theorem.id), covered.ends(), stated);
            }
            if known.termination == Termination::Unknown && known.ends_otherwise.is_none() {
                known.end(ends_by_shape(covered, self.heap(game)), stated);
            }
        }
    }

    /// Describes the games, and compares theorems with the reference. Returns for each game whether
    /// no similar known game need be searched: a theorem covers it, it is about one heap, or it is
    /// not selected.
    pub fn describe(&self, starts: &Owed, checked: &mut Checked) -> Vec<bool> {
        self.describe_if(starts, checked, |_| true)
    }

    /// Describes the games whose rules are proved, and compares the theorems that claims about them may use with the
    /// reference.
    pub fn describe_proved(&self, soundness: &Soundness, owed: &mut Owed, checked: &mut Checked) {
        let is_proved = |game: GameId| is_proved(self.model.instance, soundness, game);
        owed.components.retain(|it| is_proved(it.game));
        self.describe_if(owed, checked, is_proved);
    }

    /// Describes the wanted games, and compares theorems about them with the reference. Returns the
    /// list that `describe` returns, with `false` for unwanted games.
    fn describe_if(
        &self,
        starts: &Owed,
        checked: &mut Checked,
        is_wanted: impl Fn(GameId) -> bool,
    ) -> Vec<bool> {
        let (model, budget, mut known) = (self.model, self.budget, Vec::new());
        for game in model.instance.program.game_ids() {
            if !is_wanted(game) {
                checked.shapes.push(None);
                checked.theorems.push(None);
                known.push(false);
                continue;
            }
            // A theorem that the rules contradict is not used; the comparison reports it.
            let is_needed = self.needed[game.index()];
            let covered = model.matched(game, budget).filter(|_| is_needed);
            let is_used = model.theorem(game, budget).is_some();
            checked.shapes.push(is_needed.then(|| model.described(game, budget)).flatten());
            known.push(covered.is_some() || self.heap(game).is_some() || !is_needed);
            let agreement = covered.map(|covered| compared(model, game, covered, starts, budget));
            let differs = disagrees(&agreement);
            if differs {
                model.distrust(game);
            }
            checked.theorems.push(agreement.filter(|_| is_used || differs));
        }
        known
    }
}

/// A proof of termination for rules about one heap, or with the moves of a theorem whose play ends;
/// [`Termination::Unknown`] for other rules.
fn ends_by_shape(covered: Option<&Covered>, heap: Option<&OneHeap>) -> Termination {
    if heap.is_some() {
        return Termination::Proved { why: "every move leaves smaller heaps".to_string() };
    }
    let known = covered.and_then(|covered| Some((covered.theorem.id, covered.rules()?)));
    let Some((id, GameRules { instance, game })) = known else { return Termination::Unknown };
    match sound::prove_of(instance, &[game]).games[game.index()].termination {
        Termination::Proved { .. } => {
            Termination::Proved { why: format!("the moves are those of theorem:{id}, whose play ends") }
        }
        _ => Termination::Unknown,
    }
}

/// How often the comparison of a theorem with the reference may check its budget; a few thousand
/// steps lie between two checks. Then the comparison ends with the components compared so far.
const LOOKS: u64 = 200;
/// How many of these checks are left, at most, once misère play is compared: under misère play even
/// small sums have many positions.
const MISERE_LOOKS: u64 = 30;
/// The most positions that the reference may examine for one component in this comparison.
const COMPARED: u64 = 100_000;

/// The theorem that covers a game, compared with the reference on small components and on those that
/// the starts lead to.
fn compared(
    model: &Model<'_>,
    game: GameId,
    covered: &Covered,
    owed: &Owed,
    budget: &Budget<'_>,
) -> Agreement {
    budget.begins("comparing a theorem with the rules");
    let looks = AtomicU64::new(0);
    let stop = budget.stop_after(&looks, LOOKS);
    let budget = Budget::new(&stop, budget.positions.min(COMPARED));
    let mut reference = Solver::new(model, &budget, Choice::Reference);
    let mut oracle = |component: &Component, convention: Convention| {
        if convention == Convention::Misere {
            looks.fetch_max(LOOKS - MISERE_LOOKS, Ordering::Relaxed);
        }
        let position = Position { convention, form: Form::Sum(Sum::one(component.clone())) };
        let outcome = reference.outcome(&position)?;
        let lost = (outcome != Outcome::Draw).then_some(outcome == Outcome::Previous);
        let normal = convention == Convention::Normal;
        Ok::<_, Problem>((lost, if normal { reference.value(&position)? } else { None }))
    };
    covered.agreement(model.shapes.rules(game), &owed.components, &mut oracle)
}

/// How often the search for a known game may check its budget while it computes values; a few
/// thousand steps lie between two checks. Then no further value is found.
const ROW_LOOKS: u64 = 600;
/// The most positions that may be examined for one of these values.
const ROW_POSITIONS: u64 = 100_000;

/// At most this many games of a file are compared with known games.
const MOST_ALIKE: usize = 10;

/// For each game whose entry in `known` is false, a known game with equal values, if one is found.
/// `None` for all other games, for twisted games, and beyond the first `MOST_ALIKE`.
pub fn likenesses(
    model: &Model<'_>,
    known: &[bool],
    owed: &Owed,
    budget: &Budget<'_>,
) -> Vec<Option<Likeness>> {
    let mut looked = 0;
    let mut like = |(game, known): (GameId, &bool)| {
        let known = *known || model.instance.is_twisted(game);
        looked += usize::from(!known);
        if known || looked > MOST_ALIKE { None } else { alike(model, game, owed, budget) }
    };
    model.instance.program.game_ids().zip(known).map(&mut like).collect()
}

/// The known game with values equal to those of a game, if it is found quickly.
fn alike(model: &Model<'_>, game: GameId, owed: &Owed, budget: &Budget<'_>) -> Option<Likeness> {
    budget.begins("searching a known game with equal values");
    let looks = AtomicU64::new(0);
    let stop = budget.stop_after(&looks, ROW_LOOKS);
    let budget = Budget::new(&stop, budget.positions.min(ROW_POSITIONS));
    let mut solver = Solver::new(model, &budget, Choice::Graph);
    let mut oracle = |component: &Component| {
        let value = solver.sg(&Position::normal(Sum::one(component.clone()))).ok()?;
        u64::try_from(value.to_i64()?).ok()
    };
    likeness(model.shapes.rules(game), &owed.components, &mut oracle)
}

/// Whether a theorem contradicts the reference, which reveals a mistake in gspec.
pub fn disagrees(theorem: &Option<Agreement>) -> bool {
    theorem.as_ref().is_some_and(|it| it.differs.is_some())
}
