//! The results of `sweep`, a row for each combination of values of the parameters, in several
//! output formats.

mod csv;
mod groups;
mod picture;
mod text;

pub use csv::{csv_header, csv_row};
pub use groups::{Group, groups};
pub use picture::picture;
pub use text::{groups_text, rows_text};

use super::view::json_value;
use crate::claim::Evidence;
use crate::ir::{Program, Value, print};
use crate::variants::sweep::{Found, Quantity, Show, Shown, Status};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

/// The result for one combination of values of the parameters. It can be saved and read again.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct SweepRow {
    /// The name and the value of each parameter.
    pub values: Map<String, Json>,
    /// The values of the parameters in the syntax of the language, in their order.
    pub texts: Vec<String>,
    /// The entries, in the order of the columns.
    pub shown: Vec<ShownView>,
    /// Why the row is incomplete; `None` if it is complete.
    pub error: Option<String>,
    /// `ok`, `wrong` (the rules or the values of the parameters are wrong, or a claim is refuted) or
    /// `limit` (a limit was reached).
    pub status: String,
    /// A fingerprint of the answers at the examined positions; `None` if there are none.
    pub seen: Option<String>,
    /// A fingerprint of the whole sequence, if a proved period gives it.
    pub forever: Option<String>,
}

/// One entry of a row.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct ShownView {
    /// The name of the entry, such as `period`.
    pub name: String,
    /// The value of the entry; null if it is missing.
    pub value: Json,
    /// The saltus, what each period adds to the values, if it is not 0.
    pub saltus: Option<u64>,
    /// `proved`, `checked`, `refuted` or `undecided`.
    pub status: String,
    /// The proof, or why the entry is undecided, in words.
    pub by: Option<String>,
    /// The bound up to which positions were examined, if there was one.
    pub bound: Option<String>,
}

impl SweepRow {
    /// The row of the results for one combination of values; `names` are the parameters.
    pub fn new(program: &Program, names: &[&str], values: &[&Value], found: &Found) -> SweepRow {
        let pairs = names.iter().zip(values);
        let status = match found.status {
            Status::Ok => "ok",
            Status::Wrong => "wrong",
            Status::Limit(_) => "limit",
        };
        SweepRow {
            values: pairs.map(|(name, value)| ((*name).to_string(), json_value(program, value))).collect(),
            texts: values.iter().map(|value| print::value(program, value)).collect(),
            shown: found.shown.iter().map(|(show, shown)| ShownView::new(*show, shown)).collect(),
            error: found.trouble.as_ref().map(|it| it.message.clone()),
            status: status.to_string(),
            seen: found.key.as_ref().map(|it| it.seen.clone()),
            forever: found.key.as_ref().and_then(|it| it.forever.clone()),
        }
    }

    /// The entry of a kind; `None` if the row has none.
    pub fn find(&self, show: Show) -> Option<&ShownView> {
        self.shown.iter().find(|it| it.name == show.name())
    }

    /// The row as a JSON object.
    pub fn json(&self) -> Json {
        let mut all = json!({ "values": self.values, "shown": shown_json(&self.shown) });
        if let (Some(error), Some(object)) = (&self.error, all.as_object_mut()) {
            object.insert("error".to_string(), json!(error));
        }
        all
    }
}

/// The entries as a JSON object, under their names.
fn shown_json(shown: &[ShownView]) -> Map<String, Json> {
    let one = |it: &ShownView| {
        let mut all = Map::new();
        all.insert("value".to_string(), it.value.clone());
        if let Some(saltus) = it.saltus {
            all.insert("saltus".to_string(), json!(saltus));
        }
        all.insert("status".to_string(), json!(it.status));
        for (name, text) in [("by", &it.by), ("bound", &it.bound)] {
            if let Some(text) = text {
                all.insert(name.to_string(), json!(text));
            }
        }
        (it.name.clone(), Json::Object(all))
    };
    shown.iter().map(one).collect()
}

impl ShownView {
    fn new(show: Show, shown: &Shown) -> ShownView {
        let (value, saltus) = match &shown.quantity {
            Quantity::Nothing => (Json::Null, None),
            Quantity::Number(number) => (json!(number), None),
            Quantity::Growing(number, saltus) => (json!(number), Some(*saltus)),
            Quantity::Numbers(numbers) => (json!(numbers), None),
            Quantity::Text(text) => (json!(text), None),
        };
        let (by, bound) = match &shown.evidence {
            Evidence::Proved { by, agrees } => (Some(by.clone()), agrees.clone()),
            Evidence::Checked { bound } => (None, Some(bound.clone())),
            Evidence::Undecided { why, .. } => (Some(why.clone()), None),
            Evidence::Refuted { .. } => (None, None),
        };
        let status = shown.evidence.status().to_string();
        ShownView { name: show.name().to_string(), value, saltus, status, by, bound }
    }
}
