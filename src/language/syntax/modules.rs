//! Loads a spec: parses its root file and all files that it imports, directly and indirectly, each
//! file once. Import cycles and files that cannot be read are errors.

use super::ast::{self, ItemKind};
use super::errors;
use crate::diagnostic::{Diagnostic, any_error};
use crate::source::{FileId, Loader, Sources, Span};

/// The most files of one spec, the root included. One more is an error, and ends the loading.
const MAX_FILES: usize = 1000;

/// The files of a spec. Each file comes after the files that it imports; the root is the last.
#[derive(Debug, Clone)]
pub struct Modules {
    /// The parsed files; never empty.
    pub files: Vec<ast::File>,
}

impl Modules {
    /// Returns the file that the user named.
    pub fn root(&self) -> &ast::File {
        &self.files[self.files.len() - 1]
    }
}

/// A file whose imports are being read. Its remaining imports, each as written and as a file name,
/// are in reverse order.
struct Open {
    file: FileId,
    tree: ast::File,
    imports: Vec<(ast::Text, String)>,
}

/// Parses the file that `sources` holds as `root` and all files that it imports, directly and
/// indirectly, and adds the imported files to `sources`. Returns `None` for the modules if there is
/// an error.
pub fn load(sources: &mut Sources, root: FileId, loader: &dyn Loader) -> (Option<Modules>, Vec<Diagnostic>) {
    load_advising(sources, root, loader, None)
}

/// Parses a file and its imports like [`load`]. If the byte offset `place` in the root file is
/// given, only those errors of the root file have advice that lie in the item around `place`.
pub fn load_advising(
    sources: &mut Sources,
    root: FileId,
    loader: &dyn Loader,
    place: Option<usize>,
) -> (Option<Modules>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let mut done: Vec<ast::File> = Vec::new();
    let mut stack: Vec<Open> = Vec::new();
    open(sources, (root, place), loader, &mut stack, &mut diagnostics);
    while let Some(top) = stack.last_mut() {
        let Some((text, name)) = top.imports.pop() else {
            done.extend(stack.pop().map(|open| open.tree));
            continue;
        };
        let known = sources.find(&name);
        if let Some(cycle) = known.and_then(|file| stack.iter().position(|open| open.file == file)) {
            let next = stack.get(cycle + 1).map(|open| sources.get(open.file).name.as_str());
            let through = next.and_then(|next| import_of(&stack[cycle], next, sources, loader));
            diagnostics.push(errors::import_cycle(text.span, &name, through));
        } else if known.is_none_or(|file| done.iter().all(|tree| tree.file != file)) {
            if done.len() + stack.len() >= MAX_FILES {
                diagnostics.push(errors::too_many_files(text.span, MAX_FILES));
                break;
            }
            match loader.read(&name).map(|bytes| super::decode(&name, bytes)) {
                Err(reason) => diagnostics.push(errors::cannot_import(text.span, &text.value, &reason)),
                Ok(Err(error)) => diagnostics.push(error.at(text.span, "imported here")),
                Ok(Ok(content)) => {
                    let file = sources.add(name, content);
                    open(sources, (file, None), loader, &mut stack, &mut diagnostics);
                }
            }
        }
    }
    let modules =
        if any_error(&diagnostics) || done.is_empty() { None } else { Some(Modules { files: done }) };
    (modules, diagnostics)
}

/// Parses one file. If its syntax is correct, puts it on the stack of files whose imports are read.
fn open(
    sources: &Sources,
    (file, place): (FileId, Option<usize>),
    loader: &dyn Loader,
    stack: &mut Vec<Open>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let source = sources.get(file);
    let (tree, errors) = super::parse_advising(file, source, place);
    diagnostics.extend(errors);
    let Some(tree) = tree else { return };
    let imports = tree.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Import(text) => Some((text.clone(), loader.resolve(&source.name, &text.value))),
        _ => None,
    });
    // Reversed because imports are popped from the end.
    let mut imports: Vec<_> = imports.collect();
    imports.reverse();
    stack.push(Open { file, tree, imports });
}

/// Returns the place at which the file `from` first imports the file named `next`; `None` if it
/// does not.
fn import_of(from: &Open, next: &str, sources: &Sources, loader: &dyn Loader) -> Option<Span> {
    let name = &sources.get(from.file).name;
    from.tree.items.iter().find_map(|item| match &item.kind {
        ItemKind::Import(text) if loader.resolve(name, &text.value) == next => Some(text.span),
        _ => None,
    })
}
