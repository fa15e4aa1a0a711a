//! Proposes claims from the answers at small positions.
//!
//! Expressions of the variables are evaluated at all examined points (`table`, by the `shapes`),
//! and compared with the values (`values`) or the lost positions (`outcomes`). A fit that needs as
//! many bits as the data is due to chance and dropped. The others are judged like claims of a spec,
//! far beyond the data. Only claims that are proved or hold everywhere are proposed.

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

/// The options.
#[derive(Debug, Clone, Default)]
pub struct Wish {
    /// A position with variables. If omitted, the position of the only game.
    pub pattern: Option<String>,
    /// Whether only outcomes are examined.
    pub outcomes: bool,
    /// The settings.
    pub settings: Vec<Setting>,
    /// The time for a proof from the rules, in microseconds.
    pub prove_time: Option<u64>,
}

/// The subject of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The values of all positions of the pattern.
    Values,
    /// The period of these values.
    Period,
    /// Which positions of the pattern are lost.
    Outcomes,
    /// The values equal those of a game by code.
    Game,
    /// A row or a diagonal of the pattern.
    Part,
}

impl Kind {
    /// Its name in reports.
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
    /// Its text, from the word `claim` on.
    pub claim: String,
    /// The game that it mentions in addition to those of the spec.
    pub game: Option<String>,
    /// Its subject.
    pub kind: Kind,
    /// Its evidence.
    pub evidence: Evidence,
}

/// Why nothing can be guessed.
#[derive(Debug)]
pub enum Failure {
    /// Something is wrong with the pattern or the rules.
    Diagnostics(Vec<Diagnostic>),
    /// Nothing can be guessed about this kind of pattern.
    Message(String),
    /// A position could not be examined.
    Problem(Problem),
}

impl From<Vec<Diagnostic>> for Failure {
    fn from(diagnostics: Vec<Diagnostic>) -> Failure {
        Failure::Diagnostics(diagnostics)
    }
}

/// The time for rows and diagonals, in microseconds.
const PARTS_TIME: u64 = 10_000_000;
/// The time for finding a period, in microseconds.
const PERIOD_TIME: u64 = 5_000_000;

/// Fields with few values are replaced by each of their values, if this gives at most this many
/// combinations.
const FEW_CHOICES: usize = 8;

/// The result for a pattern.
#[derive(Debug)]
pub struct Guessed {
    /// Claims, the best first.
    pub guesses: Vec<Guess>,
    /// The theorem that covers the game of the pattern, if there is one.
    pub theorem: Option<&'static Theorem>,
}

/// Claims about a pattern, and what is known about its game.
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

/// The theorem that covers the only game of a pattern, if the variables are its fields.
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

/// The pattern with each combination of values for the fields that have few values; `None` if there
/// are no such fields or too many combinations.
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

/// Claims about a pattern whose variables range over all naturals.
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
            // Proofs about rows rarely follow from the rules alone.
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

/// Rows and the diagonal of a pattern with two variables.
fn parts(text: &str, a: &str, b: &str) -> Vec<String> {
    let mut parts = Vec::new();
    for fixed in ["0", "1", "2"] {
        parts.push(substituted(text, a, fixed));
        parts.push(substituted(text, b, fixed));
    }
    parts.push(substituted(text, b, a));
    parts
}

/// Replaces a name in a text.
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

/// Claims about all positions of a pattern.
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

/// By how many bits a fit must be shorter than the data. This accounts for the number of fits that
/// are tried, about two to this power.
const MARGIN: f64 = 24.0;
/// How many answers are needed if all are equal.
const ENOUGH: usize = 30;

/// How many bits encode that all variables are positive.
const PREMISE: u32 = 8;
/// How many claims are judged for one question.
const JUDGED: usize = 8;

/// The fits that are unlikely to be due to chance, as claims with their costs.
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

/// The best of some claims: the shortest proved one, or otherwise the shortest that holds.
fn best(judging: &Judging<'_>, mut candidates: Vec<(u32, Candidate)>) -> Result<Option<Guess>, Failure> {
    candidates.sort_by_key(|it| it.0);
    candidates.truncate(JUDGED);
    let candidates: Vec<Candidate> = candidates.into_iter().map(|it| it.1).collect();
    if candidates.is_empty() {
        return Ok(None);
    }
    let judged = judging.judge(&candidates)?;
    let holds = |evidence: &Evidence| matches!(evidence, Evidence::Proved { .. } | Evidence::Checked { .. });
    // A weaker claim also fails at a stronger claim's counterexample, even if its own examination
    // did not reach that far.
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

/// How many times a period must occur if it is only observed.
const OFTEN: usize = 5;
/// How many heaps are examined for a period.
const HEAPS: u64 = 20_000;

/// The period of a pattern with one variable, if there is one.
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
