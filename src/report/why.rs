//! Explains the outcome of a position in a few lines of text.

use super::graph_view::sized;
use super::play_text::end_words;
use crate::diagnostic::render::with_short_numbers;
use crate::ir::print;
use crate::play::Explanation;
use crate::position::{Instance, errors};

/// A component of a sum with its value.
#[derive(Debug, Clone)]
pub struct WhyPart {
    /// The component.
    pub component: String,
    /// How many copies of the component there are.
    pub count: u64,
    /// The value of one copy.
    pub value: String,
}

/// A move that illustrates the outcome.
#[derive(Debug, Clone)]
pub struct WhyMove {
    /// The name of the move.
    pub name: String,
    /// The target of the move.
    pub to: String,
    /// The opponent's best reply to the move that delays a loss longest; `None` for other moves, or
    /// if that move ends play.
    pub reply: Option<String>,
}

/// The facts that explain the outcome of a position, as texts.
#[derive(Debug, Clone)]
pub struct WhyView {
    /// The position as text.
    pub position: String,
    /// Why play is over at the position; `None` if play continues.
    pub end: Option<String>,
    /// `N`, `P` or `D`; `None` if a limit was reached.
    pub outcome: Option<&'static str>,
    /// The limit that was reached, in words, if one was.
    pub limit: Option<&'static str>,
    /// The value of the position, if it has one and it is known.
    pub value: Option<String>,
    /// The remoteness: after how many moves play ends if the winner is quick and the loser delays.
    /// `None` for a draw, or if it is not known.
    pub remoteness: Option<u64>,
    /// The components with their values, for a sum under normal play.
    pub parts: Vec<WhyPart>,
    /// The nim-sum of the components' values, if all components have values.
    pub nim_sum: Option<String>,
    /// The values of the options, ascending, if the position is a single component and all its
    /// options have values.
    pub values_of_options: Option<Vec<String>>,
    /// How many different positions one move can reach.
    pub options: usize,
    /// How many options show the outcome: they are lost, or keep a draw. 0 for a lost position, unless
    /// options may be forbidden.
    pub good: usize,
    /// How many options the opponent may forbid.
    pub blocked: u64,
    /// The first few moves to options that show the outcome. For a lost position, the move that
    /// resists longest, unless options may be forbidden.
    pub shown: Vec<WhyMove>,
    /// Whether a theorem's argument, which gives the outcome and the values of components, is
    /// printed first.
    pub argued: bool,
}

impl WhyView {
    /// The view of an explanation.
    pub fn new(instance: &Instance, it: &Explanation) -> WhyView {
        let part = |part: &crate::play::PartValue| WhyPart {
            component: part.component.clone(),
            count: part.count,
            value: part.value.to_string(),
        };
        let shown = |it: &crate::play::Shown| WhyMove {
            name: it.name.clone(),
            to: it.to.clone(),
            reply: it.reply.clone(),
        };
        WhyView {
            position: print::position(&instance.program, &it.position),
            end: it.end.map(|end| end_words(instance, &it.position, end)),
            outcome: it.standing.outcome.map(|outcome| outcome.letter()),
            limit: it.standing.limit.map(|limit| errors::limit(limit).0),
            value: it.value.as_ref().map(ToString::to_string),
            remoteness: it.standing.remoteness,
            parts: it.parts.iter().map(part).collect(),
            nim_sum: it.nim_sum().map(|sum| sum.to_string()),
            values_of_options: it
                .values_of_options
                .as_ref()
                .map(|all| all.iter().map(ToString::to_string).collect()),
            options: it.options,
            good: it.good,
            blocked: it.blocked,
            shown: it.shown.iter().map(shown).collect(),
            argued: false,
        }
    }
}

/// The most components or values that are listed.
const MOST_LISTED: usize = 10;

/// The explanation as text, a few lines.
pub fn why_text(view: &WhyView) -> String {
    let mut lines = Vec::new();
    if !view.argued || view.end.is_some() || view.limit.is_some() {
        lines.push(headline(view));
    }
    if view.end.is_none() {
        lines.extend(values(view));
        lines.extend(moves(view));
        lines.extend(length(view));
    }
    with_short_numbers(&(lines.join("\n") + "\n"))
}

/// The first line: the position, and who wins it or why play is over.
fn headline(view: &WhyView) -> String {
    let position = sized(&with_short_numbers(&view.position));
    if let Some(end) = &view.end {
        return format!("{position}: play is over; {end}.");
    }
    match (view.outcome, view.limit) {
        (Some("N"), _) => format!("{position}: the player to move wins."),
        (Some("P"), _) => format!("{position}: the player to move loses."),
        (Some(_), _) => format!("{position}: a draw, neither player can force a win."),
        (None, Some(limit)) => format!("{position}: who wins is not known, {limit}."),
        (None, None) => format!("{position}: who wins is not known."),
    }
}

/// The line with the argument by values, if there is one.
fn values(view: &WhyView) -> Option<String> {
    let copies: u64 = view.parts.iter().map(|part| part.count).fold(0, u64::saturating_add);
    if let (1, Some(value), Some(options)) = (copies, &view.value, &view.values_of_options) {
        let told = match (options.as_slice(), listed(options)) {
            ([], _) => "there is no move".to_string(),
            ([one], _) => format!("the mex of its options' values; all options have the value {one}"),
            (_, all) => format!("the mex of its options' values; options have the values {all}"),
        };
        return Some(format!("Its value is {value}: {told}."));
    }
    // A single component without values needs no such line; neither does a sum that is explained by
    // the argument of a theorem.
    if copies < 2 || view.argued && view.nim_sum.is_some() {
        return None;
    }
    let part = |part: &WhyPart| match part.count {
        1 => format!("{} is {}", part.component, part.value),
        count => format!("{} is {} ({count} times)", part.component, part.value),
    };
    let parts: Vec<String> = view.parts.iter().map(part).collect();
    let parts = listed(&parts);
    Some(match &view.nim_sum {
        Some(sum) => {
            format!("Values: {parts}. Their nim-sum is {sum}, and a sum is lost exactly when that is 0.")
        }
        None => format!("Values: {parts}; the other components have none."),
    })
}

/// The first texts, and how many more there are.
fn listed(all: &[String]) -> String {
    let more = all.len().saturating_sub(MOST_LISTED);
    let shown = all[..all.len() - more].join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

/// The lines with the moves that illustrate the outcome.
fn moves(view: &WhyView) -> Vec<String> {
    let options = view.options;
    let moves = if options == 1 { "move" } else { "moves" };
    let mut lines = Vec::new();
    match view.outcome {
        Some("N" | "P") if view.blocked > 0 => {
            let leads = if view.good == 1 { "leads" } else { "lead" };
            let enough = if view.outcome == Some("N") { "no more than" } else { "up to" };
            lines.push(format!(
                "{} of {options} {moves} {leads} to a lost position, and the opponent may forbid {enough} {}{}",
                view.good,
                view.blocked,
                if view.shown.is_empty() { "." } else { ":" }
            ));
        }
        Some("N") => {
            let leads = if view.good == 1 { "leads" } else { "lead" };
            lines.push(format!("{} of {options} {moves} {leads} to a lost position:", view.good));
        }
        Some("P") => {
            let each = if options == 1 { "The only move leads" } else { "Each of the moves leads" };
            let each = each.replace("the moves", &format!("the {options} moves"));
            let this = if view.remoteness.is_some() { "this one resists longest" } else { "for example" };
            lines.push(format!("{each} to a position that the opponent wins; {this}:"));
        }
        Some(_) => {
            let keep = if view.good == 1 { "keeps" } else { "keep" };
            lines.push(format!(
                "No move leads to a lost position, and {} of {options} {moves} {keep} the draw:",
                view.good
            ));
        }
        None => return lines,
    }
    let more = view.good.saturating_sub(view.shown.len());
    for (at, it) in view.shown.iter().enumerate() {
        let reply = it.reply.as_ref().map(|reply| format!(", answered by {reply}")).unwrap_or_default();
        let last = at + 1 == view.shown.len() && more > 0;
        let rest = if last { format!("  … and {more} more") } else { String::new() };
        lines.push(format!("  {} -> {}{reply}{rest}", it.name, it.to));
    }
    lines
}

/// The line with the number of moves that play lasts, if it is known.
fn length(view: &WhyView) -> Option<String> {
    let remoteness = view.remoteness?;
    let moves = if remoteness == 1 { "move" } else { "moves" };
    Some(format!("With best play it lasts {remoteness} {moves}."))
}
