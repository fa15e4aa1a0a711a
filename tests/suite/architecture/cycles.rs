//! Finds cycles of files that use each other: only known cycles are allowed.
//!
//! A file uses the files that its paths name. A name that the file of a folder re-exports counts as a use of the
//! file that defines it. A use of a module that contains the file makes no cycle.

use super::CRATES;
use super::sources::{Source, only_known, sources};
use std::collections::{BTreeMap, BTreeSet};

/// Cycles of files, each as the files in order. This list may only shrink, and a cycle stays within one folder.
const CYCLES: &[&str] = &[
    "language/ir/expr.rs language/ir/types.rs language/ir/value.rs",
    "rules/shape/presburger/number.rs rules/shape/presburger/truth.rs",
];
/// The most files that may need each other.
const MOST_OF_A_CYCLE: usize = 3;

/// The names of a module, from its crate on.
type Module = Vec<String>;

#[test]
fn files_do_not_need_each_other() {
    let mut found = Vec::new();
    for krate in CRATES {
        let files = of_crate(krate);
        let needs: BTreeMap<&Module, BTreeSet<Module>> =
            files.iter().map(|(module, source)| (module, needed(module, source, &files))).collect();
        let reached: BTreeMap<&Module, BTreeSet<Module>> =
            files.keys().map(|module| (module, reached(module, &needs))).collect();
        for (module, others) in &reached {
            let cycle: Vec<&Module> =
                others.iter().filter(|other| reached[other].contains(*module)).collect();
            // Each cycle is reported once, from its first file.
            if cycle.first() == Some(module) {
                let names: Vec<&str> = cycle.iter().map(|it| files[*it].path.as_str()).collect();
                let folder = |name: &&str| name.rsplit_once('/').map(|it| it.0.to_string());
                let one = names.iter().all(|name| folder(name) == folder(&names[0]));
                assert!(one, "files of different folders need each other: {names:#?}");
                assert!(names.len() <= MOST_OF_A_CYCLE, "too many files need each other: {names:#?}");
                found.push(names.join(" "));
            }
        }
    }
    only_known("files that need each other", &found, CYCLES);
}

/// The modules of a crate with their files.
fn of_crate(krate: &str) -> BTreeMap<Module, Source> {
    let others: Vec<&str> = CRATES.iter().filter(|it| !it.is_empty()).copied().collect();
    let mut modules = BTreeMap::new();
    for source in sources() {
        let (first, rest) = source.path.split_once('/').unwrap_or(("", &source.path));
        let own = if others.contains(&first) { first } else { "" };
        let path = if own.is_empty() { &source.path } else { rest };
        if own == krate && path != "main.rs" {
            let path = path.strip_suffix(".rs").unwrap();
            let path = path.strip_suffix("/mod").unwrap_or(path);
            let names = path.split('/').filter(|name| *name != "lib");
            modules.insert(names.map(str::to_string).collect(), source);
        }
    }
    modules
}

/// The modules that a file names, except those that contain it. A name that a folder re-exports
/// from one of its files counts as a use of that file.
fn needed(module: &Module, source: &Source, files: &BTreeMap<Module, Source>) -> BTreeSet<Module> {
    let mut needed = BTreeSet::new();
    for path in paths(&source.code()) {
        let named = home(from_crate(module, &path.names), files);
        if !module.starts_with(&named) {
            needed.insert(named);
        }
    }
    needed
}

/// The module that defines the item of a path, which begins at the crate; imports and re-exports
/// are followed.
fn home(mut path: Vec<String>, files: &BTreeMap<Module, Source>) -> Module {
    // Modules that import a name from each other would make this endless.
    for _ in 0..10 {
        let mut module = path.clone();
        while !files.contains_key(&module) && module.pop().is_some() {}
        let rest = &path[module.len()..];
        let taken = |name: &String| {
            let taken = taken(&files[&module].code());
            let source = taken.iter().find(|it| it.shown == *name)?;
            Some(from_crate(&module, &source.names)).filter(|it| !path.starts_with(it))
        };
        let Some(mut source) = rest.first().and_then(taken) else { return module };
        source.extend_from_slice(&rest[1..]);
        path = source;
    }
    path
}

/// The path that a path in a module stands for, from the crate on.
fn from_crate(module: &Module, path: &[String]) -> Vec<String> {
    let mut names = if path.first().is_some_and(|it| it == "crate") { Vec::new() } else { module.clone() };
    for name in path {
        match &**name {
            "super" => drop(names.pop()),
            "crate" | "self" => {}
            name => names.push(name.to_string()),
        }
    }
    names
}

/// A path with the name under which its end is known.
#[derive(Clone)]
struct Path {
    names: Vec<String>,
    shown: String,
}

/// All paths from `crate`, `super` or `self`, and all imported ones; those of a group separately.
fn paths(code: &str) -> Vec<Path> {
    ["crate::", "super::", "self::"]
        .into_iter()
        .flat_map(|start| from(code, start, 0))
        .chain(taken(code))
        .collect()
}

/// All imported paths.
fn taken(code: &str) -> Vec<Path> {
    from(code, "use ", 4)
}

/// All paths in the code that begin with `start`, without its first `skipped` bytes.
fn from(code: &str, start: &str, skipped: usize) -> Vec<Path> {
    let is_of_name = |it: char| it.is_alphanumeric() || it == '_';
    let mut found = Vec::new();
    for (at, _) in code.match_indices(start) {
        // Otherwise this is the middle of a longer path or name.
        if !code[..at].ends_with(|it: char| is_of_name(it) || it == ':') {
            group(&mut code[at + skipped..].chars().peekable(), &mut Vec::new(), &mut found);
        }
    }
    found
}

/// Reads a path, which may end in a group of paths.
fn group(rest: &mut std::iter::Peekable<std::str::Chars<'_>>, path: &mut Vec<String>, found: &mut Vec<Path>) {
    let before = path.len();
    loop {
        let name = name(rest);
        if !name.is_empty() {
            path.push(name);
        }
        if rest.peek() == Some(&'{') {
            rest.next();
            while rest.peek().is_some_and(|it| *it != '}') {
                while rest.next_if(|it| it.is_whitespace() || *it == ',').is_some() {}
                let left = rest.clone().count();
                group(rest, path, found);
                if rest.clone().count() == left {
                    break;
                }
            }
            rest.next();
        } else if rest.next_if_eq(&':').is_some() {
            rest.next();
            continue;
        } else {
            let mut shown = path.iter().rfind(|it| *it != "self").cloned().unwrap_or_default();
            if rest.clone().take(4).eq(" as ".chars()) {
                rest.nth(3);
                shown = self::name(rest);
            }
            found.push(Path { names: path.clone(), shown });
        }
        path.truncate(before);
        return;
    }
}

/// Reads a name.
fn name(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> String {
    std::iter::from_fn(|| rest.next_if(|letter| letter.is_alphanumeric() || *letter == '_')).collect()
}

/// The modules that a module reaches through what it needs.
fn reached(from: &Module, needs: &BTreeMap<&Module, BTreeSet<Module>>) -> BTreeSet<Module> {
    let mut reached = BTreeSet::new();
    let mut pending: Vec<&Module> = needs[from].iter().collect();
    while let Some(module) = pending.pop() {
        if reached.insert(module.clone()) {
            pending.extend(&needs[module]);
        }
    }
    reached
}
