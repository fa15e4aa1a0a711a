//! Finds the theorem that covers a game without rewriting its fields: compares the game with each
//! theorem of the catalogue, first by the rules as they are written, then by the rules without
//! their ends.

use super::canon::{self, Form, Found, Kind, Written};
use super::covered::Covered;
use super::limited::Limited;
use super::of_lists::OfElements;
use super::{Hypotheses, THEOREMS, written};
use crate::ir::{Clause, Convention, Expr, ExprKind, GameId, Program, Type, Unary};
use crate::position::{Budget, Instance, enumerate};
use crate::shape::one_heap::OneHeap;
use crate::shape::same::Sample;
use crate::shape::vectors::Vectors;
use crate::shape::{Shapes, misere_ends};
use std::cell::OnceCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A game with more `move` rules is not compared with any theorem.
const MOST_MOVES: usize = 64;
/// The comparisons of one game with all theorems may check the budget about this often; between two
/// checks lie a few thousand steps. Then the running comparison fails, and no further one starts.
const LOOKS: u64 = 600;

/// The theorem that covers a game with its fields as declared.
pub(super) fn covering_its_fields(shapes: &Shapes<'_>, game: GameId, budget: &Budget<'_>) -> Option<Covered> {
    covering_as_written(shapes, game, budget).or_else(|| covering_without_ends(shapes, game, budget))
}

/// The theorem that covers the rules without their ends. If all ends are lost, they become guards.
/// If some end is won, the ends must state the misère rule: exactly the states without a move are
/// won.
fn covering_without_ends(shapes: &Shapes<'_>, game: GameId, budget: &Budget<'_>) -> Option<Covered> {
    let instance = shapes.instance;
    let ends = &instance.program.game(game).ends;
    if ends.is_empty() {
        return None;
    }
    let wins = ends.iter().any(|end| end.win);
    let without = if wins {
        misere_ends::without(shapes, game, budget)?
    } else {
        Instance::new(ends_as_guards(&instance.program, game), budget).0?
    };
    let Covered { theorem, form, order, .. } = covering_as_written(&Shapes::of(&without), game, budget)?;
    let limited = if wins { Limited::to_misere_by_ends(form) } else { Limited::to_normal_play(form) };
    let covered = Covered { theorem, form: Box::new(limited), order, rules: None };
    // After the restriction to one convention, a theorem about the other convention gives no
    // results.
    let (components, _) = enumerate::components(instance, game);
    let mut few = components.iter().take(FEW);
    few.any(|it| covered.losing(&it.state, Convention::Normal).is_some()).then_some(covered)
}

/// A restricted theorem is dropped if it gives no result for any of this many small components.
const FEW: usize = 60;

/// The program with guards in place of the ends of one game. Under normal play, an end that is lost
/// is equivalent to a position without moves. The game must have ends, and none that is won.
pub(super) fn ends_as_guards(program: &Program, game: GameId) -> Program {
    let mut program = program.clone();
    let rules = &mut program.games[game.index()];
    for end in std::mem::take(&mut rules.ends) {
        let condition = end.condition.expr;
        let goes_on = Expr {
            ty: Type::Bool,
            span: condition.span,
            kind: ExprKind::Unary(Unary::Not, Box::new(condition)),
        };
        for it in &mut rules.moves {
            it.clauses.insert(0, Clause::If(goes_on.clone()));
            let own = it.slots.len().min(end.condition.slots.len());
            it.slots.extend(end.condition.slots[own..].iter().cloned());
        }
    }
    program
}

/// The theorem that covers the rules as they are written.
fn covering_as_written(shapes: &Shapes<'_>, game: GameId, budget: &Budget<'_>) -> Option<Covered> {
    if shapes.instance.program.game(game).moves.len() > MOST_MOVES {
        return None;
    }
    let looks = AtomicU64::new(0);
    let over = AtomicBool::new(false);
    let limit = budget.stop_after(&looks, LOOKS);
    let stop = || limit().inspect(|_| over.store(true, Ordering::Relaxed));
    let over = || over.load(Ordering::Relaxed);
    let budget = &Budget::new(&stop, budget.positions);
    let seen = Seen {
        shapes,
        game,
        kinds: canon::kinds(shapes.rules(game)),
        sample: Sample::new(shapes, game),
        heap: OnceCell::new(),
        budget,
        over: &over,
    };
    THEOREMS.iter().take_while(|_| !over()).find_map(|theorem| {
        let Found { form, order, rules } = seen.meets(&theorem.hypotheses)?;
        Some(Covered { theorem, form, order, rules })
    })
}

/// A game in the forms in which the hypotheses of theorems examine it, each computed once.
struct Seen<'a> {
    shapes: &'a Shapes<'a>,
    game: GameId,
    kinds: Vec<Kind>,
    sample: Sample<'a>,
    /// The game as one heap, once a theorem has requested this form; the inner `None` if the game
    /// is not of one heap.
    heap: OnceCell<Option<&'a OneHeap>>,
    budget: &'a Budget<'a>,
    /// Whether the budget has reached a limit, such as `LOOKS` checks, so that no further
    /// comparison starts.
    over: &'a dyn Fn() -> bool,
}

/// A game with more fields is not examined as a game on vectors.
const MOST_DIMENSIONS: usize = 4;
/// A game with more fields is not compared with rules on a list whose elements the fields would be.
const MOST_ELEMENTS: usize = 4;

impl Seen<'_> {
    /// The closed form of a theorem if the game is found to satisfy its hypotheses. `None` for
    /// hypotheses about sums or boards, which are examined elsewhere, and for all but `Loopy` if the
    /// game is loopy.
    fn meets(&self, hypotheses: &Hypotheses) -> Option<Found> {
        let in_order = |form, fields| Found { form, order: (0..fields).collect(), rules: None };
        let loopy = self.shapes.instance.program.game(self.game).loopy;
        match hypotheses {
            Hypotheses::Any(several) => several.iter().find_map(|hypotheses| self.meets(hypotheses)),
            Hypotheses::Loopy { written, form } if loopy => self.find(written(&self.kinds), None, *form),
            Hypotheses::Loopy { .. } => None,
            _ if loopy => None,
            // Games of one heap with finitely many amounts are left to the hypotheses about one
            // heap.
            Hypotheses::Rules { .. } if self.lists_its_amounts() => None,
            Hypotheses::Rules { written, form } => self.find(written(&self.kinds), None, *form),
            Hypotheses::Elements { written, form } => {
                let fields = written::naturals_only(&self.kinds)?;
                if !(2..=MOST_ELEMENTS).contains(&fields) {
                    return None;
                }
                let found = self.find(written(&[Kind::Nats]), Some(fields), *form)?;
                Some(Found { form: Box::new(OfElements { form: found.form }), ..found })
            }
            Hypotheses::OneHeap(form) => {
                let heap = self.heap()?;
                let form = form(heap)?;
                let form = if heap.ends_by_rule { Box::new(Limited::to_normal_play(form)) } else { form };
                Some(in_order(form, 1))
            }
            Hypotheses::Opening(form) => {
                let opening = self.shapes.opening(self.game, self.budget)?;
                let rest = self.shapes.one_heap(opening.into, self.budget)?;
                Some(in_order(form(&opening.taken, rest)?, 1))
            }
            Hypotheses::Vectors(form) => Some(in_order(form(self.vectors()?)?, self.kinds.len())),
            Hypotheses::Whole(form) => {
                Some(in_order(form(self.shapes, self.game, self.budget)?, self.kinds.len()))
            }
            Hypotheses::Components | Hypotheses::Boards { .. } => None,
        }
    }

    fn find(&self, texts: Vec<String>, elements: Option<usize>, form: Form) -> Option<Found> {
        canon::find(&self.sample, &Written { texts, elements }, form, self.budget, self.over)
    }

    fn heap(&self) -> Option<&OneHeap> {
        *self.heap.get_or_init(|| self.shapes.one_heap(self.game, self.budget))
    }

    /// Whether an earlier theorem has read the game as one heap from which finitely many amounts
    /// may be taken, and no `end` rule stops play.
    fn lists_its_amounts(&self) -> bool {
        let heap = self.heap.get().copied().flatten().filter(|heap| !heap.ends_by_rule);
        heap.and_then(OneHeap::subtraction).is_some_and(|amounts| amounts.finite().is_some())
    }

    fn vectors(&self) -> Option<&Vectors> {
        let fits = written::naturals_only(&self.kinds).is_some_and(|fields| fields <= MOST_DIMENSIONS);
        fits.then(|| self.shapes.vectors(self.game, self.budget)).flatten()
    }
}
