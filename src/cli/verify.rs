//! `gspec verify`: checks a certificate, and with a spec also that the certificate states its
//! rules.

use super::arguments::{Common, SolveFormat, Verify};
use super::check::json_line;
use super::files;
use super::limits::Limits;
use super::origin;
use super::output::Output;
use super::session;
use super::{OK, WRONG};
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{GameId, Program};
use crate::pipeline::Opened;
use crate::position::Budget;
use crate::proof::{canonical, certificate, errors};
use crate::report::{VerifyView, verify_text};
use crate::sound;
use crate::verify::{self, Certificate, Refusal};

pub fn run(command: &Verify, output: &mut Output) -> u8 {
    let answer = answer(command, output);
    output.status(answer)
}

fn answer(command: &Verify, output: &mut Output) -> Result<u8, String> {
    let bytes = files::read(&command.certificate).map_err(|reason| {
        format!("{}: cannot read `{}`: {reason}; check the path", Code::G104, command.certificate)
    })?;
    if let Some(spec) = command
        .spec
        .as_ref()
        .filter(|spec| command.certificate.ends_with(".game") && !spec.ends_with(".game"))
    {
        return Err(format!(
            "`{}` is a spec; the certificate comes first: `gspec verify {spec} {}`",
            command.certificate, command.certificate
        ));
    }
    let mut checked = verify::verify(&String::from_utf8_lossy(&bytes));
    let mut spec = None;
    if let (Some(file), Ok(accepted)) = (&command.spec, &checked) {
        match compared(command, file, &accepted.certificate, output)? {
            Compared::Same(game) => spec = Some(format!("`{game}` in {}", origin::name(file))),
            Compared::Other(refusal) => checked = Err(refusal),
            Compared::Trouble(status) => return Ok(status),
        }
    }
    let view = VerifyView::new(&command.certificate, &checked, spec);
    output.result(&match command.format {
        SolveFormat::Text => output.fitted(verify_text(&view, checked.as_ref().ok())),
        SolveFormat::Json => json_line(&view),
    });
    if let (SolveFormat::Text, Some(code), Some(reason)) =
        (command.format, view.code.and_then(Code::find), &view.reason)
    {
        match bytes.trim_ascii_start().starts_with(b"{") {
            true => output.coded(code, reason),
            false => output
                .coded(code, &format!("{reason}; `gspec prove FILE --certificate FILE.json` writes one")),
        }
    }
    Ok(if view.accepted { OK } else { WRONG })
}

/// The result of comparing the rules of a certificate with those of a spec.
enum Compared {
    /// The rules are those of the game with this name.
    Same(String),
    /// The rules differ, or the spec has no such game.
    Other(Refusal),
    /// The spec cannot be used: the error was shown, and this is the exit status.
    Trouble(u8),
}

/// Compares the rules of a certificate with those of a spec.
fn compared(
    command: &Verify,
    file: &str,
    certificate: &Certificate,
    output: &mut Output,
) -> Result<Compared, String> {
    let common = Common { set: command.set.clone(), ..Common::default() };
    let (limits, settings) = (Limits::new(&common)?, files::settings(&common)?);
    let stop = || limits.reached();
    let budget = limits.budget(&stop);
    let opened = match session::open(file, &settings, &budget, output) {
        Ok(opened) => opened,
        Err(status) => return Ok(Compared::Trouble(status)),
    };
    let Some(program) = opened.instance.as_ref().map(|instance| &instance.program) else {
        return Ok(Compared::Trouble(WRONG));
    };
    let Some(game) = game(command, certificate, program)? else {
        let reason = format!("{} has no game `{}`", origin::name(file), certificate.game);
        return Ok(Compared::Other(Refusal { reason, is_about_other_rules: true }));
    };
    let name = program.game(game).name.clone();
    Ok(match stated(&opened, game, &budget) {
        Ok(rules) => match verify::rules::compare(certificate, &rules) {
            Ok(()) => Compared::Same(name),
            Err(refusal) => Compared::Other(refusal),
        },
        Err(diagnostic) => {
            output.diagnostics(&[*diagnostic], &opened.sources);
            Compared::Trouble(WRONG)
        }
    })
}

/// The requested game, or otherwise the game with the name in the certificate, or the only game. An
/// error if the spec lacks the requested game; `None` if none was requested and none is found.
fn game(command: &Verify, certificate: &Certificate, program: &Program) -> Result<Option<GameId>, String> {
    if let Some(name) = &command.game {
        let found = program.find_game(name);
        return found.map(Some).ok_or_else(|| format!("{}: the spec has no game `{name}`", Code::G203));
    }
    let mut own = program.game_ids().filter(|game| program.game(*game).in_root);
    let only = own.next().filter(|_| own.next().is_none());
    Ok(program.find_game(&certificate.game).or(only))
}

/// The rules of a game as a certificate states them.
fn stated(opened: &Opened, game: GameId, budget: &Budget<'_>) -> Result<String, Box<Diagnostic>> {
    let Some(instance) = &opened.instance else { return Ok(String::new()) };
    let of_program = instance.program.game(game);
    let rules = canonical::rules(instance, game, budget);
    let rules = rules.map_err(|refusal| Box::new(errors::refused(of_program, &refusal)))?;
    // If an expression has no value, the rules written out as cases differ from the rules of the spec.
    let soundness = sound::prove_of(instance, &[game]);
    if soundness.games[game.index()].evaluable {
        Ok(certificate::stated(&rules))
    } else {
        Err(Box::new(errors::undefined(of_program)))
    }
}
