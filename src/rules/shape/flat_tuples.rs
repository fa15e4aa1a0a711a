//! Games with tuples as fields, rewritten as games whose fields are the parts of these tuples.
//!
//! Only the notation of states changes: each state of one game is a state of the other with the
//! same moves.

use super::certain::surely_has_a_value;
use crate::ir::{
    Binary, Comparison, Domain, Expr, ExprKind, Field, GameId, Move, Pattern, Slot, SlotId, Type, walk,
};
use crate::position::{Budget, Instance, Range};

/// A game whose tuples are written as fields.
#[derive(Debug)]
pub struct Flat {
    /// The program with the rewritten game, which has its original number there.
    pub instance: Instance,
    /// For each field of the original game, the number of its parts if it is a tuple, otherwise
    /// `None`.
    pub parts: Vec<Option<usize>>,
}

/// The most fields of the rewritten game; a game that would have more is not rewritten.
const MOST_FIELDS: usize = 8;

/// Returns the game with the parts of tuples as fields. `None` if it has no tuple, leads to other
/// games, has passes, extra turns, forbidden options or repeating positions, or would have more
/// than `MOST_FIELDS` fields.
pub fn flat_tuples(instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<Flat> {
    let rules = instance.program.game(game);
    let turns = rules.blocking.is_none() && rules.passes.is_none() && rules.again.is_none() && !rules.loopy;
    let alone = walk::leads_openly_to_itself(&instance.program, game);
    let tuples = instance.fields[game.index()].iter().any(|range| matches!(range, Range::Tuple(_)));
    if !turns || !alone || !tuples {
        return None;
    }
    let mut program = instance.program.clone();
    (program.starts, program.claims) = (Vec::new(), Vec::new());
    for other in &mut program.games {
        (other.ends, other.moves, other.measure, other.show) = (Vec::new(), Vec::new(), None, None);
    }
    let (fields, slots, first) = parts_of(&rules.fields);
    if fields.len() > MOST_FIELDS {
        return None;
    }
    let writer = Writer { fields: &rules.fields, slots, first };
    let written = &mut program.games[game.index()];
    written.fields = fields;
    for end in &rules.ends {
        let mut end = end.clone();
        end.condition.slots = writer.slots(&end.condition.slots);
        end.condition.expr = writer.expr(&end.condition.expr);
        written.ends.push(end);
    }
    written.moves = rules.moves.iter().map(|it| writer.moved(it)).collect();
    let parts = rules.fields.iter().map(|field| match &field.domain {
        Domain::Tuple(parts) => Some(parts.len()),
        _ => None,
    });
    Some(Flat { parts: parts.collect(), instance: Instance::new(program, budget).0? })
}

/// Returns the new fields, their slots in moves, and for each former field the expression that
/// replaces it.
fn parts_of(fields: &[Field]) -> (Vec<Field>, Vec<Slot>, Vec<Expr>) {
    let (mut flat, mut slots, mut first) = (Vec::new(), Vec::new(), Vec::new());
    let mut add = |field: &Field, name: String, domain: &Domain| {
        let slot = SlotId(flat.len() as u32);
        slots.push(Slot { name: name.clone(), span: field.span, ty: domain.ty() });
        flat.push(Field { name, span: field.span, domain: domain.clone() });
        Expr { kind: ExprKind::Local(slot), ty: domain.ty(), span: field.span }
    };
    for field in fields {
        first.push(match &field.domain {
            Domain::Tuple(parts) => {
                let named = |(at, part)| add(field, format!("{}{at}", field.name), part);
                let parts = parts.iter().enumerate().map(named).collect();
                Expr { kind: ExprKind::Tuple(parts), ty: field.domain.ty(), span: field.span }
            }
            domain => add(field, field.name.clone(), domain),
        });
    }
    (flat, slots, first)
}

struct Writer<'a> {
    /// The fields as they are declared.
    fields: &'a [Field],
    /// The slots of the new fields.
    slots: Vec<Slot>,
    /// The expression that replaces each field.
    first: Vec<Expr>,
}

impl Writer<'_> {
    /// Returns by how much the slots that are not fields move up.
    fn shift(&self) -> u32 {
        (self.slots.len() - self.fields.len()) as u32
    }

    fn slots(&self, slots: &[Slot]) -> Vec<Slot> {
        self.slots.iter().chain(&slots[self.fields.len()..]).cloned().collect()
    }

    fn expr(&self, expr: &Expr) -> Expr {
        let mut expr = walk::instantiate(expr, &self.first, self.shift());
        simplify(&mut expr);
        expr
    }

    fn moved(&self, it: &Move) -> Move {
        let mut it = it.clone();
        it.slots = self.slots(&it.slots);
        for clause in &mut it.clauses {
            *clause = walk::instantiate_clause(clause, &self.first, self.shift());
            simplify(walk::clause_expr_mut(clause));
        }
        it.target = self.expr(&it.target);
        self.spread(&mut it.target);
        it
    }

    /// Replaces each tuple among the arguments of a component by its parts.
    fn spread(&self, expr: &mut Expr) {
        walk::children_mut(expr, &mut |part| {
            stacker::maybe_grow(64 << 10, 4 << 20, || self.spread(part));
        });
        if let ExprKind::Component(_, arguments) = &mut expr.kind {
            let spread =
                self.fields.iter().zip(std::mem::take(arguments)).flat_map(|(field, argument)| match &field
                    .domain
                {
                    Domain::Tuple(parts) => (0..parts.len()).map(|at| part(&argument, at)).collect(),
                    _ => vec![argument],
                });
            *arguments = spread.collect();
        }
    }
}

/// Returns an expression for a part of a tuple: `a` for part 0 of `(a, b)`, a conditional of the
/// parts for a conditional tuple, and otherwise an access to the part.
fn part(tuple: &Expr, at: usize) -> Expr {
    match &tuple.kind {
        ExprKind::Tuple(parts) => parts[at].clone(),
        ExprKind::If(branches) => {
            let (yes, no) = (part(&branches[1], at), part(&branches[2], at));
            let (ty, span) = (yes.ty.clone(), tuple.span);
            Expr { kind: ExprKind::If(Box::new([branches[0].clone(), yes, no])), ty, span }
        }
        _ => {
            let ty = if let Type::Tuple(parts) = &tuple.ty { parts[at].clone() } else { Type::Never };
            Expr { kind: ExprKind::Part(Box::new(tuple.clone()), at), ty, span: tuple.span }
        }
    }
}

/// Simplifies three uses of tuples that are written out: parts of them, patterns bound to them, and
/// their comparison.
fn simplify(expr: &mut Expr) {
    walk::children_mut(expr, &mut |part| stacker::maybe_grow(64 << 10, 4 << 20, || simplify(part)));
    match &mut expr.kind {
        ExprKind::Part(tuple, at) => {
            if let ExprKind::Tuple(parts) = &tuple.kind
                && parts.iter().all(is_local)
            {
                *expr = parts[*at].clone();
            }
        }
        ExprKind::Let(Pattern::Tuple(patterns), parts) => {
            let [ExprKind::Tuple(values), _] = [&parts[0].kind, &parts[1].kind] else { return };
            if values.len() != patterns.len() || !patterns.iter().all(|it| matches!(it, Pattern::Slot(_))) {
                return;
            }
            let (values, span, ty) = (values.clone(), expr.span, expr.ty.clone());
            let body = parts[1].clone();
            *expr = patterns.iter().zip(values).rev().fold(body, |body, (name, value)| Expr {
                kind: ExprKind::Let(name.clone(), Box::new([value, body])),
                ty: ty.clone(),
                span,
            });
        }
        ExprKind::Compare(first, rest) => {
            if let [(op @ (Comparison::Eq | Comparison::Ne), second)] = &rest[..]
                && let (ExprKind::Tuple(a), ExprKind::Tuple(b)) = (&first.kind, &second.kind)
                && a.len() == b.len()
                && a.iter().chain(b).all(surely_has_a_value)
            {
                let join = if *op == Comparison::Eq { Binary::And } else { Binary::Or };
                let (op, span) = (*op, expr.span);
                let truth = |kind| Expr { kind, ty: Type::Bool, span };
                let pairs = a.iter().cloned().zip(b.iter().cloned());
                let pairs = pairs.map(|(a, b)| truth(ExprKind::Compare(Box::new(a), vec![(op, b)])));
                if let Some(whole) =
                    pairs.reduce(|all, pair| truth(ExprKind::Binary(join, Box::new(all), Box::new(pair))))
                {
                    *expr = whole;
                }
            }
        }
        _ => {}
    }
}

fn is_local(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Local(_))
}
