//! Compares the rules of two games on small components: this distinguishes games quickly, but
//! proves nothing.

use crate::ir::value::Component;
use crate::ir::{GameId, Value};
use crate::position::{Budget, Evaluated, Evaluator, Flow, enumerate};
use crate::shape::terms::Patience;
use crate::shape::{GameRules, Shapes};
use std::cell::OnceCell;
use std::sync::atomic::{AtomicU64, Ordering};

/// Determines how many components are examined: the first `COMPONENTS / 2`, and every `n`-th of all,
/// with an `n` for which these are at least `COMPONENTS`. All components are examined if
/// there are fewer than `2 * COMPONENTS`.
const COMPONENTS: usize = 60;

/// The most checks of the budget, one every 4096 steps, while the moves of one component are
/// listed; beyond it, the component is skipped as [`Seen::TooLong`].
const LOOKS: u64 = 3;

/// How many components may take too long; after that many, the remaining components are not
/// examined.
const MOST_UNSEEN: usize = 3;

/// The local structure of a component: whether an `end` wins or loses there, and otherwise its
/// options, each as the states of its components. All lists are sorted.
pub type Local = (Option<bool>, Vec<Vec<Vec<Value>>>);

/// Small components of a game, to be compared with those of several other games. Their options are
/// found once.
pub struct Sample<'a> {
    /// The rules of the game.
    pub rules: GameRules<'a>,
    /// The shapes of the games of the program.
    pub shapes: &'a Shapes<'a>,
    components: OnceCell<Vec<Small>>,
    /// The limit of steps for all comparisons of the game's rules in normal form.
    pub patience: Patience,
}

struct Small {
    component: Component,
    /// The options of the component, with the fields in their declared order.
    seen: OnceCell<Seen>,
}

/// The options of a small component, or why they are not compared.
enum Seen {
    Like(Local),
    /// Moves lead to another game.
    Elsewhere,
    /// A rule has no value for this component.
    Mistaken,
    /// Listing the options takes too long, or the time limit was reached.
    TooLong,
}

impl<'a> Sample<'a> {
    /// The sample of a game; its components are listed on first request.
    pub fn new(shapes: &'a Shapes<'a>, game: GameId) -> Sample<'a> {
        Sample {
            rules: shapes.rules(game),
            shapes,
            components: OnceCell::new(),
            patience: Patience::default(),
        }
    }

    /// Returns the components to be compared: the smallest ones, and some that are spread over the
    /// others.
    fn components(&self) -> &[Small] {
        self.components.get_or_init(|| {
            let (components, _) = enumerate::components(self.rules.instance, self.rules.game);
            let stride = (components.len() / COMPONENTS).max(1);
            let few = components.into_iter().enumerate();
            let few = few.filter(|(at, _)| *at < COMPONENTS / 2 || at.is_multiple_of(stride));
            few.map(|(_, component)| Small { component, seen: OnceCell::new() }).collect()
        })
    }

    /// Whether both games have equal options in small states, as far as these can be evaluated;
    /// `false` if no state could be compared. `order[i]` is the field of our game at place `i` of
    /// theirs.
    pub fn agrees(&self, theirs: GameRules<'_>, order: &[usize], budget: &Budget<'_>) -> bool {
        let looks = AtomicU64::new(0);
        let stop = budget.stop_after(&looks, LOOKS);
        let budget = Budget::new(&stop, budget.positions);
        let (mut seen, mut unseen) = (0, 0);
        let (mut mistaken, mut moves) = (false, false);
        for small in self.components() {
            if unseen >= MOST_UNSEEN {
                break;
            }
            looks.store(0, Ordering::Relaxed);
            let ours = small.seen.get_or_init(|| seen_of(self.rules, &small.component.state, &budget));
            match ours {
                Seen::TooLong => unseen += 1,
                // Play from the starts may never reach this state.
                Seen::Mistaken => mistaken = true,
                Seen::Like(_) | Seen::Elsewhere => {
                    moves |= !matches!(ours, Seen::Like((_, options)) if options.is_empty());
                    let state = order.iter().map(|place| small.component.state[*place].clone());
                    let state: Vec<Value> = state.collect();
                    looks.store(0, Ordering::Relaxed);
                    match (ours, seen_of(theirs, &state, &budget)) {
                        (_, Seen::TooLong) => unseen += 1,
                        (_, Seen::Mistaken) | (Seen::Elsewhere, Seen::Elsewhere) => {}
                        (Seen::Like(ours), Seen::Like(theirs)) if placed(ours, order) == theirs => seen += 1,
                        _ => return false,
                    }
                }
            }
        }
        // Agreement needs a component on which both games agree, or one that takes too long. If our
        // rules have no value on some component, a component with a move is needed too: rules that
        // have no value wherever there is a move are those of no known game.
        (seen > 0 || unseen > 0) && (moves || !mistaken)
    }
}

/// Reorders the fields in all options.
fn placed(local: &Local, order: &[usize]) -> Local {
    let reordered =
        |state: &Vec<Value>| order.iter().filter_map(|place| state.get(*place).cloned()).collect::<Vec<_>>();
    let option = |states: &Vec<Vec<Value>>| {
        let mut states: Vec<Vec<Value>> = states.iter().map(reordered).collect();
        states.sort();
        states
    };
    let mut options: Vec<Vec<Vec<Value>>> = local.1.iter().map(option).collect();
    options.sort();
    (local.0, options)
}

/// Lists the options of a component, or says why the component is not compared.
fn seen_of(rules: GameRules<'_>, state: &[Value], budget: &Budget<'_>) -> Seen {
    match local(rules, state, budget) {
        Ok(Some(local)) => Seen::Like(local),
        Ok(None) => Seen::Elsewhere,
        Err(problem) if problem.kind.is_of_size() => Seen::TooLong,
        Err(_) => Seen::Mistaken,
    }
}

/// Returns the local structure of a component; `None` if moves lead to another game. An option
/// lists at most 8 copies of a component.
pub fn local(rules: GameRules<'_>, state: &[Value], budget: &Budget<'_>) -> Evaluated<Option<Local>> {
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
            // More than 8 copies are not distinguished.
            states.extend((0..(*count).min(8)).map(|_| part.state.to_vec()));
        }
        states.sort();
        options.push(states);
        Ok(if own { Flow::More } else { Flow::Stop })
    })?;
    options.sort();
    options.dedup();
    Ok(own.then_some((None, options)))
}
