//! If all errors of a spec are in claims and starts, leaves these out; the rules and the other
//! claims are examined as usual.

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

/// How many times errors that follow from other errors are left out as well.
const ROUNDS: usize = 4;

/// The part of a spec without errors in names and types.
pub struct Partial {
    /// The program, in which the wrong claims are empty.
    pub instance: Instance,
    /// What was left out.
    pub left_out: LeftOut,
}

/// The items that have errors.
#[derive(Default)]
pub struct LeftOut {
    /// The claims, by their indices among all claims.
    pub claims: Vec<usize>,
    /// The games that the items mention, so that they do not count as games that nothing mentions.
    pub games: Vec<GameId>,
}

impl Partial {
    /// The rest of a spec, if all errors are in the claims and starts of its own file.
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
                // Items that were already left out cannot have errors.
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
    /// The components of the starts. Does not include games that only the left-out items mention.
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

/// The files with some items of the root neutralised: starts are removed, claims are emptied.
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
