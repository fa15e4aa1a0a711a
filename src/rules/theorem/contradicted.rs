//! Compares a theorem with plain recursion over the rules, on a few small components, before the
//! theorem answers any question: a mistake in the recognition of a game is likely to show there.

use super::{Covered, agreement};
use crate::ir::value::Component;
use crate::ir::{Convention, GameId, walk};
use crate::position::{Budget, Evaluator, Flow};
use crate::shape::GameRules;
use rustc_hash::FxHashMap;
use std::sync::atomic::AtomicU64;

/// At most this many components are compared.
const FEW: usize = 64;
/// The most moves that are examined in all; the comparison ends there.
const MOST_MOVES: usize = 3_000;
/// The comparison ends after this many looks at the budget: on a large graph, a single move may take
/// long to evaluate.
const LOOKS: u64 = 128;

/// Whether the theorem gives another value or outcome than the rules, under normal or misère play,
/// for one of a few small components. Components from which play can return are skipped, as are
/// ends that win, and all that remains after too many moves or too long a time.
pub fn is_contradicted(covered: &Covered, rules: GameRules<'_>, budget: &Budget<'_>) -> bool {
    let program = &rules.instance.program;
    let is_loopy = |game: GameId| program.game(game).loopy;
    if program.game_ids().any(is_loopy)
        && walk::reachable_games(program, rules.game).into_iter().any(is_loopy)
    {
        return false;
    }
    let looks = AtomicU64::new(0);
    let stop = budget.stop_after(&looks, LOOKS);
    let limited = budget.within(&stop);
    let evaluator = Evaluator::new(rules.instance, &limited);
    let mut plain = Plain { evaluator, known: FxHashMap::default(), moves_left: MOST_MOVES };
    agreement::few(rules, FEW).iter().any(|component| {
        let Some(Known { value, misere }) = plain.known(component) else { return false };
        let differs =
            |convention, lost| covered.losing(&component.state, convention).is_some_and(|said| said != lost);
        covered.value(&component.state).is_some_and(|said| said.to_i64() != Some(value as i64))
            || differs(Convention::Normal, value == 0)
            || misere.is_some_and(|lost| differs(Convention::Misere, lost))
    })
}

/// What recursion finds out about a component.
#[derive(Clone, Copy)]
struct Known {
    /// The Grundy value.
    value: u64,
    /// Whether the component is lost under misère play; `None` if that depends on sums or ends.
    misere: Option<bool>,
}

/// Values and outcomes by recursion.
struct Plain<'i, 'b> {
    evaluator: Evaluator<'i, 'b>,
    /// What was found out so far; `None` while a component is examined, and if it has no value.
    known: FxHashMap<Component, Option<Known>>,
    /// How many moves may still be examined.
    moves_left: usize,
}

impl Plain<'_, '_> {
    /// What the recursion finds out about a component; `None` if it has no value, or if the value is
    /// not found.
    fn known(&mut self, component: &Component) -> Option<Known> {
        if let Some(known) = self.known.get(component) {
            return *known;
        }
        self.known.insert(component.clone(), None);
        let known = stacker::maybe_grow(64 << 10, 4 << 20, || self.computed(component))?;
        self.known.insert(component.clone(), Some(known));
        Some(known)
    }

    fn computed(&mut self, component: &Component) -> Option<Known> {
        if let Some(end) = self.evaluator.ending(component).ok()? {
            return (!end.win).then_some(Known { value: 0, misere: None });
        }
        let (mut targets, left) = (Vec::new(), self.moves_left);
        let visited = self.evaluator.each_target(component, &mut |_, _, parts| {
            targets.push(parts.to_vec());
            Ok(if targets.len() > left { Flow::Stop } else { Flow::More })
        });
        visited.ok()?;
        self.moves_left = left.saturating_sub(targets.len());
        if targets.len() > left {
            return None;
        }
        let mut values = Vec::new();
        // Whoever cannot move wins.
        let mut misere = Some(!targets.is_empty());
        for parts in &targets {
            let (mut sum, mut lost) = (0, None);
            for (part, count) in parts {
                let known = self.known(part)?;
                sum ^= if count % 2 == 1 { known.value } else { 0 };
                lost = known.misere;
            }
            values.push(sum);
            misere = match parts.as_slice() {
                [] => misere,
                [(_, 1)] => lost.zip(misere).map(|(lost, all_won)| all_won && !lost),
                _ => None,
            };
        }
        let value = (0..).find(|value| !values.contains(value))?;
        Some(Known { value, misere })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Instance;
    use crate::quoted;
    use crate::shape::Shapes;
    use crate::theorem::covering;

    #[test]
    fn a_theorem_about_other_rules_is_contradicted() {
        let budget = Budget::new(&|| None, 1_000_000);
        let opened = |spec: &str| {
            let program = quoted::read(spec).unwrap_or_else(|| panic!("{spec}"));
            Instance::new((*program).clone(), &budget).0.unwrap_or_else(|| panic!("{spec}"))
        };
        let nim = opened("game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }");
        let covered = covering(&Shapes::of(&nim), GameId(0), &budget).unwrap_or_else(|| panic!("nim"));
        let is_contradicted_by = |spec: &str| {
            let other = opened(spec);
            is_contradicted(&covered, GameRules { instance: &other, game: GameId(0) }, &budget)
        };
        // The same moves in other words.
        assert!(!is_contradicted_by("game g(n: nat) { move to(m in 0..n) -> g(m) }"));
        // The value of n is n mod 21, then n div 2; a heap of 3 has the options 0, 1, 2 and 1 + 2, so 4.
        assert!(is_contradicted_by("game g(n: nat) { move take(k in 1..=20) when k <= n -> g(n - k) }"));
        assert!(is_contradicted_by("game g(n: nat) { move take(k in 2..=n) -> g(n - k) }"));
        assert!(is_contradicted_by(
            "game g(n: nat) { move to(m in 0..n) -> g(m) move split when odd(n) and n > 2 -> g(n div 2) + g(n div 2 + 1) }"
        ));
        // A heap of one object has the value 0.
        assert!(is_contradicted_by("game g(n: nat) { end when n == 1: lose move to(m in 0..n) -> g(m) }"));
    }
}
