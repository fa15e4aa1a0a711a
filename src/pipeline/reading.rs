//! Reads the values in a line, written in the syntax of the language and separated by commas.

use super::Opened;
use super::only_game::completed;
use crate::check;
use crate::diagnostic::Diagnostic;
use crate::ir::{Type, Value};
use crate::position::{Budget, Instance, errors};
use crate::source::{FileId, Loader, Source, Sources};
use crate::syntax::modules::Modules;
use crate::syntax::{self, ast};

/// A reader that checks and evaluates lines in the scope of a spec.
pub struct Reading<'a> {
    /// The texts of the spec.
    pub sources: &'a Sources,
    modules: &'a Modules,
    /// The program in whose scope lines are read.
    pub instance: &'a Instance,
    loader: &'a dyn Loader,
}

impl<'a> Reading<'a> {
    /// A reader for a spec; `None` if the spec has errors.
    pub fn new(opened: &'a Opened, loader: &'a dyn Loader) -> Option<Reading<'a>> {
        let (modules, instance) = (opened.modules.as_ref()?, opened.instance.as_ref()?);
        Some(Reading { sources: &opened.sources, modules, instance, loader })
    }

    /// The values of a line, one for each type, separated by commas. The error says why the line
    /// cannot be read.
    pub fn values(&self, line: &str, types: &[Type], budget: &Budget<'_>) -> Result<Vec<Value>, String> {
        if line.trim().is_empty() {
            return Err("blank".into());
        }
        let text = match types {
            [Type::Position] => completed(line, &self.instance.program),
            [_] => line.to_string(),
            _ => format!("({line})"),
        };
        let (expr, diagnostics) = syntax::parse_expression(FileId(0), &Source::new("the line", text));
        let Some(expr) = expr else { return Err(first(&diagnostics)) };
        let each = match expr.kind {
            _ if types.len() == 1 => vec![expr],
            ast::ExprKind::Tuple(parts) => parts,
            _ => vec![expr],
        };
        if each.len() != types.len() {
            let (wanted, found) = (types.len(), each.len());
            return Err(format!("the pattern takes {wanted} values, found {found}"));
        }
        each.into_iter().zip(types).map(|(expr, ty)| self.value(expr, ty, budget)).collect()
    }

    fn value(&self, expr: ast::Expr, ty: &Type, budget: &Budget<'_>) -> Result<Value, String> {
        let program = &self.instance.program;
        let (body, diagnostics) =
            check::check_value(program, self.modules, self.sources, self.loader, &expr, ty);
        let body = body.ok_or_else(|| first(&super::errors::with_known_names(diagnostics, program)))?;
        let value = self.instance.evaluate(&body, budget);
        value.map_err(|problem| errors::sentence(self.instance, &problem))
    }
}

/// The message of the first diagnostic, with its help.
fn first(diagnostics: &[Diagnostic]) -> String {
    let Some(first) = diagnostics.first() else { return "it cannot be read".to_string() };
    match &first.help {
        Some(help) => format!("{}; {help}", first.message),
        None => first.message.clone(),
    }
}
