//! Games on a list of one length, written out: the elements become fields, and a statement about all elements
//! becomes one statement for each.
//!
//! If no move changes the length of the list, play from a list of that length is play in the game with
//! fields, so both are compared with one set of rules.

use super::certain::{have_values, surely_has_a_value};
use crate::ir::{
    Aggregate, Binary, Builtin, Clause, Comparison, Conversion, Domain, Expr, ExprKind, Field, GameId, Move,
    Pattern, Slot, SlotId, Type, Value, walk,
};
use crate::number::Int;
use crate::position::{Budget, Evaluator, Instance, Range};

/// The most elements over which a name of a move is expanded: one move for each element. A name
/// with more elements stays a name.
const FEW: usize = 6;
/// The most elements of a constant or of a comprehension, and the most moves, that are written out.
/// A larger collection stays as it is; a game with more moves is not written out.
const MOST_WRITTEN_OUT: usize = 64;

/// Returns the game on lists of one length, at least 1, as a game with a field for each element.
/// `None` if the only field is not a list of naturals, if play is not ordinary (passes, blocked moves,
/// second moves, loopy games) or reaches other games, if the form of the rules does not show that
/// no move changes the length, or if there would be more than `MOST_WRITTEN_OUT` moves.
pub fn of_length(instance: &Instance, game: GameId, length: usize, budget: &Budget<'_>) -> Option<Instance> {
    let rules = instance.program.game(game);
    let on_lists = matches!(&*instance.fields[game.index()], [Range::List(inner)] if **inner == Range::Nat);
    let plain = rules.blocking.is_none() && rules.passes.is_none() && rules.again.is_none() && !rules.loopy;
    if length == 0 || !on_lists || !plain || !walk::leads_openly_to_itself(&instance.program, game) {
        return None;
    }
    let mut program = instance.program.clone();
    (program.starts, program.claims) = (Vec::new(), Vec::new());
    for other in &mut program.games {
        (other.ends, other.moves, other.measure, other.show) = (Vec::new(), Vec::new(), None, None);
    }
    let (slots, list) = elements_of(&rules.fields[0], length);
    let mut writer = Writer { instance, budget, game, length, slots: Vec::new() };
    let written = &mut program.games[game.index()];
    let field = |slot: &Slot| Field { name: slot.name.clone(), span: slot.span, domain: Domain::Nat };
    written.fields = slots.iter().map(field).collect();
    for end in &rules.ends {
        let mut end = end.clone();
        writer.slots = slots.iter().chain(&end.condition.slots[1..]).cloned().collect();
        end.condition.expr =
            walk::instantiate(&end.condition.expr, std::slice::from_ref(&list), length as u32 - 1);
        writer.write(&mut end.condition.expr);
        end.condition.slots = std::mem::take(&mut writer.slots);
        written.ends.push(end);
    }
    for it in &rules.moves {
        let mut it = it.clone();
        let shift = length as u32 - 1;
        writer.slots = slots.iter().chain(&it.slots[1..]).cloned().collect();
        let clauses: Vec<Clause> = it
            .clauses
            .iter()
            .map(|it| walk::instantiate_clause(it, std::slice::from_ref(&list), shift))
            .collect();
        it.target = walk::instantiate(&it.target, std::slice::from_ref(&list), shift);
        it.clauses = Vec::new();
        writer.moves(it, &clauses, &mut written.moves)?;
    }
    Instance::new(program, budget).0
}

/// Returns slots for the elements of a field that is a list, and the list of their names.
fn elements_of(field: &Field, length: usize) -> (Vec<Slot>, Expr) {
    let slot = |at: usize| Slot { name: format!("{}{at}", field.name), span: field.span, ty: Type::Int };
    let element =
        |at: usize| Expr { kind: ExprKind::Local(SlotId(at as u32)), ty: Type::Int, span: field.span };
    let elements = (0..length).map(element).collect();
    let list = Expr { kind: ExprKind::List(elements), ty: Type::list(Type::Int), span: field.span };
    ((0..length).map(slot).collect(), list)
}

struct Writer<'a, 'b> {
    instance: &'a Instance,
    budget: &'a Budget<'b>,
    game: GameId,
    length: usize,
    /// The names in the expression that is being written.
    slots: Vec<Slot>,
}

impl Writer<'_, '_> {
    /// Expands the clauses `rest` of the move `it` and adds the resulting moves: one for each
    /// choice of names that run over few elements. `None` if there are too many, or a target is not
    /// a list of the right length.
    fn moves(&mut self, mut it: Move, rest: &[Clause], moves: &mut Vec<Move>) -> Option<()> {
        let Some((first, rest)) = rest.split_first() else {
            self.write(&mut it.target);
            self.components(&mut it.target)?;
            it.slots.clone_from(&self.slots);
            moves.push(it);
            return (moves.len() <= MOST_WRITTEN_OUT).then_some(());
        };
        let (pattern, domain) = match first.clone() {
            Clause::If(mut condition) => {
                self.write(&mut condition);
                match condition.kind {
                    ExprKind::Literal(Value::Bool(true)) => {}
                    // The clauses before a false condition are evaluated, so the move is dropped
                    // only if they surely have values.
                    ExprKind::Literal(_) if have_values(&it.clauses) => return Some(()),
                    _ => it.clauses.push(Clause::If(condition)),
                }
                return self.moves(it, rest, moves);
            }
            Clause::For(pattern, mut domain) => {
                self.write(&mut domain);
                (pattern, domain)
            }
        };
        if let (Pattern::Slot(slot), Some(values)) = (&pattern, self.elements(&domain))
            && values.len() <= FEW
            // The clauses before an empty domain are evaluated, as before a false condition.
            && (!values.is_empty() || have_values(&it.clauses))
        {
            for value in values {
                let (mut it, mut rest) = (it.clone(), rest.to_vec());
                rest.iter_mut().for_each(|clause| replace(walk::clause_expr_mut(clause), *slot, &value));
                replace(&mut it.target, *slot, &value);
                self.moves(it, &rest, moves)?;
            }
            return Some(());
        }
        if let (Pattern::Slot(slot), ExprKind::Builtin(Builtin::Product, lists)) = (&pattern, &domain.kind)
            && let Some(domains) = lists.first().and_then(|lists| self.elements(lists))
        {
            let mut chosen = Vec::new();
            for domain in domains {
                let name = self.slots.get(slot.index())?.clone();
                let new = SlotId(u32::try_from(self.slots.len()).ok()?);
                self.slots.push(Slot { ty: Type::Int, ..name });
                let kind = ExprKind::Local(new);
                chosen.push(Expr { kind, ty: Type::Int, span: domain.span });
                it.clauses.push(Clause::For(Pattern::Slot(new), domain));
            }
            let (kind, ty) = (ExprKind::List(chosen), Type::list(Type::Int));
            let chosen = Expr { kind, ty, span: domain.span };
            let mut rest = rest.to_vec();
            rest.iter_mut().for_each(|clause| replace(walk::clause_expr_mut(clause), *slot, &chosen));
            replace(&mut it.target, *slot, &chosen);
            return self.moves(it, &rest, moves);
        }
        it.clauses.push(Clause::For(pattern, domain));
        self.moves(it, rest, moves)
    }

    /// Replaces the list of each component by its elements; `None` if a list has another length, or
    /// a component another game.
    fn components(&self, expr: &mut Expr) -> Option<()> {
        let mut fits = true;
        walk::children_mut(expr, &mut |child| fits &= self.components(child).is_some());
        if let ExprKind::Component(game, arguments) = &mut expr.kind {
            let elements = self.elements(arguments.first()?)?;
            fits &= *game == self.game && elements.len() == self.length;
            *arguments = elements;
        }
        fits.then_some(())
    }

    /// Rewrites an expression without lists where possible, its parts first.
    fn write(&mut self, expr: &mut Expr) {
        let is_slice = matches!(expr.kind, ExprKind::Slice(_));
        walk::children_mut(expr, &mut |child| {
            stacker::maybe_grow(64 << 10, 4 << 20, || match &child.kind {
                // The value of an empty range does not tell where it begins, which matters in a slice.
                ExprKind::Range { .. } if is_slice => walk::children_mut(child, &mut |end| self.write(end)),
                _ => self.write(child),
            })
        });
        if let Some(kind) = self.written(expr) {
            expr.kind = kind;
        }
    }

    /// Returns the elements of a list that is written out, or of a constant list, set or range.
    fn elements(&self, expr: &Expr) -> Option<Vec<Expr>> {
        let constant =
            |value: &Value, ty: Type| Expr { kind: ExprKind::Literal(value.clone()), ty, span: expr.span };
        match &expr.kind {
            // A later rewriting may omit an element, which is then not evaluated, so each must
            // surely have a value.
            ExprKind::List(elements) if elements.iter().all(surely_has_a_value) => Some(elements.clone()),
            ExprKind::Literal(Value::List(values) | Value::Set(values))
                if values.len() <= MOST_WRITTEN_OUT =>
            {
                let ty = expr.ty.element()?;
                Some(values.iter().map(|value| constant(value, ty.clone())).collect())
            }
            ExprKind::Literal(Value::Range(ends)) => {
                let count = (&ends.1 - &ends.0).to_usize().filter(|count| *count <= MOST_WRITTEN_OUT)?;
                let at = |at: usize| constant(&Value::Int(&ends.0 + &Int::from(at)), Type::Int);
                Some((0..count).map(at).collect())
            }
            ExprKind::Convert(Conversion::RangeToList | Conversion::RangeToSet, inner) => {
                self.elements(inner)
            }
            _ => None,
        }
    }

    /// Returns a simpler form of an expression whose parts were rewritten; `None` if there is none.
    fn written(&mut self, expr: &Expr) -> Option<ExprKind> {
        let list = |elements| Some(ExprKind::List(elements));
        match &expr.kind {
            ExprKind::Builtin(Builtin::Len, parts) if matches!(parts[0].ty, Type::List(_)) => {
                let length = self.elements(&parts[0])?.len();
                Some(ExprKind::Literal(Value::Int(Int::from(length))))
            }
            ExprKind::Builtin(Builtin::Indices, parts) => {
                let length = self.elements(&parts[0])?.len();
                Some(ExprKind::Literal(Value::range(Int::ZERO, Int::from(length))))
            }
            ExprKind::Builtin(Builtin::Reverse, parts) => {
                self.elements(&parts[0]).and_then(|it| list(it.into_iter().rev().collect()))
            }
            ExprKind::Builtin(Builtin::Sorted, parts) => list(sorted(self.elements(&parts[0])?)?),
            ExprKind::Index(parts) => {
                let at = index(&parts[1])?;
                self.elements(&parts[0])?.get(at).map(|element| element.kind.clone())
            }
            ExprKind::Slice(parts) => {
                let (from, to) = match &parts[1].kind {
                    ExprKind::Literal(Value::Range(ends)) => (ends.0.to_usize()?, ends.1.to_usize()?),
                    ExprKind::Range { bounds, inclusive } => {
                        let [ExprKind::Literal(Value::Int(from)), ExprKind::Literal(Value::Int(to))] =
                            [&bounds[0].kind, &bounds[1].kind]
                        else {
                            return None;
                        };
                        (from.to_usize()?, to.to_usize()?.checked_add(usize::from(*inclusive))?)
                    }
                    _ => return None,
                };
                list(self.elements(&parts[0])?.get(from..to)?.to_vec())
            }
            ExprKind::Binary(Binary::ConcatLists, a, b) => {
                list([self.elements(a)?, self.elements(b)?].concat())
            }
            ExprKind::With { base, path, many, value } => {
                self.changed(base, path, *many, value).and_then(list)
            }
            ExprKind::ListFor(clauses, element) => {
                let all = self.unrolled(clauses, element)?;
                all.iter()
                    .all(|it| it.0.is_empty())
                    .then(|| ExprKind::List(all.into_iter().map(|it| it.1).collect()))
            }
            ExprKind::AggregateFor(aggregate, clauses, element) => {
                self.gathered(*aggregate, clauses, element)
            }
            ExprKind::Convert(Conversion::Elements(each), inner) => {
                let converted = |element: Expr| Expr {
                    ty: expr.ty.element().unwrap_or(Type::Never),
                    span: element.span,
                    kind: ExprKind::Convert((**each).clone(), Box::new(element)),
                };
                list(self.elements(inner)?.into_iter().map(converted).collect())
            }
            _ => self.decided(expr).or_else(|| self.evaluated(expr)),
        }
    }

    /// Simplifies an equation of two lists or its negation, `and` and `or` with a constant operand, and
    /// conditional expressions with a constant condition; `None` if nothing becomes simpler.
    fn decided(&mut self, expr: &Expr) -> Option<ExprKind> {
        match &expr.kind {
            ExprKind::Compare(first, rest) => match &rest[..] {
                [(op @ (Comparison::Eq | Comparison::Ne), second)] => self.compared(first, *op, second),
                _ => None,
            },
            ExprKind::If(parts) => match &parts[0].kind {
                ExprKind::Literal(Value::Bool(true)) => Some(parts[1].kind.clone()),
                ExprKind::Literal(_) => Some(parts[2].kind.clone()),
                _ => None,
            },
            ExprKind::Binary(op @ (Binary::And | Binary::Or), a, b) => match (&a.kind, &b.kind) {
                (ExprKind::Literal(Value::Bool(first)), _) if *first == (*op == Binary::And) => {
                    Some(b.kind.clone())
                }
                (ExprKind::Literal(_), _) => Some(a.kind.clone()),
                (_, ExprKind::Literal(Value::Bool(second))) if *second == (*op == Binary::And) => {
                    Some(a.kind.clone())
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Compares two lists element by element.
    fn compared(&mut self, first: &Expr, op: Comparison, second: &Expr) -> Option<ExprKind> {
        let (a, b) = (self.elements(first)?, self.elements(second)?);
        let lists = [first, second].iter().all(|it| matches!(it.ty, Type::List(_)));
        let join = if op == Comparison::Eq { Binary::And } else { Binary::Or };
        if !lists || a.len() != b.len() || a.is_empty() {
            return None;
        }
        let pairs = a.into_iter().zip(b).map(|(a, b)| Expr {
            span: a.span,
            ty: Type::Bool,
            kind: ExprKind::Compare(Box::new(a), vec![(op, b)]),
        });
        let whole = pairs.reduce(|whole, pair| Expr {
            span: pair.span,
            ty: Type::Bool,
            kind: ExprKind::Binary(join, Box::new(whole), Box::new(pair)),
        });
        let mut whole = whole?;
        self.write(&mut whole);
        Some(whole.kind)
    }

    /// Returns the value of an expression whose parts are all constants; `None` for other
    /// expressions, and if there is no value.
    fn evaluated(&self, expr: &Expr) -> Option<ExprKind> {
        let folds = matches!(
            expr.kind,
            ExprKind::Builtin(..)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Compare(..)
                | ExprKind::Range { .. }
                | ExprKind::Convert(..)
                | ExprKind::Call(..)
                | ExprKind::Global(_)
                | ExprKind::Set(_)
                | ExprKind::Tuple(_)
        );
        // The value of an empty range does not tell where it begins, which matters in a slice.
        if let ExprKind::Range { bounds, .. } = &expr.kind
            && let [ExprKind::Literal(Value::Int(low)), ExprKind::Literal(Value::Int(high))] =
                [&bounds[0].kind, &bounds[1].kind]
            && low > high
        {
            return None;
        }
        let mut constant = folds && expr.ty != Type::Position;
        walk::children(expr, &mut |part| constant &= matches!(part.kind, ExprKind::Literal(_)));
        let mut evaluator = Evaluator::new(self.instance, self.budget);
        let value = constant.then(|| evaluator.value(expr, &mut Vec::new()).ok()).flatten()?;
        Some(ExprKind::Literal(value))
    }

    /// Returns the elements of `base with [path] = value`; if `many`, the index is a collection of
    /// indices.
    fn changed(&self, base: &Expr, path: &[Expr], many: bool, value: &Expr) -> Option<Vec<Expr>> {
        let ([place], mut elements) = (path, self.elements(base)?) else { return None };
        let places = if many { self.elements(place)? } else { vec![place.clone()] };
        let values = if many { self.elements(value)? } else { vec![value.clone()] };
        if places.len() != values.len() {
            return None;
        }
        for (place, value) in places.iter().zip(values) {
            *elements.get_mut(index(place)?)? = value;
        }
        Some(elements)
    }

    /// Rewrites an aggregate over clauses as an operation on the elements of the expanded clauses.
    fn gathered(&mut self, aggregate: Aggregate, clauses: &[Clause], element: &Expr) -> Option<ExprKind> {
        let all = self.unrolled(clauses, element)?;
        let truth = |holds: bool| ExprKind::Literal(Value::Bool(holds));
        let joined = |op: Binary, first: Expr, second: Expr| Expr {
            kind: ExprKind::Binary(op, Box::new(first), Box::new(second)),
            ty: Type::Bool,
            span: element.span,
        };
        let under = |op: Binary, (conditions, element): (Vec<Expr>, Expr)| {
            conditions.into_iter().rev().fold(element, |all, condition| joined(op, condition, all))
        };
        let number = |value: i64| Expr {
            kind: ExprKind::Literal(Value::int(value)),
            ty: Type::Int,
            span: element.span,
        };
        let (op, inner, none) = match aggregate {
            Aggregate::Any => (Binary::Or, Binary::And, false),
            Aggregate::All => (Binary::And, Binary::Implies, true),
            Aggregate::Count if element.ty == Type::Bool => {
                let one = |it| {
                    let parts = Box::new([under(Binary::And, it), number(1), number(0)]);
                    Expr { kind: ExprKind::If(parts), ty: Type::Int, span: element.span }
                };
                let ones = all.into_iter().map(one).collect();
                let (kind, ty) = (ExprKind::List(ones), Type::list(Type::Int));
                let list = Expr { kind, ty, span: element.span };
                return Some(ExprKind::Aggregate(Aggregate::Sum, Box::new(list)));
            }
            Aggregate::Sum | Aggregate::Min | Aggregate::Max | Aggregate::Xor => {
                let plain = all.iter().all(|it| it.0.is_empty());
                let (kind, ty) =
                    (ExprKind::List(all.into_iter().map(|it| it.1).collect()), Type::list(Type::Int));
                let list = Expr { kind, ty, span: element.span };
                return plain.then(|| ExprKind::Aggregate(aggregate, Box::new(list)));
            }
            _ => return None,
        };
        let parts: Vec<Expr> = all.into_iter().map(|it| under(inner, it)).collect();
        let mut parts = parts.into_iter();
        let Some(first) = parts.next() else { return Some(truth(none)) };
        let mut whole = parts.fold(first, |whole, part| joined(op, whole, part));
        self.write(&mut whole);
        Some(whole.kind)
    }

    /// Expands clauses over lists that are written out. Returns each resulting element with the
    /// conditions under which it occurs; conditions that are constantly true are left out.
    fn unrolled(&mut self, clauses: &[Clause], element: &Expr) -> Option<Vec<(Vec<Expr>, Expr)>> {
        let mut all = Vec::new();
        self.unroll(clauses, element, &[], &mut all)?;
        Some(all)
    }

    fn unroll(
        &mut self,
        clauses: &[Clause],
        element: &Expr,
        conditions: &[Expr],
        all: &mut Vec<(Vec<Expr>, Expr)>,
    ) -> Option<()> {
        let Some((first, rest)) = clauses.split_first() else {
            let mut element = element.clone();
            self.write(&mut element);
            all.push((conditions.to_vec(), element));
            return (all.len() <= MOST_WRITTEN_OUT).then_some(());
        };
        match first.clone() {
            Clause::If(mut condition) => {
                self.write(&mut condition);
                match condition.kind {
                    ExprKind::Literal(Value::Bool(true)) => self.unroll(rest, element, conditions, all),
                    ExprKind::Literal(_) => Some(()),
                    _ => self.unroll(rest, element, &[conditions, &[condition]].concat(), all),
                }
            }
            Clause::For(Pattern::Slot(slot), mut domain) => {
                self.write(&mut domain);
                for value in self.elements(&domain)? {
                    let (mut element, mut rest) = (element.clone(), rest.to_vec());
                    rest.iter_mut().for_each(|clause| replace(walk::clause_expr_mut(clause), slot, &value));
                    replace(&mut element, slot, &value);
                    self.unroll(&rest, &element, conditions, all)?;
                }
                Some(())
            }
            Clause::For(..) => None,
        }
    }
}

/// Replaces each use of a name by an expression.
fn replace(expr: &mut Expr, slot: SlotId, by: &Expr) {
    if matches!(expr.kind, ExprKind::Local(local) if local == slot) {
        *expr = by.clone();
        return;
    }
    walk::children_mut(expr, &mut |child| {
        stacker::maybe_grow(64 << 10, 4 << 20, || replace(child, slot, by));
    });
}

/// Returns the value of an expression that is a constant natural.
fn index(expr: &Expr) -> Option<usize> {
    if let ExprKind::Literal(Value::Int(at)) = &expr.kind { at.to_usize() } else { None }
}

/// Sorts up to two numbers by conditional expressions; `None` for more.
fn sorted(elements: Vec<Expr>) -> Option<Vec<Expr>> {
    let [a, b] = &*elements else { return (elements.len() < 2).then_some(elements) };
    let descends = Expr {
        kind: ExprKind::Compare(Box::new(b.clone()), vec![(Comparison::Lt, a.clone())]),
        ty: Type::Bool,
        span: a.span,
    };
    let either = |yes: &Expr, no: &Expr| Expr {
        kind: ExprKind::If(Box::new([descends.clone(), yes.clone(), no.clone()])),
        ty: Type::Int,
        span: a.span,
    };
    Some(vec![either(b, a), either(a, b)])
}
