//! Replaces the claims of a spec by other claims.

use super::{Opened, Setting, instantiate, read_settings};
use crate::position::Budget;
use crate::source::{Loader, Source};
use crate::syntax::{self, ast};

impl Opened {
    /// The spec with the claims in `text` instead of its own. Errors in the new claims are
    /// among the diagnostics.
    pub fn with_claims(
        &self,
        text: &str,
        settings: &[Setting],
        loader: &dyn Loader,
        budget: &Budget<'_>,
    ) -> Opened {
        let (mut sources, mut modules) = (self.sources.clone(), self.modules.clone());
        let file = sources.add("the claims", text);
        let (tree, mut diagnostics) = syntax::parse(file, &Source::new("the claims", text));
        let overrides = read_settings(&mut sources, settings, &mut diagnostics);
        let mut instance = None;
        if let (Some(tree), Some(root)) = (tree, modules.as_mut().and_then(|it| it.files.last_mut())) {
            root.items.retain(|item| !matches!(item.kind, ast::ItemKind::Claim(_)));
            root.items.extend(tree.items);
            if let Some(modules) = &modules {
                let (made, more) = instantiate(modules, &sources, &overrides, loader, budget);
                instance = made;
                diagnostics.extend(more);
            }
        }
        Opened { sources, modules, instance, partial: None, diagnostics }
    }
}
