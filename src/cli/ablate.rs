//! `gspec ablate`: removes each part of the rules in turn, compares the games, and shows each
//! comparison as soon as it is complete.

use super::check::json_line;
use super::common_arguments::SolveFormat;
use super::diff::asking;
use super::files;
use super::limits::Limits;
use super::output::Output;
use super::variants_arguments::Ablate;
use super::{LIMIT, OK, USAGE, WRONG, session};
use crate::ir::GameId;
use crate::report::{AblationView, ablation_text};
use crate::variants::{Ablating, Incomparable, ablate, matching};
use std::time::Duration;

/// How long to compare larger and larger positions for one part of the rules, without `--bound`.
const PATIENCE: Duration = Duration::from_secs(3);

pub fn run(command: &Ablate, output: &mut Output) -> u8 {
    let answer = answer(command, output);
    output.status(answer)
}

fn answer(command: &Ablate, output: &mut Output) -> Result<u8, String> {
    let limits = Limits::new(&command.common)?;
    let settings = files::settings(&command.common)?;
    let stop = || limits.reached();
    let budget = limits.budget(&stop);
    let opened = match session::open(&command.file, &settings, &budget, output) {
        Ok(opened) => opened,
        Err(status) => return Ok(status),
    };
    let Some(instance) = &opened.instance else { return Ok(WRONG) };
    let program = &instance.program;
    let mut games: Vec<GameId> = Vec::new();
    for name in &command.games {
        match matching::game(&opened, Some(name), &command.file) {
            Ok(game) => games.push(game),
            Err(diagnostic) => {
                output.diagnostics(&[*diagnostic], &opened.sources);
                return Ok(USAGE);
            }
        }
    }
    if command.games.is_empty() {
        games.extend(program.game_ids().filter(|game| program.game(*game).in_root));
    }
    let ablating = Ablating { asking: asking(&command.reach, PATIENCE)?, amounts: command.amounts };
    let (mut status, mut last) = (OK, None);
    let count = ablate((instance, &opened.sources), &games, ablating, &budget, &mut |pair, ablation| {
        let view = AblationView::new(pair, &ablation);
        if ablation.limit.is_some() {
            status = LIMIT;
        }
        let head = match last.replace(ablation.game) {
            before if before == Some(ablation.game) => String::new(),
            _ => format!("game {}\n", view.game),
        };
        output.result(&match command.format {
            SolveFormat::Text => output.fitted(format!("{head}{}", ablation_text(&view))),
            SolveFormat::Json => json_line(&view),
        });
        limits.restart();
        // Each result is shown as soon as it is found.
        output.flush()
    });
    let count = match count {
        Ok(count) => count,
        Err(Incomparable(diagnostics)) => {
            output.diagnostics(&diagnostics, &opened.sources);
            return Ok(WRONG);
        }
    };
    match count {
        None => Err("the spec is too large for the limits".to_string()),
        Some(0) => Err(format!("`{}` has no part that could be left out", command.file)),
        Some(_) => Ok(status),
    }
}
