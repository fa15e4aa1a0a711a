//! Writes conditions as text: alternatives, bounds, and other atoms.

use super::cubes::{self, Cube, Interval, Literal};
use super::terms::Wording;
use crate::ir::Value;
use crate::number::Int;
use crate::shape::terms::term::{Node, Polynomial, TermId, added};

/// The most alternatives that are written. If there are more, only their number and the literals
/// that all of them have are written.
const MOST_ALTERNATIVES: usize = 6;

impl Wording<'_> {
    /// Describes a formula: an empty text if it always holds, `never` if it never does, `None` if
    /// it has no description.
    pub fn formula(&self, formula: TermId) -> Option<String> {
        match self.store.node(formula) {
            Node::Truth(false) => Some("never".to_string()),
            _ => match &*cubes::cubes(self.store, formula)? {
                [] => Some("never".to_string()),
                cubes => self.alternatives(cubes),
            },
        }
    }

    /// Describes alternatives; the literals that all of them have come first.
    pub fn alternatives(&self, cubes: &[Cube]) -> Option<String> {
        let (Some(first), 2..) = (cubes.first(), cubes.len()) else {
            return cubes.first().map_or(Some(String::new()), |cube| self.cube(cube));
        };
        let common: Cube =
            first.iter().filter(|it| cubes.iter().all(|cube| cube.contains(it))).cloned().collect();
        let together = self.cube(&common)?;
        if cubes.len() > MOST_ALTERNATIVES {
            let and = if together.is_empty() { "" } else { ", and " };
            return Some(format!("{together}{and}one of {} cases holds", cubes.len()));
        }
        let mut each = Vec::new();
        for cube in cubes {
            let own: Cube = cube.iter().filter(|it| !common.contains(it)).cloned().collect();
            each.push(self.cube(&own)?);
        }
        each.sort();
        let either = each.join(" or ");
        Some(if together.is_empty() { either } else { format!("{together}, and {either}") })
    }

    /// Describes one alternative: bounds first, then the other literals.
    fn cube(&self, cube: &Cube) -> Option<String> {
        let (mut bounds, mut others) = (Vec::<Bounds>::new(), Vec::new());
        for literal in cube {
            match literal {
                Literal::Atom(atom, holds) => others.push(self.atom(*atom, *holds)?),
                // A condition that admits all vertices is not mentioned.
                Literal::Constant(_, values, true)
                    if values.len() == self.instance.universe().len()
                        && values.iter().all(|value| matches!(value, Value::Vertex(_))) => {}
                Literal::Constant(term, values, holds) => {
                    let values: Vec<String> = values.iter().map(|value| self.value(value)).collect();
                    let term = self.term(*term)?;
                    others.push(match (&values[..], holds) {
                        ([value], true) => format!("{term} == {value}"),
                        ([value], false) => format!("{term} != {value}"),
                        (_, true) => format!("{term} in {{{}}}", values.join(", ")),
                        (_, false) => format!("{term} not in {{{}}}", values.join(", ")),
                    });
                }
                Literal::Integer(integer, intervals) => match &intervals[..] {
                    [interval] => self.bound(*integer, interval, &mut bounds)?,
                    [(low, _), .., (_, high)] if holes(intervals).is_some() => {
                        let ends = (low.clone(), high.clone());
                        if ends != (None, None) {
                            self.bound(*integer, &ends, &mut bounds)?;
                        }
                        for hole in holes(intervals)? {
                            others.push(self.unlike(*integer, hole)?);
                        }
                    }
                    _ => others.push(self.one_of(*integer, intervals)?),
                },
            }
        }
        let mut all = bounds.into_iter().map(Bounds::words).collect::<Vec<_>>();
        others.sort();
        all.extend(others);
        Some(all.join(" and "))
    }

    /// Describes that an integer is not equal to a number: its equation, with `!=`.
    fn unlike(&self, integer: TermId, number: Int) -> Option<String> {
        let mut bounds = Vec::new();
        self.bound(integer, &(Some(number.clone()), Some(number)), &mut bounds)?;
        Some(bounds.pop()?.words().replacen(" == ", " != ", 1))
    }

    /// Adds bounds of an integer to `all`: as bounds of the whole integer if it contains a
    /// remainder, otherwise of the last name in it that is not multiplied, or else of its positive
    /// terms.
    fn bound(&self, integer: TermId, (low, high): &Interval, all: &mut Vec<Bounds>) -> Option<()> {
        let mut rest = self.store.polynomial(integer);
        if let Some((_, _, times)) = self.remainders(&mut rest.clone()).pop() {
            // Bounds on a subtracted remainder are written with the other sign.
            let negative = times.is_negative();
            let sign = if negative { -Int::ONE } else { Int::ONE };
            let signed = rest.iter().map(|it| (it.0.clone(), &it.1 * &sign)).collect();
            let bounds = Bounds::of(all, self.sum(&signed)?, false);
            return self.bounded(bounds, &Vec::new(), negative, low, high);
        }
        let Some(at) = self.subject(&rest) else {
            // Negative terms move to the other side.
            let (away, here): (Polynomial, Polynomial) = rest.into_iter().partition(|it| it.1.is_negative());
            let bounds = Bounds::of(all, self.sum(&here)?, false);
            return self.bounded(bounds, &away, false, low, high);
        };
        let (product, factor) = rest.remove(at);
        let (subject, negative) = (product[0], factor.is_negative());
        let natural = self.store.surely_natural(subject);
        let at = Bounds::of(all, self.term(subject)?, natural);
        self.bounded(at, &rest, negative, low, high)
    }

    /// Adds the bounds of a subject that follow if `subject + rest`, or `rest - subject` if
    /// `negative`, lies between two numbers.
    fn bounded(
        &self,
        bounds: &mut Bounds,
        rest: &Polynomial,
        negative: bool,
        low: &Option<Int>,
        high: &Option<Int>,
    ) -> Option<()> {
        // Moves `rest` to the other side of a bound.
        let shifted = |bound: &Int| {
            let mut other = rest.clone();
            if !negative {
                other.iter_mut().for_each(|it| it.1 = -it.1.clone());
            }
            let bound = if negative { -bound.clone() } else { bound.clone() };
            other.insert(0, (Vec::new(), bound));
            other
        };
        let (low, high) = if negative { (high, low) } else { (low, high) };
        if let Some(low) = low {
            bounds.lows.push(self.sum(&added(shifted(low)))?);
        }
        if let Some(high) = high {
            // `<= n - 1` is written as `< n`.
            let high = added(shifted(high));
            let strict: Polynomial = high.iter().filter(|it| !it.0.is_empty()).cloned().collect();
            let below = high.len() > strict.len() && high[0].1 == -Int::ONE && !strict.is_empty();
            let under = if below { Some(self.sum(&strict)?) } else { None };
            bounds.highs.push((self.sum(&high)?, under));
        }
        Some(())
    }

    /// Returns the index of the subject in a sum: the variable named last, among those not
    /// multiplied.
    fn subject(&self, sum: &Polynomial) -> Option<usize> {
        let rank = |at: &usize| match (&sum[*at].0[..], &sum[*at].1) {
            ([variable], factor) if *factor == Int::ONE || *factor == -Int::ONE => {
                self.names.iter().rposition(|it| it.0 == *variable)
            }
            _ => None,
        };
        (0..sum.len()).filter(|at| rank(at).is_some()).max_by_key(rank)
    }

    /// Describes that an integer lies in one of some intervals.
    fn one_of(&self, integer: TermId, intervals: &[Interval]) -> Option<String> {
        let text = self.term(integer)?;
        let point = |it: &Interval| it.0.clone().filter(|low| it.1.as_ref() == Some(low));
        if let Some(points) = intervals.iter().map(point).collect::<Option<Vec<Int>>>() {
            let points: Vec<String> = points.iter().map(Int::to_string).collect();
            return Some(format!("{text} in {{{}}}", points.join(", ")));
        }
        let parts = intervals.iter().map(|it| match it {
            (Some(low), Some(high)) if low == high => format!("{text} == {low}"),
            (Some(low), Some(high)) => format!("{low} <= {text} <= {high}"),
            (Some(low), None) => format!("{text} >= {low}"),
            (None, Some(high)) => format!("{text} <= {high}"),
            (None, None) => String::new(),
        });
        Some(format!("({})", parts.collect::<Vec<_>>().join(" or ")))
    }

    /// Describes that an atom holds, or that it does not.
    pub fn atom(&self, atom: TermId, holds: bool) -> Option<String> {
        let not = if holds { "" } else { "not " };
        Some(match self.store.node(atom) {
            Node::AtLeast(integer, least) => {
                let interval =
                    if holds { (Some(least.clone()), None) } else { (None, Some(least - &Int::ONE)) };
                self.cube(&vec![Literal::Integer(*integer, vec![interval])])?
            }
            Node::Same(a, b) => {
                let mut both = [self.term(*a)?, self.term(*b)?];
                both.sort_by_key(|it| (!it.starts_with(char::is_alphabetic), it.len(), it.clone()));
                format!("{} {} {}", both[0], if holds { "==" } else { "!=" }, both[1])
            }
            Node::In(element, set) => format!("{} {not}in {}", self.term(*element)?, self.term(*set)?),
            Node::Holds(inner) => format!("{not}{}", self.term(*inner)?),
            _ => return None,
        })
    }
}

/// Returns the integers that are missing between intervals; `None` if a gap is longer than one
/// integer, if more than 3 are missing, or if all intervals are single integers.
fn holes(intervals: &[Interval]) -> Option<Vec<Int>> {
    // The most missing integers that are returned.
    const MOST_ALTERNATIVES: usize = 3;
    let points = intervals.iter().all(|(low, high)| low.is_some() && low == high);
    let between = intervals.windows(2).map(|two| {
        let (high, low) = (two[0].1.as_ref()?, two[1].0.as_ref()?);
        (high.succ().succ() == *low).then(|| high.succ())
    });
    between.collect::<Option<Vec<Int>>>().filter(|holes| !points && holes.len() <= MOST_ALTERNATIVES)
}

/// The bounds of one term, in words.
#[derive(Debug, Default)]
struct Bounds {
    subject: String,
    /// Whether the subject is a natural.
    natural: bool,
    /// The lower bounds, each as the text before `<=`.
    lows: Vec<String>,
    /// The upper bounds: each as the text after `<=`, and, if it ends in `- 1`, as the text after
    /// `<`.
    highs: Vec<(String, Option<String>)>,
}

impl Bounds {
    /// Returns the bounds of a subject in `all`; adds empty ones if there are none.
    fn of(all: &mut Vec<Bounds>, subject: String, natural: bool) -> &mut Bounds {
        let at = all.iter().position(|it| it.subject == subject).unwrap_or_else(|| {
            all.push(Bounds { subject, natural, ..Bounds::default() });
            all.len() - 1
        });
        &mut all[at]
    }

    fn words(self) -> String {
        let Bounds { subject, natural, mut lows, mut highs } = self;
        if natural && lows.is_empty() && highs.iter().any(|it| it.0 == "0") {
            lows.push("0".to_string());
        }
        let same = lows.iter().find(|low| highs.iter().any(|high| high.0 == **low)).cloned();
        if let Some(same) = same {
            // The remaining bounds are written after the equation.
            let equal = format!("{subject} == {same}");
            lows.retain(|low| *low != same);
            highs.retain(|high| high.0 != same);
            // The lower bound 0 of a natural is not written.
            lows.retain(|low| !natural || low != "0");
            if lows.is_empty() && highs.is_empty() {
                return equal;
            }
            let rest = Bounds { subject, natural: false, lows, highs }.words();
            return format!("{equal} and {rest}");
        }
        let some = |mut all: Vec<String>, which: &str| {
            all.sort();
            all.dedup();
            match &all[..] {
                [] => None,
                [one] => Some(one.clone()),
                _ => Some(format!("{which}({})", all.join(", "))),
            }
        };
        let under: Option<Vec<String>> = highs.iter().map(|it| it.1.clone()).collect();
        let high = match under {
            Some(under) => some(under, "min").map(|it| format!("< {it}")),
            None => some(highs.into_iter().map(|it| it.0).collect(), "min").map(|it| format!("<= {it}")),
        };
        match (some(lows, "max"), high) {
            (Some(low), Some(high)) => format!("{low} <= {subject} {high}"),
            (Some(low), None) => format!("{subject} >= {low}"),
            (None, Some(high)) => format!("{subject} {high}"),
            (None, None) => String::new(),
        }
    }
}
