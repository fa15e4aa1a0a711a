//! `gspec diff`: compares the moves, outcomes and values of two games, each from its own spec.

use super::check::json_line;
use super::common_arguments::{Common, SolveFormat};
use super::files::{self, Disk};
use super::limits::{self, Limits};
use super::origin;
use super::output::Output;
use super::variants_arguments::{Diff, Reach};
use super::{LIMIT, OK, USAGE, WRONG, session};
use crate::diagnostic::Diagnostic;
use crate::ir::{Convention, GameId};
use crate::pipeline::Opened;
use crate::position::Instance;
use crate::report::{DiffView, diff_text};
use crate::source::Sources;
use crate::variants::{Asking, Comparison, Incomparable, Matching, Pair, compare_specs, matching};
use std::time::Duration;

/// How long to compare larger and larger positions, without `--bound`.
const PATIENCE: Duration = Duration::from_secs(10);

pub fn run(command: &Diff, output: &mut Output) -> u8 {
    let answer = answer(command, output);
    output.status(answer)
}

fn answer(command: &Diff, output: &mut Output) -> Result<u8, String> {
    let limits = Limits::new(&command.common)?;
    let stop = || limits.reached();
    let budget = limits.budget(&stop);
    let asking = asking(&command.reach, PATIENCE)?;
    let (left_file, left_game) = split(&command.left);
    let (right_file, right_game) = split(&command.right);
    let settings = |more: &[String]| {
        let set = command.common.set.iter().chain(more).cloned().collect();
        files::settings(&Common { set, ..Common::default() })
    };
    let (ours, theirs) = (settings(&command.set_left)?, settings(&command.set_right)?);
    let mut left = match session::open(left_file, &ours, &budget, output) {
        Ok(opened) => opened,
        Err(status) => return Ok(status),
    };
    // One set of sources serves both files, so that errors can point into either.
    let sources = std::mem::take(&mut left.sources);
    let mut right = match session::open_by(sources, right_file, &theirs, &Disk, &budget, output) {
        Ok(opened) => opened,
        Err(status) => return Ok(status),
    };
    let games = (left_game, right_game);
    let found = match &command.map {
        Some(map) => matching::read(map, &left, &mut right, &Disk),
        None => in_order((&left, left_file), (&right, right_file), games).map_err(|it| vec![*it]),
    };
    let (left_game, right_game, matching) = match found {
        Ok(found) => found,
        Err(diagnostics) => {
            output.diagnostics(&diagnostics, &right.sources);
            return Ok(USAGE);
        }
    };
    let (Some(ours), Some(theirs)) = (&left.instance, &right.instance) else { return Ok(WRONG) };
    let pair = Pair::new((&ours.program, left_game), (&theirs.program, right_game), matching, &budget);
    let pair = pair.ok_or("the two specs together are too large for the limits")?;
    let (pair, compared) = compare_specs(pair, (ours, theirs), &right.sources, asking, &budget);
    let called = |game| pair.instance.program.game(game).name.as_str();
    let left = name(left_file, ours, left_game, called(pair.left));
    let right_name = name(right_file, theirs, right_game, called(pair.right));
    Ok(tell(command, (&left, &right_name), &pair, compared, (&right.sources, output)))
}

/// Shows the result, and returns the exit status.
fn tell(
    command: &Diff,
    names: (&str, &str),
    pair: &Pair,
    compared: Result<Comparison, Incomparable>,
    (sources, output): (&Sources, &mut Output),
) -> u8 {
    let comparison = match compared {
        Ok(comparison) => comparison,
        Err(Incomparable(diagnostics)) => {
            output.diagnostics(&diagnostics, sources);
            return WRONG;
        }
    };
    let view = DiffView::new(names, pair, &comparison);
    output.result(&match command.format {
        SolveFormat::Text => output.fitted(diff_text(&view)),
        SolveFormat::Json => json_line(&view),
    });
    let differs = [view.same_moves, view.same_lost, view.same_values].contains(&Some(false));
    match (differs, comparison.limit) {
        (true, _) => WRONG,
        (false, Some(_)) => LIMIT,
        (false, None) => OK,
    }
}

/// Reads what to compare from the options. Without a bound, larger and larger positions are
/// compared for `patience`.
pub fn asking(reach: &Reach, patience: Duration) -> Result<Asking, String> {
    let text = &reach.prove_time;
    let time = limits::duration(text)
        .ok_or_else(|| format!("invalid duration `--prove-time {text}`; write 10s or 500ms"))?;
    let convention = if reach.misere { Convention::Misere } else { Convention::Normal };
    let microseconds = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
    let (patience, prove_time) = (microseconds(patience), microseconds(time));
    Ok(Asking { convention, bound: reach.bound, patience, prove_time })
}

/// Splits `FILE:GAME`; without a name after the last colon, all is the file. A path may contain
/// colons elsewhere.
fn split(text: &str) -> (&str, Option<&str>) {
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    match text.rsplit_once(':') {
        Some((file, game)) if is_name(game) && !file.is_empty() => (file, Some(game)),
        _ => (text, None),
    }
}

fn in_order(
    (left, left_file): (&Opened, &str),
    (right, right_file): (&Opened, &str),
    games: (Option<&str>, Option<&str>),
) -> Result<(GameId, GameId, Matching), Box<Diagnostic>> {
    let ours = matching::game(left, games.0, left_file)?;
    let theirs = matching::game(right, games.1, right_file)?;
    matching::in_order((left, ours), (right, theirs)).map(|matching| (ours, theirs, matching))
}

/// The name of a game in the report, `FILE:GAME`. Adds `called`, the name of the game in the merged
/// program, if that is different.
fn name(file: &str, instance: &Instance, game: GameId, called: &str) -> String {
    let (file, name) = (origin::name(file), &instance.program.game(game).name);
    if name == called { format!("{file}:{name}") } else { format!("{file}:{name} (shown as {called})") }
}
