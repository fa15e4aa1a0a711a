//! Reads the rules of a game as linear arithmetic. Fields are naturals; a move has natural binders,
//! a guard, and a linear form for the new value of each field.
//!
//! `min`, `max`, `abs`, `if`, `div` and `mod` by constants, sets of constants, and functions are
//! expanded into cases. Other rules are refused, with the expression and the reason.

mod collection;
mod follow;
mod form;
mod formula;
mod number;
mod truth;

pub use form::{Form, Name};
pub use formula::Formula;

use crate::ir::{self, Expr, ExprKind, FunctionId, GameId, Pattern, SlotId, Type, Value, walk};
use crate::position::{Budget, Evaluator, Instance, Range};
use crate::source::Span;
use number::Number;
use rustc_hash::FxHashMap;
use std::cell::Cell;

/// The rules of a game as linear arithmetic.
#[derive(Debug, Clone)]
pub struct LinearRules {
    /// The names of the fields. Field `i` is [`Name`] `i`.
    pub fields: Vec<String>,
    /// The moves. One move of the spec may be expanded into several with its name.
    pub moves: Vec<Move>,
    /// Cases of moves in which a quotient would be a negative field. Their guards must not hold
    /// anywhere.
    pub negative: Vec<Move>,
    /// The condition under which play is over and the player to move has won.
    pub won: Formula,
    /// The condition under which play is over and the player to move has lost.
    pub lost: Formula,
    /// How many options the opponent may forbid each turn.
    pub blocked: u64,
}

/// A move as linear arithmetic.
#[derive(Debug, Clone)]
pub struct Move {
    /// The name of the move in the spec.
    pub name: String,
    /// The binders, naturals that the player chooses: number and name in the spec. The name is
    /// empty for a binder that the expansion introduced.
    pub binders: Vec<(Name, String)>,
    /// The condition on fields and binders under which the move exists.
    pub guard: Formula,
    /// The new value of each field, in the order of the fields.
    pub to: Vec<Form>,
}

/// Why rules are not linear arithmetic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The place of the unsupported expression, field or game.
    pub span: Span,
    /// The reason.
    pub why: Why,
}

/// The reason why an expression is not supported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// The game, or a game that its play reaches, has `again` or `pass … each`.
    Twist,
    /// The opponent may forbid more than `MOST_BLOCKED` options.
    Blocked,
    /// The game is loopy.
    Loopy,
    /// A field is not declared as `nat`, or the number of fields is 0 or too large.
    Fields,
    /// A field is declared with a range of naturals.
    Bounded,
    /// A field is a truth value.
    Truth,
    /// An expression is not linear arithmetic.
    NotLinear,
    /// A quantifier in a condition does not range over constants or listed elements.
    Quantifier,
    /// The domain of a binder is not a range, a set of constants, or a comprehension of these.
    Domain,
    /// A move does not lead to exactly one component of the same game.
    Target,
    /// An expression or the list of moves is too long after expansion into cases, or a limit was
    /// reached.
    TooLong,
}

/// The result of reading an expression or rules.
pub type Read<T> = Result<T, Refusal>;

/// The greatest number of fields.
pub const MOST_FIELDS: usize = 3;
/// The greatest number of options that may be forbidden.
const MOST_BLOCKED: u64 = 8;

/// Reads the rules of a game as linear arithmetic, or returns what is not supported.
pub fn rules(instance: &Instance, game: GameId, budget: &Budget<'_>) -> Read<LinearRules> {
    let program = instance.program.game(game);
    if program.loopy {
        return Err(Refusal { span: program.span, why: Why::Loopy });
    }
    let is_odd = |game: &ir::Game| game.again.is_some() || game.passes.as_ref().is_some_and(|it| it.each);
    if walk::reachable_games(&instance.program, game).into_iter().any(|it| is_odd(instance.program.game(it)))
    {
        return Err(Refusal { span: program.span, why: Why::Twist });
    }
    let blocked = instance.blocked(game);
    if blocked > MOST_BLOCKED {
        return Err(Refusal { span: program.span, why: Why::Blocked });
    }
    let fields = &instance.fields[game.index()];
    if fields.is_empty() || fields.len() > MOST_FIELDS {
        return Err(Refusal { span: program.span, why: Why::Fields });
    }
    for (field, range) in program.fields.iter().zip(fields) {
        let why = match range {
            Range::Nat if field.domain.ty() == Type::Int => continue,
            Range::Between(low, _) if !low.is_negative() => Why::Bounded,
            _ if field.domain.ty() == Type::Bool => Why::Truth,
            _ => Why::Fields,
        };
        return Err(Refusal { span: field.span, why });
    }
    let reader = Reader::new(instance, budget, game);
    let scope = reader.fields();
    let (mut won, mut lost) = (Vec::new(), Vec::new());
    for end in &program.ends {
        let condition = reader.truth(&end.condition.expr, &scope)?;
        if end.win { won.push(condition) } else { lost.push(condition) }
    }
    let (mut moves, mut negative) = (Vec::new(), Vec::new());
    for rule in &program.moves {
        follow::moves(&reader, rule, &scope, (&mut moves, &mut negative))?;
    }
    let fields = program.fields.iter().map(|field| field.name.clone()).collect();
    Ok(LinearRules { fields, moves, negative, won: Formula::any(won), lost: Formula::any(lost), blocked })
}

/// The value of a local name.
#[derive(Debug, Clone)]
enum Bound {
    /// An integer.
    Number(Number),
    /// A truth value.
    Truth(Formula),
    /// A constant.
    Value(Value),
    /// A tuple of bound values.
    Tuple(Vec<Bound>),
}

/// The values of local names.
type Scope = FxHashMap<SlotId, Bound>;

/// The most subexpressions that are read. Without this limit, a chain of functions each of which
/// calls the next twice would take exponential time.
const MOST_PARTS: u32 = 200_000;

/// Reads the expressions of one game.
struct Reader<'a> {
    instance: &'a Instance,
    budget: &'a Budget<'a>,
    game: GameId,
    /// The number of the next fresh name.
    next: Cell<u32>,
    /// How many subexpressions were read.
    parts: Cell<u32>,
}

impl<'a> Reader<'a> {
    fn new(instance: &'a Instance, budget: &'a Budget<'a>, game: GameId) -> Reader<'a> {
        let fields = instance.program.game(game).fields.len() as u32;
        Reader { instance, budget, game, next: Cell::new(fields), parts: Cell::new(0) }
    }

    /// The scope in which each field is its own name.
    fn fields(&self) -> Scope {
        let fields = 0..self.instance.program.game(self.game).fields.len() as u32;
        fields.map(|at| (SlotId(at), Bound::Number(Number::form(Form::unknown(Name(at)))))).collect()
    }

    /// A name that was not used before.
    fn fresh(&self) -> Name {
        let name = Name(self.next.get());
        self.next.set(name.0 + 1);
        name
    }

    /// Counts a subexpression, and refuses it if there are more than [`MOST_PARTS`] or a limit of
    /// the budget is reached.
    fn count(&self, expr: &Expr) -> Read<()> {
        self.parts.set(self.parts.get() + 1);
        let stopped = self.budget.tick(1).is_err();
        if stopped || self.parts.get() > MOST_PARTS { Err(refused(expr, Why::TooLong)) } else { Ok(()) }
    }

    /// The value of an expression; `None` if the expression depends on a field or binder, or has no
    /// value.
    fn closed(&self, expr: &Expr, scope: &Scope) -> Option<Value> {
        let mut is_closed = true;
        walk::everything(expr, &mut |inner| match &inner.kind {
            ExprKind::Local(slot) => {
                is_closed &= scope.get(slot).is_none_or(|bound| matches!(bound, Bound::Value(_)));
            }
            ExprKind::Naturals | ExprKind::Term(..) => is_closed = false,
            _ => {}
        });
        if !is_closed {
            return None;
        }
        let mut frame = vec![Value::Bool(false); walk::frame_size(expr)];
        for (slot, bound) in scope {
            if let (Bound::Value(value), Some(place)) = (bound, frame.get_mut(slot.index())) {
                *place = value.clone();
            }
        }
        Evaluator::new(self.instance, self.budget).value(expr, &mut frame).ok()
    }

    /// The value of an expression of any supported type: a constant, number, condition or tuple.
    fn bound(&self, expr: &Expr, scope: &Scope) -> Read<Bound> {
        if let Some(value) = self.closed(expr, scope) {
            return Ok(Bound::Value(value));
        }
        match (&expr.ty, &expr.kind) {
            (Type::Int, _) => self.number(expr, scope).map(Bound::Number),
            (Type::Bool, _) => self.truth(expr, scope).map(Bound::Truth),
            (_, ExprKind::Tuple(parts)) => {
                parts.iter().map(|part| self.bound(part, scope)).collect::<Read<_>>().map(Bound::Tuple)
            }
            (_, ExprKind::Local(slot)) => {
                scope.get(slot).cloned().ok_or_else(|| refused(expr, Why::NotLinear))
            }
            _ => Err(refused(expr, Why::NotLinear)),
        }
    }

    /// The scope with the names of a pattern bound to a value.
    fn bind(&self, scope: &Scope, pattern: &Pattern, bound: Bound) -> Scope {
        let mut scope = scope.clone();
        put(&mut scope, pattern, bound);
        scope
    }

    /// The body of a function, and the scope of its parameters. That arguments lie in the declared
    /// types is not a condition here, because sound rules ensure it.
    fn called(&self, function: FunctionId, arguments: &[Expr], scope: &Scope) -> Read<(&'a Expr, Scope)> {
        let function = &self.instance.program.functions[function.index()];
        let bound = |(at, argument)| Ok((SlotId(at as u32), self.bound(argument, scope)?));
        let inner = arguments.iter().enumerate().map(bound).collect::<Read<Scope>>()?;
        Ok((&function.body.expr, inner))
    }
}

/// Adds the names of a pattern to the scope.
fn put(scope: &mut Scope, pattern: &Pattern, bound: Bound) {
    match (pattern, bound) {
        (Pattern::Slot(slot), bound) => {
            scope.insert(*slot, bound);
        }
        (Pattern::Tuple(parts), Bound::Value(Value::Tuple(values))) => {
            let bounds = values.iter().cloned().map(Bound::Value);
            parts.iter().zip(bounds).for_each(|(part, bound)| put(scope, part, bound));
        }
        (Pattern::Tuple(parts), Bound::Tuple(bounds)) => {
            parts.iter().zip(bounds).for_each(|(part, bound)| put(scope, part, bound));
        }
        // The checker rejects everything else.
        (Pattern::Tuple(_), _) => {}
    }
}

/// The refusal of an expression.
fn refused(expr: &Expr, why: Why) -> Refusal {
    Refusal { span: expr.span, why }
}
