//! Compares a game with the rules of a theorem, which are texts in the language. Tries the values
//! of the rules' parameters that the game mentions, and orders of the fields; if the moves are
//! proved equal, the theorem's closed form for these parameters covers the game.

use super::ClosedForm;
use super::limited::Limited;
use crate::ir::graph::Graph;
use crate::ir::{Domain, Expr, ExprKind, GameId, Program, Type, Value, walk};
use crate::number::Int;
use crate::position::{Budget, Evaluator, Instance, Range};
use crate::quoted;
use crate::shape::boolean_states::{self, CellMap, Cells};
use crate::shape::orders::orders;
use crate::shape::same::{self, Local, Same, Sample, local};
use crate::shape::{GameRules, Shapes, written_out};
use rustc_hash::FxHashSet;
use std::cell::OnceCell;
use std::sync::Arc;

/// The kinds of values of a field that theorems distinguish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Naturals without an upper bound: a field with one is `Other`.
    Nat,
    /// Truth values.
    Bool,
    /// Vertices.
    Vertex,
    /// Texts.
    Text,
    /// Lists of naturals without an upper bound.
    Nats,
    /// Sets of naturals without an upper bound.
    NatSet,
    /// Sets of vertices.
    Vertices,
    /// Anything else.
    Other,
}

impl Kind {
    fn of(ty: &Type, range: &Range) -> Kind {
        match (ty, range) {
            (Type::Int, Range::Nat) => Kind::Nat,
            (Type::Bool, _) => Kind::Bool,
            (Type::Vertex, _) => Kind::Vertex,
            (Type::Text, _) => Kind::Text,
            (Type::List(_), Range::List(inner)) if **inner == Range::Nat => Kind::Nats,
            (Type::Set(_), Range::Set(inner)) if **inner == Range::Nat => Kind::NatSet,
            (Type::Set(inner), _) if **inner == Type::Vertex => Kind::Vertices,
            _ => Kind::Other,
        }
    }
}

/// The kinds of a game's fields, sorted.
pub fn kinds(rules: GameRules<'_>) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = rules.types().iter().map(|(ty, range)| Kind::of(ty, range)).collect();
    kinds.sort_unstable();
    kinds
}

/// The kinds of a game's fields, sorted, as if each field between two naturals could be any
/// natural.
pub fn kinds_without_bounds(rules: GameRules<'_>) -> Vec<Kind> {
    let kind = |(ty, range): &(Type, Range)| match range {
        Range::Between(low, _) if !low.is_negative() => Kind::of(ty, &Range::Nat),
        range => Kind::of(ty, range),
    };
    let mut kinds: Vec<Kind> = rules.types().iter().map(kind).collect();
    kinds.sort_unstable();
    kinds
}

/// The values of the parameters with which a theorem's rules have the moves of a game.
#[derive(Debug, Clone, Default)]
pub struct Parameters {
    /// The index of the theorem's formulation that has these moves.
    pub which: usize,
    values: Vec<(String, Value)>,
}

impl Parameters {
    /// Values for the parameters of one of the theorem's formulations.
    pub fn new(which: usize, values: Vec<(String, Value)>) -> Parameters {
        Parameters { which, values }
    }

    /// The value of a parameter; `None` if the formulation has no parameter of this name.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.values.iter().find(|value| value.0 == name).map(|value| &value.1)
    }

    /// The value of a parameter; `None` if it is not an integer, or if there is no such parameter.
    pub fn int(&self, name: &str) -> Option<&Int> {
        if let Some(Value::Int(int)) = self.value(name) { Some(int) } else { None }
    }

    /// The value of a parameter; `None` if it is not a natural below 2^63, or if there is no such
    /// parameter.
    pub fn small(&self, name: &str) -> Option<u64> {
        u64::try_from(self.int(name)?.to_i64()?).ok()
    }

    /// The value of a parameter as [`Self::small`] gives it, or `otherwise` if the formulation has
    /// no parameter of this name.
    pub fn small_or(&self, name: &str, otherwise: u64) -> Option<u64> {
        if self.value(name).is_none() { Some(otherwise) } else { self.small(name) }
    }

    /// The value of a parameter; `None` if it is not a graph, or if there is no such parameter.
    pub fn graph(&self, name: &str) -> Option<&Arc<Graph>> {
        if let Some(Value::Graph(graph)) = self.value(name) { Some(graph) } else { None }
    }

    /// The value of a parameter; `None` if it is not a text, or if there is no such parameter.
    pub fn text(&self, name: &str) -> Option<&Arc<[char]>> {
        if let Some(Value::Text(text)) = self.value(name) { Some(text) } else { None }
    }
}

/// For each formulation, at most this many combinations of parameter values are tried.
const MOST_SETTINGS: usize = 4000;

/// How many steps of the budget one combination of parameter values counts as.
const SETTING: usize = 64;
/// Of a constant list or set, at most this many members are also tried by themselves as parameter
/// values.
const MOST_MEMBERS: usize = 8;
/// With more fields than this, only two orders are tried: from the first to the last, and from the last to
/// the first.
const MOST_ORDERED: usize = 4;

/// The closed form of a theorem for given parameters; `None` if the theorem does not cover them.
pub type Form = fn(&Parameters) -> Option<Box<dyn ClosedForm>>;

/// A game that has the moves of a theorem's rules.
#[derive(Debug)]
pub struct Found {
    /// The closed form of the theorem.
    pub form: Box<dyn ClosedForm>,
    /// For each field of the theorem's rules, the corresponding field of the game.
    pub order: Vec<usize>,
    /// The theorem's rules, as the first game of this program; `None` if the theorem states none, or
    /// if the game has their moves in some states only.
    pub rules: Option<Instance>,
}

/// The formulations of a theorem's rules.
#[derive(Debug)]
pub struct Written {
    /// The rules as texts; [`Parameters::which`] is an index into them.
    pub texts: Vec<String>,
    /// The number of fields of the game, if they are the elements of the list that the rules are
    /// about; `None` if the fields of the game correspond to the fields of the rules.
    pub elements: Option<usize>,
}

/// Compares a game with each formulation of a theorem's rules, and returns the first that has the
/// moves of the game. Starts no further comparison once `over` returns true.
pub fn find(
    ours: &Sample<'_>,
    written: &Written,
    form: Form,
    budget: &Budget<'_>,
    over: &dyn Fn() -> bool,
) -> Option<Found> {
    let our_types = types(&ours.rules.instance.program, ours.rules.game);
    let fields = our_types.len();
    let wanted = match written.elements {
        Some(_) => vec![Type::list(Type::Int)],
        None => our_types,
    };
    written.texts.iter().enumerate().find_map(|(which, text)| {
        let known = quoted::read(text).filter(|known| types(known, GameId(0)) == wanted)?;
        let orders = if fields <= MOST_ORDERED {
            orders(fields)
        } else {
            vec![(0..fields).collect(), (0..fields).rev().collect()]
        };
        let settings = settings(&known, ours.rules).into_iter();
        settings.take_while(|_| budget.tick(SETTING).is_ok() && !over()).find_map(|values| {
            let named = known.globals.iter().map(|global| global.name.clone()).zip(values.iter().cloned());
            // Rules with parameters that the theorem does not cover need not be compared.
            let mut said = Some(form(&Parameters { which, values: named.collect() })?);
            let instance = with(&known, &values, ours.rules.instance, budget)?;
            let instance = match written.elements {
                Some(length) => written_out::of_length(&instance, GameId(0), length, budget)?,
                None => instance,
            };
            let theirs = Shapes::of(&instance);
            let likely = |order: &&Vec<usize>| {
                fields <= MOST_ORDERED || ours.agrees(theirs.rules(GameId(0)), order, budget)
            };
            let few = if fields <= MOST_ORDERED { usize::MAX } else { 1 };
            let (form, order, everywhere) = orders.iter().filter(likely).take(few).find_map(|order| {
                let (form, everywhere) = match same::same(ours, (&theirs, GameId(0)), order, budget)? {
                    Same::Everywhere => (said.take()?, true),
                    Same::Within(domain) => {
                        let limited: Box<dyn ClosedForm> = Box::new(Limited::to_states(said.take()?, domain));
                        (limited, false)
                    }
                    Same::InBounds => {
                        let limited: Box<dyn ClosedForm> = Box::new(Limited::to_bounds(said.take()?));
                        (limited, false)
                    }
                };
                Some((form, order.clone(), everywhere))
            })?;
            Some(Found { form, order, rules: everywhere.then_some(instance) })
        })
    })
}

/// How many pseudo-random states of a board, beside the given one, are compared before a proof is
/// tried.
const BOARDS: u64 = 16;

/// Compares a game with one field, on the board of a state, with formulations of a theorem's rules
/// about cells, however the game encodes the cells. Returns how the theorem's cells correspond to
/// those of the game, and the closed form.
pub fn find_on_board(
    ours: GameRules<'_>,
    (state, cells): (&Value, &Cells),
    texts: &[String],
    form: Form,
    budget: &Budget<'_>,
) -> Option<(CellMap, Box<dyn ClosedForm>)> {
    let sample = OnceCell::new();
    texts.iter().enumerate().find_map(|(which, text)| {
        let known = quoted::read(text)?;
        let [field] = &known.game(GameId(0)).fields[..] else { return None };
        let maps = CellMap::into_domain(cells, &field.domain);
        if maps.is_empty() {
            return None;
        }
        let sample = sample.get_or_init(|| BoardSample::of(ours, state, cells, budget)).as_ref()?;
        let settings = settings(&known, ours).into_iter();
        settings.take_while(|_| budget.tick(SETTING).is_ok()).find_map(|values| {
            let named = known.globals.iter().map(|global| global.name.clone()).zip(values.iter().cloned());
            let said = form(&Parameters { which, values: named.collect() })?;
            let instance = with(&known, &values, ours.instance, budget)?;
            let theirs = GameRules { instance: &instance, game: GameId(0) };
            let map = maps.iter().find(|map| {
                sample.agrees(theirs, map, budget) && boolean_states::same_cells(ours, theirs, map, budget)
            })?;
            Some((map.clone(), said))
        })
    })
}

/// Some states of a game on one board, each with its end or its options.
struct BoardSample(Vec<(Value, Local)>);

impl BoardSample {
    fn of(rules: GameRules<'_>, state: &Value, cells: &Cells, budget: &Budget<'_>) -> Option<BoardSample> {
        let scattered = |seed: u64| {
            let bits = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(seed as u32);
            cells.write(&(0..cells.count()).map(|at| bits >> (at % 64) & 1 == 1).collect::<Vec<_>>())
        };
        let states = std::iter::once(state.clone()).chain((0..BOARDS).map(scattered));
        // A game in which a rule has no value in some state, or leads to other games, is not only
        // about cells.
        let seen = states.map(|state| Some((state.clone(), local(rules, &[state], budget).ok()??)));
        let mut seen = seen.collect::<Option<Vec<(Value, Local)>>>()?;
        // States with few options come first, because comparing these takes little time and
        // distinguishes most rules. States without options come last.
        seen.sort_by_key(|(_, (_, options))| if options.is_empty() { usize::MAX } else { options.len() });
        Some(BoardSample(seen))
    }

    /// Whether other rules have the ends and options of these states, if cells are translated by
    /// `map`.
    fn agrees(&self, theirs: GameRules<'_>, map: &CellMap, budget: &Budget<'_>) -> bool {
        self.0.iter().all(|(state, ours)| {
            let Some(state) = map.over(state) else { return false };
            let Ok(Some(theirs)) = local(theirs, &[state], budget) else { return false };
            let option = |states: &Vec<Vec<Value>>| {
                let mut over: Vec<Vec<Value>> =
                    states.iter().map(|state| Some(vec![map.over(&state[0])?])).collect::<Option<_>>()?;
                over.sort();
                Some(over)
            };
            let options = ours.1.iter().map(option).collect::<Option<Vec<_>>>();
            options.is_some_and(|mut options| {
                options.sort();
                options.dedup();
                (ours.0, options) == theirs
            })
        })
    }
}

/// The types of a game's fields, sorted, so that their declared order does not matter.
fn types(program: &Program, game: GameId) -> Vec<Type> {
    let mut types: Vec<Type> = program.game(game).fields.iter().map(|field| field.domain.ty()).collect();
    types.sort_unstable();
    types
}

/// The instance of a theorem's program with these values for its parameters, and with the graphs of
/// the program `other`.
pub(super) fn with(
    program: &Program,
    values: &[Value],
    other: &Instance,
    budget: &Budget<'_>,
) -> Option<Instance> {
    let mut program = program.clone();
    program.graphs = other.program.graphs.clone();
    for (global, value) in program.globals.iter_mut().zip(values) {
        global.value.expr.kind = ExprKind::Literal(value.clone());
    }
    Instance::new(program, budget).0
}

/// All combinations of values to try for the parameters of a theorem's program, at most
/// `MOST_SETTINGS`: values of the declared types that the rules of the game mention.
pub(super) fn settings(program: &Program, ours: GameRules<'_>) -> Vec<Vec<Value>> {
    let mut all = vec![Vec::new()];
    if program.globals.is_empty() {
        return all;
    }
    let mentioned = mentioned(ours);
    for global in &program.globals {
        let fits: Vec<&Value> = mentioned.iter().filter(|value| is_of(value, &global.ty)).collect();
        all = all
            .iter()
            .flat_map(|values: &Vec<Value>| {
                fits.iter().map(move |value| values.iter().chain([*value]).cloned().collect())
            })
            .take(MOST_SETTINGS)
            .collect();
    }
    all
}

/// The values that a game mentions: the constants in its rules and in the bounds of its fields, the
/// naturals one above and below these, 0 to 5, and the graphs of the program; sorted, each once.
pub(super) fn mentioned(rules: GameRules<'_>) -> Vec<Value> {
    let mut all: Vec<Value> = (0..=5).map(Value::int).collect();
    all.extend(rules.instance.program.graphs.iter().cloned().map(Value::Graph));
    let game = rules.instance.program.game(rules.game);
    let moves = game.moves.iter();
    let exprs = moves.flat_map(|it| it.clauses.iter().map(walk::clause_expr).chain([&it.target]));
    let ends = game.ends.iter().map(|end| &end.condition.expr);
    let mut calls = Vec::new();
    let bounds = game.fields.iter().filter_map(|field| match &field.domain {
        Domain::Between(low, high) => Some([&**low, &**high]),
        _ => None,
    });
    for expr in exprs.chain(ends).chain(bounds.flatten()) {
        constants(expr, rules.instance, &mut all, &mut calls);
    }
    all.sort();
    all.dedup();
    all
}

fn constants(expr: &Expr, instance: &Instance, all: &mut Vec<Value>, calls: &mut Vec<u32>) {
    let mut pending = vec![expr];
    // Numbers inside a computed constant, such as 3 and 4 in `3 * 4`, do not count as mentioned.
    let mut inside: FxHashSet<*const Expr> = FxHashSet::default();
    while let Some(expr) = pending.pop() {
        walk::everything(expr, &mut |inner| match &inner.kind {
            _ if inside.contains(&std::ptr::from_ref(inner)) => {}
            ExprKind::Literal(value) => take(value, all),
            ExprKind::Global(id) => take(&instance.globals[id.index()], all),
            ExprKind::Set(_) | ExprKind::List(_) | ExprKind::Convert(..) => {
                if let Some(value) = constant(inner, instance) {
                    take(&value, all);
                }
            }
            ExprKind::Unary(..) | ExprKind::Binary(..) if inner.ty == Type::Int => {
                if let Some(value) = constant(inner, instance) {
                    take(&value, all);
                    walk::everything(inner, &mut |part| {
                        inside.insert(std::ptr::from_ref(part));
                    });
                }
            }
            ExprKind::Call(id, _) if !calls.contains(&id.0) => {
                calls.push(id.0);
                pending.push(&instance.program.functions[id.index()].body.expr);
            }
            _ => {}
        });
    }
}

/// The value of an expression of literals, globals, sets, lists, conversions and operators; `None`
/// for other expressions, and for those without a value.
fn constant(expr: &Expr, instance: &Instance) -> Option<Value> {
    let mut named = false;
    walk::everything(expr, &mut |inner| {
        named |= !matches!(
            inner.kind,
            ExprKind::Literal(_)
                | ExprKind::Set(_)
                | ExprKind::List(_)
                | ExprKind::Convert(..)
                | ExprKind::Global(_)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
        );
    });
    if named {
        return None;
    }
    let never = || None;
    let budget = Budget::new(&never, 0);
    Evaluator::new(instance, &budget).value(expr, &mut Vec::new()).ok()
}

/// Adds a value and its parts: only the bounds of a range, and at most `MOST_MEMBERS` members of a
/// list or set. A number is added together with the numbers one above and below it; negative
/// numbers are left out.
fn take(value: &Value, all: &mut Vec<Value>) {
    match value {
        Value::Int(int) => {
            let beside = [int.clone(), int.succ(), int - &Int::ONE];
            all.extend(beside.into_iter().filter(|it| !it.is_negative()).map(Value::Int));
        }
        Value::Range(bounds) => {
            take(&Value::Int(bounds.0.clone()), all);
            take(&Value::Int(bounds.1.clone()), all);
        }
        Value::Set(members) | Value::List(members) => {
            all.push(value.clone());
            members.iter().take(MOST_MEMBERS).for_each(|member| take(member, all));
        }
        Value::Tuple(parts) => parts.iter().for_each(|part| take(part, all)),
        Value::Graph(_) | Value::Text(_) | Value::Vertex(_) => all.push(value.clone()),
        _ => {}
    }
}

/// Whether a value has a type; false for all values of types that are not listed here, such as
/// `bool`.
fn is_of(value: &Value, ty: &Type) -> bool {
    match (value, ty) {
        (Value::Int(_), Type::Int) | (Value::Text(_), Type::Text) | (Value::Graph(_), Type::Graph) => true,
        (Value::Vertex(_), Type::Vertex) => true,
        (Value::Set(members), Type::Set(element)) => members.iter().all(|member| is_of(member, element)),
        (Value::List(members), Type::List(element)) => members.iter().all(|member| is_of(member, element)),
        (Value::Tuple(parts), Type::Tuple(types)) => {
            parts.len() == types.len() && parts.iter().zip(types.iter()).all(|(part, ty)| is_of(part, ty))
        }
        _ => false,
    }
}
