//! Writes guesses as texts of claims, and judges them.

use super::Kind;
use crate::claim::{Case, Evidence};
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::Value;
use crate::number::Int;
use crate::pipeline::{self, CheckOptions, Opened, Setting};
use crate::position::{Budget, Limit};
use crate::source::Loader;
use crate::theory::period::Period;
use crate::variants::asked::{claimed, only_about};

/// A claim that the data suggest.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The text of the claim, from the word `claim` on.
    pub text: String,
    /// The declaration of a game that the claim mentions and that is not in the spec, if there is
    /// one.
    pub game: Option<String>,
    /// What the claim is about.
    pub kind: Kind,
    /// The statement without quantifier and premise.
    pub says: String,
    /// The claim is about positions whose variables are all at least this.
    pub first: u64,
}

impl Candidate {
    /// A claim about all positions whose variables are at least `first`.
    fn new(variables: &[String], first: u64, says: String, kind: Kind) -> Candidate {
        let conclusion = match says.contains(" <=> ") {
            true => format!("({says})"),
            false => says.clone(),
        };
        let whole = premise(variables, first).map(|premise| format!("{premise} => {conclusion}"));
        let text = format!("claim forall {}: {}", variables.join(", "), whole.as_ref().unwrap_or(&says));
        Candidate { text, game: None, kind, says, first }
    }

    /// Whether a counterexample of another claim also refutes this one: both have the same
    /// statement, and this one is about the position of the counterexample.
    pub fn fails_with(&self, other: &Candidate, counterexample: &Case) -> bool {
        let is_large = |value: &Value| match value {
            Value::Int(int) => *int >= Int::from(self.first),
            _ => false,
        };
        other.says == self.says && counterexample.iter().all(|(_, value)| is_large(value))
    }

    /// The text of the claim, below the declaration of its game if there is one.
    fn lines(&self) -> String {
        self.game.iter().chain([&self.text]).map(|line| format!("{line}\n")).collect()
    }
}

/// The condition that all variables are at least `first`; `None` if that is 0.
fn premise(variables: &[String], first: u64) -> Option<String> {
    let least = first.checked_sub(1)?;
    let each: Vec<String> = variables.iter().map(|name| format!("{name} > {least}")).collect();
    Some(each.join(" and "))
}

/// The claim that the values of positions are those of an expression.
pub fn of_value(pattern: &str, variables: &[String], first: u64, expression: &str) -> Candidate {
    let brackets = if expression.starts_with("if ") { ("(", ")") } else { ("", "") };
    let says = format!("sg({pattern}) == {}{expression}{}", brackets.0, brackets.1);
    Candidate::new(variables, first, says, Kind::Values)
}

/// The claim that positions are lost exactly under a condition.
pub fn of_outcome(pattern: &str, variables: &[String], first: u64, condition: &str) -> Candidate {
    let says = match condition {
        "true" => format!("losing({pattern})"),
        "false" => format!("winning({pattern})"),
        _ => format!("losing({pattern}) <=> {condition}"),
    };
    Candidate::new(variables, first, says, Kind::Outcomes)
}

/// The claim that the value of the pattern at `n` is the value of heap `n + ahead` of a game by
/// code. `name` is the name that the claim gives this game.
pub fn of_code(pattern: &str, variable: &str, name: &str, code: &str, ahead: i64) -> Candidate {
    let heap = match ahead {
        0 => variable.to_string(),
        1.. => format!("{variable} + {ahead}"),
        _ => format!("{variable} - {}", -ahead),
    };
    let premise = if ahead < 0 { format!("{variable} >= {} => ", -ahead) } else { String::new() };
    let says = format!("sg({pattern}) == sg({name}({heap}))");
    let text = format!("claim forall {variable}: {premise}{says}");
    let game = Some(format!("game {name}(n: nat) = octal \"{code}\""));
    Candidate { text, game, kind: Kind::Game, says, first: 0 }
}

/// The claim that the values repeat with a period.
pub fn of_period(pattern: &str, period: Period) -> Candidate {
    let adding = if period.saltus > 0 { format!(" adding {}", period.saltus) } else { String::new() };
    let from = if period.preperiod > 0 { format!(" from {}", period.preperiod) } else { String::new() };
    let says = format!("sg({pattern}) repeats every {}{adding}{from}", period.period);
    Candidate { text: format!("claim: {says}"), game: None, kind: Kind::Period, says, first: 0 }
}

/// The time limit for judging all claims together, in microseconds.
const TIME: u64 = 20_000_000;

/// What is needed to judge claims.
pub struct Judging<'a> {
    /// The spec about whose games the claims are.
    pub opened: &'a Opened,
    /// The values that the user set for parameters.
    pub settings: &'a [Setting],
    /// Loads files that the spec mentions.
    pub loader: &'a dyn Loader,
    /// The limits of the whole command.
    pub budget: &'a Budget<'a>,
    /// The time for a proof from the rules, in microseconds; `None` for no such proof.
    pub prove_time: Option<u64>,
    /// The minimum of the bound up to which claims are checked.
    pub least: u64,
}

impl Judging<'_> {
    /// The evidence for each claim, or `None` for all if the claims cannot be read. It is an error
    /// if the rules are wrong.
    pub fn judge(&self, candidates: &[Candidate]) -> Result<Vec<Option<Evidence>>, Vec<Diagnostic>> {
        let text: String = candidates.iter().map(Candidate::lines).collect();
        let (clock, outer) = (self.budget.observer(), self.budget.stopper());
        let begun = self.budget.now().unwrap_or(0);
        let stop = || {
            let is_over = clock.is_some_and(|clock| clock.now().saturating_sub(begun) > TIME);
            outer().or(is_over.then_some(Limit::Time))
        };
        let within = self.budget.within(&stop);
        let mut opened = self.opened.with_claims(&text, self.settings, self.loader, &within);
        if let Some(instance) = &mut opened.instance {
            let games = claimed(&instance.program);
            only_about(&mut instance.program, &games);
        }
        let (least, prove_time) = (Some(self.least), self.prove_time);
        let checked =
            pipeline::check(opened, &within, CheckOptions { least, prove_time, ..CheckOptions::default() });
        let about_claims = |it: &Diagnostic| it.code.to_string().starts_with("G6");
        let is_wrong = |it: &Diagnostic| it.is_error() && !about_claims(it) && it.code != Code::G501;
        if checked.diagnostics.iter().any(is_wrong) || checked.verdicts.len() != candidates.len() {
            // An error in the syntax, names, types or constants of the claims is a mistake of the
            // search, not of the rules.
            if checked.opened.instance.is_none() {
                return Ok(vec![None; candidates.len()]);
            }
            return Err(checked.diagnostics.into_iter().filter(is_wrong).collect());
        }
        Ok(checked.verdicts.into_iter().map(|it| Some(it.evidence)).collect())
    }
}
