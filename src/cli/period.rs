//! `gspec period`

use super::arguments::{Period, SolveFormat};
use super::check::json_line;
use super::files::{self, Disk};
use super::limits::Limits;
use super::output::Output;
use super::session;
use super::{LIMIT, OK, USAGE, WRONG};
use crate::claim::{self, Evidence};
use crate::pipeline::Opened;
use crate::position::ProblemKind;
use crate::report::{PeriodView, period_text};
use crate::solve::Solver;
use crate::sound;

pub fn run(command: &Period, output: &mut Output) -> u8 {
    match answer(command, output) {
        Ok(status) => status,
        Err(message) => {
            output.message(&format!("gspec: {message}\n"));
            USAGE
        }
    }
}

fn answer(command: &Period, output: &mut Output) -> Result<u8, String> {
    let limits = Limits::new(&command.common)?;
    let settings = files::settings(&command.common)?;
    let stop = || limits.reached();
    let budget = limits.budget(&stop);
    let mut opened = match session::open(&command.file, &settings, &budget, output) {
        Ok(opened) => opened,
        Err(status) => return Ok(status),
    };
    let pattern = match opened.pattern(&command.pattern, &Disk) {
        Ok(pattern) => pattern,
        Err(diagnostics) => {
            output.diagnostics(&diagnostics, &opened.sources);
            return Ok(USAGE);
        }
    };
    let [(name, variable)] = &*pattern.variables else {
        let count = pattern.variables.len();
        return Err(format!("the pattern has {count} variables; a period is about one, as in `kayles(n)`"));
    };
    let Opened { sources, instance: Some(instance), .. } = opened else { return Ok(WRONG) };
    let (soundness, _) = sound::prove(&instance);
    let mut solver = Solver::new(&instance, &budget, session::engine(&command.common));
    let judging = claim::Options { bound: command.bound };
    let mut judge = claim::Judge::new(&instance, &soundness, judging, &mut solver);
    match judge.period(&pattern.body, *variable) {
        Ok(found) => {
            let view = PeriodView::new(&command.pattern, name, &found);
            output.result(&match command.format {
                SolveFormat::Text => period_text(&view),
                SolveFormat::Json => json_line(&view),
            });
            Ok(if matches!(found.evidence, Evidence::Proved { .. }) { OK } else { LIMIT })
        }
        Err(problem) => {
            let limit = matches!(problem.kind, ProblemKind::Limit(_));
            output.diagnostics(&[session::told(&instance, &problem, pattern.body.expr.span)], &sources);
            Ok(if limit { LIMIT } else { WRONG })
        }
    }
}
