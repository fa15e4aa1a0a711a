//! Which theorem covers a game with its fields as they are declared.

use super::canon::{self, Form, Found, Kind, Written};
use super::limited::Limited;
use super::of_lists::OfElements;
use super::{ClosedForm, Hypotheses, THEOREMS, Theorem, says, written};
use crate::ir::{Clause, Convention, Expr, ExprKind, GameId, Program, Type, Unary, Value};
use crate::number::Int;
use crate::position::{Budget, Instance, enumerate};
use crate::shape::one_heap::OneHeap;
use crate::shape::presburger::{Question, Said};
use crate::shape::same::Sample;
use crate::shape::vectors::Vectors;
use crate::shape::{GameRules, Shapes, misere_ends};
use num_bigint::BigUint;
use std::cell::OnceCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A theorem whose hypotheses were checked on a game.
#[derive(Debug)]
pub struct Covered {
    /// The theorem.
    pub theorem: &'static Theorem,
    pub(super) form: Box<dyn ClosedForm>,
    /// For each place of the theorem's rules, the game's field that stands there.
    pub(super) order: Vec<usize>,
    /// The theorem's own rules, where it writes them.
    pub(super) rules: Option<Instance>,
}

/// Games with more moves are not compared with any rules.
const MOST_MOVES: usize = 64;
/// All comparisons for one game may take this many checks of the clock.
const LOOKS: u64 = 600;

/// The theorem that covers a game with its fields as declared.
pub(super) fn covering_its_fields(shapes: &Shapes<'_>, game: GameId, budget: &Budget<'_>) -> Option<Covered> {
    covering_as_written(shapes, game, budget).or_else(|| covering_without_ends(shapes, game, budget))
}

/// The theorem that covers the rules without their ends, if these state no more than the convention does.
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
    // Some theorems cover one convention only.
    let (components, _) = enumerate::components(instance, game);
    let mut few = components.iter().take(FEW);
    few.any(|it| covered.losing(&it.state, Convention::Normal).is_some()).then_some(covered)
}

/// A theorem that gives any results gives some among this many small components.
const FEW: usize = 60;

/// The program with guards in place of the ends of one game: under normal play an end that is lost equals a
/// position without moves. The game has ends, none of which is won.
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

/// A game in the forms that the hypotheses of theorems examine.
struct Seen<'a> {
    shapes: &'a Shapes<'a>,
    game: GameId,
    kinds: Vec<Kind>,
    sample: Sample<'a>,
    /// Its form as a game of one heap, once a theorem has asked for that.
    heap: OnceCell<Option<&'a OneHeap>>,
    budget: &'a Budget<'a>,
    /// Whether nothing more is to be compared.
    over: &'a dyn Fn() -> bool,
}

/// Vectors of more fields are not examined.
const MOST_DIMENSIONS: usize = 4;
/// More fields are not taken for the elements of a list.
const MOST_ELEMENTS: usize = 4;

impl Seen<'_> {
    /// The closed form of a theorem if the game satisfies its hypotheses.
    fn meets(&self, hypotheses: &Hypotheses) -> Option<Found> {
        let in_order = |form, fields| Found { form, order: (0..fields).collect(), rules: None };
        let loopy = self.shapes.instance.program.game(self.game).loopy;
        match hypotheses {
            Hypotheses::Any(several) => several.iter().find_map(|hypotheses| self.meets(hypotheses)),
            Hypotheses::Loopy { written, form } if loopy => self.find(written(&self.kinds), None, *form),
            Hypotheses::Loopy { .. } => None,
            _ if loopy => None,
            // Then the hypotheses about one heap decide.
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

    /// Whether it is seen already that finitely many amounts are taken from one heap.
    fn lists_its_amounts(&self) -> bool {
        let heap = self.heap.get().copied().flatten().filter(|heap| !heap.ends_by_rule);
        heap.and_then(OneHeap::subtraction).is_some_and(|amounts| amounts.finite().is_some())
    }

    fn vectors(&self) -> Option<&Vectors> {
        let fits = written::naturals_only(&self.kinds).is_some_and(|fields| fields <= MOST_DIMENSIONS);
        fits.then(|| self.shapes.vectors(self.game, self.budget)).flatten()
    }
}

impl Covered {
    /// What is said of a game whose fields stand in the order of the theorem's rules, as that of one heap does.
    pub(super) fn into_form(self) -> Box<dyn ClosedForm> {
        self.form
    }

    /// A state of the game with its fields in the order of the theorem's rules.
    fn placed(&self, state: &[Value]) -> Option<Vec<Value>> {
        self.order.iter().map(|place| state.get(*place).cloned()).collect()
    }

    /// The value of a component under normal play; `None` if the theorem does not give it.
    pub fn value(&self, state: &[Value]) -> Option<Int> {
        self.form.value(&self.placed(state)?)
    }

    /// Whether the player to move loses a component; `None` if the theorem does not decide it.
    pub fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        self.form.losing(&self.placed(state)?, convention)
    }

    /// Whether the player to move loses a misère sum of components, each with its multiplicity; `None` if the
    /// theorem does not cover sums.
    pub fn losing_misere_sum(&self, parts: &[(&[Value], u64)]) -> Option<bool> {
        let placed = |(state, count): &(&[Value], u64)| Some((self.placed(state)?, *count));
        self.form.losing_misere_sum(&parts.iter().map(placed).collect::<Option<Vec<_>>>()?)
    }

    /// The Nim heaps that are equivalent to the component in every misère sum, if the theorem gives them.
    pub fn misere_heaps(&self, state: &[Value]) -> Option<Vec<BigUint>> {
        self.form.misere_heaps(&self.placed(state)?)
    }

    /// Like [`Self::losing`], if all fields are naturals that fit into words.
    pub fn losing_words(&self, fields: &[u64], convention: Convention) -> Option<bool> {
        if self.order.iter().enumerate().all(|(at, place)| at == *place) {
            return self.form.losing_words(fields, convention);
        }
        let placed: Vec<u64> = self.order.iter().map(|place| fields[*place]).collect();
        self.form.losing_words(&placed, convention)
    }

    /// All states that are lost for the opponent and one move away, if the theorem gives them.
    pub fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let targets = self.form.winning(&self.placed(state)?, convention)?;
        let back = |target: Vec<Value>| {
            let mut state = target.clone();
            for (value, place) in target.into_iter().zip(&self.order) {
                state[*place] = value;
            }
            state
        };
        Some(targets.into_iter().map(back).collect())
    }

    /// The theorem's own rules, which have the same moves, where it writes them.
    pub fn rules(&self) -> Option<GameRules<'_>> {
        self.rules.as_ref().map(|instance| GameRules { instance, game: GameId(0) })
    }

    /// Whether the game's rules have a value and stay in their types in all states, because those of the theorem do.
    pub fn is_total(&self, vertices: usize) -> bool {
        self.rules.is_some() && self.form.is_total(vertices)
    }

    /// Why play ends from all states of a game whose rules have a value in all of them, because by the theorem's it does.
    pub fn ends(&self) -> Option<&'static str> {
        self.form.ends().filter(|_| self.rules.is_some())
    }

    /// The argument for one component.
    pub fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        self.form.why(&self.placed(state)?, convention)
    }

    /// About which components it is, in words, where the theorem does not cover the whole game.
    pub fn only(&self) -> Option<String> {
        self.form.only()
    }

    /// Whether it is about nothing but what the starts of a program reach: the rules may differ from the theorem's elsewhere.
    pub fn is_about_starts(&self) -> bool {
        self.form.is_about_starts()
    }

    /// How many components can be reached at most, where the sizes of the fields do not show it.
    pub fn reach(&self, state: &[Value]) -> Option<u64> {
        self.form.reach(&self.placed(state)?)
    }

    /// The statement of the theorem about the components of a game whose fields are all naturals, as an
    /// expression.
    pub fn says(&self, question: Question) -> Option<Said> {
        says::read(&*self.form, question, &self.order)
    }

    /// The statement about a game whose only field is a list of naturals, for lists of one length.
    pub fn says_of_lists(&self, question: Question, length: usize) -> Option<Said> {
        says::read(&*self.form, question, &(0..length).collect::<Vec<_>>())
    }
}
