//! `gspec fmt`: writes specs in their canonical layout, or checks whether they have it.

use super::arguments::Fmt;
use super::files;
use super::origin::{self, Origin};
use super::output::Output;
use super::replace::Replacement;

use super::{OK, USAGE, WRONG};
use crate::diagnostic::{Code, any_error};
use crate::format::{self, Options};
use crate::source::Sources;
use crate::syntax;
use std::io::Write;
use std::path::Path;

pub fn run(command: &Fmt, output: &mut Output) -> u8 {
    let specs = match files::specs(&command.paths) {
        Ok(specs) => specs,
        Err((path, reason)) => {
            output.coded(Code::G104, &format!("cannot read `{path}`: {reason}"));
            return USAGE;
        }
    };
    specs
        .iter()
        .map(|spec| one(command, spec, output))
        .max_by_key(|status| [OK, WRONG, USAGE].iter().position(|it| it == status))
        .unwrap_or(OK)
}

fn one(command: &Fmt, spec: &str, output: &mut Output) -> u8 {
    let mut sources = Sources::default();
    let root = match origin::read(&mut sources, spec) {
        Ok(root) => root,
        Err(diagnostic) => {
            output.diagnostics(&[*diagnostic], &sources);
            return USAGE;
        }
    };
    let source = sources.get(root);
    let (tree, mut diagnostics) = syntax::parse(root, source);
    if let Some(tree) = tree.as_ref().filter(|_| command.expand) {
        diagnostics.extend(bad_codes(tree));
    }
    let Some(tree) = tree.filter(|_| !any_error(&diagnostics)) else {
        output.diagnostics(&diagnostics, &sources);
        return WRONG;
    };
    let formatted = format::format(&source.text, &tree, &Options { expand: command.expand });
    let is_file = matches!(Origin::of(spec), Origin::File);
    if command.expand || !(is_file || command.check) {
        output.result(&formatted);
        return OK;
    }
    if formatted == *source.text && !source.has_old_ends {
        return OK;
    }
    if command.check {
        let run = if is_file { format!("; run `gspec fmt {spec}`") } else { String::new() };
        output.coded(Code::G113, &format!("{} is not in canonical layout{run}", origin::name(spec)));
        return WRONG;
    }
    match replace(Path::new(spec), &formatted) {
        Ok(()) => OK,
        Err(error) => {
            output.coded(Code::G510, &format!("cannot write `{spec}`: {}", files::reason(&error)));
            USAGE
        }
    }
}

/// The errors of games by code that cannot be expanded into moves. A code that is a parameter is
/// not expanded, because `--set` may change it.
fn bad_codes(tree: &syntax::ast::File) -> Vec<crate::diagnostic::Diagnostic> {
    let games = tree.items.iter().filter_map(|item| match &item.kind {
        syntax::ast::ItemKind::Game(game) if !game.has_named_code() => syntax::sugar::expand(game).err(),
        _ => None,
    });
    games.collect()
}

fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let mut replacement = Replacement::new(path)?;
    replacement.write_all(text.as_bytes())?;
    replacement.commit()
}
