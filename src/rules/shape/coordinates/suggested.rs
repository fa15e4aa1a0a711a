//! The coordinates that the rules of a game suggest. They are guesses: a theorem has to cover the game that they give.

use super::growing::{self, Names};
use super::{Coordinate, Coordinates};
use crate::ir::{Binary, Expr, ExprKind, GameId, SlotId, Type, Value, walk};
use crate::number::Int;
use crate::position::{Budget, Instance, Range};

/// The most constants that are tried as upper bounds of fields; the greatest are kept.
const MOST_BOUNDS: usize = 2;
/// The most fields of a game; games with more get no suggestion.
const MOST_FIELDS: usize = 6;

/// The coordinates that the rules of a game suggest. `states` are some of its states; their moves
/// show which fields may grow. Empty if the game is loopy, has turns that are not ordinary, leads
/// to other games, or has more than `MOST_FIELDS` fields.
pub fn candidates<'s>(
    instance: &Instance,
    game: GameId,
    states: &dyn Fn() -> &'s [Vec<Value>],
    budget: &Budget<'_>,
) -> Vec<Coordinates> {
    let rules = instance.program.game(game);
    let alone = walk::leads_openly_to_itself(&instance.program, game);
    if rules.loopy || instance.is_twisted(game) || !alone || rules.fields.len() > MOST_FIELDS {
        return Vec::new();
    }
    let mut seen = Seen::of(instance, game);
    for (grows, more) in seen.grows.iter_mut().zip(growing::in_moves(instance, game, states(), budget)) {
        *grows |= more;
    }
    let plain = seen.plain();
    let grows = |at: usize| seen.grows[at];
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
    if plain == [Coordinate::Same, Coordinate::Same] && seen.compares_fields {
        add(vec![Coordinate::Origin, Coordinate::After(0)]);
        add(vec![Coordinate::After(1), Coordinate::Origin]);
    }
    for (low, high) in &seen.distances {
        let mut distance = plain.clone();
        if [*low, *high].iter().all(|at| plain[*at] == Coordinate::Same) {
            distance[*high] = Coordinate::After(*low);
            add(distance);
        }
    }
    for bound in &seen.bounds {
        let below = Coordinate::Below(bound.clone());
        let counted = seen.each(&plain, &below, grows);
        add(counted.clone());
        if counted != plain && !seen.grows.iter().all(|grows| *grows) {
            add(seen.each(&counted, &Coordinate::Above(bound.clone()), |at| !grows(at)));
            if seen.mentions_one {
                add(seen.each(&counted, &Coordinate::Above(Int::ONE), |at| !grows(at)));
            }
        }
    }
    add(seen.growing_counted_down(&plain));
    seen.between(&plain).into_iter().for_each(&mut add);
    if seen.divides {
        add(seen.each(&plain, &Coordinate::From(Int::ONE), |_| true));
    }
    seen.bounded(&plain).into_iter().for_each(add);
    found
}

/// What the rules of a game mention: the reasons for suggesting coordinates.
struct Seen<'a> {
    ranges: &'a [Range],
    types: Vec<Type>,
    /// For each field, whether rules read it.
    read: Vec<bool>,
    /// For each field, whether a move may increase it.
    grows: Vec<bool>,
    /// Whether rules compare with 1, or have a range such as `1..n` or `1..=n - 1`.
    mentions_one: bool,
    /// Whether rules divide by a field, or multiply a field by an expression that is not constant.
    divides: bool,
    /// Whether two fields occur in one comparison, one difference, or the bounds of one range.
    compares_fields: bool,
    /// Pairs of fields the first of which is subtracted from the second.
    distances: Vec<(usize, usize)>,
    /// Constants that may be upper bounds of fields; descending, at most [`MOST_BOUNDS`].
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
            divides: false,
            compares_fields: false,
            distances: Vec::new(),
            bounds: Vec::new(),
        };
        for end in &rules.ends {
            seen.expr(&end.condition.expr, instance);
        }
        for it in &rules.moves {
            it.clauses.iter().map(walk::clause_expr).for_each(|expr| seen.expr(expr, instance));
            let names = Names::of(&it.clauses, instance);
            seen.target(&it.target, &names, instance);
        }
        seen.bounds.sort_unstable_by(|a, b| b.cmp(a));
        seen.bounds.dedup();
        seen.bounds.truncate(MOST_BOUNDS);
        seen
    }

    /// Reads a target. A field on which only the field's own new value depends does not count as
    /// read.
    fn target(&mut self, target: &Expr, names: &Names<'_>, instance: &Instance) {
        match &target.kind {
            ExprKind::Component(_, arguments) => {
                for (at, argument) in arguments.iter().enumerate() {
                    let before = self.read.get(at).copied();
                    if let Some(grows) = self.grows.get_mut(at) {
                        *grows |= names.add_to(argument, at);
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
                    stacker::maybe_grow(64 << 10, 4 << 20, || self.target(part, names, instance));
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
        let (mut distances, mut limits, mut read, mut one) = (Vec::new(), Vec::new(), Vec::new(), false);
        let (mut divides, mut compares) = (false, false);
        let several = |expr: &Expr| {
            let mut fields = Vec::new();
            walk::everything(expr, &mut |part| fields.extend(field(part)));
            fields.iter().any(|at| *at != fields[0])
        };
        let mut opened = expr.clone();
        open(&mut opened, instance, &mut MOST_CALLS.clone());
        walk::everything(&opened, &mut |part| match &part.kind {
            ExprKind::Local(slot) => read.push(*slot),
            ExprKind::Range { bounds, inclusive } => {
                one |= bounds[0].is_one() && (!inclusive || is_before(&bounds[1]));
                limits.extend(bounds.iter().filter_map(|bound| constant(bound, instance)));
                compares |= several(part);
            }
            ExprKind::Binary(Binary::Div | Binary::Mod, _, by) => divides |= field(by).is_some(),
            ExprKind::Binary(Binary::Multiply, left, right) => {
                let constant = [left, right].into_iter().any(|it| constant(it, instance).is_some());
                divides |= !constant && (field(left).is_some() || field(right).is_some());
            }
            ExprKind::Binary(Binary::Subtract, left, right) => {
                // `n - n` is no distance: a coordinate that is counted from itself has no definition.
                distances.extend(field(right).zip(field(left)).filter(|(low, high)| low != high));
                compares |= several(part);
                limits.extend(constant(left, instance));
            }
            ExprKind::Compare(first, rest) => {
                let sides: Vec<&Expr> =
                    std::iter::once(&**first).chain(rest.iter().map(|it| &it.1)).collect();
                one |= sides.iter().any(|side| side.is_one());
                limits.extend(sides.iter().filter_map(|side| constant(side, instance)));
                compares |= several(part);
            }
            _ => {}
        });
        self.mentions_one |= one;
        self.divides |= divides;
        self.compares_fields |= compares;
        self.distances.extend(distances);
        self.distances.dedup();
        // A strict bound is one more than the greatest value, so both numbers are tried.
        let limits = limits.into_iter().filter(|limit| *limit > Int::ZERO);
        self.bounds.extend(limits.flat_map(|bound| [&bound - &Int::ONE, bound]));
        read.into_iter().for_each(|slot| self.reads(slot));
    }

    /// The coordinates that count each field up from the least number of its type, or from 0 if its
    /// type is `int`; fields that no rule reads are left out, unless the rules read no field at all.
    fn plain(&self) -> Vec<Coordinate> {
        let unread = |at: usize| !self.read[at] && self.read.contains(&true);
        let of = |at: usize| match &self.ranges[at] {
            _ if unread(at) => Coordinate::Unread,
            Range::Between(low, _) => Coordinate::Above(low.clone()),
            Range::Any if self.types[at] == Type::Int => Coordinate::Above(Int::ZERO),
            _ => Coordinate::Same,
        };
        (0..self.ranges.len()).map(of).collect()
    }

    /// The coordinates that count each field down from the greatest number of its type; fields
    /// without an upper bound are as in `plain`.
    fn counted_down(&self, plain: &[Coordinate]) -> Vec<Coordinate> {
        let of = |(at, it): (usize, &Coordinate)| match (&self.ranges[at], it) {
            (Range::Between(_, high), Coordinate::Above(_) | Coordinate::Same) => {
                Coordinate::Below(high.clone())
            }
            _ => it.clone(),
        };
        plain.iter().enumerate().map(of).collect()
    }

    /// The coordinates that count down only the fields to which moves add; the others are as in
    /// `plain`.
    fn growing_counted_down(&self, plain: &[Coordinate]) -> Vec<Coordinate> {
        let counted = self.counted_down(plain).into_iter().zip(plain).zip(&self.grows);
        counted.map(|((down, plain), grows)| if *grows { down } else { plain.clone() }).collect()
    }

    /// For each bound, coordinates from 0 (or from 1 if rules mention 1) up to the bound; none if
    /// moves add to no field.
    fn between(&self, plain: &[Coordinate]) -> Vec<Vec<Coordinate>> {
        let low = if self.mentions_one { Int::ONE } else { Int::ZERO };
        let bounds = self.bounds.iter().filter(|high| self.grows.contains(&true) && low < **high);
        let within = |high: &Int| self.each(plain, &Coordinate::Within(low.clone(), high.clone()), |_| true);
        bounds.map(within).collect()
    }

    /// Coordinates between two bounds, where reaching a bound may affect the moves. Fields are
    /// counted down from the greatest value if moves add to them, otherwise up from the least. If all
    /// types have bounds, counting all fields up, or all down, is suggested too.
    fn bounded(&self, plain: &[Coordinate]) -> Vec<Vec<Coordinate>> {
        let between = |at: usize, low: &Int, high: &Int, down: bool| match (&plain[at], &self.ranges[at]) {
            (Coordinate::Unread, _) => Coordinate::Unread,
            (_, Range::Between(low, high)) if down => Coordinate::Under(low.clone(), high.clone()),
            (_, Range::Between(low, high)) => Coordinate::Within(low.clone(), high.clone()),
            (_, Range::Nat | Range::Any) if self.types[at] == Type::Int && down => {
                Coordinate::Under(low.clone(), high.clone())
            }
            (_, Range::Nat | Range::Any) if self.types[at] == Type::Int => {
                Coordinate::Within(low.clone(), high.clone())
            }
            (plain, _) => plain.clone(),
        };
        let boxed = |low: &Int, high: &Int, down: &dyn Fn(usize) -> bool| -> Vec<Coordinate> {
            (0..self.ranges.len()).map(|at| between(at, low, high, down(at))).collect()
        };
        let mut all = Vec::new();
        if self.ranges.iter().all(|range| matches!(range, Range::Between(..))) {
            let none = Int::ZERO;
            all.push(boxed(&none, &none, &|at| self.grows[at]));
            all.push(boxed(&none, &none, &|_| true));
            all.push(boxed(&none, &none, &|_| false));
        } else if self.grows.contains(&true) {
            let lows = if self.mentions_one { vec![Int::ZERO, Int::ONE] } else { vec![Int::ZERO] };
            for (low, high) in lows.iter().flat_map(|low| self.bounds.iter().map(move |high| (low, high))) {
                if low < high {
                    all.push(boxed(low, high, &|at| self.grows[at]));
                }
            }
        }
        all
    }

    /// Returns `plain` with `coordinate` in place of the coordinate of each field among `these`
    /// that is an integer without a bound. Fields that no rule reads stay left out.
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

/// Replaces a coordinate that counts from a number above 0 by the field itself, from this number
/// on.
fn in_place(coordinate: &Coordinate) -> Coordinate {
    match coordinate {
        Coordinate::Above(low) if *low > Int::ZERO => Coordinate::From(low.clone()),
        other => other.clone(),
    }
}

/// The most calls that are inlined in one expression; further calls stay as they are.
const MOST_CALLS: usize = 64;

/// Inlines function calls. The result is only inspected, so two of its names may coincide.
fn open(expr: &mut Expr, instance: &Instance, calls: &mut usize) {
    while let ExprKind::Call(id, arguments) = &expr.kind {
        if *calls == 0 {
            return;
        }
        *calls -= 1;
        *expr = walk::instantiate(&instance.program.functions[id.index()].body.expr, arguments, FAR);
    }
    walk::children_mut(expr, &mut |part| {
        stacker::maybe_grow(64 << 10, 4 << 20, || open(part, instance, calls));
    });
}

/// The slots of names inside functions are moved up by this number.
const FAR: u32 = 1 << 16;

/// Whether an expression has the form `x - 1`.
fn is_before(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Binary(Binary::Subtract, _, one) if one.is_one())
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
