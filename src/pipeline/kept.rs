//! Verdicts that are kept from one check to the next while the user edits the spec.
//!
//! A verdict is kept if the text of everything it can depend on is unchanged: the claim, the declarations it
//! mentions directly or indirectly, all imported files, and the caller's settings and data files. That is
//! enough, because a proof depends only on these rules, whatever other claims the file has.

use super::Opened;
use crate::claim::{self, Verdict};
use crate::syntax::ast::ItemKind;
use std::collections::{BTreeMap, BTreeSet};

/// Verdicts of the last check, found by everything that they depend on. The default keeps nothing.
#[derive(Debug, Default)]
pub struct Kept {
    /// The inputs other than the texts: settings, options, the contents of data files. If `None`,
    /// nothing is kept.
    beyond: Option<String>,
    /// The verdicts; the key is the text of everything that the verdict depends on.
    verdicts: BTreeMap<String, Verdict>,
    /// For each claim of the current spec, the text of everything that its verdict depends on.
    /// Empty if nothing can be reused.
    grounds: Vec<String>,
    /// How many verdicts of the current spec were reused.
    reused: usize,
}

impl Kept {
    /// Sets the inputs of the next spec besides its texts: the contents of data files, settings, options.
    /// With `None`, nothing is kept.
    pub fn beyond(&mut self, beyond: Option<String>) {
        self.beyond = beyond;
    }

    /// How many verdicts of the last check were reused.
    pub fn reused(&self) -> usize {
        self.reused
    }

    /// Finds the texts that the verdicts on a spec depend on. Called before the spec is checked.
    pub(super) fn begin(&mut self, opened: &Opened) {
        self.reused = 0;
        self.grounds = self.beyond.as_ref().and_then(|beyond| grounds(opened, beyond)).unwrap_or_default();
    }

    /// The kept verdict on a claim, given by its index; `None` if none is kept for these texts.
    pub(super) fn verdict(&mut self, claim: usize) -> Option<Verdict> {
        let verdict = self.verdicts.get(self.grounds.get(claim)?)?.clone();
        self.reused += 1;
        Some(verdict)
    }

    /// Keeps those verdicts of a check that are *proved* or *checked*; `verdicts` has all claims in
    /// order. A verdict with messages is not kept, because places in messages move with the text. A
    /// verdict that a limit cut short is not kept either.
    pub(super) fn end(&mut self, verdicts: &[Verdict]) {
        let grounds = std::mem::take(&mut self.grounds);
        let lasting = |verdict: &&Verdict| {
            verdict.diagnostics.is_empty()
                && verdict.unsound.is_none()
                && matches!(verdict.evidence.status(), "proved" | "checked")
                && claim::limit_of(&verdict.evidence).is_none()
        };
        let both = grounds.into_iter().zip(verdicts);
        self.verdicts = both
            .filter(|(_, verdict)| lasting(verdict))
            .map(|(ground, verdict)| (ground, verdict.clone()))
            .collect();
    }

    /// Discards everything from a check whose rules were wrong or not examined enough.
    pub(super) fn forget(&mut self) {
        self.grounds.clear();
        self.verdicts.clear();
    }
}

/// For each claim of a spec, the text of everything that its verdict depends on. `None` if the spec
/// has errors.
fn grounds(opened: &Opened, beyond: &str) -> Option<Vec<String>> {
    let (modules, instance) = (opened.modules.as_ref()?, opened.instance.as_ref()?);
    let root = modules.root();
    let mut declared: BTreeMap<&str, &str> = BTreeMap::new();
    let mut unnamed = String::new();
    for item in &root.items {
        let text = opened.sources.text(item.span);
        let name = match &item.kind {
            ItemKind::Parameter(it) => &it.name.text,
            ItemKind::Constant(it) => &it.name.text,
            ItemKind::Function(it) => &it.name.text,
            ItemKind::Game(it) => &it.name.text,
            ItemKind::Claim(_) => continue,
            // Imports and starts matter to every claim: soundness is checked from the starts.
            ItemKind::Import(_) | ItemKind::Start(_) => {
                unnamed.push_str(text);
                unnamed.push('\n');
                continue;
            }
        };
        declared.insert(name, text);
    }
    let others = modules.files.iter().filter(|file| file.file != root.file);
    let others: String = others.map(|file| &*opened.sources.get(file.file).text).collect();
    // The names of all declarations are included, because a new declaration may change the meaning
    // of a name in a claim.
    let names: Vec<&str> = declared.keys().copied().collect();
    let common = format!("{beyond}\n{}\n{unnamed}{others}", names.join(" "));
    let ground = |claim: &crate::ir::Claim| {
        let text = opened.sources.text(claim.span);
        let used = closure(&format!("{text}\n{unnamed}"), &declared);
        let used: Vec<&str> = used.iter().filter_map(|name| declared.get(name).copied()).collect();
        format!("{text}\n{}\n{common}", used.join("\n"))
    };
    Some(instance.program.claims.iter().map(ground).collect())
}

/// The declared names that a text mentions directly or through other declarations.
fn closure<'t>(text: &str, declared: &BTreeMap<&'t str, &'t str>) -> BTreeSet<&'t str> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = vec![text];
    while let Some(text) = open.pop() {
        for word in text.split(|letter: char| !letter.is_alphanumeric() && letter != '_') {
            if let Some((name, text)) = declared.get_key_value(word)
                && found.insert(*name)
            {
                open.push(text);
            }
        }
    }
    found
}
