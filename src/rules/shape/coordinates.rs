//! Other coordinates for the same positions: numbers that begin at 1 or count up to a bound, the distance between two
//! numbers, counters that no rule reads.
//!
//! In the rules, what a coordinate states stands for the field, and nothing else changes. So each state of the game for which
//! no coordinate is negative has the moves of a state of the other game. If all targets of that are naturals, and the fields of
//! the game stay in their types, play does not leave these states.

use super::rewritten::{Rewriting, rewritten};
use crate::ir::{
    Binary, Clause, Comparison, Domain, Expr, ExprKind, Field, GameId, SlotId, Type, Value, walk,
};
use crate::number::Int;
use crate::position::{Budget, Instance, Range};

/// How a field follows from a natural `n` of the other game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Coordinate {
    /// It is the same; it may have any type.
    Same,
    /// It is `low + n`.
    Above(Int),
    /// It is `n`, and from less than this number no move is played.
    From(Int),
    /// It is `high - n`.
    Below(Int),
    /// It is the field at this place, plus `n`.
    After(usize),
    /// No rule reads it: the other game does not have it.
    Unread,
}

/// The coordinates of all fields of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coordinates(Vec<Coordinate>);

/// More bounds up to which numbers count are not tried.
const MOST_BOUNDS: usize = 2;
/// Games with more fields are not examined.
const MOST_FIELDS: usize = 4;

/// The coordinates that the rules of a game suggest.
pub fn candidates(instance: &Instance, game: GameId) -> Vec<Coordinates> {
    let rules = instance.program.game(game);
    let alone = walk::reachable_games(&instance.program, game) == [game];
    if rules.loopy || instance.is_twisted(game) || !alone || rules.fields.len() > MOST_FIELDS {
        return Vec::new();
    }
    let seen = Seen::of(instance, game);
    let plain = seen.plain();
    let mut found: Vec<Coordinates> = Vec::new();
    let mut add = |coordinates: Vec<Coordinate>| {
        let coordinates = Coordinates(coordinates);
        if coordinates.0.iter().any(|it| *it != Coordinate::Same) && !found.contains(&coordinates) {
            found.push(coordinates);
        }
    };
    add(plain.clone());
    add(seen.counted_down(&plain));
    add(plain.iter().map(in_place).collect());
    if seen.mentions_one {
        add(seen.each(&plain, &Coordinate::Above(Int::ONE), |_| true));
    }
    for (low, high) in &seen.distances {
        let mut distance = plain.clone();
        if [*low, *high].iter().all(|at| plain[*at] == Coordinate::Same) {
            distance[*high] = Coordinate::After(*low);
            add(distance);
        }
    }
    for bound in &seen.bounds {
        add(seen.each(&plain, &Coordinate::Below(bound.clone()), |at| seen.grows[at]));
    }
    found
}

/// What the rules of a game mention.
struct Seen<'a> {
    ranges: &'a [Range],
    types: Vec<Type>,
    /// Whether rules read a field.
    read: Vec<bool>,
    /// Whether a move adds to a field.
    grows: Vec<bool>,
    /// Whether numbers are compared with 1, or begin there.
    mentions_one: bool,
    /// Pairs of fields that are compared with or taken from each other.
    distances: Vec<(usize, usize)>,
    /// Numbers that limit sums, the greatest first.
    bounds: Vec<Int>,
}

impl Seen<'_> {
    fn of(instance: &Instance, game: GameId) -> Seen<'_> {
        let rules = instance.program.game(game);
        let count = rules.fields.len();
        let mut seen = Seen {
            ranges: &instance.fields[game.index()],
            types: rules.fields.iter().map(|field| field.domain.ty()).collect(),
            read: vec![false; count],
            grows: vec![false; count],
            mentions_one: false,
            distances: Vec::new(),
            bounds: Vec::new(),
        };
        for end in &rules.ends {
            seen.expr(&end.condition.expr, instance);
        }
        for it in &rules.moves {
            it.clauses.iter().map(walk::clause_expr).for_each(|expr| seen.expr(expr, instance));
            seen.target(&it.target, instance);
        }
        seen.bounds.sort_unstable_by(|a, b| b.cmp(a));
        seen.bounds.dedup();
        seen.bounds.truncate(MOST_BOUNDS);
        seen
    }

    /// A field of components counts as read if another one depends on it.
    fn target(&mut self, target: &Expr, instance: &Instance) {
        match &target.kind {
            ExprKind::Component(_, arguments) => {
                for (at, argument) in arguments.iter().enumerate() {
                    let before = self.read.get(at).copied();
                    if let Some(grows) = self.grows.get_mut(at) {
                        *grows |= adds_to(argument, at);
                    }
                    self.expr(argument, instance);
                    if let Some(before) = before {
                        self.read[at] = before;
                    }
                }
            }
            _ => {
                if let ExprKind::Local(slot) = &target.kind {
                    self.reads(*slot);
                }
                walk::children(target, &mut |part| {
                    stacker::maybe_grow(64 << 10, 4 << 20, || self.target(part, instance));
                });
            }
        }
    }

    fn reads(&mut self, slot: SlotId) {
        if let Some(read) = self.read.get_mut(slot.index()) {
            *read = true;
        }
    }

    fn expr(&mut self, expr: &Expr, instance: &Instance) {
        let field = |expr: &Expr| match expr.kind {
            ExprKind::Local(slot) if slot.index() < self.types.len() => Some(slot.index()),
            _ => None,
        };
        let (mut distances, mut bounds, mut read, mut one) = (Vec::new(), Vec::new(), Vec::new(), false);
        walk::everything(expr, &mut |part| match &part.kind {
            ExprKind::Local(slot) => read.push(*slot),
            ExprKind::Range { bounds, inclusive: false } => one |= is_one(&bounds[0]),
            ExprKind::Binary(Binary::Subtract, left, right) => {
                distances.extend(field(right).zip(field(left)));
                bounds.extend(constant(left, instance));
            }
            ExprKind::Compare(first, rest) => {
                let sides: Vec<&Expr> =
                    std::iter::once(&**first).chain(rest.iter().map(|it| &it.1)).collect();
                one |= sides.iter().any(|side| is_one(side));
                bounds.extend(sides.iter().filter_map(|side| constant(side, instance)));
            }
            _ => {}
        });
        self.mentions_one |= one;
        self.distances.extend(distances);
        self.distances.dedup();
        // What is less than a number is at most the number before it.
        let bounds = bounds.into_iter().filter(|bound| *bound > Int::ZERO);
        self.bounds.extend(bounds.flat_map(|bound| [&bound - &Int::ONE, bound]));
        read.into_iter().for_each(|slot| self.reads(slot));
    }

    /// Naturals from the least number of each type, without the fields that no rule reads.
    fn plain(&self) -> Vec<Coordinate> {
        let unread = |at: usize| !self.read[at] && self.read.contains(&true);
        let of = |at: usize| match &self.ranges[at] {
            _ if unread(at) => Coordinate::Unread,
            // Fields from 0 to a bound count as they are declared: tests/rewritings has such games as others than without it.
            Range::Between(low, _) if !low.is_zero() => Coordinate::Above(low.clone()),
            Range::Any if self.types[at] == Type::Int => Coordinate::Above(Int::ZERO),
            _ => Coordinate::Same,
        };
        (0..self.ranges.len()).map(of).collect()
    }

    /// Counted down from the greatest number of each type.
    fn counted_down(&self, plain: &[Coordinate]) -> Vec<Coordinate> {
        let of = |(at, it): (usize, &Coordinate)| match (&self.ranges[at], it) {
            (Range::Between(_, high), Coordinate::Above(_) | Coordinate::Same) => {
                Coordinate::Below(high.clone())
            }
            _ => it.clone(),
        };
        plain.iter().enumerate().map(of).collect()
    }

    /// This coordinate for each of these integers that has no bound.
    fn each(
        &self,
        plain: &[Coordinate],
        coordinate: &Coordinate,
        these: impl Fn(usize) -> bool,
    ) -> Vec<Coordinate> {
        let of = |(at, it): (usize, &Coordinate)| {
            let unbounded = matches!(self.ranges[at], Range::Nat | Range::Any) && self.types[at] == Type::Int;
            if unbounded && these(at) && *it != Coordinate::Unread { coordinate.clone() } else { it.clone() }
        };
        plain.iter().enumerate().map(of).collect()
    }
}

/// The same field, where a coordinate counts it from more than 0.
fn in_place(coordinate: &Coordinate) -> Coordinate {
    match coordinate {
        Coordinate::Above(low) if *low > Int::ZERO => Coordinate::From(low.clone()),
        other => other.clone(),
    }
}

/// Whether an argument is the field at its place, and more.
fn adds_to(argument: &Expr, at: usize) -> bool {
    let is_field = |expr: &Expr| matches!(expr.kind, ExprKind::Local(slot) if slot.index() == at);
    match &argument.kind {
        ExprKind::Binary(Binary::Add, left, right) => is_field(left) || is_field(right),
        _ => false,
    }
}

fn is_one(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Literal(Value::Int(int)) if *int == Int::ONE)
}

fn constant(expr: &Expr, instance: &Instance) -> Option<Int> {
    match &expr.kind {
        ExprKind::Literal(Value::Int(int)) => Some(int.clone()),
        ExprKind::Global(id) => match &instance.globals[id.index()] {
            Value::Int(int) => Some(int.clone()),
            _ => None,
        },
        _ => None,
    }
}

impl Coordinates {
    /// The game with these coordinates for fields.
    pub fn rewritten(&self, instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<Instance> {
        let rules = instance.program.game(game);
        let kept = |at: &usize| self.0[*at] != Coordinate::Unread;
        let (mut order, unread): (Vec<usize>, Vec<usize>) = (0..self.0.len()).partition(kept);
        let fields = order.iter().map(|at| {
            let field = rules.fields[*at].clone();
            let domain = if self.0[*at] == Coordinate::Same { field.domain.clone() } else { Domain::Nat };
            Field { domain, ..field }
        });
        let fields = fields.collect();
        let first = (0..self.0.len()).map(|at| self.first(at, &rules.fields, &order)).collect();
        let arguments = |arguments: Vec<Expr>| {
            let of = |at: usize| self.argument(at, &arguments);
            (0..self.0.len()).filter_map(of).collect()
        };
        order.extend(unread);
        let rewriting = Rewriting { fields, order, first, arguments: &arguments };
        let other = rewritten(instance, game, rewriting, budget)?;
        let played = self.played(&other, game);
        if played.is_empty() {
            return Some(other);
        }
        let mut program = other.program;
        for it in &mut program.games[game.index()].moves {
            it.clauses.splice(0..0, played.iter().cloned().map(Clause::If));
        }
        Instance::new(program, budget).0
    }

    /// From which numbers moves are played, as conditions of the other game.
    fn played(&self, other: &Instance, game: GameId) -> Vec<Expr> {
        let kept =
            self.0.iter().filter(|it| **it != Coordinate::Unread).zip(&other.program.game(game).fields);
        let condition = |(at, (coordinate, field)): (usize, (&Coordinate, &Field))| {
            let Coordinate::From(low) = coordinate else { return None };
            let field =
                Expr { kind: ExprKind::Local(SlotId(at as u32)), ty: field.domain.ty(), span: field.span };
            let (span, low) = (field.span, number(low, &field));
            let kind = ExprKind::Compare(Box::new(low), vec![(Comparison::Le, field)]);
            Some(Expr { kind, ty: Type::Bool, span })
        };
        kept.enumerate().filter_map(condition).collect()
    }

    /// Whether every field lies in its type if the coordinates are naturals.
    pub fn are_naturals_only(&self, instance: &Instance, game: GameId) -> bool {
        let lies = |(coordinate, range): (&Coordinate, &Range)| match coordinate {
            Coordinate::Same => true,
            Coordinate::Above(low) => match range {
                Range::Nat => !low.is_negative(),
                range => *range == Range::Any,
            },
            Coordinate::After(_) => matches!(range, Range::Nat | Range::Any),
            Coordinate::From(_) | Coordinate::Below(_) | Coordinate::Unread => false,
        };
        self.0.iter().zip(&instance.fields[game.index()]).all(lies)
    }

    /// Whether the other game lacks some fields.
    pub fn leave_out_some(&self) -> bool {
        self.0.contains(&Coordinate::Unread)
    }

    /// What stands for a field in the rules.
    fn first(&self, at: usize, fields: &[Field], order: &[usize]) -> Expr {
        let span = fields[at].span;
        let place = order.iter().position(|kept| *kept == at).unwrap_or_default();
        let local = Expr { kind: ExprKind::Local(SlotId(place as u32)), ty: fields[at].domain.ty(), span };
        match &self.0[at] {
            Coordinate::Same | Coordinate::From(_) => local,
            Coordinate::Above(low) => binary(Binary::Add, number(low, &local), local),
            Coordinate::Below(high) => binary(Binary::Subtract, number(high, &local), local),
            Coordinate::After(other) => binary(Binary::Add, self.first(*other, fields, order), local),
            // Nothing reads it: any value will do.
            Coordinate::Unread => number(&Int::ZERO, &local),
        }
    }

    /// The coordinate of a component with these fields.
    fn argument(&self, at: usize, fields: &[Expr]) -> Option<Expr> {
        let field = fields[at].clone();
        Some(match &self.0[at] {
            Coordinate::Same | Coordinate::From(_) => field,
            Coordinate::Above(low) => {
                let low = number(low, &field);
                binary(Binary::Subtract, field, low)
            }
            Coordinate::Below(high) => binary(Binary::Subtract, number(high, &field), field),
            Coordinate::After(other) => binary(Binary::Subtract, field, fields[*other].clone()),
            Coordinate::Unread => return None,
        })
    }

    /// The state of the other game; none where a coordinate is negative.
    pub fn over(&self, state: &[Value]) -> Option<Vec<Value>> {
        let int = |at: usize| if let Value::Int(int) = &state[at] { Some(int) } else { None };
        let of = |(at, coordinate): (usize, &Coordinate)| -> Option<Option<Value>> {
            let natural = match coordinate {
                Coordinate::Same | Coordinate::From(_) => return Some(Some(state.get(at)?.clone())),
                Coordinate::Unread => return Some(None),
                Coordinate::Above(low) => int(at)? - low,
                Coordinate::Below(high) => high - int(at)?,
                Coordinate::After(other) => int(at)? - int(*other)?,
            };
            (!natural.is_negative()).then_some(Some(Value::Int(natural)))
        };
        let over = self.0.iter().enumerate().map(of).collect::<Option<Vec<_>>>()?;
        Some(over.into_iter().flatten().collect())
    }

    /// The state of the game whose coordinates these are; none where it has more fields than coordinates.
    pub fn back(&self, over: &[Value]) -> Option<Vec<Value>> {
        if over.len() != self.0.len() {
            return None;
        }
        let field = |at: usize| self.field(at, over).map(Value::Int).or_else(|| over.get(at).cloned());
        (0..self.0.len()).map(field).collect()
    }

    /// A field that is an integer.
    fn field(&self, at: usize, over: &[Value]) -> Option<Int> {
        let Value::Int(natural) = &over[at] else { return None };
        Some(match &self.0[at] {
            Coordinate::Same | Coordinate::From(_) | Coordinate::Unread => natural.clone(),
            Coordinate::Above(low) => low + natural,
            Coordinate::Below(high) => high - natural,
            Coordinate::After(other) => &self.field(*other, over)? + natural,
        })
    }

    /// Which states have natural coordinates, in words, where not all have.
    pub fn only(&self, instance: &Instance, game: GameId) -> Option<String> {
        let fields = &instance.program.game(game).fields;
        let limit = |(at, coordinate): (usize, &Coordinate)| {
            let name = &fields[at].name;
            let bounded = matches!(instance.fields[game.index()][at], Range::Between(..));
            match coordinate {
                Coordinate::Above(low) if !bounded => Some(format!("{low} <= {name}")),
                Coordinate::Below(high) if !bounded => Some(format!("{name} <= {high}")),
                Coordinate::After(other) => Some(format!("{} <= {name}", fields[*other].name)),
                _ => None,
            }
        };
        let limits: Vec<String> = self.0.iter().enumerate().filter_map(limit).collect();
        (!limits.is_empty()).then(|| format!("for {}", limits.join(", ")))
    }

    /// What stands for the fields with these names, in words.
    pub fn words(&self, names: &[String]) -> Vec<String> {
        let of = |(name, coordinate): (&String, &Coordinate)| match coordinate {
            Coordinate::Same | Coordinate::From(_) => Some(name.clone()),
            Coordinate::Above(low) if low.is_zero() => Some(name.clone()),
            Coordinate::Above(low) => Some(format!("{name} - {low}")),
            Coordinate::Below(high) => Some(format!("{high} - {name}")),
            Coordinate::After(other) => Some(format!("{name} - {}", names[*other])),
            Coordinate::Unread => None,
        };
        names.iter().zip(&self.0).filter_map(of).collect()
    }
}

fn number(int: &Int, like: &Expr) -> Expr {
    Expr { kind: ExprKind::Literal(Value::Int(int.clone())), ty: Type::Int, span: like.span }
}

fn binary(op: Binary, left: Expr, right: Expr) -> Expr {
    let span = left.span;
    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty: Type::Int, span }
}
