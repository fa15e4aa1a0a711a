//! Groups the values of the parameters that give equal sequences.

use super::{SweepRow, shown_json};
use crate::variants::sweep::Show;
use indexmap::IndexMap;
use serde_json::{Value as Json, json};

/// Rows with equal sequences.
#[derive(Debug)]
pub struct Group<'a> {
    /// The rows, in order; never empty.
    pub rows: Vec<&'a SweepRow>,
    /// Whether the sequences are proved to be equal everywhere, rather than only as far as they
    /// were examined. True if there is only one row.
    pub proved: bool,
}

impl Group<'_> {
    /// The bound up to which sequences were examined, if an entry has one.
    pub fn bound(&self) -> Option<&String> {
        self.rows[0].shown.iter().find_map(|it| it.bound.as_ref())
    }

    /// The group as a JSON object.
    pub fn json(&self) -> Json {
        let of_sequence = |name: &str| Show::find(name).is_some_and(|show| show.needs_pattern());
        let shown: Vec<_> = self.rows[0].shown.iter().filter(|it| of_sequence(&it.name)).cloned().collect();
        let values: Vec<_> = self.rows.iter().map(|row| json!(row.values)).collect();
        json!({
            "count": self.rows.len(),
            "equal": {
                "status": if self.proved { "proved" } else { "checked" },
                "bound": if self.proved { None } else { self.bound() },
            },
            "values": values,
            "shown": shown_json(&shown),
        })
    }
}

/// Groups rows with equal sequences, the largest groups first. Rows without a sequence are omitted.
/// Sequences that are proved to differ beyond the examined positions are in different groups.
pub fn groups(rows: &[SweepRow]) -> Vec<Group<'_>> {
    let mut alike: IndexMap<&str, Vec<&SweepRow>> = IndexMap::new();
    for row in rows {
        if let Some(seen) = &row.seen {
            alike.entry(seen).or_default().push(row);
        }
    }
    let mut groups = Vec::new();
    for rows in alike.into_values() {
        let mut forever: Vec<&str> = rows.iter().filter_map(|row| row.forever.as_deref()).collect();
        let is_proved = forever.len() == rows.len();
        forever.sort_unstable();
        forever.dedup();
        if forever.len() <= 1 {
            groups.push(Group { proved: is_proved || rows.len() == 1, rows });
            continue;
        }
        // The sequences are equal as far as examined, but some are proved to differ later.
        let mut apart: IndexMap<Option<&str>, Vec<&SweepRow>> = IndexMap::new();
        for row in rows {
            apart.entry(row.forever.as_deref()).or_default().push(row);
        }
        let one = |(forever, rows): (Option<&str>, Vec<_>)| Group {
            proved: forever.is_some() || rows.len() == 1,
            rows,
        };
        groups.extend(apart.into_iter().map(one));
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.rows.len()));
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str, seen: &str, forever: Option<&str>) -> SweepRow {
        SweepRow {
            values: serde_json::Map::new(),
            texts: vec![text.to_string()],
            shown: Vec::new(),
            error: None,
            status: "ok".to_string(),
            seen: Some(seen.to_string()),
            forever: forever.map(str::to_string),
        }
    }

    fn grouped(rows: &[SweepRow]) -> Vec<(String, bool)> {
        let names = |group: &Group<'_>| group.rows.iter().map(|row| row.texts[0].clone()).collect();
        groups(rows).iter().map(|group| (names(group), group.proved)).collect()
    }

    #[test]
    fn only_proved_sequences_are_called_equal_for_ever() {
        let all = |rows: &[(&str, bool)]| {
            rows.iter().map(|(names, proved)| ((*names).to_string(), *proved)).collect::<Vec<_>>()
        };
        let (x, y) = (Some("x"), Some("y"));
        let rows = [row("a", "1", x), row("b", "1", x), row("c", "2", None)];
        assert_eq!(grouped(&rows), all(&[("ab", true), ("c", true)]));
        let rows = [row("a", "1", x), row("b", "1", None)];
        assert_eq!(grouped(&rows), all(&[("ab", false)]));
        // Two sequences that differ later are separate; those without a proof are a group of their
        // own.
        let rows = [row("a", "1", x), row("b", "1", y), row("c", "1", None), row("d", "1", y)];
        assert_eq!(grouped(&rows), all(&[("bd", true), ("a", true), ("c", true)]));
    }
}
