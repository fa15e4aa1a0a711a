//! Cells: yes-or-no questions about a state, whose answers can be encoded as one value in several
//! ways.
//!
//! A list of truth values, a text of two letters, rows of these, and a set with known possible
//! members are equivalent. A [`CellMap`] maps the cells of one such value to the cells of another.

use super::symbolic::Symbol;
use crate::ir::{Domain, ExprKind, Value};
use crate::number::Int;
use crate::shape::terms::term::{GivenUp, Made, Store, TermId};

/// Finitely many cells, and how their answers are written as one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cells {
    /// A list or a text of the shape of the first value, or a list of such rows, with one of the
    /// two marks in each place. The second mark means yes.
    Places(Value, [Value; 2]),
    /// The set of the cells for which the answer is yes; the list has all cells, in ascending
    /// order.
    Members(Vec<Value>),
}

impl Cells {
    /// Returns the number of cells.
    pub fn count(&self) -> usize {
        match self {
            Cells::Places(shape, _) => places(shape),
            Cells::Members(members) => members.len(),
        }
    }

    /// Returns the answers that a value gives, in the order of the cells; `None` if it does not
    /// have these cells.
    pub fn read(&self, value: &Value) -> Option<Vec<bool>> {
        let mut answers = Vec::new();
        match (self, value) {
            (Cells::Places(shape, marks), value) => read_places(shape, value, marks, &mut answers)?,
            (Cells::Members(all), Value::Set(members)) => {
                answers.resize(all.len(), false);
                for member in members.iter() {
                    answers[all.binary_search(member).ok()?] = true;
                }
            }
            _ => return None,
        }
        Some(answers)
    }

    /// Returns the value with these answers.
    pub fn write(&self, answers: &[bool]) -> Value {
        match self {
            Cells::Places(shape, marks) => {
                let mut marks = answers.iter().map(|yes| marks[usize::from(*yes)].clone());
                filled(shape, &mut || marks.next())
            }
            Cells::Members(all) => {
                let members = all.iter().zip(answers).filter(|(_, yes)| **yes);
                Value::Set(members.map(|(member, _)| member.clone()).collect())
            }
        }
    }

    /// Returns the value whose answers are these conditions.
    pub(super) fn open(&self, answers: &[TermId], store: &mut Store) -> Made<Symbol> {
        match self {
            Cells::Places(shape, marks) => {
                let marks = [store.constant(&marks[0]), store.constant(&marks[1])];
                open_places(shape, marks, &mut answers.iter().copied(), store)
            }
            Cells::Members(all) => {
                Ok(Symbol::Set(all.iter().cloned().zip(answers.iter().copied()).collect()))
            }
        }
    }

    /// Returns the answers that a symbol gives where the condition `when` holds. Fails if the value
    /// of the symbol may lack these cells in such a state.
    pub(super) fn answers(&self, symbol: &Symbol, when: TermId, store: &mut Store) -> Made<Vec<TermId>> {
        let never = store.truth(false);
        let mut answers = Vec::new();
        match (self, symbol) {
            (Cells::Places(shape, marks), symbol) => {
                let marks = [store.constant(&marks[0]), store.constant(&marks[1])];
                answers_of_places(shape, symbol, marks, when, store, &mut answers)?;
            }
            (Cells::Members(all), Symbol::Set(members)) => {
                answers.resize(all.len(), never);
                for (member, there) in members {
                    let there = store.choose(when, *there, never)?;
                    match all.binary_search(member) {
                        Ok(at) => answers[at] = there,
                        Err(_) if there == never => {}
                        Err(_) => return Err(GivenUp),
                    }
                }
            }
            _ => return Err(GivenUp),
        }
        Ok(answers)
    }

    /// Returns a different name for each cell: a possible member of a set is its own name; a cell
    /// of a row is named by its index, and a cell in rows by `(column, row)`. `None` if rows are
    /// nested more deeply.
    fn names(&self) -> Option<Vec<Value>> {
        let Cells::Places(shape, _) = self else {
            let Cells::Members(members) = self else { return None };
            return Some(members.clone());
        };
        let rows = match shape {
            Value::List(rows) if rows.iter().any(|row| matches!(row, Value::List(_) | Value::Text(_))) => {
                rows
            }
            flat => return Some((0..places(flat)).map(number).collect()),
        };
        let is_row = |row: &Value| match row {
            Value::List(cells) => !cells.iter().any(|it| matches!(it, Value::List(_) | Value::Text(_))),
            row => matches!(row, Value::Text(_)),
        };
        let named = |(y, row): (usize, &Value)| (0..places(row)).map(move |x| pair(x, y)).collect::<Vec<_>>();
        rows.iter().all(is_row).then(|| rows.iter().enumerate().flat_map(named).collect())
    }
}

/// A one-to-one correspondence between the cells of two values, called ours and theirs.
#[derive(Debug, Clone)]
pub struct CellMap {
    /// The cells of the first value.
    pub ours: Cells,
    /// The cells of the second value.
    pub theirs: Cells,
    /// For each of `theirs`, the index of the corresponding cell in `ours`.
    place: Vec<usize>,
    /// Whether corresponding cells have opposite answers.
    flipped: bool,
}

impl CellMap {
    /// Returns the correspondences, by equal names, between our cells and the cells of sets, lists
    /// or rows of lists in `domain`; each with equal and with opposite answers. If our cells are a
    /// row, the rectangles that it fills row by row are tried too.
    pub fn into_domain(ours: &Cells, domain: &Domain) -> Vec<CellMap> {
        let Some(names) = ours.names() else { return Vec::new() };
        let mut maps = Vec::new();
        for names in std::iter::once(names.clone()).chain(in_rows(&names)) {
            let Some(theirs) = written_in(domain, &names) else { continue };
            let place = theirs.names().and_then(|theirs| {
                theirs.iter().map(|name| names.iter().position(|it| it == name)).collect::<Option<Vec<_>>>()
            });
            let Some(place) = place.filter(|place| place.len() == names.len()) else { continue };
            for flipped in [false, true] {
                let (ours, theirs, place) = (ours.clone(), theirs.clone(), place.clone());
                maps.push(CellMap { ours, theirs, place, flipped });
            }
        }
        maps
    }

    /// Converts one of our values to theirs; `None` if it does not have our cells.
    pub fn over(&self, value: &Value) -> Option<Value> {
        let ours = self.ours.read(value)?;
        let theirs: Vec<bool> = self.place.iter().map(|place| ours[*place] != self.flipped).collect();
        Some(self.theirs.write(&theirs))
    }

    /// Converts one of their values to ours; `None` if it does not have their cells.
    pub fn back(&self, value: &Value) -> Option<Value> {
        let mut ours = vec![false; self.place.len()];
        for (yes, place) in self.theirs.read(value)?.into_iter().zip(&self.place) {
            ours[*place] = yes != self.flipped;
        }
        Some(self.ours.write(&ours))
    }

    /// Converts answers for `ours` to answers for `theirs`, as conditions, which are all false
    /// where `when` does not hold.
    pub(super) fn conditions(&self, ours: &[TermId], when: TermId, store: &mut Store) -> Made<Vec<TermId>> {
        let (yes, no) = (store.truth(true), store.truth(false));
        let answer = |place: &usize| {
            let own = if self.flipped { store.choose(ours[*place], no, yes)? } else { ours[*place] };
            store.choose(when, own, no)
        };
        self.place.iter().map(answer).collect()
    }
}

fn number(at: usize) -> Value {
    Value::Int(Int::from(at))
}

fn pair(x: usize, y: usize) -> Value {
    Value::Tuple([number(x), number(y)].into())
}

/// If the names are the indices 0, 1, … of a row, returns other names for its cells, one list for
/// each width: `(column, row)` if the row is read as a rectangle of this width, row by row. Empty
/// otherwise.
fn in_rows(names: &[Value]) -> Vec<Vec<Value>> {
    let count = names.len();
    if !names.iter().cloned().eq((0..count).map(number)) {
        return Vec::new();
    }
    let widths = (2..count).filter(|width| count.is_multiple_of(*width));
    widths.map(|width| (0..count).map(|at| pair(at % width, at / width)).collect()).collect()
}

/// Returns cells with these names of values in a domain; `None` if the values of the domain have no
/// such cells.
fn written_in(domain: &Domain, names: &[Value]) -> Option<Cells> {
    match domain {
        Domain::Set(element) => {
            let fits = names.iter().all(|name| match (&**element, name) {
                (Domain::Nat, Value::Int(int)) => !int.is_negative(),
                (Domain::Tuple(parts), Value::Tuple(values)) => {
                    let natural = |value: &Value| matches!(value, Value::Int(int) if !int.is_negative());
                    parts.len() == values.len()
                        && parts.iter().all(|part| matches!(part, Domain::Nat))
                        && values.iter().all(natural)
                }
                (Domain::Vertex, name) => matches!(name, Value::Vertex(_)),
                _ => false,
            });
            let mut members = names.to_vec();
            members.sort();
            fits.then_some(Cells::Members(members))
        }
        Domain::List(element) => match &**element {
            Domain::List(inner) => {
                let marks = marks(inner)?;
                let rows = rows(names)?;
                let row = |width: &usize| Value::List(vec![marks[0].clone(); *width].into());
                Some(Cells::Places(Value::List(rows.iter().map(row).collect()), marks))
            }
            element => {
                let marks = marks(element)?;
                let is_row = names.iter().cloned().eq((0..names.len()).map(number));
                let row = Value::List(vec![marks[0].clone(); names.len()].into());
                is_row.then_some(Cells::Places(row, marks))
            }
        },
        _ => None,
    }
}

/// Returns the two values of a domain of truth values, or of the numbers 0 and 1; `None` for
/// others.
pub(super) fn marks(domain: &Domain) -> Option<[Value; 2]> {
    let is = |bound: &ExprKind, wanted: i64| matches!(bound, ExprKind::Literal(value) if *value == Value::int(wanted));
    match domain {
        Domain::Bool => Some([Value::Bool(false), Value::Bool(true)]),
        Domain::Between(low, high) if is(&low.kind, 0) && is(&high.kind, 1) => {
            Some([Value::int(0), Value::int(1)])
        }
        _ => None,
    }
}

/// Returns the [`marks`] of a domain, or 0 and 1 for naturals of any size: states with other
/// numbers are then on no board. `None` for other domains.
pub(super) fn marks_or_naturals(domain: &Domain) -> Option<[Value; 2]> {
    match domain {
        Domain::Nat => Some([Value::int(0), Value::int(1)]),
        _ => marks(domain),
    }
}

/// Returns the lengths of the rows whose cells have these names; `None` if a name is no pair of
/// naturals, or a row has a gap or is missing.
fn rows(names: &[Value]) -> Option<Vec<usize>> {
    let mut lengths: Vec<usize> = Vec::new();
    let mut cells = Vec::new();
    for name in names {
        let Value::Tuple(parts) = name else { return None };
        let [Value::Int(x), Value::Int(y)] = &parts[..] else { return None };
        cells.push((y.to_usize()?, x.to_usize()?));
    }
    cells.sort_unstable();
    for (y, x) in cells {
        if y == lengths.len() {
            lengths.push(0);
        }
        let last = lengths.len().checked_sub(1)?;
        if y != last || x != lengths[last] {
            return None;
        }
        lengths[last] += 1;
    }
    Some(lengths)
}

/// Returns how many places for marks a list, perhaps of rows, or a text has.
pub(super) fn places(shape: &Value) -> usize {
    match shape {
        Value::List(parts) => parts.iter().map(places).sum(),
        Value::Text(letters) => letters.len(),
        _ => 1,
    }
}

/// Returns a value of the given shape with the marks that `next` returns, in order. Where `next`
/// returns `None`, the mark of `shape` stays.
pub(super) fn filled(shape: &Value, next: &mut dyn FnMut() -> Option<Value>) -> Value {
    match shape {
        Value::List(parts) => Value::List(parts.iter().map(|part| filled(part, next)).collect()),
        Value::Text(letters) => {
            let letter = |before: &char| match next() {
                Some(Value::Text(letter)) if letter.len() == 1 => letter[0],
                _ => *before,
            };
            Value::Text(letters.iter().map(letter).collect())
        }
        mark => next().unwrap_or_else(|| mark.clone()),
    }
}

fn read_places(shape: &Value, value: &Value, marks: &[Value; 2], answers: &mut Vec<bool>) -> Option<()> {
    let mut answer = |mark: &Value| {
        answers.push(*mark == marks[1]);
        marks.contains(mark).then_some(())
    };
    match (shape, value) {
        (Value::List(shapes), Value::List(values)) if shapes.len() == values.len() => {
            shapes.iter().zip(values.iter()).try_for_each(|(a, b)| read_places(a, b, marks, answers))
        }
        (Value::Text(letters), Value::Text(values)) if letters.len() == values.len() => {
            values.iter().try_for_each(|letter| answer(&Value::Text([*letter].into())))
        }
        (Value::List(_) | Value::Text(_), _) => None,
        (_, mark) => answer(mark),
    }
}

fn open_places(
    shape: &Value,
    marks: [TermId; 2],
    answers: &mut dyn Iterator<Item = TermId>,
    store: &mut Store,
) -> Made<Symbol> {
    let [no, yes] = marks;
    match shape {
        Value::List(parts) => {
            let parts = parts.iter().map(|part| open_places(part, marks, answers, store));
            Ok(Symbol::List(parts.collect::<Made<_>>()?))
        }
        Value::Text(letters) => {
            let letters = answers.take(letters.len()).map(|it| Ok(Symbol::Cases(store.choose(it, yes, no)?)));
            Ok(Symbol::Text(letters.collect::<Made<_>>()?))
        }
        _ => Ok(Symbol::Cases(store.choose(answers.next().ok_or(GivenUp)?, yes, no)?)),
    }
}

fn answers_of_places(
    shape: &Value,
    symbol: &Symbol,
    marks: [TermId; 2],
    when: TermId,
    store: &mut Store,
    answers: &mut Vec<TermId>,
) -> Made<()> {
    let parts = match (shape, symbol) {
        (Value::List(shapes), Symbol::List(parts)) if shapes.len() == parts.len() => {
            for (shape, part) in shapes.iter().zip(parts) {
                answers_of_places(shape, part, marks, when, store, answers)?;
            }
            return Ok(());
        }
        (Value::Text(letters), Symbol::Text(parts)) if letters.len() == parts.len() => &parts[..],
        (Value::List(_) | Value::Text(_), _) => return Err(GivenUp),
        (_, mark) => std::slice::from_ref(mark),
    };
    for part in parts {
        let Symbol::Cases(mark) = part else { return Err(GivenUp) };
        let mut is = |wanted: TermId| {
            let is = store.lift(&[*mark], &mut |store, parts| Ok(store.truth(parts[0] == wanted)))?;
            let never = store.truth(false);
            store.choose(when, is, never)
        };
        let (no, yes) = (is(marks[0])?, is(marks[1])?);
        let always = store.truth(true);
        if store.choose(no, always, yes)? != when {
            return Err(GivenUp);
        }
        answers.push(yes);
    }
    Ok(())
}
