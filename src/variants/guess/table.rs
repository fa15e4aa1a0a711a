//! A table of expressions with their values at all examined points. Of expressions with equal
//! values, the shortest is kept.

use super::shapes::{ADDED, DIVISORS, FACTORS, FUNCTIONS, JOINS, MODULI, OF_ALL, OF_TWO, cost_of};
use rustc_hash::FxHashMap;

/// An expression over the variables.
#[derive(Debug, Clone)]
pub struct Feature {
    /// The text of the expression.
    pub text: String,
    /// How many bits encode the expression.
    pub cost: u32,
    /// The value at each point; truth values are 0 and 1.
    pub values: Vec<i64>,
    /// Whether the expression denotes a truth value rather than a number.
    pub truth: bool,
    /// Whether the expression needs no parentheses as an operand.
    pub closed: bool,
}

impl Feature {
    /// The text of the expression as an operand, in parentheses if necessary.
    pub fn operand(&self) -> String {
        if self.closed { self.text.clone() } else { format!("({})", self.text) }
    }
}

/// Expressions that can be found by their values.
#[derive(Debug, Default)]
pub struct Table {
    /// The expressions: first atoms and functions of atoms, then those with one step of `by_constants`, then
    /// those with two. No two have equal values.
    pub all: Vec<Feature>,
    /// Maps values to the index in `all` of the expression that has these values.
    places: FxHashMap<Vec<i64>, usize>,
    /// How many expressions, the first ones, are atoms or functions of atoms.
    pub plain: usize,
    /// How many expressions, the first ones, were made with at most one step of `by_constants`.
    pub near: usize,
}

/// Evaluates a text at all points; `None` if it has no value at some point.
pub type Evaluate<'e> = dyn FnMut(&str) -> Option<Vec<i64>> + 'e;

impl Table {
    /// Makes the expressions over some variables.
    pub fn new(variables: &[String], evaluate: &mut Evaluate<'_>) -> Table {
        let mut table = Table::default();
        let mut add = |table: &mut Table, text: String, cost, closed, truth| {
            let source = if truth { format!("if {text} then 1 else 0") } else { text.clone() };
            if let Some(values) = evaluate(&source) {
                table.add(Feature { text, cost, values, truth, closed });
            }
        };
        for (text, cost, closed) in atoms(variables) {
            add(&mut table, text, cost, closed, false);
        }
        for (text, cost, closed) in atoms(variables) {
            let operand = if closed { text.clone() } else { format!("({text})") };
            for function in FUNCTIONS {
                // An argument that stands alone or before a comma needs no parentheses.
                let bare = function.text.replace("(#)", &format!("({text})"));
                let bare = bare.replace("(#,", &format!("({text},"));
                let text = bare.replace('#', &operand);
                // A call needs no parentheses.
                let closed = text.ends_with(')') && !function.text.starts_with(['#', '2']);
                add(&mut table, text, cost + function.cost, closed, function.truth);
            }
        }
        table.plain = table.all.len();
        let plain = 0..table.plain;
        table.by_constants(plain);
        table.near = table.all.len();
        let divided: Vec<usize> =
            (table.plain..table.near).filter(|at| table.all[*at].cost <= MOST_TWICE).collect();
        for at in divided {
            table.by_constants(at..at + 1);
        }
        table
    }

    /// Adds an expression. Of two expressions with equal values the shorter one is kept; if only
    /// one of them is a truth value, the first one.
    fn add(&mut self, feature: Feature) {
        match self.places.get(&feature.values) {
            Some(at) if self.all[*at].cost <= feature.cost => {}
            Some(at) if self.all[*at].truth == feature.truth => self.all[*at] = feature,
            Some(_) => {}
            None => {
                self.places.insert(feature.values.clone(), self.all.len());
                self.all.push(feature);
            }
        }
    }

    /// The expression with these values, if there is one.
    pub fn find(&self, values: &[i64]) -> Option<&Feature> {
        self.places.get(values).map(|at| &self.all[*at])
    }

    /// Adds the expressions that apply one operation with a constant to the expressions with
    /// indices in `of`.
    fn by_constants(&mut self, of: std::ops::Range<usize>) {
        for at in of {
            let feature = self.all[at].clone();
            if feature.truth {
                continue;
            }
            let operand = feature.operand();
            let mut step = |text: String, number: i64, by: &dyn Fn(i64) -> Option<i64>| {
                let values: Option<Vec<i64>> = feature.values.iter().map(|value| by(*value)).collect();
                let cost = feature.cost + 3 + cost_of(number);
                if let Some(values) = values {
                    self.add(Feature { text, cost, values, truth: false, closed: false });
                }
            };
            for m in MODULI {
                step(format!("{operand} mod {m}"), m, &|it| Some(it.rem_euclid(m)));
            }
            for d in DIVISORS {
                step(format!("{operand} div {d}"), d, &|it| Some(it.div_euclid(d)));
            }
            for c in ADDED {
                let sign = if c < 0 { '-' } else { '+' };
                // A nim-sum binds more loosely than a sum.
                let left = if feature.text.contains(" xor ") { &operand } else { &feature.text };
                step(format!("{left} {sign} {}", c.abs()), c, &|it| it.checked_add(c));
            }
            for f in FACTORS {
                step(format!("{f} * {operand}"), f, &|it| it.checked_mul(f));
            }
        }
    }
}

/// An expression with arithmetic that costs more than this gets no second step of arithmetic.
const MOST_TWICE: u32 = 16;

/// The simplest expressions, variables and combinations of them: text, cost, and whether it needs
/// no parentheses as an operand.
fn atoms(variables: &[String]) -> Vec<(String, u32, bool)> {
    let mut atoms: Vec<(String, u32, bool)> = variables.iter().map(|it| (it.clone(), 3, true)).collect();
    if let [only] = variables {
        atoms.extend([(format!("{only} + 1"), 6, false), (format!("{only} - 1"), 6, false)]);
        return atoms;
    }
    for (word, cost) in JOINS {
        atoms.push((variables.join(&format!(" {word} ")), *cost + variables.len() as u32, false));
    }
    for (_, text, cost) in OF_ALL {
        atoms.push((text.replace('#', &variables.join(", ")), *cost + variables.len() as u32, true));
    }
    for (at, first) in variables.iter().enumerate() {
        for second in &variables[at + 1..] {
            for (text, cost) in OF_TWO {
                let text = text.replace("#1", first).replace("#2", second);
                let closed = text.ends_with(')') && !text.contains(") div ");
                if text.starts_with("abs(") {
                    atoms.extend([2, 3].map(|d| (format!("{text} div {d}"), cost + 10, false)));
                }
                atoms.push((text, cost + 4, closed));
            }
        }
        atoms.push((format!("{first} + 1"), 6, false));
    }
    atoms
}
