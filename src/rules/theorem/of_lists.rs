//! Applies theorems about lists to games whose fields are the elements, and theorems about fields
//! to games on lists of one length.

use super::ClosedForm;
use super::mapped::StateMap;
use crate::ir::{Builtin, Convention, ExprKind, GameId, Value, walk};
use crate::number::Int;
use crate::position::Instance;
use crate::shape::presburger::Question;
use num_bigint::BigUint;

/// A game on a list is compared with games on fields for lists of at most this many elements.
const MOST_ELEMENTS: usize = 6;
/// The most lengths of lists with which a game is compared, the smallest first.
const MOST_LENGTHS: usize = 3;

/// The lengths of lists that occur in a program: those with which the rules of the game compare the
/// length of a list, and those of the lists in its starts and claims. From 2 to `MOST_ELEMENTS`,
/// ascending; only the `MOST_LENGTHS` smallest.
pub fn lengths(instance: &Instance, game: GameId) -> Vec<usize> {
    let program = &instance.program;
    let rules = program.game(game);
    let mut found = Vec::new();
    let guards = rules.moves.iter().flat_map(|it| it.clauses.iter().map(walk::clause_expr));
    for expr in guards.chain(rules.ends.iter().map(|end| &end.condition.expr)) {
        walk::everything(expr, &mut |part| {
            if let ExprKind::Compare(first, rest) = &part.kind {
                let sides = || std::iter::once(&**first).chain(rest.iter().map(|it| &it.1));
                let counts = sides().any(|side| matches!(side.kind, ExprKind::Builtin(Builtin::Len, _)));
                found.extend(sides().filter(|_| counts).filter_map(|side| match &side.kind {
                    ExprKind::Literal(Value::Int(length)) => length.to_usize(),
                    _ => None,
                }));
            }
        });
    }
    let starts = program.starts.iter().map(|start| &start.position.expr);
    for expr in starts.chain(program.claims.iter().map(|claim| claim.expr())) {
        walk::everything(expr, &mut |part| {
            if let ExprKind::Component(other, arguments) = &part.kind
                && *other == game
                && let [argument] = &arguments[..]
                && let ExprKind::List(elements) = &argument.kind
            {
                found.push(elements.len());
            }
        });
    }
    found.retain(|length| (2..=MOST_ELEMENTS).contains(length));
    found.sort_unstable();
    found.dedup();
    found.truncate(MOST_LENGTHS);
    found
}

/// A closed form about lists, for a game whose fields are the elements.
#[derive(Debug)]
pub struct OfElements {
    /// The closed form for the list.
    pub form: Box<dyn ClosedForm>,
}

fn list(state: &[Value]) -> [Value; 1] {
    [Value::List(state.into())]
}

/// The elements of the list that is a state's only field; `None` if the list does not have `count`
/// elements.
fn elements(state: &[Value], count: usize) -> Option<&[Value]> {
    match state {
        [Value::List(elements)] if elements.len() == count => Some(elements),
        _ => None,
    }
}

impl ClosedForm for OfElements {
    fn value(&self, state: &[Value]) -> Option<Int> {
        self.form.value(&list(state))
    }
    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        self.form.losing(&list(state), convention)
    }
    fn losing_misere_sum(&self, parts: &[(Vec<Value>, u64)]) -> Option<bool> {
        let lists: Vec<_> = parts.iter().map(|(state, count)| (list(state).to_vec(), *count)).collect();
        self.form.losing_misere_sum(&lists)
    }
    fn misere_heaps(&self, state: &[Value]) -> Option<Vec<BigUint>> {
        self.form.misere_heaps(&list(state))
    }
    fn winning(&self, state: &[Value], convention: Convention) -> Option<Vec<Vec<Value>>> {
        let targets = self.form.winning(&list(state), convention)?;
        targets.iter().map(|target| elements(target, state.len()).map(<[Value]>::to_vec)).collect()
    }
    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        self.form.why(&list(state), convention)
    }
    fn reach(&self, state: &[Value]) -> Option<u64> {
        self.form.reach(&list(state))
    }
    fn says(&self, question: Question, fields: usize) -> Option<String> {
        self.form.says(question, fields)
    }
    fn says_where(&self, fields: usize) -> Option<String> {
        self.form.says_where(fields)
    }
    fn is_total(&self, vertices: Option<usize>) -> bool {
        self.form.is_total(vertices)
    }
    fn ends(&self) -> Option<&'static str> {
        self.form.ends()
    }
    fn only(&self) -> Option<String> {
        self.form.only()
    }
    fn is_about_starts(&self) -> bool {
        self.form.is_about_starts()
    }
}

/// Maps a list of this length to fields, one for each element.
#[derive(Debug)]
pub struct OfList(pub usize);

impl StateMap for OfList {
    fn over(&self, state: &[Value]) -> Option<Vec<Value>> {
        elements(state, self.0).map(<[Value]>::to_vec)
    }
    fn back(&self, state: Vec<Value>) -> Option<Vec<Value>> {
        Some(list(&state).to_vec())
    }
    fn only(&self) -> Option<String> {
        let elements = if self.0 == 1 { "element" } else { "elements" };
        Some(format!("for lists of {} {elements}", self.0))
    }
    fn says_of(&self) -> Option<usize> {
        Some(self.0)
    }
}
