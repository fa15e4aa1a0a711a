//! Proposes claims about a pattern, from the answers at its small positions.
//!
//! `table` evaluates expressions of the variables, built by `shapes`, at all these positions.
//! `values` finds the expressions that equal the values, and `outcomes` the conditions that hold
//! exactly at the lost positions. A fit that takes about as many bits as the data is dropped as due
//! to chance. The others are judged like claims of a spec, far beyond the data. Only claims that
//! are proved or hold everywhere are proposed.

mod claims;
mod data;
mod games;
mod outcomes;
mod shapes;
mod table;
mod values;

use crate::claim::{self, Evidence};
use crate::diagnostic::Diagnostic;
use crate::ir::{ExprKind, walk};
use crate::model::Model;
use crate::pipeline::{Opened, Pattern, Setting, Variables};
use crate::position::{Budget, Instance, Limit, Problem, ProblemKind};
use crate::solve::{Choice, Solver};
use crate::sound;
use crate::source::Loader;
use crate::theorem::Theorem;
use claims::{Candidate, Judging};
use data::{Data, Target, Unfit};
use values::Fit;

/// What the user asks for.
#[derive(Debug, Clone, Default)]
pub struct Wish {
    /// The pattern: a position with variables. `None` means that of the only game.
    pub pattern: Option<String>,
    /// Whether only outcomes are examined.
    pub outcomes: bool,
    /// The values that the user set for parameters.
    pub settings: Vec<Setting>,
    /// The time for a proof from the rules, in microseconds; `None` for no such proof.
    pub prove_time: Option<u64>,
}

/// What a claim is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The values of all positions of the pattern.
    Values,
    /// The period of the values.
    Period,
    /// Which positions of the pattern are lost.
    Outcomes,
    /// The equality of the values with those of a game by code.
    Game,
    /// Only some positions of the pattern: a row, the diagonal, or one combination of values for
    /// fields with few values.
    Part,
}

impl Kind {
    /// The name of the kind in reports.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Values => "values",
            Kind::Period => "period",
            Kind::Outcomes => "outcomes",
            Kind::Game => "game",
            Kind::Part => "part",
        }
    }
}

/// A claim that is proved, or holds up to the bound of its check.
#[derive(Debug)]
pub struct Guess {
    /// The text of the claim, from the word `claim` on.
    pub claim: String,
    /// The declaration of a game that the claim mentions and that is not in the spec, if there is
    /// one.
    pub game: Option<String>,
    /// What the claim is about.
    pub kind: Kind,
    /// The evidence: a proof, or the bound of the check.
    pub evidence: Evidence,
}

/// Why nothing can be guessed.
#[derive(Debug)]
pub enum Failure {
    /// The pattern or the rules have errors.
    Diagnostics(Vec<Diagnostic>),
    /// Nothing can be guessed about such a pattern; says why.
    Message(String),
    /// A position could not be evaluated.
    Problem(Problem),
}

impl From<Vec<Diagnostic>> for Failure {
    fn from(diagnostics: Vec<Diagnostic>) -> Failure {
        Failure::Diagnostics(diagnostics)
    }
}

/// The time for rows and the diagonal, in microseconds.
const PARTS_TIME: u64 = 10_000_000;
/// The time for finding a period, in microseconds.
const PERIOD_TIME: u64 = 5_000_000;

/// Fields with finitely many values are replaced by each of their values, if that gives at most
/// this many combinations.
const FEW_CHOICES: usize = 8;

/// The result for a pattern.
#[derive(Debug)]
pub struct Guessed {
    /// The claims, proved ones first.
    pub guesses: Vec<Guess>,
    /// The theorem that covers the game of the pattern, if there is one.
    pub theorem: Option<&'static Theorem>,
}

/// Guesses claims about a pattern, and finds the theorem that covers its game.
pub fn guess(
    opened: &mut Opened,
    wish: &Wish,
    loader: &dyn Loader,
    budget: &Budget<'_>,
) -> Result<Guessed, Failure> {
    let pattern = opened.pattern_or_game(wish.pattern.as_deref(), Variables::Integers, loader)?;
    let theorem = opened.instance.as_ref().and_then(|instance| theorem(&pattern, instance, budget));
    let guesses = match fixed(opened, &pattern) {
        Some(texts) => {
            let mut guesses = Vec::new();
            for text in texts {
                let part = opened.pattern(&text, Variables::Integers, loader)?;
                let found = about(opened, &part, wish, loader, budget)?;
                guesses.extend(found.into_iter().map(|it| Guess { kind: Kind::Part, ..it }));
            }
            guesses.sort_by_key(|it| !matches!(it.evidence, Evidence::Proved { .. }));
            guesses
        }
        None => of_all(opened, &pattern, wish, loader, budget)?,
    };
    Ok(Guessed { guesses, theorem })
}

/// The theorem that covers the game of a pattern, if the pattern is one component whose fields are
/// variables.
fn theorem(pattern: &Pattern, instance: &Instance, budget: &Budget<'_>) -> Option<&'static Theorem> {
    let inner = match &pattern.body.expr.kind {
        ExprKind::Convention(_, inner) => inner,
        _ => &pattern.body.expr,
    };
    let ExprKind::Component(game, arguments) = &inner.kind else { return None };
    let plain = arguments.iter().all(|it| matches!(it.kind, ExprKind::Local(_)));
    let model = Model::of(instance);
    let covered = plain.then(|| model.theorem(*game, budget)).flatten();
    covered.filter(|covered| !covered.is_about_starts()).map(|covered| covered.theorem)
}

/// The texts of the pattern with each combination of values for the fields with finitely many
/// values. `None` if there are no such fields or no others, or too many combinations.
fn fixed(opened: &Opened, pattern: &Pattern) -> Option<Vec<String>> {
    let bounded = data::bounded(pattern, opened.instance.as_ref()?);
    if bounded.is_empty() || bounded.len() == pattern.variables.len() {
        return None;
    }
    let mut texts = vec![pattern.text.clone()];
    for (name, low, high) in bounded {
        let (low, high) = (low.to_i64()?, high.to_i64()?);
        if high.checked_sub(low)? >= FEW_CHOICES as i64 {
            return None;
        }
        let with = |text: &String| {
            (low..=high).map(|value| substituted(text, name, &value.to_string())).collect::<Vec<_>>()
        };
        texts = texts.iter().flat_map(with).collect();
    }
    (texts.len() <= FEW_CHOICES).then_some(texts)
}

/// Guesses claims about a pattern whose variables range over all naturals. If none is found about
/// all positions of two variables, guesses claims about rows and the diagonal.
fn of_all(
    opened: &mut Opened,
    pattern: &Pattern,
    wish: &Wish,
    loader: &dyn Loader,
    budget: &Budget<'_>,
) -> Result<Vec<Guess>, Failure> {
    let mut guesses = about(opened, pattern, wish, loader, budget)?;
    if guesses.iter().all(|it| matches!(it.kind, Kind::Period | Kind::Game))
        && let [a, b] = &*pattern.variables
    {
        let (clock, outer, begun) = (budget.observer(), budget.stopper(), budget.now().unwrap_or(0));
        let stop = || {
            let is_over = clock.is_some_and(|clock| clock.now().saturating_sub(begun) > PARTS_TIME);
            outer().or(is_over.then_some(Limit::Time))
        };
        let within = budget.within(&stop);
        for text in parts(&pattern.text, &a.0, &b.0) {
            if stop().is_some() {
                break;
            }
            let Ok(part) = opened.pattern(&text, Variables::Integers, loader) else { continue };
            if part.variables.len() != 1 {
                continue;
            }
            // Claims about rows rarely have a proof from the rules alone, so none is searched for.
            let wish = Wish { prove_time: None, ..wish.clone() };
            if let Ok(found) = about(opened, &part, &wish, loader, &within) {
                guesses.extend(found.into_iter().map(|it| Guess { kind: Kind::Part, ..it }));
            }
        }
    }
    // Proved claims come first. Otherwise the order of the search is kept.
    guesses.sort_by_key(|it| !matches!(it.evidence, Evidence::Proved { .. }));
    Ok(guesses)
}

/// The texts of the first rows in both directions, and of the diagonal, of a pattern with two
/// variables.
fn parts(text: &str, a: &str, b: &str) -> Vec<String> {
    let mut parts = Vec::new();
    for fixed in ["0", "1", "2"] {
        parts.push(substituted(text, a, fixed));
        parts.push(substituted(text, b, fixed));
    }
    parts.push(substituted(text, b, a));
    parts
}

/// Replaces a name, where it is a whole word, in a text.
fn substituted(text: &str, name: &str, by: &str) -> String {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let (mut out, mut word) = (String::new(), String::new());
    for letter in text.chars().chain([' ']) {
        if is_letter(letter) {
            word.push(letter);
            continue;
        }
        out.push_str(if word == name { by } else { &word });
        word.clear();
        out.push(letter);
    }
    out.pop();
    out
}

/// Guesses claims about all positions of a pattern: about values, the period, games by code, and
/// outcomes. A claim about all values makes the last two superfluous.
fn about(
    opened: &Opened,
    pattern: &Pattern,
    wish: &Wish,
    loader: &dyn Loader,
    budget: &Budget<'_>,
) -> Result<Vec<Guess>, Failure> {
    let Some(instance) = &opened.instance else { return Ok(Vec::new()) };
    let data = Data::collect(pattern, instance, wish.outcomes, budget).map_err(|unfit| match unfit {
        Unfit::Message(message) => Failure::Message(message),
        Unfit::Trouble(trouble) => Failure::Problem(problem_of(trouble)),
    })?;
    let (settings, prove_time, least) = (&*wish.settings, wish.prove_time, data.least);
    let judging = Judging { opened, settings, loader, budget, prove_time, least };
    let tables = [0, 1].map(|first| data.table(first, opened, loader, budget));
    let views = || tables.iter().enumerate().map(|(first, table)| (first as u64, table));
    let mut candidates = Vec::new();
    for (first, table) in views() {
        let Some(values) = data.values(first) else { break };
        let fits = values::fitting(table, &values, &data.variables);
        let text = |fit: &Fit| claims::of_value(&pattern.text, &data.variables, first, &fit.text);
        candidates.extend(surprising(&fits, &values, first, &text));
    }
    let mut guesses: Vec<Guess> = best(&judging, candidates)?.into_iter().collect();
    let complete = !guesses.is_empty();
    if let (Target::Values(_), [_]) = (&data.target, &*pattern.variables) {
        let candidates = period(opened, pattern, budget);
        guesses.extend(best(&judging, candidates)?);
    }
    if complete {
        return Ok(guesses);
    }
    if let (Target::Values(values), [_]) = (&data.target, &*pattern.variables) {
        let candidates = games::with_values(opened, pattern, &data.variables[0], values);
        guesses.extend(best(&judging, candidates)?);
    }
    let mut candidates = Vec::new();
    for (first, table) in views() {
        let lost = data.lost(first);
        let fits = outcomes::fitting(table, &lost);
        let text = |fit: &Fit| claims::of_outcome(&pattern.text, &data.variables, first, &fit.text);
        let numbers: Vec<i64> = lost.iter().map(|it| i64::from(*it)).collect();
        candidates.extend(surprising(&fits, &numbers, first, &text));
    }
    guesses.extend(best(&judging, candidates)?);
    Ok(guesses)
}

fn problem_of(trouble: crate::pipeline::Trouble) -> Problem {
    use crate::pipeline::Trouble::{NoAnswer, NoPosition};
    match trouble {
        NoAnswer(problem) | NoPosition(problem) => problem,
    }
}

/// A fit must need at least this many bits less than the data. About 2 to this power fits are
/// tried, so that a shorter margin would often be met by chance.
const MARGIN: f64 = 24.0;
/// If all answers are equal, a guess needs at least this many answers.
const ENOUGH: usize = 30;

/// How many bits encode the premise that all variables are positive.
const PREMISE: u32 = 8;
/// The most claims that are judged for one question; those with the greatest costs are dropped.
const JUDGED: usize = 8;

/// The fits that are unlikely to be due to chance, as claims with their costs in bits.
fn surprising(
    fits: &[Fit],
    answers: &[i64],
    first: u64,
    text: &dyn Fn(&Fit) -> Candidate,
) -> Vec<(u32, Candidate)> {
    let constant = answers.iter().all(|it| *it == answers[0]) && answers.len() >= ENOUGH;
    let bits = data::bits(answers);
    let cost = |fit: &Fit| fit.cost + if first > 0 { PREMISE } else { 0 };
    let is_short = |fit: &&Fit| constant || f64::from(cost(fit)) + MARGIN <= bits;
    fits.iter().filter(is_short).map(|fit| (cost(fit), text(fit))).collect()
}

/// The best of some claims: the shortest proved one, otherwise the shortest that holds up to its
/// bound; `None` if all fail.
fn best(judging: &Judging<'_>, mut candidates: Vec<(u32, Candidate)>) -> Result<Option<Guess>, Failure> {
    candidates.sort_by_key(|it| it.0);
    candidates.truncate(JUDGED);
    let candidates: Vec<Candidate> = candidates.into_iter().map(|it| it.1).collect();
    if candidates.is_empty() {
        return Ok(None);
    }
    let judged = judging.judge(&candidates)?;
    let holds = |evidence: &Evidence| matches!(evidence, Evidence::Proved { .. } | Evidence::Checked { .. });
    // A claim also fails at the counterexample of a stronger claim, even if its own examination did
    // not reach that far.
    let fails = |weaker: &Candidate| {
        candidates.iter().zip(&judged).any(|(stronger, evidence)| match evidence {
            Some(Evidence::Refuted { counterexample }) => weaker.fails_with(stronger, counterexample),
            _ => false,
        })
    };
    let kept: Vec<bool> = candidates.iter().map(|it| !fails(it)).collect();
    let mut good: Vec<Guess> = candidates
        .into_iter()
        .zip(judged)
        .zip(kept)
        .filter(|it| it.1)
        .map(|it| it.0)
        .filter_map(|(candidate, evidence)| {
            let evidence = evidence.filter(holds)?;
            Some(Guess { claim: candidate.text, game: candidate.game, kind: candidate.kind, evidence })
        })
        .collect();
    good.sort_by_key(|it| !matches!(it.evidence, Evidence::Proved { .. }));
    Ok(good.into_iter().next())
}

/// If a period is not proved, the sum of preperiod and period must fit this many times into the
/// number of examined values.
const OFTEN: usize = 5;
/// How many heaps of a one-heap game are examined for a period.
const HEAPS: u64 = 20_000;

/// The claim about the period of a pattern with one variable, with cost 0; empty if no period is
/// found.
fn period(opened: &Opened, pattern: &Pattern, budget: &Budget<'_>) -> Vec<(u32, Candidate)> {
    let Some(instance) = &opened.instance else { return Vec::new() };
    let variable = pattern.variables[0].1;
    let model = Model::of(instance);
    let soundness = sound::prove_of(instance, &walk::games_in(&instance.program, &pattern.body.expr));
    let (clock, outer, begun) = (budget.observer(), budget.stopper(), budget.now().unwrap_or(0));
    let stop = || {
        let is_over = clock.is_some_and(|clock| clock.now().saturating_sub(begun) > PERIOD_TIME);
        outer().or(is_over.then_some(Limit::Time))
    };
    let budget = &budget.within(&stop);
    let mut solver = Solver::new(&model, budget, Choice::Auto);
    let game = claim::game_of_pattern(&pattern.body, variable);
    let is_heap = game.is_some_and(|game| solver.heaps().heap(game, budget).is_some());
    let bound = is_heap.then_some(HEAPS);
    let options = claim::Options { bound, ..claim::Options::default() };
    let mut judge = claim::Judge::new(instance, &soundness, options, &mut solver);
    let Ok(found) = judge.period(&pattern.body, variable) else { return Vec::new() };
    let Some(period) = found.period else { return Vec::new() };
    let proved = matches!(found.evidence, Evidence::Proved { .. });
    let often = (period.preperiod + period.period) * OFTEN <= found.seen.count;
    if proved || often { vec![(0, claims::of_period(&pattern.text, period))] } else { Vec::new() }
}

/// Whether a problem is a limit.
pub fn is_limit(problem: &Problem) -> bool {
    matches!(problem.kind, ProblemKind::Limit(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_substituted_as_whole_words() {
        assert_eq!(substituted("g(a, ab + a)", "a", "0"), "g(0, ab + 0)");
        assert_eq!(parts("g(a, b)", "a", "b")[6], "g(a, a)");
    }
}
