//! Plans a sweep: the questions about each combination of values of the parameters, checked against
//! the spec with its own values.

use super::Show;
use crate::diagnostic::Diagnostic;
use crate::ir::{Convention, ExprKind, walk};
use crate::pipeline::{CheckOptions, Opened, Pattern, RangeText, Variables};
use crate::position::{Budget, Instance};
use crate::solve::Choice;
use crate::source::Loader;

/// The user's request.
#[derive(Debug, Clone, Default)]
pub struct Wish {
    /// The pattern: a position with variables. `None` means that of the only game.
    pub pattern: Option<String>,
    /// The ranges of the pattern's variables. A single variable without a range begins at 0.
    pub ranges: Vec<RangeText>,
    /// The columns. If empty, they are chosen by the spec and the pattern.
    pub shows: Vec<Show>,
    /// How many values a single variable without a range takes; `None` means a default.
    pub bound: Option<u64>,
    /// The engine to use.
    pub engine: Choice,
    /// The options for judging claims.
    pub check: CheckOptions,
    /// The time for the proof of a set of lost positions, in microseconds.
    pub prove_time: u64,
}

/// The questions about each combination of values of the parameters.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The pattern as text, if a column needs one.
    pub pattern: Option<String>,
    /// The columns, in order; never empty.
    pub shows: Vec<Show>,
    /// The request from which the plan was made.
    pub wish: Wish,
    /// Why fewer columns are shown than usual, if the user did not choose them.
    pub note: Option<&'static str>,
}

/// Why a request does not fit a spec.
#[derive(Debug)]
pub enum Misfit {
    /// An expression of the request has errors.
    Diagnostics(Vec<Diagnostic>),
    /// Another part of the request is missing or superfluous.
    Message(String),
}

impl From<Vec<Diagnostic>> for Misfit {
    fn from(diagnostics: Vec<Diagnostic>) -> Misfit {
        Misfit::Diagnostics(diagnostics)
    }
}

impl From<&str> for Misfit {
    fn from(message: &str) -> Misfit {
        Misfit::Message(message.to_string())
    }
}

impl Plan {
    /// Checks a request against the spec with its own values, so that columns that are impossible
    /// are reported once, not in every row.
    pub fn new(
        wish: Wish,
        opened: &mut Opened,
        loader: &dyn Loader,
        budget: &Budget<'_>,
    ) -> Result<Plan, Misfit> {
        let claims = opened.instance.as_ref().is_some_and(|it| !it.program.claims.is_empty());
        let read = opened.pattern_or_game(wish.pattern.as_deref(), Variables::Integers, loader);
        let without =
            opened.instance.as_ref().zip(read.as_ref().ok()).and_then(|(it, read)| without(it, read));
        let shows = chosen(&wish, read.as_ref().ok(), claims, without);
        let note =
            without.filter(|_| wish.shows.is_empty() && !shows.contains(&Show::Claims)).map(|without| {
                match without {
                    Without::Values => "`--show losing`: Grundy values do not exist here",
                    Without::Period => {
                        "`--show max,losing`: where a player may move again no period is searched"
                    }
                }
            });
        if shows.contains(&Show::Claims) && !claims {
            return Err("the spec has no claim to show; leave `claims` out of `--show`".into());
        }
        let mut pattern = None;
        if shows.iter().any(|show| show.needs_pattern()) {
            let mut read = read?;
            fits(&wish, &shows, &read)?;
            if !wish.ranges.is_empty() {
                opened.axes(&mut read, &wish.ranges, loader, budget)?;
            }
            pattern = Some(read.text);
        } else if wish.pattern.is_some() && !shows.contains(&Show::Proof) {
            let message = "no position is examined: leave out the pattern, or add `period` to `--show`";
            return Err(message.into());
        }
        if shows.contains(&Show::Proof) {
            let text = pattern.clone().or_else(|| wish.pattern.clone());
            pattern = match text {
                Some(text) => Some(text),
                None => Some(opened.pattern_of_the_only_game(Variables::OfAnyType, loader)?.text),
            };
            opened.target(pattern.as_deref().unwrap_or_default(), loader)?;
        }
        Ok(Plan { pattern, shows, wish, note })
    }

    /// Whether a column is shown.
    pub fn shows(&self, show: Show) -> bool {
        self.shows.contains(&show)
    }
}

/// What does not exist for the positions of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Without {
    /// Values: the convention, the rules or a compound exclude them.
    Values,
    /// A period: some positions may have no value, because a player may move again.
    Period,
}

/// What does not exist for the positions of a pattern; `None` if values and periods may exist.
fn without(instance: &Instance, pattern: &Pattern) -> Option<Without> {
    let mut found = None;
    walk::everything(&pattern.body.expr, &mut |expr| match &expr.kind {
        ExprKind::Convention(convention, _) if *convention != Convention::Normal => {
            found = Some(Without::Values)
        }
        ExprKind::Compound(..) => found = Some(Without::Values),
        ExprKind::Component(game, _) => {
            let games = walk::reachable_games(&instance.program, *game);
            let rules = || games.iter().map(|game| instance.program.game(*game));
            let each = rules().any(|it| it.passes.as_ref().is_some_and(|passes| passes.each));
            let wins = rules().any(|it| it.ends.iter().any(|end| end.win));
            let blocks = games.iter().any(|game| instance.blocked(*game) > 0);
            let is_loopy = rules().any(|it| it.loopy);
            if each || wins || blocks || is_loopy {
                found = Some(Without::Values);
            } else if instance.is_twisted(*game) {
                found = found.or(Some(Without::Period));
            }
        }
        _ => {}
    });
    found
}

/// The columns: those requested. Without a request, the claims, if the spec has some, the user gave
/// neither a pattern nor ranges, and the file does not have exactly one game or its game has several fields.
/// Otherwise the maximum (if values exist) and the number of lost positions, and without ranges
/// also period and preperiod (if they may exist).
fn chosen(wish: &Wish, pattern: Option<&Pattern>, claims: bool, without: Option<Without>) -> Vec<Show> {
    if !wish.shows.is_empty() {
        return wish.shows.clone();
    }
    match pattern {
        _ if without == Some(Without::Values)
            && !(claims && wish.pattern.is_none() && wish.ranges.is_empty()) =>
        {
            vec![Show::Losing]
        }
        _ if !wish.ranges.is_empty() => vec![Show::Max, Show::Losing],
        Some(pattern) if wish.pattern.is_none() && pattern.variables.len() > 1 && claims => {
            vec![Show::Claims]
        }
        None if wish.pattern.is_none() && claims => vec![Show::Claims],
        _ if without == Some(Without::Values) => vec![Show::Losing],
        _ if without.is_some() => vec![Show::Max, Show::Losing],
        _ => vec![Show::Period, Show::Preperiod, Show::Max, Show::Losing],
    }
}

/// Checks that the columns, the ranges and the bound apply to a pattern.
fn fits(wish: &Wish, shows: &[Show], pattern: &Pattern) -> Result<(), Misfit> {
    let count = pattern.variables.len();
    let periodic = shows.iter().find(|show| show.is_periodic());
    match (periodic, wish.ranges.is_empty()) {
        _ if count == 0 => Err("the pattern has no variable, as in 'take(n)'".into()),
        (Some(show), _) if count > 1 && !wish.shows.is_empty() => Err(Misfit::Message(format!(
            "`{}` is about one variable, and this pattern has {count}: put numbers for the others",
            show.name()
        ))),
        (Some(show), false) => Err(Misfit::Message(format!(
            "`{}` is about all values from 0 on: leave out the range, and use `--bound` to say how far to look",
            show.name()
        ))),
        (_, true) if count > 1 => {
            let names: Vec<String> = pattern.variables.iter().map(|(it, _)| format!("{it}=0..=20")).collect();
            Err(Misfit::Message(format!(
                "give each variable of the pattern a range, such as {}",
                names.join(" ")
            )))
        }
        (_, false) if wish.bound.is_some() => {
            Err("`--bound` is for a pattern without ranges; the ranges say how far to look".into())
        }
        _ => Ok(()),
    }
}
