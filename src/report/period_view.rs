//! The answer to `period` as data and as text.

use super::graph_view::sized;
use super::view::EvidenceView;
use crate::claim::{Evidence, Periodicity};
use crate::diagnostic::render::with_short_numbers;
use serde::Serialize;

/// The period of the sequence of values of a pattern with one variable.
#[derive(Debug, Serialize)]
pub struct PeriodView {
    /// The pattern as text.
    pub position: String,
    /// The least period; `None` if none was found.
    pub period: Option<usize>,
    /// The preperiod: the least index from which the period holds; `None` without a period.
    pub preperiod: Option<usize>,
    /// The saltus: what each period adds to the values; `None` without a period.
    pub saltus: Option<u32>,
    /// The greatest examined value; the greatest of all values if the period is proved and they do
    /// not grow.
    pub max: Option<u32>,
    /// The exceptions: the indices before the preperiod, with their values, where the value differs
    /// from the period continued backwards.
    pub exceptions: Vec<(usize, u32)>,
    /// How many more exceptions there are, if they are too many to list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more_exceptions: Option<usize>,
    /// The evidence for the period.
    pub evidence: EvidenceView,
    /// The first values of one period, from the preperiod on.
    #[serde(skip)]
    pub repeating: Vec<u32>,
    /// The code of the game, such as `octal "0.77"`, if it was given instead of a spec.
    #[serde(skip)]
    pub code: Option<String>,
    /// The name of the variable.
    #[serde(skip)]
    pub variable: String,
}

impl PeriodView {
    /// The view of a result for a pattern and its variable.
    pub fn new(pattern: &str, variable: &str, found: &Periodicity) -> PeriodView {
        let named = |bound: &String| bound.replacen('n', variable, 1);
        let (by, bound) = match &found.evidence {
            Evidence::Proved { by, agrees } => (Some(by.clone()), agrees.as_ref().map(named)),
            Evidence::Checked { bound } => (None, Some(named(bound))),
            Evidence::Undecided { why, .. } => (Some(why.clone()), None),
            Evidence::Refuted { .. } => (None, None),
        };
        let period = found.period;
        PeriodView {
            position: pattern.to_string(),
            period: period.map(|it| it.period),
            preperiod: period.map(|it| it.preperiod),
            saltus: period.map(|it| it.saltus),
            max: found.seen.greatest,
            exceptions: found.seen.exceptions.clone(),
            more_exceptions: Some(found.seen.more_exceptions).filter(|more| *more > 0),
            evidence: EvidenceView { status: found.evidence.status(), by, bound },
            repeating: found.seen.repeating.clone(),
            code: None,
            variable: variable.to_string(),
        }
    }
}

/// The period as text.
pub fn period_text(view: &PeriodView) -> String {
    let code = view.code.as_ref().map(|code| format!(", {code}")).unwrap_or_default();
    let mut out = format!("{}{}\n", sized(&with_short_numbers(&view.position)), with_short_numbers(&code));
    let (n, evidence) = (&view.variable, &view.evidence);
    if let (Some(period), Some(preperiod), Some(saltus)) = (view.period, view.preperiod, view.saltus) {
        let adding = if saltus > 0 { format!(", each period adds {saltus}") } else { String::new() };
        out.push_str(&format!("  period {period} from {n} = {preperiod} on{adding}\n"));
        out.push_str(&format!(
            "  one period     {}\n",
            listed(view.repeating.iter().map(u32::to_string), period)
        ));
        if !view.exceptions.is_empty() {
            let pairs = view.exceptions.iter().map(|(n, value)| format!("{n}:{value}"));
            let all = pairs.len() + view.more_exceptions.unwrap_or(0);
            out.push_str(&format!("  exceptions     {}\n", listed(pairs, all)));
        }
    }
    if let Some(max) = view.max {
        out.push_str(&format!("  greatest seen  {max}\n"));
    }
    let by = evidence.by.as_deref().unwrap_or_default();
    let bound = evidence.bound.as_deref().unwrap_or_default();
    out.push_str(&match evidence.status {
        "proved" => format!("  proved by {by}; cross-checked by search for {bound}\n"),
        "checked" => format!("  checked for {bound}, not proved\n"),
        _ => format!("  undecided: {by}\n"),
    });
    out
}

/// The most values, or exceptions, that are listed.
const MOST_SHOWN: usize = 60;

/// The first texts, and how many more there are; `all` is how many there are in total.
fn listed(texts: impl Iterator<Item = String>, all: usize) -> String {
    let shown: Vec<String> = texts.take(MOST_SHOWN).collect();
    let more = all.saturating_sub(shown.len());
    let tail = if more > 0 { format!(" … and {more} more") } else { String::new() };
    format!("{}{tail}", shown.join(" "))
}
