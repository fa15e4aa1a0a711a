//! Runs the phases in order, for the commands: [`open`] reads a spec, [`check()`] examines its
//! rules and judges its claims.

mod added;
mod asker;
mod checked;
mod claims;
mod errors;
mod fixes;
mod kept;
mod known_games;
mod left_out;
mod only_game;
mod over;
mod pattern;
mod pattern_texts;
mod proving;
mod reading;
mod splits;
mod target;
mod typed;
mod watch;

pub use crate::check::Variables;
pub use asker::{Answer, Asker, Question, Trouble};
pub use kept::Kept;
pub use over::{Over, Parameter};
pub use pattern::{Axis, Pattern, RangeText, Values};
pub use proving::{Proving, Unproved, prove};
pub use reading::Reading;
pub use splits::{Found, Splits};
pub use watch::Watch;

use claims::{Judged, asked_first, claims};
use known_games::{AskedAbout, likenesses};
use left_out::{LeftOut, Partial};

use crate::check::{self, Override};
use crate::claim::{self, Verdict};
use crate::diagnostic::{Code, Diagnostic, any_error, settle};
use crate::ir::value::Component;
use crate::ir::{self, Body, GameId};
use crate::model::Model;
use crate::position::{Budget, Instance, Limit};
use crate::proof::prover::Prover;
use crate::shape::endless::{Endless, endless};
use crate::solve::Choice;
use crate::sound::{self, Forever, Owed, Soundness, Termination, Watched};
use crate::source::{FileId, Loader, Sources, Span};
use crate::syntax::modules::Modules;
use crate::syntax::{self, ast};
use crate::theorem::Agreement;
use crate::theorem::likeness::Likeness;
use std::sync::atomic::AtomicU64;

/// The value of a parameter that the command line sets, as text.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The name of the parameter.
    pub name: String,
    /// The value, as an expression.
    pub value: String,
}

/// The result of [`open`]: a parsed spec, and its program if names, types and constants are right.
pub struct Opened {
    /// All files of the spec, and the texts of settings and positions from the command line.
    pub sources: Sources,
    /// The parsed files; absent after syntax errors.
    pub modules: Option<Modules>,
    /// The program with the values of its constants; absent after any error.
    pub instance: Option<Instance>,
    /// The program without the claims and starts that have errors. Absent if there are no errors,
    /// or if anything else has an error.
    pub partial: Option<Box<Partial>>,
    /// The diagnostics of all phases so far: syntax, names, types and constants.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a spec: parses its files, applies the settings, checks names and types, and evaluates the
/// constants. Errors are among the diagnostics of the result.
pub fn open(
    mut sources: Sources,
    root: FileId,
    settings: &[Setting],
    loader: &dyn Loader,
    budget: &Budget<'_>,
) -> Opened {
    let (modules, mut diagnostics) = syntax::modules::load(&mut sources, root, loader);
    let overrides = read_settings(&mut sources, settings, &mut diagnostics);
    let mut instance = None;
    if let Some(modules) = modules.as_ref().filter(|_| !any_error(&diagnostics)) {
        let (made, more) = instantiate(modules, &sources, &overrides, loader, budget);
        diagnostics.extend(more);
        instance = made;
    }
    let partial = modules.as_ref().filter(|_| instance.is_none()).and_then(|modules| {
        Partial::new(modules, (&sources, &overrides), (loader, budget), &diagnostics).map(Box::new)
    });
    fixes::keep_right_ones(&mut diagnostics, &sources, root, loader);
    for (at, setting) in diagnostics.iter_mut().filter_map(|it| Some((it.place()?, it))) {
        if let Some((name, value)) =
            sources.get(at.file).name.strip_prefix(SET).map(|name| (name, sources.get(at.file)))
        {
            errors::in_setting(setting, name, &value.text);
        }
    }
    settle(&mut diagnostics);
    Opened { sources, modules, instance, partial, diagnostics }
}

/// Checks names and types of parsed files, and evaluates their constants. `overrides` replace the
/// values of parameters. The instance is `None` if there is an error.
fn instantiate(
    modules: &Modules,
    sources: &Sources,
    overrides: &[Override],
    loader: &dyn Loader,
    budget: &Budget<'_>,
) -> (Option<Instance>, Vec<Diagnostic>) {
    let (program, mut diagnostics) = check::check(modules, sources, loader, overrides);
    let Some(program) = program else { return (None, diagnostics) };
    let (instance, more) = Instance::new(program, budget);
    diagnostics.extend(more);
    (instance, diagnostics)
}

/// Parses the values of settings; errors are added to `diagnostics`.
fn read_settings(
    sources: &mut Sources,
    settings: &[Setting],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Override> {
    let mut overrides = Vec::new();
    for setting in settings {
        // The text includes the name, so that labels can point at both.
        let text = format!("{}={}", setting.name, setting.value);
        let file = sources.add(format!("{SET}{}", setting.name), text);
        let (value, errors) = pattern_texts::parse_named("--set", file, &setting.name, &setting.value);
        diagnostics.extend(errors);
        let span = Span::new(file, 0, setting.name.len());
        let name = ast::Name { text: setting.name.clone(), span };
        overrides.extend(value.map(|value| Override { name, value }));
    }
    overrides
}

/// The beginning of the source name of a setting's text; the parameter's name follows.
const SET: &str = "--set ";

impl Opened {
    /// Whether an error is about the command line, and not about a spec: a file that cannot be read, an
    /// unknown parameter, a malformed value.
    pub fn is_misuse(&self, error: &Diagnostic) -> bool {
        let is_set = |place: Span| self.sources.get(place.file).name.starts_with(SET);
        // A value that takes too long to evaluate is a limit that was reached (G501), not misuse.
        let is_in_value = error.is_error() && error.code != Code::G501 && error.place().is_some_and(is_set);
        is_in_value || matches!(error.code, Code::G104 | Code::G208)
    }

    /// Reads a position from the command line. Accepts the abbreviations that `start_by_word` and
    /// `completed` write out, such as `4, 7` for `wythoff(4, 7)` if a spec has only this game.
    pub fn position(&mut self, text: &str, loader: &dyn Loader) -> Result<Body, Vec<Diagnostic>> {
        let typed = text;
        if let Some(told) = self.instance.as_ref().and_then(|it| typed::nothing(text, &it.program))
            && self.start_by_word(text).is_none()
        {
            return Err(vec![told]);
        }
        let text = self.start_by_word(text).unwrap_or_else(|| self.completed(text));
        let file = self.sources.add("the position", text);
        let (expr, diagnostics) = syntax::parse_expression(file, self.sources.get(file));
        let (Some(modules), Some(instance)) = (&self.modules, &self.instance) else {
            return Err(diagnostics);
        };
        let program = &instance.program;
        let Some(expr) = expr else {
            return Err(typed::unparsed(typed, diagnostics, program, only_game::only(program)));
        };
        let (body, diagnostics) =
            check::check_value(program, modules, &self.sources, loader, &expr, &ir::Type::Position);
        let is_slip = diagnostics.iter().any(errors::suggests_a_name);
        let help = || {
            let sum = only_game::sum_of_numbers(typed, program).map(|sum| format!("write a sum: '{sum}'"));
            let instead = || typed::instead(typed, &expr, program).filter(|_| !is_slip);
            sum.or_else(instead)
        };
        body.ok_or_else(|| match help() {
            Some(help) => errors::with_help(diagnostics, &help, program),
            None if is_of_numbers(&expr) => {
                errors::number_as_position(diagnostics, &expr, &self.sources.get(file).text, program)
            }
            None => errors::with_known_names(diagnostics, program),
        })
    }
}

/// Whether an expression consists of numbers only: literals, signs, operators, parentheses and
/// tuples.
fn is_of_numbers(expr: &ast::Expr) -> bool {
    match &expr.kind {
        ast::ExprKind::Number(_) => true,
        ast::ExprKind::Parens(inner) | ast::ExprKind::Unary(_, inner) => is_of_numbers(inner),
        ast::ExprKind::Binary { left, right, .. } => is_of_numbers(left) && is_of_numbers(right),
        ast::ExprKind::Tuple(parts) => parts.iter().all(is_of_numbers),
        _ => false,
    }
}

/// The options of a check.
#[derive(Debug, Clone, Copy, Default)]
pub struct CheckOptions {
    /// The bound up to which claims over all naturals are examined; `None` for the default.
    pub bound: Option<u64>,
    /// The minimum for the default bound; `None` for no minimum. If set, the examination beyond the
    /// bound may also take longer.
    pub least: Option<u64>,
    /// How many cases the quantifiers inside a claim may examine beyond their bound; `None` for the
    /// default.
    pub patience: Option<u64>,
    /// The time, in microseconds, for proving from the rules which positions of a game are lost, if
    /// nothing else decides a claim. With `None`, no such proof is searched.
    pub prove_time: Option<u64>,
    /// Whether it is an error if a claim is only checked, if termination is only assumed, or if the
    /// rules are not proved to have a value and to keep fields in their types.
    pub strict: bool,
    /// The most components that are explored if soundness is not proved; `None` for the default.
    pub explore: Option<usize>,
    /// The engine that answers questions about positions.
    pub engine: Choice,
}

/// A spec with all results about it.
pub struct Checked {
    /// The opened spec.
    pub opened: Opened,
    /// For each game, what is proved or observed about its rules; absent if errors in names, types
    /// or constants leave no program.
    pub soundness: Option<Soundness>,
    /// The verdicts on the claims, in order; empty if there is no program. If rules are unsound,
    /// claims about games that are not proved sound have a verdict that says so.
    pub verdicts: Vec<Verdict>,
    /// For each game, the description of its moves. `None` if no description was found, for
    /// imported games that nothing mentions, and, if rules are unsound, for games that are not
    /// proved sound.
    pub shapes: Vec<Option<String>>,
    /// For each game, the theorem that covers it, compared with the reference.
    pub theorems: Vec<Option<Agreement>>,
    /// For each game that no theorem covers, the known game with equal values, as far as they were compared.
    pub likenesses: Vec<Option<Likeness>>,
    /// For each game, whether its boards split into a sum; `None` for games that are not played on
    /// boards or have no component of suitable size. Empty if rules are unsound.
    pub splits: Vec<Option<Splits>>,
    /// All diagnostics, those of the opened spec included.
    pub diagnostics: Vec<Diagnostic>,
    /// A limit that was reached before an answer, if one was.
    pub limit: Option<Limit>,
    /// The engine that was used.
    pub engine: &'static str,
    /// The components that the starts name and that the claims ask about.
    pub asked: Vec<Component>,
}

/// The most components that are explored if soundness is not proved, by default.
const EXPLORE: usize = 100_000;
/// The most components that are explored before any claim is examined.
const EXPLORE_FIRST: usize = 2_000;

/// If play can be infinite, a question of a claim may examine at most this many positions.
const WHERE_ENDLESS: u64 = 50_000;

/// The codes of errors in rules. While there is such an error, a missing proof of termination
/// (G412) is not reported.
const RULES: [Code; 5] = [Code::G401, Code::G402, Code::G403, Code::G410, Code::G411];

/// Checks whether the rules are sound, and judges the claims.
pub fn check(opened: Opened, budget: &Budget<'_>, options: CheckOptions) -> Checked {
    check_again(opened, budget, options, &mut Kept::default())
}

/// Checks a spec as [`check()`] does, but reuses the verdicts in `kept`, from an earlier check of
/// the spec, on claims for which nothing has changed.
pub fn check_again(opened: Opened, budget: &Budget<'_>, options: CheckOptions, kept: &mut Kept) -> Checked {
    kept.begin(&opened);
    let mut checked = Checked {
        diagnostics: Vec::new(),
        soundness: None,
        shapes: Vec::new(),
        theorems: Vec::new(),
        likenesses: Vec::new(),
        splits: Vec::new(),
        verdicts: Vec::new(),
        limit: None,
        opened,
        engine: options.engine.name(),
        asked: Vec::new(),
    };
    let spent = AtomicU64::new(0);
    let budget = budget.fork().counted(&spent);
    let partial = checked.opened.partial.take().map(|it| (it.instance, it.left_out));
    let whole = checked.opened.instance.take().map(|instance| (instance, LeftOut::default()));
    if let Some((instance, left_out)) = whole.or(partial) {
        let prover = Prover::new(&instance, options.prove_time.unwrap_or(0));
        let model = Model::of(&instance).proving(&prover);
        examine(&model, &budget, options, &mut checked, (kept, &left_out));
        let is_left_out = |at: &usize| left_out.claims.contains(at);
        for (_, verdict) in checked.verdicts.iter_mut().enumerate().filter(|(at, _)| is_left_out(at)) {
            *verdict = claim::with_an_error();
        }
        checked.opened.instance = Some(instance);
    }
    let more = std::mem::take(&mut checked.opened.diagnostics);
    checked.diagnostics.extend(more);
    settle(&mut checked.diagnostics);
    if checked.diagnostics.iter().any(|it| it.is_error() && it.code < Code::G601) {
        // A kept verdict would skip the exploration of the positions that its claim asks about.
        // That is safe only if the rules are known to be sound.
        kept.forget();
    }
    checked
}

/// Proves what it can about the rules, explores positions, compares theorems, judges the claims, and
/// stores all results in `checked`. If rules are unsound, judges only claims about games that are
/// proved sound.
fn examine(
    model: &Model<'_>,
    budget: &Budget<'_>,
    options: CheckOptions,
    checked: &mut Checked,
    (kept, left_out): (&mut Kept, &LeftOut),
) {
    let instance = model.instance;
    let (mut soundness, lints) = sound::prove(instance);
    let asked = AskedAbout::new(model, budget);
    let (starts, errors) = left_out.owed(instance, budget);
    asked.take_over(&starts, &mut soundness);
    checked.diagnostics.extend(errors);
    let mut trial = soundness.clone();
    let endless = endless_games(model, &soundness, budget);
    let mut first = first_look(instance, &starts, budget);
    let named = first.components.clone();
    let is_endless = !endless.is_empty();
    first
        .components
        .extend(is_endless.then(|| asked_first(model, budget, options, &soundness)).into_iter().flatten());
    let forever = Forever {
        words: &|at| endless.iter().find(|it| it.contains(instance, at, budget)).map(|it| it.words.clone()),
        smallest: &|game| endless.iter().find(|set| set.game == game).and_then(|set| set.smallest.clone()),
    };
    let most = options.explore.unwrap_or(EXPLORE);
    let early = sound::watch(instance, budget, &mut trial, first, (most.min(EXPLORE_FIRST), None), &forever);
    let explored = early.exploration;
    // The second, longer exploration reports unproved termination itself.
    let early: Vec<Diagnostic> = early.diagnostics.into_iter().filter(|it| it.code != Code::G412).collect();
    let unsound = any_error(&checked.diagnostics) || any_error(&early);
    checked.diagnostics.extend(lints);
    if unsound {
        take_endless(&mut soundness, trial);
        checked.diagnostics.extend(early);
        let mut owed = starts;
        asked.describe_proved(&soundness, &mut owed, checked);
        return only_sound(model, budget, options, soundness, (checked, &mut owed, kept));
    }
    checked.likenesses = likenesses(model, &asked.describe(&starts, checked), &starts, budget);
    // A limit may stop a claim before it reaches the positions that it names.
    let mut owed = Owed { components: named, ..starts };
    let mut within = budget.fork();
    if is_endless {
        // Claims may ask about positions with infinite play.
        within.positions = within.positions.min(WHERE_ENDLESS);
    }
    claims(model, &within, options, &soundness, (checked, &mut owed, kept), Judged::All);
    checked.splits = splits::splits(model, &owed.components, budget);
    checked.asked.clone_from(&owed.components);
    let watched = sound::watch(instance, budget, &mut soundness, owed, (most, explored), &forever);
    record(instance, watched, &soundness, checked);
    say_of_rules(instance, &soundness, options.strict, checked);
    repeat_assumptions(instance, &soundness, checked);
    checked.soundness = Some(soundness);
}

/// Adds what the exploration of the rules found to the results.
fn record(instance: &Instance, watched: Watched, soundness: &Soundness, checked: &mut Checked) {
    checked.diagnostics.extend(watched.diagnostics);
    if let Some(limit) = watched.limit {
        checked.diagnostics.push(sound::errors::not_examined(instance, limit, &soundness.games));
    }
    checked.limit = checked.limit.or(watched.limit);
}

/// Judges only the claims about games that are proved sound, because the rules of another game are
/// wrong.
fn only_sound(
    model: &Model<'_>,
    budget: &Budget<'_>,
    options: CheckOptions,
    soundness: Soundness,
    (checked, owed, kept): (&mut Checked, &mut Owed, &mut Kept),
) {
    claims(model, budget, options, &soundness, (checked, owed, kept), Judged::OnlySound);
    checked.soundness = Some(soundness);
}

/// The components from which a short exploration begins: those of the starts, and those that claims
/// name without variables. This exploration finds most mistakes in rules before any claim is
/// evaluated.
fn first_look(instance: &Instance, starts: &Owed, budget: &Budget<'_>) -> Owed {
    let mut first = Owed { all: false, claims_pending: true, ..starts.clone() };
    first.add_named(instance, budget);
    first
}

/// Copies from `trial` to `soundness` the termination of each game for which the exploration found
/// that play can be infinite.
fn take_endless(soundness: &mut Soundness, trial: Soundness) {
    for (known, seen) in soundness.games.iter_mut().zip(trial.games) {
        if matches!(seen.termination, Termination::Endless { .. }) {
            known.termination = seen.termination;
        }
    }
}

/// Reports an error in rules that only the evaluation of a claim reached. With `strict`, also
/// reports games whose termination is only assumed, or whose rules are only checked up to a bound.
fn say_of_rules(instance: &Instance, soundness: &Soundness, strict: bool, checked: &mut Checked) {
    let is_of_rules = |it: &Diagnostic| RULES.contains(&it.code);
    let unsound = checked.verdicts.iter().find_map(|verdict| verdict.unsound.as_ref());
    if let Some(problem) = unsound.filter(|_| !checked.diagnostics.iter().any(is_of_rules)) {
        checked.diagnostics.push(sound::errors::unsound(instance, problem));
    }
    if checked.diagnostics.iter().any(is_of_rules) {
        // If rules are wrong, a missing termination proof only repeats that error.
        checked.diagnostics.retain(|it| it.code != Code::G412);
    }
    if strict {
        checked.diagnostics.extend(assumed(instance, soundness).map(sound::unproved::assumption));
        let needed = sound::needed(instance);
        let games = instance.program.game_ids().zip(&soundness.games);
        let watched = games.filter(|(game, known)| needed[game.index()] && known.rules().0 != "proved");
        checked.diagnostics.extend(watched.map(|(game, known)| {
            sound::unproved::only_watched(instance.program.game(game), &known.rules().1)
        }));
    }
}

/// The games whose termination is only assumed.
fn assumed<'i>(instance: &'i Instance, soundness: &'i Soundness) -> impl Iterator<Item = &'i ir::Game> {
    let is_assumed =
        |game: &GameId| matches!(soundness.games[game.index()].termination, Termination::Assumed { .. });
    instance.program.game_ids().filter(is_assumed).map(|game| instance.program.game(game))
}

/// Adds to every claim that reaches a game with assumed termination the assumption that its play
/// ends.
fn repeat_assumptions(instance: &Instance, soundness: &Soundness, checked: &mut Checked) {
    for (claim, verdict) in instance.program.claims.iter().zip(&mut checked.verdicts) {
        let games = ir::walk::games_in(&instance.program, claim.expr());
        let reached = |game: &ir::Game| {
            let reaches = |from: &GameId| {
                let games = ir::walk::reachable_games(&instance.program, *from);
                games.iter().any(|it| instance.program.game(*it).span == game.span)
            };
            games.iter().any(reaches)
        };
        let names: Vec<String> = assumed(instance, soundness)
            .filter(|game| reached(game))
            .map(|game| format!("`{}`", game.name))
            .collect();
        if !names.is_empty() {
            verdict.evidence.assuming(&claim::errors::assumption(&names));
        }
    }
}

/// For each game that has to be checked (`sound::needed`) and whose termination is unknown, the
/// positions from which play can be infinite. Games without such positions, as far as was found,
/// are left out.
fn endless_games(model: &Model<'_>, soundness: &Soundness, budget: &Budget<'_>) -> Vec<Endless> {
    let instance = model.instance;
    let needed = sound::needed(instance);
    let unknown = |game: &GameId| {
        needed[game.index()] && soundness.games[game.index()].termination == Termination::Unknown
    };
    let games = instance.program.game_ids().filter(unknown);
    let by_repetition = |game| Some(Endless::where_legal(instance, game, sound::repeated(instance, game)?));
    games.filter_map(|game| endless(&model.shapes, game, budget).or_else(|| by_repetition(game))).collect()
}
