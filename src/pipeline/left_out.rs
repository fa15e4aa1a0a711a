//! Leaves out the claims and starts that have errors, if all errors of a spec are in them; the
//! rules and the other claims are examined as usual.

use super::instantiate;
use crate::check::Override;
use crate::diagnostic::{Diagnostic, any_error};
use crate::ir::GameId;
use crate::position::{Budget, Instance};
use crate::sound::Owed;
use crate::source::{Loader, Sources};
use crate::syntax::ast::{ExprKind, Item, ItemKind};
use crate::syntax::modules::Modules;
use std::collections::BTreeSet;

/// How many times the rest of the spec is checked. Each check may find errors that follow from the
/// items left out before, such as claims that name a start; the items with these errors are then
/// left out as well.
const ROUNDS: usize = 4;

/// The part of a spec without errors in names and types.
pub struct Partial {
    /// The program, in which each wrong claim is replaced by `true`.
    pub instance: Instance,
    /// The items that were left out.
    pub left_out: LeftOut,
}

/// The items that have errors.
#[derive(Default)]
pub struct LeftOut {
    /// The claims, by their indices among all claims.
    pub claims: Vec<usize>,
    /// The games that the items mention. No sample of their small components is explored, unlike
    /// for games that nothing mentions.
    pub games: Vec<GameId>,
}

impl Partial {
    /// The spec without the claims and starts of the root file that have errors. `None` if another
    /// part has an error, or if errors remain after all rounds.
    pub fn new(
        modules: &Modules,
        (sources, overrides): (&Sources, &[Override]),
        (loader, budget): (&dyn Loader, &Budget<'_>),
        diagnostics: &[Diagnostic],
    ) -> Option<Partial> {
        let items = &modules.root().items;
        let (mut wrong, mut told) = (BTreeSet::new(), diagnostics.to_vec());
        for _ in 0..ROUNDS {
            let before = wrong.clone();
            for error in told.iter().filter(|it| it.is_error()) {
                let place = error.place()?;
                let at = items.iter().position(|item| item.span.holds(place))?;
                let may_lack = matches!(items[at].kind, ItemKind::Claim(_) | ItemKind::Start(_));
                // An error in an item that was already left out cannot be removed by leaving it
                // out.
                if !may_lack || before.contains(&at) {
                    return None;
                }
                wrong.insert(at);
            }
            let rest = without(modules, &wrong);
            let (instance, more) = instantiate(&rest, sources, overrides, loader, budget);
            if let Some(instance) = instance.filter(|_| !any_error(&more)) {
                let left_out = LeftOut::new(items, &wrong, sources, &instance);
                return Some(Partial { instance, left_out });
            }
            told = more;
        }
        None
    }
}

impl LeftOut {
    /// The components of the remaining starts, and the errors in evaluating them. The games that
    /// the left-out items mention count as mentioned.
    pub fn owed(&self, instance: &Instance, budget: &Budget<'_>) -> (Owed, Vec<Diagnostic>) {
        let (starts, diagnostics) = Owed::starts(instance, budget);
        (Owed { left_alone: self.games.clone(), ..starts }, diagnostics)
    }

    fn new(items: &[Item], wrong: &BTreeSet<usize>, sources: &Sources, instance: &Instance) -> LeftOut {
        let is_claim = |at: &usize| matches!(items[*at].kind, ItemKind::Claim(_));
        let all = (0..items.len()).filter(is_claim).enumerate();
        let claims = all.filter(|(_, at)| wrong.contains(at)).map(|(claim, _)| claim).collect();
        let texts = wrong.iter().map(|at| sources.text(items[*at].span));
        let words = texts.flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_'));
        let games: BTreeSet<GameId> = words.filter_map(|word| instance.program.find_game(word)).collect();
        LeftOut { claims, games: games.into_iter().collect() }
    }
}

/// The files without some items of the root: starts are removed, claims are replaced by `true`, so
/// that the indices of other claims stay valid.
fn without(modules: &Modules, wrong: &BTreeSet<usize>) -> Modules {
    let mut modules = modules.clone();
    let Some(root) = modules.files.last_mut() else { return modules };
    let mut at = 0;
    root.items.retain_mut(|item| {
        at += 1;
        match &mut item.kind {
            ItemKind::Start(_) => !wrong.contains(&(at - 1)),
            ItemKind::Claim(claim) if wrong.contains(&(at - 1)) => {
                claim.proposition.kind = ExprKind::Truth(true);
                claim.repeats = None;
                true
            }
            _ => true,
        }
    });
    modules
}
