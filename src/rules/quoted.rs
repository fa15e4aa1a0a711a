//! Reads programs that are texts in this crate's source, each text once: laws, the rules of
//! theorems, and the statements of theorems.

use crate::check;
use crate::ir::Program;
use crate::source::{NoFiles, Sources};
use crate::syntax::modules;
use rustc_hash::FxHashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// For each text that was read, its program; `None` if the text has errors.
type Programs = FxHashMap<String, Option<Arc<Program>>>;

/// The programs that were read so far, shared by all threads.
static READ: LazyLock<Mutex<Programs>> = LazyLock::new(Mutex::default);

/// Returns the program that a text contains, without reading it again if it was read before; `None`
/// if the text has errors.
pub fn read(text: &str) -> Option<Arc<Program>> {
    // The map is valid even if a thread panicked: only complete programs are inserted.
    let programs = || READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = programs().get(text) {
        return known.clone();
    }
    let mut sources = Sources::default();
    let root = sources.add("quoted", text);
    let (modules, _) = modules::load(&mut sources, root, &NoFiles);
    let program = modules.and_then(|modules| check::check(&modules, &sources, &NoFiles, &[]).0).map(Arc::new);
    programs().insert(text.to_string(), program.clone());
    program
}
