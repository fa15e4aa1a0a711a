//! Finds a known game, Nim or an octal code, whose heaps of 0, 1, 2, … have the values of a row of
//! a game's positions, such as texts of n equal letters. This is an observation up to a bound, and
//! no theorem.

use crate::ir::value::Component;
use crate::ir::{Domain, Value};
use crate::number::Int;
use crate::shape::GameRules;

/// A known game whose heaps have the values of a row of positions of the examined game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Likeness {
    /// The name of the known game.
    pub known: String,
    /// The row of examined positions, written with a variable `n`, such as `sets of 1 to n`.
    pub of: String,
    /// The greatest `n` that was compared.
    pub bound: usize,
}

/// Values are compared up to this `n`, or as far as the oracle gives them.
const FURTHEST: usize = 40;
/// Nothing is concluded from this many values or fewer.
const LEAST: usize = 12;
/// Nothing is concluded from values among which fewer are different, because too many games begin
/// alike.
const DIFFERENT: usize = 4;

/// The most digits after the point of an octal code that is compared.
const DIGITS: usize = 3;

/// The known game whose heaps have the values of a row of positions of a game with one field, as
/// far as `oracle` computes them; `None` if there is none, if the game has another number of
/// fields, or if the game is loopy. Letters for texts are taken from the components `some`.
pub fn likeness(
    rules: GameRules<'_>,
    some: &[Component],
    oracle: &mut dyn FnMut(&Component) -> Option<u64>,
) -> Option<Likeness> {
    let game = rules.instance.program.game(rules.game);
    let [field] = game.fields.as_slice() else { return None };
    if game.loopy {
        return None;
    }
    let own = some.iter().filter(|component| component.game == rules.game);
    rows(&field.domain, own).into_iter().find_map(|row| {
        let values = row.values(rules, oracle);
        let known = known(&values)?;
        Some(Likeness { known, of: row.name, bound: values.len() - 1 })
    })
}

/// A sequence of positions, one for each natural `n`.
struct Row {
    name: String,
    at: Box<dyn Fn(usize) -> Value>,
}

/// The rows of positions that a field of this type can hold; none for other types.
fn rows<'c>(domain: &Domain, some: impl Iterator<Item = &'c Component>) -> Vec<Row> {
    let row = |name: &str, at: Box<dyn Fn(usize) -> Value>| Row { name: name.to_string(), at };
    let number = |n: usize| Value::Int(Int::from(n));
    match domain {
        Domain::Nat => vec![row("n", Box::new(number))],
        Domain::Text => letters(some)
            .into_iter()
            .map(|letter| Row {
                name: format!("texts of n letters \"{letter}\""),
                at: Box::new(move |n| Value::Text(vec![letter; n].into())),
            })
            .collect(),
        Domain::Set(element) if matches!(**element, Domain::Nat | Domain::Int | Domain::Between(..)) => {
            [("sets of 0 to n - 1", 0), ("sets of 1 to n", 1)]
                .map(|(name, first)| {
                    row(name, Box::new(move |n| Value::Set((first..first + n).map(number).collect())))
                })
                .into()
        }
        Domain::List(element) => {
            let parts = match **element {
                Domain::Nat | Domain::Int | Domain::Between(..) => [Value::int(1), Value::int(0)],
                Domain::Bool => [Value::Bool(true), Value::Bool(false)],
                _ => return Vec::new(),
            };
            let name = |part: &Value| match part {
                Value::Bool(part) => format!("lists of n elements {part}"),
                part => format!("lists of n elements {}", if *part == Value::int(1) { 1 } else { 0 }),
            };
            parts
                .map(|part| Row {
                    name: name(&part),
                    at: Box::new(move |n| Value::List(vec![part.clone(); n].into())),
                })
                .into()
        }
        _ => Vec::new(),
    }
}

/// The letters of the texts in some components, then a few usual ones; at most six letters.
fn letters<'c>(some: impl Iterator<Item = &'c Component>) -> Vec<char> {
    let mut letters = Vec::new();
    let mut add = |letter: char| {
        if !letters.contains(&letter) && letters.len() < 6 {
            letters.push(letter);
        }
    };
    for component in some {
        if let [Value::Text(text)] = &*component.state {
            text.iter().copied().for_each(&mut add);
        }
    }
    ['x', 'o', '1', '*'].into_iter().for_each(&mut add);
    letters
}

impl Row {
    /// The values of the positions from `n = 0` to `FURTHEST`, up to the first that is not in the
    /// field's type or that the oracle does not compute.
    fn values(&self, rules: GameRules<'_>, oracle: &mut dyn FnMut(&Component) -> Option<u64>) -> Vec<u64> {
        let range = rules.instance.fields[rules.game.index()].first();
        let value = |n: usize| {
            let state = (self.at)(n);
            let fits = range.is_none_or(|range| range.contains(&state));
            fits.then(|| oracle(&Component { game: rules.game, state: [state].into() })).flatten()
        };
        (0..=FURTHEST).map_while(value).collect()
    }
}

/// The name of the first known game whose heaps of 0, 1, 2, … have these values.
fn known(values: &[u64]) -> Option<String> {
    if values.iter().enumerate().all(|(n, value)| n as u64 == *value) && has_enough(values) {
        return Some("Nim".to_string());
    }
    let code = code_with_values(values)?;
    Some(match &*code {
        "0.77" => "Kayles, 0.77".to_string(),
        "0.07" => "Dawson's Kayles, 0.07".to_string(),
        "0.137" => "Dawson's Chess, 0.137".to_string(),
        code => format!("the code {code}"),
    })
}

/// The first octal code of up to three digits whose heaps have these values, such as `0.77`; `None` if there
/// is none, or if the values are too few or too uniform to decide.
pub fn code_with_values(values: &[u64]) -> Option<String> {
    if !has_enough(values) {
        return None;
    }
    let codes = (1..=DIGITS as u32).flat_map(|count| {
        let digits = move |number: usize| (0..count).rev().map(move |place| number >> (3 * place) & 7);
        (0..8usize.pow(count)).map(move |number| digits(number).collect::<Vec<usize>>())
    });
    let digits = codes.into_iter().find(|digits| has_values(digits, values))?;
    Some(format!("0.{}", digits.iter().map(ToString::to_string).collect::<String>()))
}

/// Whether there are enough values, and enough different ones, to distinguish them from those of other games.
fn has_enough(values: &[u64]) -> bool {
    let mut different = values.to_vec();
    different.sort_unstable();
    different.dedup();
    values.len() > LEAST && different.len() >= DIFFERENT
}

/// Whether the heaps of an octal code have these values. Bits 1, 2 and 4 of the digit at place k
/// say whether k may be taken if no heap, one heap, or two heaps remain.
fn has_values(digits: &[usize], values: &[u64]) -> bool {
    (0..values.len()).all(|n| {
        let mut options = Vec::new();
        for (place, digit) in digits.iter().enumerate() {
            let Some(left) = n.checked_sub(place + 1) else { break };
            if digit & 1 != 0 && left == 0 {
                options.push(0);
            }
            if digit & 2 != 0 && left > 0 {
                options.push(values[left]);
            }
            if digit & 4 != 0 {
                options.extend((1..=left / 2).map(|part| values[part] ^ values[left - part]));
            }
        }
        (0..).find(|value| !options.contains(value)) == Some(values[n])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_tell_the_code() {
        // 0.07 and 0.77: Winning Ways, chapter 4.
        let dawson = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0];
        assert_eq!(known(&dawson).as_deref(), Some("Dawson's Kayles, 0.07"));
        let kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2];
        assert_eq!(known(&kayles).as_deref(), Some("Kayles, 0.77"));
        let mut other = kayles;
        other[19] = 3;
        assert_eq!(known(&other), None);
        assert_eq!(known(&dawson[..12]), None, "too few");
        assert_eq!(known(&[0, 1].repeat(10)), None, "too few different ones");
        assert_eq!(known(&(0..20).collect::<Vec<u64>>()).as_deref(), Some("Nim"));
    }
}
