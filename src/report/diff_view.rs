//! The comparison of two games, as data and as text.

use super::view::{EvidenceView, json_int, json_value};
use crate::claim::Evidence;
use crate::ir::print;
use crate::solve::Outcome;
use crate::variants::{Cause, Comparison, Difference, Finding, Known, MovesApart, Pair};
use serde::Serialize;
use std::fmt::Write;

/// The comparison of two games.
#[derive(Debug, Serialize)]
pub struct DiffView {
    /// The first game, as the user named it.
    pub left: String,
    /// The second game, as the user named it.
    pub right: String,
    /// Whether the games have equal moves; `None` if unknown.
    pub same_moves: Option<bool>,
    /// Whether the same positions are lost; `None` if unknown.
    pub same_lost: Option<bool>,
    /// Whether all values are equal; `None` if unknown.
    pub same_values: Option<bool>,
    /// The evidence for these three answers.
    pub evidence: EachView,
    /// The first pair of positions that was found to differ, usually the smallest: in outcome if
    /// outcomes are known to differ, otherwise in value, otherwise in options.
    pub first_difference: Option<DifferenceView>,
    /// For each property in which the games differ, the first pair of positions that was found,
    /// usually the smallest.
    pub differences: Vec<DifferenceView>,
    /// The text for each property: its name, and lines about it.
    #[serde(skip)]
    words: Vec<(&'static str, String)>,
}

/// The evidence for each answer of a comparison.
#[derive(Debug, Serialize)]
pub struct EachView {
    /// The evidence about the moves.
    pub moves: EvidenceView,
    /// The evidence about the lost positions.
    pub lost: EvidenceView,
    /// The evidence about the values.
    pub values: EvidenceView,
}

/// Two matching positions, one of each game, that differ in a property.
#[derive(Debug, Clone, Serialize)]
pub struct DifferenceView {
    /// The property in which the positions differ: `lost`, `values` or `moves`.
    pub of: &'static str,
    /// The fields of the position of the first game, by name.
    pub fields: serde_json::Map<String, serde_json::Value>,
    /// The position of the first game.
    pub left: SideView,
    /// The position of the second game; its text is empty if its fields have no value.
    pub right: SideView,
    /// The option that makes the difference, if one was found.
    pub because: Option<BecauseView>,
}

/// One of two positions that differ.
#[derive(Debug, Clone, Serialize)]
pub struct SideView {
    /// The position.
    pub position: String,
    /// The outcome: `N`, `P` or `D`; `None` in a difference of moves.
    pub outcome: Option<&'static str>,
    /// The value, if the position has one and it is known.
    pub sg: Option<serde_json::Value>,
    /// Whether the position has no value because it is loony.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub loony: bool,
}

/// An option of one position that the other position lacks.
#[derive(Debug, Clone, Serialize)]
pub struct BecauseView {
    /// Which position has the option: `left` or `right`.
    pub of: &'static str,
    /// The name of the move.
    #[serde(rename = "move")]
    pub name: String,
    /// The target of the move.
    pub to: String,
    /// The outcome of the target: `N`, `P` or `D`; `None` in a difference of moves.
    pub outcome: Option<&'static str>,
    /// The value of the target, if it has one and it is known.
    pub sg: Option<serde_json::Value>,
}

impl DiffView {
    /// The view of a comparison. `left` and `right` are the games as the user named them.
    pub fn new((left, right): (&str, &str), pair: &Pair, comparison: &Comparison) -> DiffView {
        let (moves, lost, values) = (&comparison.moves, &comparison.lost, &comparison.values);
        let mut differences = Vec::new();
        for (of, finding) in [("lost", lost), ("values", values)] {
            if let Finding::Differs(it) = finding {
                differences.push(DifferenceView::new(of, pair, it));
            }
        }
        if let Finding::Differs(it) = moves {
            differences.push(DifferenceView::of_moves(pair, it));
        }
        let words = vec![
            ("moves", words(moves, &|it| moves_words(pair, it))),
            ("lost", words(lost, &|it| difference_words(pair, it, false))),
            ("values", words(values, &|it| difference_words(pair, it, true))),
        ];
        DiffView {
            left: left.to_string(),
            right: right.to_string(),
            same_moves: moves.is_same(),
            same_lost: lost.is_same(),
            same_values: values.is_same(),
            evidence: EachView { moves: evidence(moves), lost: evidence(lost), values: evidence(values) },
            first_difference: differences.first().cloned(),
            differences,
            words,
        }
    }
}

impl DifferenceView {
    fn new(of: &'static str, pair: &Pair, it: &Difference) -> DifferenceView {
        let program = &pair.instance.program;
        let side = |component, known: &Known| SideView {
            position: print::component(program, component),
            outcome: Some(known.outcome.letter()),
            sg: known.value.as_ref().map(json_int),
            loony: known.loony,
        };
        let because = it.cause.as_ref().map(|cause| BecauseView {
            of: side_name(cause.of_left),
            name: cause.name.clone(),
            to: print::position(program, &cause.to),
            outcome: Some(cause.known.outcome.letter()),
            sg: cause.known.value.as_ref().map(json_int),
        });
        let (left, right) = (side(&it.left, &it.of_left), side(&it.right, &it.of_right));
        DifferenceView { of, fields: fields(pair, &it.left.state), left, right, because }
    }

    fn of_moves(pair: &Pair, it: &MovesApart) -> DifferenceView {
        let program = &pair.instance.program;
        let (of_left, name, to) = &it.lone;
        let side = |position: String| SideView { position, outcome: None, sg: None, loony: false };
        let because = BecauseView {
            of: side_name(*of_left),
            name: name.clone(),
            to: print::sum(program, to),
            outcome: None,
            sg: None,
        };
        let right = it.right.as_ref().map(|it| print::component(program, it)).unwrap_or_default();
        DifferenceView {
            of: "moves",
            fields: fields(pair, &it.left.state),
            left: side(print::component(program, &it.left)),
            right: side(right),
            because: Some(because),
        }
    }
}

fn side_name(of_left: bool) -> &'static str {
    if of_left { "left" } else { "right" }
}

/// The fields of a component as a JSON object.
fn fields(pair: &Pair, state: &[crate::ir::Value]) -> serde_json::Map<String, serde_json::Value> {
    let program = &pair.instance.program;
    let slots = pair.matching.slots.iter().zip(state);
    slots.map(|(slot, value)| (slot.name.clone(), json_value(program, value))).collect()
}

fn evidence<D>(finding: &Finding<D>) -> EvidenceView {
    match finding {
        Finding::Same(Evidence::Proved { by, agrees }) => {
            EvidenceView { status: "proved", by: Some(by.clone()), bound: agrees.clone() }
        }
        Finding::Same(other) => EvidenceView { status: other.status(), by: None, bound: other.bound() },
        Finding::Differs(_) => EvidenceView { status: "refuted", by: None, bound: None },
        Finding::Open(why) => EvidenceView { status: "undecided", by: Some(why.clone()), bound: None },
    }
}

/// A finding in words; `differs` describes a difference.
fn words<D>(finding: &Finding<D>, differs: &dyn Fn(&D) -> String) -> String {
    match finding {
        Finding::Same(Evidence::Proved { by, .. }) => format!("equal (proved: {by})"),
        Finding::Same(Evidence::Checked { bound }) => {
            format!("no difference for {bound} (checked, not proved)")
        }
        Finding::Same(_) => "not known".to_string(),
        Finding::Open(why) if why.starts_with("not compared") => why.clone(),
        Finding::Open(why) => format!("not known: {why}"),
        Finding::Differs(it) => differs(it),
    }
}

/// Describes a difference of moves: the option that only one of two matching positions has.
fn moves_words(pair: &Pair, it: &MovesApart) -> String {
    let program = &pair.instance.program;
    let (of_left, name, to) = &it.lone;
    let right = it.right.as_ref().map(|it| print::component(program, it)).unwrap_or_default();
    let left = print::component(program, &it.left);
    let (has, lacks) = if *of_left { (left, right) } else { (right, left) };
    format!("differ: {has} has {name} -> {}; {lacks} has no such option", print::sum(program, to))
}

/// Describes a position where two games differ in outcome or value, usually the smallest, and the
/// cause.
fn difference_words(pair: &Pair, it: &Difference, values: bool) -> String {
    let program = &pair.instance.program;
    let [left, right] = [&it.left, &it.right].map(|it| print::component(program, it));
    let [ours, theirs] = [&it.of_left, &it.of_right].map(|it| known_words(it, values));
    let at = if it.is_smallest { "first at" } else { "at" };
    let mut out =
        format!("differ {at} {}: {left} {ours}, {right} {theirs}", case_words(pair, &it.left.state));
    if let Some(cause) = &it.cause {
        let (has, lacks) = if cause.of_left { (left, right) } else { (right, left) };
        let _ = write!(out, "\n{has} has {}; {lacks} has no such option", cause_words(pair, cause, values));
    }
    out
}

/// Describes the option that causes a difference: move, target, and the outcome or value of the
/// target.
pub(super) fn cause_words(pair: &Pair, cause: &Cause, values: bool) -> String {
    let to = print::position(&pair.instance.program, &cause.to);
    format!("{} -> {to}, which {}", cause.name, known_words(&cause.known, values))
}

/// The fields of a component by name: `a = 3, b = 5`.
fn case_words(pair: &Pair, state: &[crate::ir::Value]) -> String {
    let program = &pair.instance.program;
    let slots = pair.matching.slots.iter().zip(state);
    let each = slots.map(|(slot, value)| format!("{} = {}", slot.name, print::value(program, value)));
    each.collect::<Vec<_>>().join(", ")
}

/// The value or the outcome of a position, as words that follow the position: `has value 3`.
pub(super) fn known_words(known: &Known, values: bool) -> String {
    match (&known.value, known.outcome) {
        (Some(value), _) if values => format!("has value {value}"),
        _ if values && known.loony => "is loony".to_string(),
        (_, Outcome::Previous) => "is lost".to_string(),
        (_, Outcome::Next) => "is won".to_string(),
        (_, Outcome::Draw) => "is a draw".to_string(),
    }
}

/// The comparison as text.
pub fn diff_text(view: &DiffView) -> String {
    let mut out = format!("{} and {}\n", view.left, view.right);
    for (of, words) in &view.words {
        let mut lines = words.lines();
        let _ = writeln!(out, "  {of:<8}{}", lines.next().unwrap_or_default());
        for line in lines {
            let _ = writeln!(out, "          {line}");
        }
    }
    out
}
