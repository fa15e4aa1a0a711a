//! Recognises games with several heaps that are played independently: every move changes one heap,
//! by a rule about that heap alone.
//!
//! Then a state is the sum of its heaps, each as a component of a one-heap game. The heaps are the
//! elements of a list or the fields. This must be evident from the form of the rules: in a list, a
//! move may use an index only to select the heap that it changes.

use crate::ir::value::Component;
use crate::ir::{
    Binary, Builtin, Clause, Comparison, Expr, ExprKind, Field, Game, GameId, Move, Pattern, SlotId, Type,
    Value, walk,
};
use crate::number::Int;
use crate::position::{Budget, Evaluator, Flow, Instance, Range};

/// The most fields of a game whose fields are heaps; games with more are not examined.
const MOST_FIELDS: usize = 6;

/// The games of one heap that a game is the sum of.
#[derive(Debug)]
pub struct SeparateHeaps {
    /// Programs in which the game, under its own number, has one heap: one for each field, or one for all elements of a list.
    pub games: Vec<Instance>,
    /// Whether the heaps are the elements of a list, the only field.
    pub list: bool,
}

/// Returns the games of one heap of which a game is the sum. `None` if the form of its rules does
/// not show this, if the game has ends, repeating positions or turns that are not ordinary, if its
/// fields are neither one list of naturals nor 2 to `MOST_FIELDS` naturals, or if a limit is
/// reached.
pub fn separate_heaps(instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<SeparateHeaps> {
    let rules = instance.program.game(game);
    let turns = rules.blocking.is_none() && rules.passes.is_none() && rules.again.is_none() && !rules.loopy;
    if !turns || !rules.ends.is_empty() || !walk::leads_openly_to_itself(&instance.program, game) {
        return None;
    }
    let fields = &instance.fields[game.index()];
    if matches!(&**fields, [Range::List(inner)] if **inner == Range::Nat) {
        return elements(instance, game, budget);
    }
    let naturals = fields.iter().all(|range| *range == Range::Nat);
    (naturals && (2..=MOST_FIELDS).contains(&fields.len())).then(|| each_field(instance, game, budget))?
}

/// Returns the program in which a game is replaced by a game of one heap with these moves. The
/// other games have no rules there.
fn with_heap(
    instance: &Instance,
    game: GameId,
    field: &Field,
    moves: Vec<Move>,
    budget: &Budget<'_>,
) -> Option<Instance> {
    let mut program = instance.program.clone();
    (program.starts, program.claims) = (Vec::new(), Vec::new());
    for other in &mut program.games {
        (other.ends, other.moves, other.measure, other.show) = (Vec::new(), Vec::new(), None, None);
    }
    let heap: &mut Game = &mut program.games[game.index()];
    heap.fields = vec![Field { domain: crate::ir::Domain::Nat, ..field.clone() }];
    heap.moves = moves;
    Instance::new(program, budget).0
}

fn elements(instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<SeparateHeaps> {
    let rules = instance.program.game(game);
    let mut drops_empty_heaps = false;
    let moves = rules.moves.iter().map(|it| {
        let (it, drops) = in_one_element(it, game)?;
        drops_empty_heaps |= drops;
        Some(it)
    });
    let moves = moves.collect::<Option<Vec<Move>>>()?;
    let heap = with_heap(instance, game, &rules.fields[0], moves, budget)?;
    // An empty heap may be removed from the list only if it has no move.
    (!drops_empty_heaps || has_no_move(&heap, game, budget))
        .then(|| SeparateHeaps { games: vec![heap], list: true })
}

fn has_no_move(heap: &Instance, game: GameId, budget: &Budget<'_>) -> bool {
    let empty = Component { game, state: [Value::Int(Int::ZERO)].into() };
    let mut none = true;
    let visited = Evaluator::new(heap, budget).each_target(&empty, &mut |_, _, _| {
        none = false;
        Ok(Flow::Stop)
    });
    visited.is_ok() && none
}

/// Converts a move at one index of a list to a move of the heap there. Also returns whether the
/// move removes empty heaps from the list.
fn in_one_element(it: &Move, game: GameId) -> Option<(Move, bool)> {
    let (at, place) = it.clauses.iter().enumerate().find_map(|(at, clause)| match clause {
        Clause::For(Pattern::Slot(place), domain) if is_every_place(domain) => Some((at, *place)),
        _ => None,
    })?;
    let mut element = Element { place, game, drops: false };
    let mut it = it.clone();
    it.clauses.remove(at);
    it.slots[0].ty = Type::Int;
    let left = element.target(&it.target)?;
    if left.before != 1 || left.after != 1 {
        return None;
    }
    it.target = left.sum;
    it.clauses
        .iter_mut()
        .all(|clause| element.read(walk::clause_expr_mut(clause)))
        .then_some((it, element.drops))
}

/// Whether a domain is written as all indices of the list, such as `0..len(a)`.
fn is_every_place(domain: &Expr) -> bool {
    match &domain.kind {
        ExprKind::Builtin(Builtin::Indices, parts) => is_list(&parts[0]),
        ExprKind::Range { bounds, inclusive } => {
            is_int(&bounds[0], 0) && if *inclusive { is_last(&bounds[1]) } else { is_length(&bounds[1]) }
        }
        ExprKind::Convert(_, inner) => is_every_place(inner),
        _ => false,
    }
}

fn is_list(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Local(SlotId(0)))
}

fn is_length(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Builtin(Builtin::Len, parts) if is_list(&parts[0]))
}

fn is_last(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Binary(Binary::Subtract, length, one) if is_length(length) && is_int(one, 1))
}

fn is_int(expr: &Expr, value: i64) -> bool {
    matches!(&expr.kind, ExprKind::Literal(Value::Int(int)) if *int == Int::from(value))
}

fn is_slot(expr: &Expr, slot: SlotId) -> bool {
    matches!(expr.kind, ExprKind::Local(local) if local == slot)
}

/// The result of a move: the heaps that it makes, as a sum, and how many copies of the heaps before
/// and after its index remain.
struct Left {
    sum: Expr,
    before: usize,
    after: usize,
}

impl Left {
    /// Combines the results of two positions that are added, or of two lists that are joined.
    fn and(self, other: Left) -> Left {
        let sum = match (&self.sum.kind, &other.sum.kind) {
            (ExprKind::Nothing, _) => other.sum,
            (_, ExprKind::Nothing) => self.sum,
            _ => Expr {
                ty: Type::Position,
                span: self.sum.span,
                kind: ExprKind::Binary(Binary::AddPositions, Box::new(self.sum), Box::new(other.sum)),
            },
        };
        Left { sum, before: self.before + other.before, after: self.after + other.after }
    }
}

/// Reads a move of the heap at one index of the list.
struct Element {
    /// The slot of the index.
    place: SlotId,
    game: GameId,
    /// Whether the move removes empty heaps from the list.
    drops: bool,
}

impl Element {
    /// Replaces the heap at the index by the only field of the game of one heap. Returns `false` if
    /// the expression uses anything else about the list or the index.
    fn read(&self, expr: &mut Expr) -> bool {
        if let ExprKind::Index(parts) = &expr.kind
            && is_list(&parts[0])
            && is_slot(&parts[1], self.place)
        {
            expr.kind = ExprKind::Local(SlotId(0));
            return true;
        }
        if is_list(expr) || is_slot(expr, self.place) {
            return false;
        }
        let mut fits = true;
        walk::children_mut(expr, &mut |part| {
            fits &= stacker::maybe_grow(64 << 10, 4 << 20, || self.read(part));
        });
        fits
    }

    /// Reads the target of a move; `None` if its form does not show which heaps are left.
    fn target(&mut self, expr: &Expr) -> Option<Left> {
        match &expr.kind {
            ExprKind::Component(_, arguments) => self.list(&arguments[0]),
            ExprKind::Binary(Binary::AddPositions, a, b) => Some(self.target(a)?.and(self.target(b)?)),
            ExprKind::If(parts) => self.either(expr, parts, Element::target),
            _ => None,
        }
    }

    /// Reads the list of a component in the target.
    fn list(&mut self, expr: &Expr) -> Option<Left> {
        let none = || Expr { kind: ExprKind::Nothing, ty: Type::Position, span: expr.span };
        match &expr.kind {
            ExprKind::With { base, path, many: false, value } => {
                let here = is_list(base) && path.len() == 1 && is_slot(&path[0], self.place);
                let sum = here.then(|| self.heap(value))??;
                Some(Left { sum, before: 1, after: 1 })
            }
            ExprKind::List(heaps) => {
                let nothing = Left { sum: none(), before: 0, after: 0 };
                heaps.iter().try_fold(nothing, |all, heap| {
                    Some(all.and(Left { sum: self.heap(heap)?, before: 0, after: 0 }))
                })
            }
            ExprKind::Slice(parts) if is_list(&parts[0]) => {
                let (before, after) = self.side(&parts[1])?;
                Some(Left { sum: none(), before, after })
            }
            ExprKind::Binary(Binary::ConcatLists, a, b) => Some(self.list(a)?.and(self.list(b)?)),
            ExprKind::If(parts) => self.either(expr, parts, Element::list),
            ExprKind::Builtin(Builtin::Sorted | Builtin::Reverse, parts) => self.list(&parts[0]),
            ExprKind::ListFor(clauses, element) => {
                let [Clause::For(Pattern::Slot(heap), all), Clause::If(condition)] = &clauses[..] else {
                    return None;
                };
                if !is_slot(element, *heap) || !is_not_empty(condition, *heap) {
                    return None;
                }
                self.drops = true;
                self.list(all)
            }
            ExprKind::Convert(_, inner) => self.list(inner),
            _ => None,
        }
    }

    /// Returns how many copies of the heaps before and after the index a slice contains; `None` if
    /// the slice is neither all heaps before the index nor all heaps after it.
    fn side(&self, range: &Expr) -> Option<(usize, usize)> {
        let ExprKind::Range { bounds, inclusive: false } = &range.kind else { return None };
        if is_int(&bounds[0], 0) && is_slot(&bounds[1], self.place) {
            return Some((1, 0));
        }
        let next = matches!(&bounds[0].kind, ExprKind::Binary(Binary::Add, a, b)
            if is_slot(a, self.place) && is_int(b, 1) || is_int(a, 1) && is_slot(b, self.place));
        (next && is_length(&bounds[1])).then_some((0, 1))
    }

    fn heap(&self, size: &Expr) -> Option<Expr> {
        let mut size = size.clone();
        let span = size.span;
        let fits = self.read(&mut size);
        fits.then(|| Expr { kind: ExprKind::Component(self.game, vec![size]), ty: Type::Position, span })
    }

    /// Reads a conditional expression, whose branches must keep equally many copies of the other
    /// heaps.
    fn either(
        &mut self,
        whole: &Expr,
        parts: &[Expr; 3],
        read: fn(&mut Element, &Expr) -> Option<Left>,
    ) -> Option<Left> {
        let mut condition = parts[0].clone();
        let (yes, no) = (read(self, &parts[1])?, read(self, &parts[2])?);
        if !self.read(&mut condition) || (yes.before, yes.after) != (no.before, no.after) {
            return None;
        }
        let kind = ExprKind::If(Box::new([condition, yes.sum, no.sum]));
        let sum = Expr { kind, ty: Type::Position, span: whole.span };
        Some(Left { sum, before: yes.before, after: yes.after })
    }
}

/// Whether a condition is a single comparison that says that a heap is not empty.
fn is_not_empty(condition: &Expr, heap: SlotId) -> bool {
    let ExprKind::Compare(first, rest) = &condition.kind else { return false };
    match &rest[..] {
        [(Comparison::Gt | Comparison::Ne, second)] => is_slot(first, heap) && is_int(second, 0),
        [(Comparison::Ge, second)] => is_slot(first, heap) && is_int(second, 1),
        [(Comparison::Lt, second)] => is_int(first, 0) && is_slot(second, heap),
        [(Comparison::Le, second)] => is_int(first, 1) && is_slot(second, heap),
        _ => false,
    }
}

fn each_field(instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<SeparateHeaps> {
    let rules = instance.program.game(game);
    let mut moves = vec![Vec::new(); rules.fields.len()];
    for it in &rules.moves {
        let (field, it) = in_one_field(it, rules.fields.len())?;
        moves[field].push(it);
    }
    let heaps = rules.fields.iter().zip(moves).map(|(field, moves)| {
        // A field that no move changes is not a heap.
        (!moves.is_empty()).then(|| with_heap(instance, game, field, moves, budget))?
    });
    let games = heaps.collect::<Option<Vec<_>>>()?;
    Some(SeparateHeaps { games, list: false })
}

/// Converts a move that changes and reads only one field to a move of that heap; also returns the
/// field.
fn in_one_field(it: &Move, fields: usize) -> Option<(usize, Move)> {
    let ExprKind::Component(game, arguments) = &it.target.kind else { return None };
    let mut changed = (0..fields).filter(|at| !is_slot(&arguments[*at], SlotId(*at as u32)));
    let (field, None) = (changed.next()?, changed.next()) else { return None };
    let mut it = it.clone();
    it.slots[0] = it.slots[field].clone();
    let mut size = arguments[field].clone();
    let own = SlotId(field as u32);
    let fits = only_field(&mut size, own, fields)
        && it.clauses.iter_mut().all(|clause| only_field(walk::clause_expr_mut(clause), own, fields));
    it.target.kind = ExprKind::Component(*game, vec![size]);
    fits.then_some((field, it))
}

/// Replaces the field `own` by the only field of the game of one heap. Returns `false` if the
/// expression uses another field.
fn only_field(expr: &mut Expr, own: SlotId, fields: usize) -> bool {
    if let ExprKind::Local(slot) = &mut expr.kind {
        let fits = *slot == own || slot.index() >= fields;
        if *slot == own {
            *slot = SlotId(0);
        }
        return fits;
    }
    let mut fits = true;
    walk::children_mut(expr, &mut |part| {
        fits &= stacker::maybe_grow(64 << 10, 4 << 20, || only_field(part, own, fields));
    });
    fits
}
