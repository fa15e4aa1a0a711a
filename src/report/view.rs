//! The results of a check as data. The field names are those of the JSON output.

use super::diagnostics::DiagnosticView;
use crate::claim::{Evidence, Verdict};
use crate::ir::value::shared::weight;
use crate::ir::{self, Convention, Value, print};
use crate::number::Int;
use crate::pipeline::{Checked, Found, Splits};
use crate::position::Instance;
use crate::sound::{GameSoundness, Termination};
use crate::theorem::Agreement;
use crate::theorem::likeness::Likeness;
use serde::Serialize;

/// The results of a check of one file.
#[derive(Debug, Serialize)]
pub struct CheckView {
    /// The name of the file.
    pub file: String,
    /// Whether there is no error, no theorem contradicts the reference, and every claim is proved or
    /// checked up to a bound.
    pub ok: bool,
    /// All diagnostics, errors and warnings.
    pub diagnostics: Vec<DiagnosticView>,
    /// The games of the file and of the files it imports.
    pub games: Vec<GameView>,
    /// The claims of the file.
    pub claims: Vec<ClaimView>,
    /// How many claims the text contains, if errors prevented all of them from being judged.
    #[serde(skip_serializing_if = "is_zero")]
    pub claims_not_judged: usize,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// How many lines of a text begin a claim, whether or not the text parses.
fn written_claims(text: &str) -> usize {
    let begins = |line: &&str| {
        let behind = line.trim_start().strip_prefix("claim");
        behind.is_some_and(|it| !it.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    text.lines().filter(begins).count()
}

/// A game with what is known about it.
#[derive(Debug, Serialize)]
pub struct GameView {
    /// The name of the game.
    pub name: String,
    /// The fields with their types, as declared.
    pub fields: Vec<String>,
    /// The code from which the game was expanded, such as `octal "0.77"`, if it was written by one.
    pub origin: Option<String>,
    /// The moves, with codes expanded.
    pub moves: Vec<String>,
    /// How it is known that play terminates.
    pub terminates: TerminationView,
    /// How it is known that the rules have a value and keep every field in its type.
    pub rules: TerminationView,
    /// A description of the moves that does not depend on how they are written; `None` if none is
    /// found, or the game was not described.
    pub shape: Option<String>,
    /// The theorem that covers the game, if one does.
    pub theorem: Option<TheoremView>,
    /// The known game with equal values up to a bound, if one was found; it is only sought for some
    /// games that no theorem covers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub like: Option<LikeView>,
    /// Whether the boards of the game split; absent for games that are not played on boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub splits: Option<SplitsView>,
    /// The engine that answers questions about positions of the game.
    pub engine: &'static str,
}

/// A known game whose values equal those of another game up to a bound.
#[derive(Debug, Serialize)]
pub struct LikeView {
    /// The known game.
    pub game: String,
    /// The examined positions, written with a variable `n`.
    pub of: String,
    /// Always `checked`: the equality is not proved.
    pub status: &'static str,
    /// The bound of the comparison.
    pub bound: String,
}

/// Whether the boards of a game split.
#[derive(Debug, Serialize)]
pub struct SplitsView {
    /// `proved`, `refused`, or `undecided` if the analysis was cut short.
    pub status: &'static str,
    /// The component from which the boards were analysed, with all boards that play can reach from
    /// it. Abbreviated if it is long.
    pub from: String,
    /// Why boards do not split, with the responsible expression; or that the analysis was cut
    /// short. `None` if they split.
    pub by: Option<String>,
}

impl SplitsView {
    fn new(checked: &Checked, instance: &Instance, splits: &Splits) -> SplitsView {
        let (status, by) = match &splits.found {
            Found::FallApart => ("proved", None),
            Found::CutShort => ("undecided", Some("the analysis was cut short by its limit".to_string())),
            Found::Prevented(why) => {
                let source = checked.opened.sources.get(why.span.file);
                let (line, _) = source.line_column(why.span.start);
                let text = checked.opened.sources.text(why.span).lines().next().unwrap_or_default();
                ("refused", Some(format!("{}: line {line}, `{}`", why.reason.words(), text.trim())))
            }
        };
        SplitsView { status, from: print::component_in_part(&instance.program, &splits.component), by }
    }
}

impl LikeView {
    fn new(likeness: &Likeness) -> LikeView {
        let bound = format!("n <= {}", likeness.bound);
        LikeView { game: likeness.known.clone(), of: likeness.of.clone(), status: "checked", bound }
    }
}

/// A theorem that covers a game.
#[derive(Debug, Serialize)]
pub struct TheoremView {
    /// The short name of the theorem, as in `theorem:wythoff`.
    pub id: &'static str,
    /// The number of the theorem in the catalogue.
    pub entry: &'static str,
    /// The citation: who found the theorem, and when.
    pub cite: &'static str,
    /// `proved`: its hypotheses were checked on the rules; `refuted` if the reference disagrees, which
    /// is a mistake in gspec.
    pub status: &'static str,
    /// The bound of the comparison with the reference, or where the reference disagrees.
    pub bound: String,
    /// Whether the theorem was compared with the reference at one component at least.
    #[serde(skip)]
    pub compared: bool,
    /// Which positions the theorem covers, in words, if not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<String>,
    /// What the theorem says, in words.
    #[serde(skip)]
    pub gives: &'static str,
}

impl TheoremView {
    fn new(program: &ir::Program, game: &ir::Game, agreement: &Agreement) -> TheoremView {
        let names: Vec<&str> = game.fields.iter().map(|field| field.name.as_str()).collect();
        let bound = match &agreement.differs {
            None => match agreement.bound {
                Some(bound) => format!("{} <= {bound}", names.join(", ")),
                None if agreement.components == 1 => "1 component".to_string(),
                None => format!("{} components", agreement.components),
            },
            Some((convention, fields)) => {
                let values = fields.iter().map(|field| print::value(program, field));
                let cell: Vec<String> =
                    names.iter().zip(values).map(|(name, value)| format!("{name} = {value}")).collect();
                let play = if *convention == Convention::Normal { "" } else { " under misère play" };
                format!("the reference disagrees at {}{play}", cell.join(", "))
            }
        };
        let theorem = agreement.theorem;
        TheoremView {
            id: theorem.id,
            entry: theorem.entry,
            cite: theorem.cite,
            status: if agreement.differs.is_some() { "refuted" } else { "proved" },
            bound,
            compared: agreement.components > 0,
            only: agreement.only.clone(),
            gives: theorem.gives,
        }
    }
}

/// How a property of a game's rules is known.
#[derive(Debug, Serialize)]
pub struct TerminationView {
    /// `proved`, `checked` or `undecided`.
    pub status: &'static str,
    /// The proof, or what was examined, in words.
    pub by: Option<String>,
}

/// The evidence for a result.
#[derive(Debug, Serialize)]
pub struct EvidenceView {
    /// `proved`, `checked`, `refuted` or `undecided`.
    pub status: &'static str,
    /// The proof, or why the result is undecided, in words.
    pub by: Option<String>,
    /// The bound up to which the result was checked, or compared with the reference.
    pub bound: Option<String>,
}

/// A claim with its verdict.
#[derive(Debug, Serialize)]
pub struct ClaimView {
    /// The name of the claim, if it has one.
    pub name: Option<String>,
    /// The line where the claim begins, from 1.
    pub line: usize,
    /// `proved`, `checked`, `refuted` or `undecided`.
    pub status: &'static str,
    /// The proof, or why the claim is undecided, in words.
    pub by: Option<String>,
    /// The bound up to which the claim was checked, or a theorem in its proof compared with the
    /// reference.
    pub bound: Option<String>,
    /// The smallest case where the claim fails: the values of its variables. `None` unless the claim
    /// is refuted; empty if the refutation names no case.
    pub counterexample: Option<serde_json::Map<String, serde_json::Value>>,
    /// How many cases were examined.
    pub cases: u64,
    /// How many components and positions were examined.
    pub examined: u64,
    /// How many seconds the claim took, if there was a clock.
    pub seconds: Option<f64>,
    /// The counterexample as text.
    #[serde(skip)]
    pub counterexample_words: String,
}

impl ClaimView {
    /// Whether the claim was judged: it has no error, and needs no rules that have one.
    pub fn is_judged(&self) -> bool {
        !self.by.as_deref().is_some_and(|by| self.status == "undecided" && by.starts_with(NOT_JUDGED))
    }

    /// The status of the claim as a summary says it.
    pub fn said(&self) -> &'static str {
        if self.is_judged() { self.status } else { NOT_JUDGED }
    }
}

/// The status, in a summary, of claims that were not judged. Their reasons begin with these words.
pub const NOT_JUDGED: &str = "not judged";

/// A list, set or tuple of a greater [`weight`] (number of values in it) is written as an
/// abbreviated text.
const MOST_WRITTEN: usize = 100_000;

/// A value in JSON. Integers beyond 2^53 are strings, because many readers support only doubles.
pub fn json_value(program: &ir::Program, value: &Value) -> serde_json::Value {
    match value {
        Value::Int(int) => json_int(int),
        Value::Bool(truth) => serde_json::Value::Bool(*truth),
        Value::Text(text) => serde_json::Value::String(text.iter().collect()),
        Value::List(values) | Value::Set(values) | Value::Tuple(values) if weight(value) <= MOST_WRITTEN => {
            values.iter().map(|value| json_value(program, value)).collect()
        }
        other => serde_json::Value::String(print::value(program, other)),
    }
}

/// An integer in JSON. Beyond 2^53 it is a string.
pub fn json_int(int: &Int) -> serde_json::Value {
    match int.to_i64().filter(|small| small.unsigned_abs() <= 1 << 53) {
        Some(small) => small.into(),
        None => int.to_string().into(),
    }
}

fn game(
    instance: &Instance,
    game: &ir::Game,
    known: Option<&GameSoundness>,
    shape: Option<&String>,
    (theorem, like, splits): (Option<&Agreement>, Option<&Likeness>, Option<SplitsView>),
    engine: &'static str,
) -> GameView {
    let program = &instance.program;
    let field = |field: &ir::Field| format!("{}: {}", field.name, print::domain(program, &field.domain));
    let termination = known.map_or(Termination::Unknown, |known| known.termination.clone());
    let (rules_status, rules_by) =
        known.map_or(("undecided", "not examined".to_string()), GameSoundness::rules);
    GameView {
        rules: TerminationView { status: rules_status, by: Some(rules_by) },
        name: game.name.clone(),
        fields: game.fields.iter().map(field).collect(),
        origin: game.origin.as_ref().map(|origin| origin.text.clone()),
        moves: game.moves.iter().map(|it| print::move_(program, it)).collect(),
        terminates: TerminationView { status: termination.status(), by: Some(termination.by()) },
        shape: shape.cloned(),
        theorem: theorem.map(|agreement| TheoremView::new(program, game, agreement)),
        like: like.map(LikeView::new),
        splits,
        engine,
    }
}

fn claim(checked: &Checked, instance: &Instance, claim: &ir::Claim, verdict: &Verdict) -> ClaimView {
    let (line, _) = checked.opened.sources.get(claim.span.file).line_column(claim.span.start);
    let (mut by, mut bound, mut counterexample) = (None, None, None);
    let mut counterexample_words = String::new();
    match &verdict.evidence {
        Evidence::Proved { by: argument, agrees } => (by, bound) = (Some(argument.clone()), agrees.clone()),
        Evidence::Checked { bound: reached } => bound = Some(reached.clone()),
        Evidence::Undecided { why, .. } => by = Some(why.clone()),
        Evidence::Refuted { counterexample: case } => {
            let mut entries = serde_json::Map::new();
            for (name, value) in case {
                // An inner variable may hide an outer one of this name.
                let mut key = name.clone();
                while entries.contains_key(&key) {
                    key.push('\'');
                }
                entries.insert(key, json_value(&instance.program, value));
            }
            counterexample = Some(entries);
            counterexample_words = crate::claim::errors::case_words(&instance.program, case);
        }
    }
    ClaimView {
        name: claim.name.clone(),
        line,
        status: verdict.evidence.status(),
        by,
        bound,
        counterexample,
        cases: verdict.cases,
        examined: verdict.examined,
        seconds: verdict.microseconds.map(|time| time as f64 / 1e6),
        counterexample_words,
    }
}

impl CheckView {
    /// The view of a check.
    pub fn new(file: &str, checked: &Checked) -> CheckView {
        let sources = &checked.opened.sources;
        let diagnostics = checked.diagnostics.iter().map(|it| DiagnosticView::new(it, sources)).collect();
        let (mut games, mut claims) = (Vec::new(), Vec::new());
        if let Some(instance) = &checked.opened.instance {
            let known = checked.soundness.as_ref();
            let theorem = |at: usize| checked.theorems.get(at).and_then(Option::as_ref);
            let like = |at: usize| checked.likenesses.get(at).and_then(Option::as_ref);
            let splits = |at: usize| {
                let splits = checked.splits.get(at).and_then(Option::as_ref);
                splits.map(|it| SplitsView::new(checked, instance, it))
            };
            let shape = |at: usize| checked.shapes.get(at).and_then(Option::as_ref);
            let all = instance.program.games.iter().enumerate().filter(|(_, game)| game.again.is_none());
            games = all
                .map(|(at, it)| {
                    game(
                        instance,
                        it,
                        known.map(|known| &known.games[at]),
                        shape(at),
                        (theorem(at), like(at), splits(at)),
                        checked.engine,
                    )
                })
                .collect();
            let pairs = instance.program.claims.iter().zip(&checked.verdicts);
            claims = pairs.map(|(it, verdict)| claim(checked, instance, it, verdict)).collect();
        }
        let unread = sources.iter().next().filter(|_| checked.opened.instance.is_none());
        let claims_not_judged = unread.map_or(0, |source| written_claims(&source.text));
        CheckView { file: file.to_string(), ok: checked.ok(), diagnostics, games, claims, claims_not_judged }
    }
}
