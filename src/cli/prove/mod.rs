//! `gspec prove`: proves which positions of a game are lost, at every size, and writes the proof as
//! text, certificate, picture or input for Walnut.

mod family;
mod written;

use crate::cli::arguments::{Prove, SolveFormat};
use crate::cli::check::json_line;
use crate::cli::files::{self, Disk};
use crate::cli::form;
use crate::cli::limits::Limits;
use crate::cli::origin;
use crate::cli::output::Output;
use crate::cli::proving;
use crate::cli::ranges;
use crate::cli::session;
use crate::cli::words;
use crate::cli::{LIMIT, OK, USAGE, WRONG};
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::Convention;
use crate::pipeline::{self, Opened, Proving};
use crate::position::{Budget, Instance};
use crate::proof::canonical::Form;
use crate::proof::search::{Found, ROOM_FOR_WRITING};
use crate::proof::{Proof, Target, values};
use crate::report::{MOST_STATES, ProofView, ValuesView, automaton_svg, proof_text, walnut};
use crate::sound::{self, Soundness};
use crate::verify;
use num_bigint::BigUint;
use std::path::Path;
use std::time::Duration;
use written::Written;

/// The default time of the search for one game.
const TIME: Duration = Duration::from_secs(60);
/// How long it may take to put a proved set into words, and again to list its first positions and
/// find the values, even if the time limit is reached.
const WORDING: Duration = Duration::from_secs(5);
/// How long it may take to write the files of a proved set, even if the time limit is reached.
const WRITING: Duration = Duration::from_secs(30);

pub fn run(command: &Prove, output: &mut Output) -> u8 {
    match answer(command, output) {
        Ok(status) => status,
        Err(Misuse { code: Some(code), message }) => {
            output.coded(code, &message);
            USAGE
        }
        Err(Misuse { code: None, message }) => {
            output.error(&message);
            USAGE
        }
    }
}

/// An error in the command line, or in the files that it names. Without a code, the message may
/// begin with one.
struct Misuse {
    code: Option<Code>,
    message: String,
}

impl Misuse {
    fn new(code: Code, message: impl Into<String>) -> Misuse {
        Misuse { code: Some(code), message: message.into() }
    }
}

impl From<String> for Misuse {
    fn from(message: String) -> Misuse {
        Misuse { code: None, message }
    }
}

fn answer(command: &Prove, output: &mut Output) -> Result<u8, Misuse> {
    form::fits("--svg", command.svg.as_deref(), &["svg"])?;
    form::fits("--certificate", command.certificate.as_deref(), &["json", "cert", "txt"])?;
    form::fits("--dot", command.dot.as_deref(), &["dot", "gv"])?;
    if let Some(text) = &command.family {
        return family::prove(command, text, output);
    }
    ranges::refuse("prove", &command.targets, "a proof is for all sizes")?;
    let limits = Limits::with_time(&command.common, TIME)?;
    let settings = files::settings(&command.common)?;
    let stop = || limits.reached();
    let budget = limits.budget(&stop);
    let opened = match session::open(&command.file, &settings, &budget, output) {
        Ok(opened) => opened,
        Err(status) => return Ok(status),
    };
    each_game(command, opened, (&limits, &budget), output, &mut |view, output| {
        output.result(&match command.format {
            SolveFormat::Text => output.fitted(proof_text(&view)),
            SolveFormat::Json => json_line(&view),
        });
    })
}

/// Proves every requested game, and passes each result to `tell`. If the rules of a game are not
/// supported or a position cannot be evaluated, shows the error instead, and the exit status is
/// [`WRONG`].
fn each_game(
    command: &Prove,
    mut opened: Opened,
    (limits, budget): (&Limits, &Budget<'_>),
    output: &mut Output,
    tell: &mut dyn FnMut(ProofView, &mut Output),
) -> Result<u8, Misuse> {
    let targets = match targets(command, &mut opened) {
        Ok(targets) => targets,
        Err(diagnostics) => {
            output.diagnostics(&diagnostics, &opened.sources);
            return Ok(USAGE);
        }
    };
    let files = [&command.certificate, &command.dot, &command.svg, &command.walnut];
    if targets.len() > 1 && files.iter().any(|file| file.is_some()) {
        return Err(Misuse::new(Code::G510, "a file can hold one game; name the game after the spec"));
    }
    if targets.is_empty() {
        return Err(Misuse::new(Code::G203, "the file declares no game"));
    }
    let Opened { sources, instance: Some(instance), .. } = opened else { return Ok(WRONG) };
    let (soundness, _) = sound::prove(&instance);
    let prover = Prover { limits, instance: &instance, soundness: &soundness, budget, command };
    let mut status = OK;
    for target in targets {
        limits.restart();
        match prover.prove(target) {
            Ok((view, written)) => {
                let undecided = view.values.as_ref().is_some_and(|values| values.status != "proved");
                if (view.status != "proved" || undecided) && status == OK {
                    status = LIMIT;
                }
                // A proof is shown even if its files cannot be written.
                tell(view, output);
                written.map_err(|message| Misuse::new(Code::G510, message))?;
            }
            Err(diagnostic) => {
                output.diagnostics(&[*diagnostic], &sources);
                status = WRONG;
            }
        }
    }
    Ok(status)
}

/// The games to prove: those on the command line, or every game of the file.
fn targets(command: &Prove, opened: &mut Opened) -> Result<Vec<Target>, Vec<Diagnostic>> {
    match &*words::targets(&command.targets) {
        [] => Ok(opened.targets()),
        targets => targets.iter().map(|text| opened.target(text, &Disk)).collect(),
    }
}

/// The message that an automaton of a certificate is too large to write.
fn too_large(what: &str) -> String {
    let (millions, seconds) = (ROOM_FOR_WRITING / 1_000_000, WRITING.as_secs());
    format!(
        "{what} is too large to write: it takes more than {millions} million steps or {seconds} s; `--dot FILE` writes the \
         automaton of lost positions alone"
    )
}

/// `Ok` if all requested files are written; otherwise why not.
type Files = Result<(), String>;

struct Prover<'a> {
    limits: &'a Limits,
    instance: &'a Instance,
    soundness: &'a Soundness,
    budget: &'a Budget<'a>,
    command: &'a Prove,
}

impl Prover<'_> {
    fn prove(&self, target: Target) -> Result<(ProofView, Files), Box<Diagnostic>> {
        let mut files = Ok(());
        let begun = self.budget.now();
        let tried = pipeline::prove(self.instance, self.soundness, target, self.budget);
        let Proving { found, measure, ends } =
            tried.map_err(|it| Box::new(proving::told(self.instance, target, it)))?;
        let passed = self.budget.now().zip(begun).map_or(0, |(now, begun)| now.saturating_sub(begun));
        let mut view = ProofView::new(self.instance, target, &found, passed as f64 / 1e6, &ends);
        if let Found::Proved(proof) = &found {
            self.limits.grant(WORDING);
            if view.words.is_none() {
                (view.words, view.digits) = (proof.words(self.budget), proof.digits(self.budget));
            }
            let measure = measure.unwrap_or_default();
            self.limits.grant(Duration::ZERO);
            let redundant = proof.redundant(target.convention, &measure, self.budget);
            (view.can_drop, view.can_add) = (redundant.can_drop, redundant.can_add);
            let decided = [("can drop", redundant.all_dropped), ("can add", redundant.all_added)];
            view.incomplete = decided.iter().filter(|it| !it.1).map(|it| it.0).collect();
            self.limits.grant(WORDING);
            let (lost, is_done) = proof.first_lost(self.command.lost, self.budget);
            view.lost(&lost);
            view.incomplete.extend((!is_done).then_some("first lost"));
            if self.command.values {
                view.values = Some(self.values(target, proof)?);
            }
            self.limits.grant(WRITING);
            files = self.files(&mut view, target, proof, &measure);
        }
        if let Found::Undecided { table: Some(table), .. } = &found {
            let number = |field: usize| BigUint::from(field);
            let seen = table.first(self.command.lost).into_iter();
            view.lost(&seen.map(|it| it.into_iter().map(number).collect()).collect::<Vec<_>>());
        }
        Ok((view, files))
    }

    /// Proves the set of positions of each value, or one relation for all values.
    fn values(&self, target: Target, proof: &Proof) -> Result<ValuesView, Box<Diagnostic>> {
        let found = values::values(self.instance, target, &proof.rules, self.budget).map_err(|problem| {
            let place = self.instance.program.game(target.game).span;
            Box::new(session::told(self.instance, &problem, place))
        })?;
        Ok(ValuesView::new(&found, self.budget))
    }

    /// Writes the requested files: certificate, files for Walnut, graph, picture.
    fn files(&self, view: &mut ProofView, target: Target, proof: &Proof, measure: &[Form]) -> Files {
        let picture = || {
            let misere = if target.convention == Convention::Misere { "misere " } else { "" };
            let code = origin::code(&self.command.file).map(|code| format!(", {code}")).unwrap_or_default();
            let title = format!("{misere}{}{code}", view.game);
            proof.picture(&title, self.budget).ok_or_else(|| {
                "the picture of the automaton is too large to write; `--lost N` lists lost positions"
                    .to_string()
            })
        };
        let (command, mut written) = (self.command, Written::default());
        if command.certificate.is_some() || command.walnut.is_some() {
            if measure.is_empty() && !proof.rules.moves.is_empty() {
                let message = "a certificate needs a linear measure that decreases per move; none was found";
                return Err(message.to_string());
            }
            let text = proof.certificate(&view.game, target.convention, measure, self.budget);
            let text = text.map_err(|what| too_large(&what))?;
            if let Some(folder) = &command.walnut {
                if proof.rules.blocked > 0 {
                    return Err("`--walnut` does not take games with `blocking`".to_string());
                }
                let files = verify::verify(&text).and_then(|accepted| walnut(&accepted));
                for (path, text) in files.map_err(|refusal| refusal.to_string())? {
                    written.add(Path::new(folder).join(path), text);
                }
            }
            if let Some(path) = &command.certificate {
                written.add(path, text);
            }
        }
        if let Some(path) = &command.dot {
            written.add(path, picture()?.dot());
        }
        if let Some(path) = &command.svg {
            let drawn = picture()?;
            let svg = automaton_svg(&drawn).ok_or_else(|| {
                let states = drawn.states.len();
                format!("{states} states exceed the {MOST_STATES} of a picture; use `--dot`")
            })?;
            written.add(path, svg);
        }
        written.write(command.walnut.as_deref().map(Path::new))?;
        view.certificate.clone_from(&command.certificate);
        Ok(())
    }
}
