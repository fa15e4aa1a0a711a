//! Compares a theorem with plain recursion over the rules, on a few small components, before the
//! theorem answers any question: a mistake in the recognition of a game is likely to show there.

use super::{Covered, agreement};
use crate::ir::value::Component;
use crate::ir::{Convention, walk};
use crate::position::{Budget, Evaluator, Flow};
use crate::shape::GameRules;
use rustc_hash::FxHashMap;

/// At most this many components are compared.
const FEW: usize = 64;
/// The most moves that are examined in all; the comparison ends there.
const MOST_MOVES: usize = 3_000;

/// Whether the theorem gives another value or outcome under normal play than the rules, for one of
/// a few small components. Components without a value, with too many moves or from which play can
/// return are skipped.
pub fn is_contradicted(covered: &Covered, rules: GameRules<'_>, budget: &Budget<'_>) -> bool {
    let program = &rules.instance.program;
    if walk::reachable_games(program, rules.game).into_iter().any(|game| program.game(game).loopy) {
        return false;
    }
    let evaluator = Evaluator::new(rules.instance, budget);
    let mut plain = Plain { evaluator, known: FxHashMap::default(), moves_left: MOST_MOVES };
    agreement::few(rules, FEW).iter().any(|component| {
        let Some(value) = plain.value(component) else { return false };
        let (said, lost) =
            (covered.value(&component.state), covered.losing(&component.state, Convention::Normal));
        said.is_some_and(|said| said.to_i64() != Some(value as i64))
            || lost.is_some_and(|lost| lost != (value == 0))
    })
}

/// Grundy values by recursion.
struct Plain<'i, 'b> {
    evaluator: Evaluator<'i, 'b>,
    /// The values found so far; `None` while a value is computed, and if it is not found.
    known: FxHashMap<Component, Option<u64>>,
    /// How many moves may still be examined.
    moves_left: usize,
}

impl Plain<'_, '_> {
    /// The value of a component; `None` if it has none, or if it is not found.
    fn value(&mut self, component: &Component) -> Option<u64> {
        if let Some(known) = self.known.get(component) {
            return *known;
        }
        self.known.insert(component.clone(), None);
        let value = stacker::maybe_grow(64 << 10, 4 << 20, || self.computed(component))?;
        self.known.insert(component.clone(), Some(value));
        Some(value)
    }

    fn computed(&mut self, component: &Component) -> Option<u64> {
        if let Some(end) = self.evaluator.ending(component).ok()? {
            return (!end.win).then_some(0);
        }
        let (mut targets, left) = (Vec::new(), self.moves_left);
        let visited = self.evaluator.each_target(component, &mut |_, _, parts| {
            targets.push(parts.to_vec());
            Ok(if targets.len() > left { Flow::Stop } else { Flow::More })
        });
        visited.ok()?;
        self.moves_left = left.checked_sub(targets.len())?;
        let mut values = Vec::new();
        for parts in &targets {
            let mut sum = 0;
            for (part, count) in parts {
                let value = self.value(part)?;
                sum ^= if count % 2 == 1 { value } else { 0 };
            }
            values.push(sum);
        }
        (0..).find(|value| !values.contains(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::GameId;
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
