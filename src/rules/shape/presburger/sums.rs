//! Decides whether a sum is lost if only the outcomes of its components are known, not their
//! values.
//!
//! Under normal play a lost component has value 0, and so do two equal components together. So lost
//! components and pairs of equal ones can be omitted; if one won component remains, the sum is won.

use super::{Defined, Definer, Linear, Scope, Sign, Stuck, Truth};
use crate::ir::{Binary, Comparison, Convention, Expr, ExprKind, GameId, Type};
use crate::theory::automaton::Automaton;

/// A component: a game and its fields.
type Part = (GameId, Vec<Linear>);
/// The most components of such a sum; larger sums are undefinable.
const MOST_PARTS: usize = 6;

impl Definer<'_> {
    /// Where a position has value 0, and where that is unknown. Refuses games without values.
    pub(super) fn zero_value(&self, expr: &Expr, scope: &Scope) -> Defined<Truth> {
        let positions = self.position(expr, scope)?;
        let mut parts = positions.ways.iter().flat_map(|way| &way.parts);
        if !parts.all(|part| self.known.has_values(part.0)) {
            return Err(Stuck::Undefinable);
        }
        self.lost_positions(positions, Convention::Normal)
    }

    /// Whether two positions have equal values: then their sum has value 0.
    pub(super) fn equal_values(&self, a: &Expr, b: &Expr, scope: &Scope) -> Defined<Truth> {
        match (self.value_of(a, scope), self.value_of(b, scope)) {
            (Ok(a), Ok(b)) => return self.compared(&a, Comparison::Eq, &b),
            (Err(Stuck::TooLarge), _) | (_, Err(Stuck::TooLarge)) => return Err(Stuck::TooLarge),
            _ => {}
        }
        let kind = ExprKind::Binary(Binary::AddPositions, Box::new(a.clone()), Box::new(b.clone()));
        self.zero_value(&Expr { kind, ty: Type::Position, span: a.span }, scope)
    }

    /// Whether a sum is lost under normal play; unknown where lost components and pairs of equal
    /// components do not determine this.
    pub(super) fn lost_by_pairs(&self, parts: &[Part]) -> Defined<Truth> {
        if parts.len() > MOST_PARTS || !parts.iter().all(|part| self.known.has_values(part.0)) {
            return Err(Stuck::Undefinable);
        }
        let single = |part: &Part| match self.lost_way(std::slice::from_ref(part), Convention::Normal) {
            Err(Stuck::Undefinable) => Ok(Truth::unknown()),
            lost => lost,
        };
        let lost = parts.iter().map(single).collect::<Defined<Vec<Truth>>>()?;
        let whole: Vec<usize> = (0..parts.len()).collect();
        let (holds, fails) = self.left_out(parts, &lost, &whole)?;
        self.from_both(holds, &fails)
    }

    /// Returns where the components with the indices `left` are together known to be lost, and
    /// where they are known to be won.
    fn left_out(&self, parts: &[Part], lost: &[Truth], left: &[usize]) -> Defined<(Automaton, Automaton)> {
        let Some((first, rest)) = left.split_first() else {
            return Ok((Automaton::constant(true), Automaton::constant(false)));
        };
        let (is_lost, is_won) = self.left_out(parts, lost, rest)?;
        let here = &lost[*first];
        let mut holds = here.holds.and(&is_lost, self.room)?;
        let mut fails = here.holds.and(&is_won, self.room)?;
        fails = fails.or(&self.fails(here)?.and(&is_lost, self.room)?, self.room)?;
        for other in rest.iter().filter(|other| parts[**other].0 == parts[*first].0) {
            let equal = self.same_fields(&parts[*first].1, &parts[*other].1)?;
            if equal.is_nothing() {
                continue;
            }
            let others: Vec<usize> = rest.iter().copied().filter(|it| it != other).collect();
            let (is_lost, is_won) = self.left_out(parts, lost, &others)?;
            holds = holds.or(&equal.and(&is_lost, self.room)?, self.room)?;
            fails = fails.or(&equal.and(&is_won, self.room)?, self.room)?;
        }
        Ok((holds, fails))
    }

    fn same_fields(&self, a: &[Linear], b: &[Linear]) -> Defined<Automaton> {
        if a.len() != b.len() {
            return Ok(Automaton::constant(false));
        }
        let mut same = Automaton::constant(true);
        for (a, b) in a.iter().zip(b) {
            same = same.and(&a.sub(b).is_zero(self.room)?, self.room)?;
        }
        Ok(same)
    }

    /// Returns for each number from 0 to `far` the condition under which the only component has at
    /// least that many winning moves, and the condition under which that is unknown, which never
    /// holds. `None` unless there is exactly one component, of a game with counted winning moves.
    pub(super) fn winning_moves_of(
        &self,
        parts: &[Part],
        convention: Convention,
        far: usize,
    ) -> Defined<Option<(Vec<Automaton>, Automaton)>> {
        let [(game, fields)] = parts else { return Ok(None) };
        let Some(counts) = self.known.winning_moves(*game, convention, far) else { return Ok(None) };
        let mut steps = vec![Automaton::constant(true)];
        for step in &counts.steps {
            steps.push(self.placed(step, &counts.fields, fields)?);
        }
        Ok(Some((steps, Automaton::constant(false))))
    }
}
