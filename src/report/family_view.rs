//! The results of `prove --for`: a row for each value of a parameter and each game, and a pattern
//! that all rows have in common.

use super::proof_view::ProofView;
use super::view::json_value;
use crate::ir::Value;
use crate::pipeline::Over;
use serde::Serialize;

/// The result for one game and one value of the parameter.
#[derive(Debug, Serialize)]
pub struct FamilyRow {
    /// The name of the parameter.
    pub parameter: String,
    /// The value of the parameter.
    pub value: serde_json::Value,
    /// What was proved about the game.
    #[serde(flatten)]
    pub proof: ProofView,
}

impl FamilyRow {
    /// The row for a value of the first parameter of `over`.
    pub fn new(over: &Over, value: &Value, proof: ProofView) -> FamilyRow {
        FamilyRow { parameter: over.parameters[0].name().to_string(), value: value_in(over, value), proof }
    }
}

/// A value of a parameter as JSON.
pub fn value_in(over: &Over, value: &Value) -> serde_json::Value {
    let program = over.opened.instance.as_ref().map(|it| &it.program);
    program.map_or(serde_json::Value::Null, |program| json_value(program, value))
}

/// The widths of a text table. Each row is printed as soon as it is known, so the widths are fixed
/// beforehand.
pub struct FamilyTable {
    parameter: String,
    /// The width of the column of values.
    value: usize,
    /// The width of the column of games; `None` if there is only one game, which then has no
    /// column.
    game: Option<usize>,
}

/// The width of the column of statuses: that of `undecided`.
const STATUS: usize = 9;
/// The width of the columns of states and of times.
const NUMBER: usize = 8;

impl FamilyTable {
    /// The table for the values of a parameter, and for the games that are proved for each value.
    pub fn new(parameter: &str, values: &[serde_json::Value], games: &[String]) -> FamilyTable {
        let width = |text: &str| text.chars().count();
        let value = values.iter().map(|value| width(&number(value))).max().unwrap_or(0).max(width(parameter));
        let game = games.iter().map(|name| width(name)).max().map(|widest| widest.max(width("game")));
        FamilyTable { parameter: parameter.to_string(), value, game: game.filter(|_| games.len() > 1) }
    }

    /// The line with the names of the columns.
    pub fn head(&self) -> String {
        self.line(&self.parameter, "game", ["status", "states", "time", "system"])
    }

    /// The line for a row.
    pub fn row(&self, row: &FamilyRow) -> String {
        let proof = &row.proof;
        let states = proof.states.map_or("-".to_string(), |states| states.to_string());
        let time = format!("{:.2} s", proof.seconds);
        let system = proof.system.as_deref().unwrap_or("-");
        self.line(&number(&row.value), &proof.game, [proof.status, &states, &time, system])
    }

    fn line(&self, value: &str, game: &str, [status, states, time, system]: [&str; 4]) -> String {
        let (values, game) =
            (self.value, self.game.map_or(String::new(), |width| format!("{game:<width$}  ")));
        format!("{value:<values$}  {game}{status:<STATUS$}  {states:<NUMBER$}  {time:<NUMBER$}  {system}\n")
    }

    /// A line with the pattern that the rows have in common, which is only observed, not proved.
    /// Empty if there is none, or there are several games.
    pub fn seen(&self, rows: &[FamilyRow]) -> String {
        let parameter = &self.parameter;
        match seen(parameter, rows).filter(|_| self.game.is_none()) {
            Some(seen) => {
                format!("pattern: checked for these values, not proved for every `{parameter}`: {seen}\n")
            }
            None => String::new(),
        }
    }
}

/// A value as text, without the quotes of a JSON string.
fn number(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

/// A pattern is reported only if it holds for at least this many rows.
const LEAST: usize = 3;

/// The pattern that all rows have in common, if all are proved: descriptions that differ only in
/// numbers linear in the parameter; otherwise a linear number of states.
fn seen(parameter: &str, rows: &[FamilyRow]) -> Option<String> {
    let values: Vec<i64> = rows.iter().map(|row| number(&row.value).parse().ok()).collect::<Option<_>>()?;
    let states: Vec<i64> =
        rows.iter().map(|row| i64::try_from(row.proof.states?).ok()).collect::<Option<_>>()?;
    if rows.len() < LEAST {
        return None;
    }
    let words: Option<Vec<&String>> = rows.iter().map(|row| row.proof.words.as_ref()).collect();
    if let Some(common) = words.and_then(|words| in_common(parameter, &values, &words)) {
        let fields = match &*rows[0].proof.fields {
            [field] => field.clone(),
            fields => format!("({})", fields.join(", ")),
        };
        return Some(format!("{fields} is lost if and only if {common}"));
    }
    Some(format!("the automaton has {} states", linear(parameter, &values, &states)?))
}

/// The common description, in which each number is a linear expression in the parameter; `None` if
/// descriptions differ in more than numbers, or a number is not linear.
fn in_common(parameter: &str, values: &[i64], words: &[&String]) -> Option<String> {
    let parts: Vec<(Vec<String>, Vec<i64>)> =
        words.iter().map(|words| split(words)).collect::<Option<_>>()?;
    let (texts, numbers) = &parts[0];
    if parts.iter().any(|part| part.0 != *texts) {
        return None;
    }
    let mut out = texts[0].clone();
    for at in 0..numbers.len() {
        let each: Vec<i64> = parts.iter().map(|part| part.1[at]).collect();
        out.push_str(&linear(parameter, values, &each)?);
        out.push_str(&texts[at + 1]);
    }
    Some(out)
}

/// Splits a text into its numbers and the pieces around them, one more than numbers. `None` if a
/// number is too large.
fn split(text: &str) -> Option<(Vec<String>, Vec<i64>)> {
    let (mut texts, mut numbers, mut rest) = (Vec::new(), Vec::new(), text);
    while let Some(begin) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = rest[begin..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - begin);
        texts.push(rest[..begin].to_string());
        numbers.push(rest[begin..begin + digits].parse().ok()?);
        rest = &rest[begin + digits..];
    }
    texts.push(rest.to_string());
    Some((texts, numbers))
}

/// The linear expression in the parameter that has these `numbers` at these `values`, such as
/// `2*k` for 2, 4 at 1, 2. `None` if there is none with integer coefficients, or all `values` are
/// equal.
fn linear(parameter: &str, values: &[i64], numbers: &[i64]) -> Option<String> {
    let (first, other) = (values[0], values.iter().position(|value| *value != values[0])?);
    let by = values[other].checked_sub(first)?;
    let rise = numbers[other].checked_sub(numbers[0])?;
    let factor = (rise.checked_rem(by)? == 0).then(|| rise / by)?;
    let constant = numbers[0].checked_sub(factor.checked_mul(first)?)?;
    let is = |value: &i64| factor.checked_mul(*value)?.checked_add(constant);
    if values.iter().zip(numbers).any(|(value, number)| is(value) != Some(*number)) {
        return None;
    }
    let term = match factor {
        0 => return Some(constant.to_string()),
        1 => parameter.to_string(),
        factor => format!("{factor}*{parameter}"),
    };
    Some(match constant {
        0 => term,
        constant if constant > 0 => format!("({term} + {constant})"),
        constant => format!("({term} - {})", constant.unsigned_abs()),
    })
}
