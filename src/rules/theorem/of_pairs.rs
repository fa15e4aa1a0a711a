//! Applies theorems about pairs of naturals whose order does not matter to games that keep their
//! pairs in an order, or in which the order does not matter either.
//!
//! If the order of a pair does not matter in the theorem's rules, the results hold for the pair in
//! either order. The rules of the game are compared with the theorem's as if all pairs were in
//! ascending order. A game that keeps its pairs in one order has only these pairs; any other game
//! must have equal moves from a pair in both orders.

use super::as_declared::ends_as_guards;
use super::canon::{self, Form, Kind, Parameters};
use super::limited::Limited;
use super::mapped::{Mapped, StateMap};
use super::{Covered, Hypotheses, THEOREMS, Theorem};
use crate::ir::{Clause, Comparison, Expr, ExprKind, GameId, SlotId, Type, Value, walk};
use crate::number::Int;
use crate::position::{Budget, Instance, Range};
use crate::quoted;
use crate::shape::same::{Order, Pairs, has_pairs, kept_pairs, local};
use crate::shape::{GameRules, Shapes, mentioned};
use crate::theory::automaton::Room;
use std::sync::atomic::AtomicU64;

/// All comparisons for one game in one order may check the budget about this often, once in
/// a few thousand steps. Then the comparisons fail.
const LOOKS: u64 = 200;
/// How many steps of the budget one combination of parameter values counts as.
const SETTING: usize = 64;
/// The moves from pairs of numbers up to this one are compared before automata compare all moves.
const SMALL: i64 = 5;

/// The map from the pairs of a game to pairs in ascending order.
#[derive(Debug)]
struct OfPairs {
    order: Order,
    names: Vec<String>,
}

/// A pair in ascending order.
type Pair = [Int; 2];

/// Some pairs, each with the pairs to which its moves lead; all pairs are in ascending order.
type Small = Vec<(Pair, Vec<Pair>)>;

/// The theorem that covers a game on two naturals, if the game keeps them in an order or does not
/// distinguish their order. `None` for loopy games, games with twists, games that lead to other
/// games, and games with an end that is won. Other ends restrict the results to normal play.
pub fn find(instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<Covered> {
    let rules = instance.program.game(game);
    let alone = walk::leads_only_to_itself(&instance.program, game);
    let pairs = *instance.fields[game.index()] == [Range::Nat, Range::Nat];
    if rules.loopy || instance.is_twisted(game) || !alone || !pairs || rules.ends.iter().any(|end| end.win) {
        return None;
    }
    // Under normal play, an end that is lost is equivalent to a position without moves.
    let guarded = (!rules.ends.is_empty())
        .then(|| Instance::new(ends_as_guards(&instance.program, game), budget).0)
        .map_or(Some(None), |guarded| guarded.map(Some))?;
    let plain = guarded.as_ref().unwrap_or(instance);
    let mut covered = [Order::Either, Order::Ascending, Order::Descending]
        .into_iter()
        .find_map(|order| in_order(instance, plain, game, order, budget))?;
    if guarded.is_some() {
        covered.form = Box::new(Limited::to_normal_play(covered.form));
    }
    Some(covered)
}

/// The theorem that covers a game, if the game keeps its pairs in this order; `plain` is the game
/// with guards in place of its ends.
fn in_order(
    instance: &Instance,
    plain: &Instance,
    game: GameId,
    order: Order,
    budget: &Budget<'_>,
) -> Option<Covered> {
    let names: Vec<String> =
        instance.program.game(game).fields.iter().map(|field| field.name.clone()).collect();
    let map = OfPairs { order, names };
    if order != Order::Either {
        let mentioned = mentioned::states(GameRules { instance, game }, budget);
        if mentioned.is_empty() || mentioned.iter().any(|state| map.over(state).is_none()) {
            return None;
        }
    }
    let looks = AtomicU64::new(0);
    let limit = budget.stop_after(&looks, LOOKS);
    let budget = &Budget::new(&limit, budget.positions);
    let forked = budget.fork();
    let stop = || forked.tick(4096).is_err();
    let room = &Room::new(3 * Room::STEPS, &stop);
    let only = only_in_order(plain, game, order, budget)?;
    let moves = kept_pairs((&Shapes::of(&only), game), order, budget, room)?;
    let small = small(GameRules { instance: &only, game }, order == Order::Descending, budget)?;
    let ours = Ours { rules: GameRules { instance: &only, game }, moves, small };
    let covered =
        THEOREMS.iter().find_map(|theorem| ours.covered(theorem, &theorem.hypotheses, budget, room))?;
    Some(Mapped::of(covered, map, 2))
}

/// The game in which pairs that are not in this order have no moves.
fn only_in_order(instance: &Instance, game: GameId, order: Order, budget: &Budget<'_>) -> Option<Instance> {
    let mut program = instance.program.clone();
    let rules = &mut program.games[game.index()];
    let field = |at: usize| Expr {
        kind: ExprKind::Local(SlotId(at as u32)),
        ty: Type::Int,
        span: rules.fields[at].span,
    };
    let (smaller, greater) = match order {
        Order::Ascending => (field(0), field(1)),
        Order::Descending => (field(1), field(0)),
        Order::Either => return Some(instance.clone()),
    };
    let span = smaller.span;
    let kind = ExprKind::Compare(Box::new(smaller), vec![(Comparison::Le, greater)]);
    let ordered = Expr { kind, ty: Type::Bool, span };
    for it in &mut rules.moves {
        it.clauses.insert(0, Clause::If(ordered.clone()));
    }
    Instance::new(program, budget).0
}

/// The moves of a game from pairs of numbers up to `SMALL`, in ascending order, or in descending
/// order if `turned`. `None` if some rule has no value, or if a state has an end or a target that
/// is not one pair.
fn small(rules: GameRules<'_>, turned: bool, budget: &Budget<'_>) -> Option<Small> {
    let pairs = (0..=SMALL).flat_map(|b| (0..=b).map(move |a| [a, b]));
    let seen = pairs.map(|pair| {
        let mut state = pair.map(Value::int);
        if turned {
            state.reverse();
        }
        let (None, options) = local(rules, &state, budget).ok()?? else { return None };
        let option = |parts: &Vec<Vec<Value>>| match &parts[..] {
            [state] => ascending(state),
            _ => None,
        };
        let mut options = options.iter().map(option).collect::<Option<Vec<Pair>>>()?;
        options.sort();
        options.dedup();
        Some((pair.map(Int::from), options))
    });
    seen.collect()
}

/// The pair of numbers in a state, in ascending order.
fn ascending(state: &[Value]) -> Option<Pair> {
    let [Value::Int(a), Value::Int(b)] = state else { return None };
    Some(if a <= b { [a.clone(), b.clone()] } else { [b.clone(), a.clone()] })
}

/// A game on pairs, with its moves between pairs in ascending order.
struct Ours<'a> {
    rules: GameRules<'a>,
    moves: Pairs,
    small: Small,
}

impl Ours<'_> {
    /// The covering theorem, if one of its hypotheses is about rules with the moves of this game.
    fn covered(
        &self,
        theorem: &'static Theorem,
        hypotheses: &Hypotheses,
        budget: &Budget<'_>,
        room: &Room<'_>,
    ) -> Option<Covered> {
        match hypotheses {
            Hypotheses::Rules { written, form } => {
                let texts = written(&[Kind::Nat, Kind::Nat]);
                let mut texts = texts.iter().enumerate();
                texts.find_map(|text| self.as_written(theorem, text, *form, budget, room))
            }
            Hypotheses::Any(several) => several.iter().find_map(|it| self.covered(theorem, it, budget, room)),
            _ => None,
        }
    }

    fn as_written(
        &self,
        theorem: &'static Theorem,
        (which, text): (usize, &String),
        form: Form,
        budget: &Budget<'_>,
        room: &Room<'_>,
    ) -> Option<Covered> {
        let known = quoted::read(text)?;
        let settings = canon::settings(&known, self.rules).into_iter();
        settings.take_while(|_| budget.tick(SETTING).is_ok()).find_map(|values| {
            let named = known.globals.iter().map(|global| global.name.clone()).zip(values.iter().cloned());
            let form = form(&Parameters::new(which, named.collect()))?;
            let theirs = canon::with(&known, &values, self.rules.instance, budget)?;
            let rules = GameRules { instance: &theirs, game: GameId(0) };
            let likely = [false, true]
                .iter()
                .all(|turned| small(rules, *turned, budget).as_ref() == Some(&self.small));
            if !likely || !has_pairs(&self.moves, (&Shapes::of(&theirs), GameId(0)), budget, room) {
                return None;
            }
            Some(Covered { theorem, form, order: vec![0, 1], rules: None })
        })
    }
}

impl StateMap for OfPairs {
    fn over(&self, state: &[Value]) -> Option<Vec<Value>> {
        let [a, b] = ascending(state)?;
        let pair = vec![Value::Int(a), Value::Int(b)];
        let fits = match self.order {
            Order::Ascending => pair == state,
            Order::Descending => pair.iter().eq(state.iter().rev()),
            Order::Either => true,
        };
        fits.then_some(pair)
    }
    fn back(&self, state: Vec<Value>) -> Option<Vec<Value>> {
        let [a, b] = ascending(&state)?;
        match self.order {
            Order::Ascending => Some(vec![Value::Int(a), Value::Int(b)]),
            Order::Descending => Some(vec![Value::Int(b), Value::Int(a)]),
            // The moves of the game may lead to one order of the pair, to the other, or to both.
            Order::Either => None,
        }
    }
    fn only(&self) -> Option<String> {
        let [a, b] = &self.names[..] else { return None };
        match self.order {
            Order::Ascending => Some(format!("for {a} <= {b}")),
            Order::Descending => Some(format!("for {b} <= {a}")),
            Order::Either => None,
        }
    }
}
