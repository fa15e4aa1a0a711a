//! Checks claims, and starts without a name; those of the root file become part of the program.

use super::scope::Scope;
use super::{Checker, Place, errors};
use crate::ir::{self, Proposition, SlotId, Type};
use crate::source::Span;
use crate::syntax::ast::{self, ItemKind};
use crate::syntax::modules::Modules;

impl<'a> Checker<'a> {
    /// Checks the claims of the root file, and the unnamed starts of all files. Only those of the
    /// root file become part of the program.
    pub fn claims(&mut self, modules: &'a Modules) {
        let root = modules.files.len() - 1;
        for (at, file) in modules.files.iter().enumerate() {
            for item in &file.items {
                match &item.kind {
                    ItemKind::Start(start) if start.name.is_none() => self.unnamed_start(start, at == root),
                    ItemKind::Claim(claim) if at == root => self.claim(claim, item.span),
                    _ => {}
                }
            }
        }
    }

    fn unnamed_start(&mut self, start: &'a ast::Start, in_root: bool) {
        self.place = Place::Start;
        if self.is_start_that_compares(&start.position) {
            return;
        }
        let position = self.body_of(&start.position, &Type::Position);
        if in_root {
            let span = start.position.span;
            self.program.starts.push(ir::Start { name: None, span, position, in_root });
        }
    }

    fn claim(&mut self, claim: &'a ast::Claim, span: Span) {
        self.place = Place::Claim;
        self.unbound.clear();
        self.scope = Scope::default();
        let proposition = match &claim.repeats {
            None => Proposition::Holds(self.check(&claim.proposition, &Type::Bool)),
            Some(repeats) => match self.repeats(&claim.proposition, repeats) {
                Some(repeats) => Proposition::Repeats(Box::new(repeats)),
                None => return,
            },
        };
        let slots = std::mem::take(&mut self.scope).finish();
        let name = claim.text.as_ref().map(|text| text.value.clone());
        self.program.claims.push(ir::Claim { name, span, slots, proposition });
    }

    fn repeats(&mut self, value: &'a ast::Expr, repeats: &'a ast::Repeats) -> Option<ir::Repeats> {
        let variable = self.free_variable(value)?;
        let value = self.check(value, &Type::Int);
        self.scope.hide(0);
        let period = self.check(&repeats.period, &Type::Int);
        let adding = repeats.adding.as_ref().map(|it| self.check(it, &Type::Int));
        let from = repeats.from.as_ref().map(|it| self.check(it, &Type::Int));
        Some(ir::Repeats { variable, value, period, adding, from })
    }

    /// Binds the only undeclared name of an expression as an integer. `None`, after reporting an
    /// error, if there is none, if there are several, or if the expression is a quantifier.
    fn free_variable(&mut self, value: &'a ast::Expr) -> Option<SlotId> {
        if let ast::ExprKind::Quantifier { variables, body, .. } = &value.kind {
            let head = Span { end: body.span.start, ..value.span };
            let names: Vec<&str> =
                variables.iter().map(|variable| self.sources.text(variable.pattern.span())).collect();
            let free = self.free_names(body);
            let is_alone = free.iter().all(|(name, _)| names.contains(name));
            let names = if is_alone { &names[..] } else { &[] };
            self.report(errors::repeats_quantified(head, self.sources.text(head).trim(), names));
            return None;
        }
        match self.free_names(value).as_slice() {
            [(name, span)] => Some(self.scope.bind(name, *span, Type::Int)),
            free => {
                let names: Vec<&str> = free.iter().map(|(name, _)| *name).collect();
                self.report(errors::repeats_variable(value.span, &names));
                None
            }
        }
    }
}
