//! Rules compared on small components: a quick way to tell games apart.

use crate::ir::Value;
use crate::ir::value::Component;
use crate::position::{Budget, Evaluated, Evaluator, Flow, Limit, enumerate};
use crate::shape::Rules;
use std::sync::atomic::{AtomicU32, Ordering};

/// How many components are looked at.
const COMPONENTS: usize = 60;

/// The moves of a component may take so many looks at the clock.
const LOOKS: u32 = 40;

/// What a component is like: how it ends, or the states of the components that each move leads to.
type Local = (Option<bool>, Vec<Vec<Vec<Value>>>);

/// Whether both games have the same moves from small states, as far as these can be evaluated.
pub fn agree_on_small(ours: Rules<'_>, theirs: Rules<'_>, order: &[usize], budget: &Budget<'_>) -> bool {
    let (components, _) = enumerate::components(ours.instance, ours.game);
    let looks = AtomicU32::new(0);
    let outer = budget.stopper();
    let stop = || outer().or((looks.fetch_add(1, Ordering::Relaxed) > LOOKS).then_some(Limit::Time));
    let budget = Budget::new(&stop, budget.positions);
    let stride = (components.len() / COMPONENTS).max(1);
    let identity: Vec<usize> = (0..order.len()).collect();
    // The first ones are the smallest; further ones are spread.
    let first = components.iter().take(COMPONENTS / 2);
    let mut seen = 0;
    let agree = first.chain(components.iter().step_by(stride)).all(|component| {
        let state: Vec<Value> = order.iter().map(|place| component.state[*place].clone()).collect();
        let known = local(theirs, &state, &identity, &budget);
        let found = local(ours, &component.state, order, &budget);
        match (found, known) {
            (Ok(Some(found)), Ok(Some(known))) => {
                seen += 1;
                found == known
            }
            // A move to another game, or a mistake in the rules.
            (Ok(found), Ok(known)) => found.is_none() && known.is_none(),
            _ => true,
        }
    });
    // Where nothing could be evaluated there is nothing to agree on.
    agree && seen > 0
}

/// What a component is like, with fields in an order; nothing where moves lead to another game.
fn local(
    rules: Rules<'_>,
    state: &[Value],
    order: &[usize],
    budget: &Budget<'_>,
) -> Evaluated<Option<Local>> {
    let component = Component { game: rules.game, state: state.into() };
    let mut evaluator = Evaluator::new(rules.instance, budget);
    if let Some(ending) = evaluator.ending(&component)? {
        return Ok(Some((Some(ending.win), Vec::new())));
    }
    let mut options: Vec<Vec<Vec<Value>>> = Vec::new();
    let mut own = true;
    evaluator.each_target(&component, &mut |_, _, parts| {
        let mut states = Vec::new();
        for (part, count) in parts {
            own &= part.game == rules.game;
            let state: Vec<Value> =
                order.iter().filter_map(|place| part.state.get(*place).cloned()).collect();
            states.extend((0..(*count).min(8)).map(|_| state.clone()));
        }
        states.sort();
        options.push(states);
        Ok(if own { Flow::More } else { Flow::Stop })
    })?;
    options.sort();
    options.dedup();
    Ok(own.then_some((None, options)))
}
