//! Compares the outcomes and values that a theorem gives with those of an oracle, on small
//! components of the game.

use super::{Covered, Kind, Theorem, canon};
use crate::ir::value::Component;
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::position::enumerate;
use crate::shape::GameRules;
use std::sync::Arc;

/// How many components were compared with an oracle, and the first one where theorem and oracle
/// differ.
#[derive(Debug, Clone)]
pub struct Agreement {
    /// The theorem that was compared.
    pub theorem: &'static Theorem,
    /// The components that the theorem covers, in words; `None` if it covers the whole game.
    pub only: Option<String>,
    /// How many components were compared, under normal play or under misère play.
    pub components: usize,
    /// All components whose fields are at most this were compared under normal play, up to the one
    /// in `differs`. `None` if there are no fields, if some field is not a natural without an upper
    /// bound, if the theorem gives no result for one of them, or if the oracle stopped before.
    pub bound: Option<i64>,
    /// The first component where theorem and oracle differ, with the convention; `None` if they
    /// agree.
    pub differs: Option<(Convention, Arc<[Value]>)>,
}

/// At most this many small components, and at most this many of the other components, are compared.
const COMPONENTS: usize = 700;

/// The result of the oracle for a component: whether the player to move loses, `None` for a draw;
/// and the value, `None` if the component has none.
pub type Known = (Option<bool>, Option<Int>);

impl Covered {
    /// Compares the outcomes and values of the theorem with those of an oracle: under normal play
    /// on small components of the game and then on its components in `more`; under misère play on
    /// the small components up to the first that took the oracle too long. Components for which
    /// the theorem gives no result are skipped; an error of the oracle ends the comparison under
    /// one convention.
    pub fn agreement<E>(
        &self,
        rules: GameRules<'_>,
        more: &[Component],
        oracle: &mut dyn FnMut(&Component, Convention) -> Result<Known, E>,
    ) -> Agreement {
        let kinds = canon::kinds(rules);
        let naturals = kinds.iter().all(|kind| *kind == Kind::Nat);
        let (small, bound) =
            if naturals { grid(rules, kinds.len(), COMPONENTS) } else { (small(rules, COMPONENTS), None) };
        let (theorem, only) = (self.theorem, self.only());
        let mut agreement = Agreement { theorem, only, components: 0, bound, differs: None };
        let own = more.iter().filter(|component| component.game == rules.game).take(COMPONENTS);
        // How many small components come before the first one that is too large for the oracle.
        let mut reached = 0;
        for (at, component) in small.iter().chain(own).enumerate() {
            let is_small = at < small.len();
            let said = self.said(component, Convention::Normal);
            if said == (None, None) {
                // The components below the bound are not all compared.
                agreement.bound = agreement.bound.filter(|_| !is_small);
                reached += usize::from(is_small);
                continue;
            }
            // The comparison ends at a component that is too large for the oracle.
            let Ok(known) = oracle(component, Convention::Normal) else {
                agreement.bound = agreement.bound.filter(|_| !is_small);
                break;
            };
            agreement.components += 1;
            reached += usize::from(is_small);
            if differ(&said, &known) {
                agreement.differs = Some((Convention::Normal, component.state.clone()));
                return agreement;
            }
        }
        for component in small.iter().take(reached) {
            let said = self.said(component, Convention::Misere);
            if said == (None, None) {
                continue;
            }
            let Ok(known) = oracle(component, Convention::Misere) else { break };
            let is_new = self.said(component, Convention::Normal) == (None, None);
            agreement.components += usize::from(is_new);
            if differ(&said, &known) {
                agreement.differs = Some((Convention::Misere, component.state.clone()));
                break;
            }
        }
        agreement
    }

    /// The result of the theorem for a component: whether the player to move loses, and the value;
    /// each is `None` if the theorem does not give it.
    fn said(&self, component: &Component, convention: Convention) -> (Option<bool>, Option<Int>) {
        let normal = convention == Convention::Normal;
        let value = normal.then(|| self.value(&component.state)).flatten();
        (self.losing(&component.state, convention), value)
    }
}

/// Whether the results of a theorem contradict those of the oracle. If the oracle finds a draw,
/// every outcome that the theorem gives contradicts it.
fn differ((said, worth): &(Option<bool>, Option<Int>), (lost, value): &Known) -> bool {
    said.is_some_and(|said| Some(said) != *lost)
        || worth.as_ref().zip(value.as_ref()).is_some_and(|(worth, value)| worth != value)
}

/// Small components of a game, about `most` at most.
pub fn few(rules: GameRules<'_>, most: usize) -> Vec<Component> {
    let kinds = canon::kinds(rules);
    let naturals = kinds.iter().all(|kind| *kind == Kind::Nat);
    if naturals { grid(rules, kinds.len(), most).0 } else { small(rules, most) }
}

/// All components whose fields are at most a bound, and this bound: the largest for which there are
/// at most `few` of them. A game without fields has one component, and no bound.
fn grid(rules: GameRules<'_>, dimensions: usize, few: usize) -> (Vec<Component>, Option<i64>) {
    if dimensions == 0 {
        return (vec![Component { game: rules.game, state: [].into() }], None);
    }
    let cells = |most: u64| most.checked_pow(dimensions as u32).filter(|cells| *cells <= few as u64);
    let most = (1..).take_while(|most| cells(*most).is_some()).last().unwrap_or(1);
    let component = |cell: u64| {
        let place = |at: usize| Value::Int(Int::from(cell / u64::pow(most, at as u32) % most));
        Component { game: rules.game, state: (0..dimensions).map(place).collect() }
    };
    let components = (0..cells(most).unwrap_or(1)).map(component).collect();
    (components, Some(most as i64 - 1))
}

/// Small components with fields of any types, at most `few`: every n-th of those that are
/// enumerated, where n is their number divided by `few`, rounded down, but at least 1.
fn small(rules: GameRules<'_>, few: usize) -> Vec<Component> {
    let (all, _) = enumerate::components(rules.instance, rules.game);
    let stride = (all.len() / few).max(1);
    all.into_iter().step_by(stride).take(few).collect()
}
