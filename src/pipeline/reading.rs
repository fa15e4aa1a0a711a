//! Reads the values in a line, written in the syntax of the language and separated by commas.

use super::Opened;
use super::only_game::completed;
use crate::check;
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Type, Value};
use crate::position::{Budget, Instance, errors};
use crate::source::{FileId, Loader, Source, Sources};
use crate::syntax::modules::Modules;
use crate::syntax::{self, ast};
use std::cell::RefCell;

/// The name of a line in its source.
const LINE: &str = "the line";

/// A reader that checks and evaluates lines in the scope of a spec.
pub struct Reading<'a> {
    /// The texts of the spec.
    pub sources: &'a Sources,
    modules: &'a Modules,
    /// The program in whose scope lines are read.
    pub instance: &'a Instance,
    loader: &'a dyn Loader,
    /// The texts of the spec and, behind them, that of the last line with an error. Made for the
    /// first such line.
    with_line: RefCell<Option<Sources>>,
}

impl<'a> Reading<'a> {
    /// A reader for a spec; `None` if the spec has errors.
    pub fn new(opened: &'a Opened, loader: &'a dyn Loader) -> Option<Reading<'a>> {
        let (modules, instance) = (opened.modules.as_ref()?, opened.instance.as_ref()?);
        let with_line = RefCell::default();
        Some(Reading { sources: &opened.sources, modules, instance, loader, with_line })
    }

    /// The values of a line, one for each type, separated by commas. The error says why the line
    /// cannot be read.
    pub fn values(&self, line: &str, types: &[Type], budget: &Budget<'_>) -> Result<Vec<Value>, String> {
        if line.trim().is_empty() {
            return Err("blank".into());
        }
        let program = &self.instance.program;
        let each = self.parsed(FileId(0), &Source::new(LINE, self.completed(line, types)), types)?;
        let value = |(at, (expr, ty)): (usize, (ast::Expr, &Type))| {
            let (body, _) = check::check_value(program, self.modules, self.sources, self.loader, &expr, ty);
            let Some(body) = body else {
                let diagnostics = self.error_in(line, types, at);
                return Err(first(&super::errors::with_known_names(diagnostics, program)));
            };
            let value = self.instance.evaluate(&body, budget);
            value.map_err(|problem| errors::sentence(self.instance, &problem))
        };
        each.into_iter().zip(types).enumerate().map(value).collect()
    }

    /// The text of a line as one expression.
    fn completed(&self, line: &str, types: &[Type]) -> String {
        match types {
            [Type::Position] => completed(line, &self.instance.program),
            [_] => line.to_string(),
            _ => format!("({line})"),
        }
    }

    /// The expressions in a completed line, one for each type.
    fn parsed(&self, file: FileId, line: &Source, types: &[Type]) -> Result<Vec<ast::Expr>, String> {
        let (expr, diagnostics) = syntax::parse_expression(file, line);
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
        Ok(each)
    }

    /// Says what is wrong with a value in a line. The checker quotes the text of the line, so the
    /// line is read again as a file of its own.
    fn error_in(&self, line: &str, types: &[Type], at: usize) -> Vec<Diagnostic> {
        let mut with_line = self.with_line.borrow_mut();
        let sources = with_line.get_or_insert_with(|| {
            let mut sources = self.sources.clone();
            sources.add(LINE, "");
            sources
        });
        let file = sources.replace_last(LINE, self.completed(line, types));
        let Ok(each) = self.parsed(file, sources.get(file), types) else { return Vec::new() };
        let program = &self.instance.program;
        check::check_value(program, self.modules, sources, self.loader, &each[at], &types[at]).1
    }
}

/// The message of the first diagnostic, with its help.
fn first(diagnostics: &[Diagnostic]) -> String {
    let Some(first) = diagnostics.first() else { return "it cannot be read".to_string() };
    if first.code == Code::G210 && first.place().is_some_and(|place| place.start == 0) {
        return "a line is a position; `--as sg` asks for its value, `--as outcome` who wins".to_string();
    }
    match &first.help {
        Some(help) => format!("{}; {help}", first.message),
        None => first.message.clone(),
    }
}
