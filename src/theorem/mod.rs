//! Known theorems: closed forms for games whose rules have exactly the shape that a theorem speaks of.
//!
//! One file a theorem. Most write the rules that they speak of in the language itself; a game is
//! covered when it surely has the same moves, whatever its names and however it is written (see
//! [`canon`] and [`shape::same`](crate::shape::same)). Where that is not certain, no theorem applies.

mod agreement;
mod all_but;
mod all_must_go;
mod amounts_with_property;
mod antonim;
mod arc_kayles;
mod bishop;
mod candies;
pub mod canon;
mod chocolate;
mod chomp;
mod circle;
mod circular;
mod circular_list;
mod code_0123;
mod coin_products;
mod coins;
mod cram;
mod cut;
mod delete_nim;
mod disguised_nim;
mod divisors;
mod end_nim;
mod euclid;
mod exact_list;
mod exact_nim;
mod finite_subtraction;
mod geography;
mod greedy;
mod greedy_list;
mod grossman;
mod hackenbush;
mod hackenbush_on_graphs;
mod kayles;
mod king;
mod knight;
mod lasker;
mod like_wythoff;
pub mod likeness;
mod limited;
mod mark;
mod moore;
mod moore_list;
mod multiplication;
mod nim;
mod nim_list;
mod nimble;
mod nimhoff;
mod node_kayles;
mod notakto;
mod one_heap;
mod pass;
mod paths_and_cycles;
mod proportional;
mod residue;
mod silver_dollar;
mod sorted_heaps;
mod staircase;
mod staircase_list;
mod staircase_walk;
mod state;
mod steep_wythoff;
mod string_intervals;
mod sums;
mod take_away;
mod take_between;
mod tree_path;
mod turning_corners;
mod two_amounts;
mod welter;
mod wide_wythoff;
mod written;
mod wythoff;

pub use agreement::Agreement;
use canon::Found;
pub use canon::{Kind, Parameters};

use crate::ir::{Convention, ExprKind, GameId, Value};
use crate::number::Int;
use crate::position::{Budget, Instance};
use crate::shape::Rules;
use crate::shape::one_heap::{self as shape_of_heap, OneHeap};
use crate::shape::same::Sample;
use crate::shape::vectors::{self, Vectors};
use limited::Limited;
use num_bigint::{BigInt, BigUint};
use std::cell::OnceCell;
use std::sync::atomic::{AtomicU64, Ordering};

/// A theorem of the catalogue.
#[derive(Debug)]
pub struct Theorem {
    /// Its short name, as in `gspec explain theorem:wythoff`.
    pub id: &'static str,
    /// Its number in the catalogue.
    pub entry: &'static str,
    /// What it speaks of.
    pub title: &'static str,
    /// Who found it, and when.
    pub cite: &'static str,
    /// What it gives, in words for a report.
    pub gives: &'static str,
    /// Its page.
    pub page: &'static str,
    /// What it speaks of, exactly.
    pub hypotheses: Hypotheses,
}

/// Of which games a theorem speaks.
#[derive(Debug)]
pub enum Hypotheses {
    /// Those with the moves of rules that are written in the language, with parameters.
    Rules {
        /// The rules for a game whose fields are of these kinds, in ascending order; nothing where the
        /// theorem does not speak of such games. Several texts are several ways of saying the same.
        written: fn(&[Kind]) -> Vec<String>,
        /// What it says, with these parameters; nothing where it says nothing of them.
        form: fn(&Parameters) -> Option<Box<dyn ClosedForm>>,
    },
    /// Those of one heap from which some is taken.
    OneHeap(fn(&OneHeap) -> Option<Box<dyn ClosedForm>>),
    /// Those of one heap of which the first move leaves heaps of another game: that move, and the other game.
    Opening(fn(&OneHeap, &OneHeap) -> Option<Box<dyn ClosedForm>>),
    /// Sums of any components: the engines check what it asks of them.
    Components,
    /// Those on vectors of naturals whose moves, as a relation, pass a test.
    Vectors(fn(&Vectors) -> Option<Box<dyn ClosedForm>>),
    /// Those that meet one of these.
    Any(&'static [Hypotheses]),
}

/// What a theorem says of the components of one game. The fields of a state stand in the order of the
/// theorem's own rules, and are of the types that these declare.
pub trait ClosedForm: std::fmt::Debug {
    /// The value under normal play; nothing where the theorem does not say.
    fn value(&self, _state: &[Value]) -> Option<Int> {
        None
    }
    /// Whether the player to move loses a component; nothing where the theorem does not say.
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let value = (convention == Convention::Normal).then(|| self.value(state)).flatten()?;
        Some(value.is_zero())
    }
    /// The same where all fields are naturals that fit words, for millions of questions.
    fn losing_words(&self, _fields: &[u64], _convention: Convention) -> Option<bool> {
        None
    }
    /// All states that are lost for the opponent and one move away, each of a single component;
    /// nothing where the theorem does not give them. Where moves can be listed, it need not.
    fn winning(&self, _state: &[Value], _convention: Convention) -> Option<Vec<Vec<Value>>> {
        None
    }
    /// The argument for one component, in a sentence or two with the numbers put in.
    fn why(&self, _state: &[Value], _convention: Convention) -> Option<String> {
        None
    }
    /// How many components can be reached at most, where the sizes of the fields do not show it.
    fn reach(&self, _state: &[Value]) -> Option<u64> {
        None
    }
    /// How the losing set is written in claims, if it is by the golden ratio.
    fn golden(&self) -> Option<Golden> {
        None
    }
    /// Whether the theorem's rules have a value and stay in their types in all states, where a program has so many
    /// vertices.
    fn is_total(&self, _vertices: usize) -> bool {
        false
    }
    /// Why play by the theorem's rules ends from all states, where they have a value in all of them.
    fn ends(&self) -> Option<&'static str> {
        None
    }
}

/// A losing set of two naturals that the golden ratio gives: those with `min = floor(phi · difference)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Golden;

/// A theorem whose hypotheses were checked on a game.
#[derive(Debug)]
pub struct Covered {
    /// The theorem.
    pub theorem: &'static Theorem,
    form: Box<dyn ClosedForm>,
    /// For each place of the theorem's rules, the game's field that stands there.
    order: Vec<usize>,
    /// The theorem's own rules, where it writes them.
    rules: Option<Instance>,
}

/// All theorems, in the order in which they are tried.
///
/// Those that give values stand before those that say no more than who loses, and special ones before
/// those that contain them.
pub const THEOREMS: &[&Theorem] = &[
    // Sums of any components.
    &sums::SPRAGUE_GRUNDY,
    &sums::MISERE_VALUES,
    &sums::TAME_GAMES,
    &sums::COMPOUNDS,
    &sums::LOOPY_VALUES,
    // Several naturals, values.
    &nim::THEOREM,
    &bishop::THEOREM,
    &king::THEOREM,
    &exact_nim::THEOREM,
    &nimhoff::THEOREM,
    &staircase::THEOREM,
    &sorted_heaps::THEOREM,
    &chocolate::THEOREM,
    &delete_nim::THEOREM,
    &pass::THEOREM,
    &disguised_nim::THEOREM,
    &moore::THEOREM,
    // One heap.
    &take_between::THEOREM,
    &residue::THEOREM,
    &two_amounts::THEOREM,
    &finite_subtraction::THEOREM,
    &all_but::THEOREM,
    &lasker::THEOREM,
    &cut::THEOREM,
    &kayles::KAYLES,
    &kayles::DAWSON,
    &code_0123::THEOREM,
    &proportional::THEOREM,
    &mark::THEOREM,
    &all_must_go::THEOREM,
    &multiplication::THEOREM,
    &circle::THEOREM,
    // Several naturals, who loses.
    &wythoff::THEOREM,
    &wide_wythoff::THEOREM,
    &like_wythoff::THEOREM,
    &steep_wythoff::THEOREM,
    &knight::THEOREM,
    &greedy::THEOREM,
    &antonim::THEOREM,
    &circular::THEOREM,
    &take_away::THEOREM,
    // Lists, sets, graphs, texts, and numbers that are multiplied.
    &nim_list::THEOREM,
    &moore_list::THEOREM,
    &geography::THEOREM,
    &node_kayles::THEOREM,
    &arc_kayles::THEOREM,
    &hackenbush::THEOREM,
    &hackenbush_on_graphs::THEOREM,
    &tree_path::THEOREM,
    &candies::THEOREM,
    &staircase_walk::THEOREM,
    &string_intervals::THEOREM,
    &euclid::THEOREM,
    &grossman::THEOREM,
    &divisors::THEOREM,
    &amounts_with_property::THEOREM,
    &silver_dollar::THEOREM,
    &welter::THEOREM,
    &nimble::THEOREM,
    &staircase_list::THEOREM,
    &coins::THEOREM,
    &turning_corners::THEOREM,
    &coin_products::THEOREM,
    &exact_list::THEOREM,
    &chomp::THEOREM,
    &end_nim::THEOREM,
    &greedy_list::THEOREM,
    &circular_list::THEOREM,
    &cram::THEOREM,
    &notakto::THEOREM,
];

/// The theorem with a short name.
pub fn find(id: &str) -> Option<&'static Theorem> {
    THEOREMS.iter().copied().find(|theorem| theorem.id == id)
}

/// All pages, as one document.
pub fn catalogue() -> String {
    let mut text = "# Theorems\n\nWhat gspec knows, in the order in which it tries them; `gspec explain theorem:…` shows one page. \
                    This document is made by\n`gspec explain theorems --pages`.\n"
        .to_string();
    for theorem in THEOREMS {
        text.push_str("\n#");
        text.push_str(theorem.page);
    }
    text
}

/// Games with more moves are not compared with any rules.
const MOST_MOVES: usize = 64;
/// All comparisons for one game may take so many looks at the clock.
const LOOKS: u64 = 600;

/// The first theorem that covers a game.
pub fn covering(instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<Covered> {
    let ours = Rules { instance, game };
    let rules = instance.program.game(game);
    if rules.loopy || rules.moves.len() > MOST_MOVES {
        return None;
    }
    let looks = AtomicU64::new(0);
    let outer = budget.stopper();
    let over = || looks.load(Ordering::Relaxed) > LOOKS || outer().is_some();
    let stop = budget.stop_after(&looks, LOOKS);
    let budget = &Budget::new(&stop, budget.positions);
    let seen = Seen {
        ours,
        kinds: canon::kinds(ours),
        sample: Sample::new(ours),
        heap: OnceCell::new(),
        vectors: OnceCell::new(),
        budget,
        over: &over,
    };
    THEOREMS.iter().take_while(|_| !over()).find_map(|theorem| {
        let Found { form, order, rules } = seen.meets(&theorem.hypotheses)?;
        Some(Covered { theorem, form, order, rules })
    })
}

/// A game as the hypotheses of theorems look at it.
struct Seen<'a> {
    ours: Rules<'a>,
    kinds: Vec<Kind>,
    sample: Sample<'a>,
    heap: OnceCell<Option<OneHeap>>,
    vectors: OnceCell<Option<Vectors>>,
    budget: &'a Budget<'a>,
    /// Whether nothing more is to be compared.
    over: &'a dyn Fn() -> bool,
}

/// Vectors of more fields are not looked at.
const MOST_DIMENSIONS: usize = 4;

impl Seen<'_> {
    /// What a theorem says if the game meets its hypotheses.
    fn meets(&self, hypotheses: &Hypotheses) -> Option<Found> {
        let in_order = |form, fields| Found { form, order: (0..fields).collect(), rules: None };
        match hypotheses {
            Hypotheses::Rules { written, form } => {
                canon::find(&self.sample, &written(&self.kinds), *form, self.budget, self.over)
            }
            Hypotheses::OneHeap(form) => {
                let heap = self.heap()?;
                let form = form(heap)?;
                let form = if heap.ends_by_rule { Box::new(Limited::to_normal_play(form)) } else { form };
                Some(in_order(form, 1))
            }
            Hypotheses::Opening(form) => {
                let into = self.opens()?;
                let (instance, budget) = (self.ours.instance, self.budget);
                let rest = shape_of_heap::recognise(instance, into, budget)?;
                let first = shape_of_heap::recognise_into(instance, self.ours.game, into, budget)?;
                Some(in_order(form(&first, &rest)?, 1))
            }
            Hypotheses::Vectors(form) => Some(in_order(form(self.vectors()?)?, self.kinds.len())),
            Hypotheses::Components => None,
            Hypotheses::Any(several) => several.iter().find_map(|hypotheses| self.meets(hypotheses)),
        }
    }

    fn heap(&self) -> Option<&OneHeap> {
        let recognise = || shape_of_heap::recognise(self.ours.instance, self.ours.game, self.budget);
        let is_heap = self.kinds == [Kind::Nat];
        self.heap.get_or_init(|| is_heap.then(recognise).flatten()).as_ref()
    }

    /// The other game, of one heap, to which all moves of a game of one heap lead.
    fn opens(&self) -> Option<GameId> {
        let (program, game) = (&self.ours.instance.program, self.ours.game);
        let mut into = program.game(game).moves.iter().map(|it| match &it.target.kind {
            ExprKind::Component(other, _) => Some(*other),
            _ => None,
        });
        let first = into.next()??;
        let all = self.kinds == [Kind::Nat] && first != game && into.all(|other| other == Some(first));
        all.then_some(first)
    }

    fn vectors(&self) -> Option<&Vectors> {
        let recognise = || vectors::recognise(self.ours.instance, self.ours.game, self.budget);
        let fits = written::naturals_only(&self.kinds).is_some_and(|fields| fields <= MOST_DIMENSIONS);
        self.vectors.get_or_init(|| fits.then(recognise).flatten()).as_ref()
    }
}

impl Covered {
    /// A state of the game with its fields in the order of the theorem's rules.
    fn placed(&self, state: &[Value]) -> Option<Vec<Value>> {
        self.order.iter().map(|place| state.get(*place).cloned()).collect()
    }

    /// The value of a component under normal play; nothing where the theorem does not say.
    pub fn value(&self, state: &[Value]) -> Option<Int> {
        self.form.value(&self.placed(state)?)
    }

    /// Whether the player to move loses a component; nothing where the theorem does not say.
    pub fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        self.form.losing(&self.placed(state)?, convention)
    }

    /// The same where all fields are naturals that fit words.
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
    pub fn rules(&self) -> Option<Rules<'_>> {
        self.rules.as_ref().map(|instance| Rules { instance, game: GameId(0) })
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

    /// How many components can be reached at most, where the sizes of the fields do not show it.
    pub fn reach(&self, state: &[Value]) -> Option<u64> {
        self.form.reach(&self.placed(state)?)
    }

    /// How the losing set is written in claims, if it is by the golden ratio.
    pub fn golden(&self) -> Option<Golden> {
        self.form.golden()
    }
}

/// How often, in words.
fn times(count: u64) -> String {
    match count {
        1 => "once".to_string(),
        2 => "twice".to_string(),
        count => format!("{count} times"),
    }
}

/// The naturals that are the fields of a state, if all are.
fn naturals(state: &[Value]) -> Option<Vec<BigUint>> {
    let natural = |value: &Value| match value {
        Value::Int(int) => BigUint::try_from(int.to_big()).ok(),
        _ => None,
    };
    state.iter().map(natural).collect()
}

/// A natural as a value.
fn value_of(number: BigUint) -> Value {
    Value::Int(int_of(number))
}

/// A natural as an integer.
fn int_of(number: BigUint) -> Int {
    Int::from(BigInt::from(number))
}

/// The convention as the theory knows it.
fn known(convention: Convention) -> Option<crate::theory::convention::Convention> {
    match convention {
        Convention::Normal => Some(crate::theory::convention::Convention::Normal),
        Convention::Misere => Some(crate::theory::convention::Convention::Misere),
        Convention::Anti => None,
    }
}
