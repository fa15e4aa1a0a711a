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

/// A whole check of one file.
#[derive(Debug, Serialize)]
pub struct CheckView {
    /// The file.
    pub file: String,
    /// Whether nothing is wrong and nothing was left open.
    pub ok: bool,
    /// All diagnostics.
    pub diagnostics: Vec<DiagnosticView>,
    /// The games of the file and of the files it imports.
    pub games: Vec<GameView>,
    /// The claims of the file.
    pub claims: Vec<ClaimView>,
    /// How many claims were not judged because of errors in them.
    #[serde(skip_serializing_if = "is_zero")]
    pub claims_not_judged: usize,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// How many claims a text contains, whether or not it parses.
fn written_claims(text: &str) -> usize {
    let begins = |line: &&str| {
        let behind = line.trim_start().strip_prefix("claim");
        behind.is_some_and(|it| !it.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    text.lines().filter(begins).count()
}

/// A game.
#[derive(Debug, Serialize)]
pub struct GameView {
    /// Its name.
    pub name: String,
    /// Its fields as declared.
    pub fields: Vec<String>,
    /// The code from which it was expanded.
    pub origin: Option<String>,
    /// Its moves, with codes expanded.
    pub moves: Vec<String>,
    /// How it is known that play ends.
    pub terminates: TerminationView,
    /// How it is known that the rules have a value and keep every field in its type.
    pub rules: TerminationView,
    /// A description of its moves that does not depend on how they are written.
    pub shape: Option<String>,
    /// The theorem that covers it.
    pub theorem: Option<TheoremView>,
    /// The known game with equal values up to a bound, if no theorem covers this game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub like: Option<LikeView>,
    /// Whether its boards split; absent for games that are not played on boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub splits: Option<SplitsView>,
    /// The engine that is used for questions about it.
    pub engine: &'static str,
}

/// A known game whose values equal those of another game up to a bound.
#[derive(Debug, Serialize)]
pub struct LikeView {
    /// The known game.
    pub game: String,
    /// The examined positions, written with a variable `n`.
    pub of: String,
    /// Always `checked`: it is not proved.
    pub status: &'static str,
    /// The bound of the comparison.
    pub bound: String,
}

/// Whether the boards of a game split.
#[derive(Debug, Serialize)]
pub struct SplitsView {
    /// `proved`, `refused`, or `undecided` if the analysis was cut short.
    pub status: &'static str,
    /// The largest component: the analysis covers all boards that play can reach from it. Abbreviated if it
    /// is long.
    pub from: String,
    /// The reason that prevents it, and the responsible expression.
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
    /// Its short name.
    pub id: &'static str,
    /// Its number in the catalogue.
    pub entry: &'static str,
    /// Who found it, and when.
    pub cite: &'static str,
    /// `proved`: its hypotheses were checked on the rules; `refuted` if the reference disagrees, which
    /// is a mistake in gspec.
    pub status: &'static str,
    /// The bound of the comparison with the reference.
    pub bound: String,
    /// Whether there was anything to compare.
    #[serde(skip)]
    pub compared: bool,
    /// Which positions it covers, in words, if not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<String>,
    /// The result of the theorem.
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

/// How something about a game's rules is known.
#[derive(Debug, Serialize)]
pub struct TerminationView {
    /// `proved`, `checked` or `undecided`.
    pub status: &'static str,
    /// The proof.
    pub by: Option<String>,
}

/// How certain something is.
#[derive(Debug, Serialize)]
pub struct EvidenceView {
    /// `proved`, `checked`, `refuted` or `undecided`.
    pub status: &'static str,
    /// The proof.
    pub by: Option<String>,
    /// Up to which bound it was examined.
    pub bound: Option<String>,
}

/// A claim.
#[derive(Debug, Serialize)]
pub struct ClaimView {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The line where it begins.
    pub line: usize,
    /// `proved`, `checked`, `refuted` or `undecided`.
    pub status: &'static str,
    /// The proof, or why it is undecided.
    pub by: Option<String>,
    /// Up to which bound it was examined.
    pub bound: Option<String>,
    /// The smallest case where it fails.
    pub counterexample: Option<serde_json::Map<String, serde_json::Value>>,
    /// How many cases were examined.
    pub cases: u64,
    /// How many components and positions were examined.
    pub examined: u64,
    /// How many seconds it took, if there was a clock.
    pub seconds: Option<f64>,
    /// The counterexample as text.
    #[serde(skip)]
    pub counterexample_words: String,
}

impl ClaimView {
    /// Whether it has no error, and needs no rules that have one.
    pub fn is_judged(&self) -> bool {
        !self.by.as_deref().is_some_and(|by| self.status == "undecided" && by.starts_with(NOT_JUDGED))
    }

    /// The word for it in a summary.
    pub fn said(&self) -> &'static str {
        if self.is_judged() { self.status } else { NOT_JUDGED }
    }
}

/// What a summary says of claims that have an error.
pub const NOT_JUDGED: &str = "not judged";

/// Longer values are cut and written as a text.
const MOST_WRITTEN: usize = 100_000;

/// A value in JSON. Integers beyond 2^53 are strings.
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
            let entries =
                case.iter().map(|(name, value)| (name.clone(), json_value(&instance.program, value)));
            counterexample = Some(entries.collect());
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
