//! The results of `sweep`: a row for each value of the parameters, in several forms.

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

/// One value of the parameters with its entries. It can be saved and read again.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct SweepRow {
    /// The parameters with their values.
    pub values: Map<String, Json>,
    /// The values as the language writes them, in order.
    pub texts: Vec<String>,
    /// The entries, in order.
    pub shown: Vec<ShownView>,
    /// Why the row is incomplete.
    pub error: Option<String>,
    /// `ok`, `wrong` or `limit`.
    pub status: String,
    /// A fingerprint of the values of the examined positions.
    pub seen: Option<String>,
    /// A fingerprint of the whole sequence, if a proved period gives it.
    pub forever: Option<String>,
}

/// One entry of a row.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct ShownView {
    /// Its name.
    pub name: String,
    /// The value; null if it is missing.
    pub value: Json,
    /// What each period adds, if it adds anything.
    pub saltus: Option<u64>,
    /// `proved`, `checked`, `refuted` or `undecided`.
    pub status: String,
    /// The proof.
    pub by: Option<String>,
    /// The bound of the examination.
    pub bound: Option<String>,
}

impl SweepRow {
    /// The row of the results for some values of the parameters.
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

    /// The entry for something that is shown.
    pub fn find(&self, show: Show) -> Option<&ShownView> {
        self.shown.iter().find(|it| it.name == show.name())
    }

    /// A JSON object with stable names.
    pub fn json(&self) -> Json {
        let mut all = json!({ "values": self.values, "shown": shown_json(&self.shown) });
        if let (Some(error), Some(object)) = (&self.error, all.as_object_mut()) {
            object.insert("error".to_string(), json!(error));
        }
        all
    }
}

/// The entries, by name.
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
