//! Programs that stand as text in our own sources: laws, the rules of theorems, and what theorems say.

use crate::check;
use crate::ir::Program;
use crate::source::{NoFiles, Sources};
use crate::syntax::modules;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

thread_local! {
    /// Programs that were read before.
    static READ: RefCell<FxHashMap<String, Option<Rc<Program>>>> = RefCell::default();
}

/// The program that a text is; nothing where it is not sound to read.
pub fn read(text: &str) -> Option<Rc<Program>> {
    if let Some(known) = READ.with_borrow(|read| read.get(text).cloned()) {
        return known;
    }
    let mut sources = Sources::default();
    let root = sources.add("quoted", text);
    let (modules, _) = modules::load(&mut sources, root, &NoFiles);
    let program = modules.and_then(|modules| check::check(&modules, &sources, &NoFiles, &[]).0).map(Rc::new);
    READ.with_borrow_mut(|read| read.insert(text.to_string(), program.clone()));
    program
}
