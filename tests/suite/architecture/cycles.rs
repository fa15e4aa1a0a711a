//! Which files need each other.
//!
//! A file needs those that it names by a path. What a folder's own file says is common ground for
//! the files below it, and makes no cycle.

use super::CRATES;
use super::sources::{Source, only_known, sources};
use std::collections::{BTreeMap, BTreeSet};

/// Cycles of files that are still to be broken, each as the files in order. This list may only shrink, and a cycle stays
/// within one folder.
#[rustfmt::skip]
const CYCLES: &[&str] = &[
    "language/position/arithmetic.rs language/position/collections.rs language/position/compose.rs language/position/comprehension.rs language/position/evaluate.rs language/position/kleene.rs",
];

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
            // Told once, from its first file.
            if cycle.first() == Some(module) {
                let names: Vec<&str> = cycle.iter().map(|it| files[*it].path.as_str()).collect();
                let folder = |name: &&str| name.rsplit_once('/').map(|it| it.0.to_string());
                let one = names.iter().all(|name| folder(name) == folder(&names[0]));
                assert!(one, "files of different folders need each other: {names:#?}");
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

/// The modules that a file names, but those it lies in.
fn needed(module: &Module, source: &Source, files: &BTreeMap<Module, Source>) -> BTreeSet<Module> {
    let mut needed = BTreeSet::new();
    for path in paths(&source.code()) {
        let mut names =
            if path.first().is_some_and(|it| it == "crate") { Vec::new() } else { module.clone() };
        for name in &path {
            match &**name {
                "super" => drop(names.pop()),
                "crate" | "self" => {}
                name => names.push(name.to_string()),
            }
        }
        while !files.contains_key(&names) && names.pop().is_some() {}
        if !module.starts_with(&names) {
            needed.insert(names);
        }
    }
    needed
}

/// All paths from `crate`, `super` or `self`, and all imported ones; those of a group separately.
fn paths(code: &str) -> Vec<Vec<String>> {
    let is_of_name = |it: char| it.is_alphanumeric() || it == '_';
    let mut found = Vec::new();
    for (start, skipped) in [("crate::", 0), ("super::", 0), ("self::", 0), ("use ", 4)] {
        for (at, _) in code.match_indices(start) {
            // A path from further on was found with what stands before.
            if !code[..at].ends_with(|it: char| is_of_name(it) || it == ':') {
                let mut path = Vec::new();
                group(&mut code[at + skipped..].chars().peekable(), &mut path, &mut found);
            }
        }
    }
    found
}

/// Reads a path, which may end in a group of paths.
fn group(
    rest: &mut std::iter::Peekable<std::str::Chars<'_>>,
    path: &mut Vec<String>,
    found: &mut Vec<Vec<String>>,
) {
    let before = path.len();
    loop {
        let mut name = String::new();
        while let Some(letter) = rest.next_if(|it| it.is_alphanumeric() || *it == '_') {
            name.push(letter);
        }
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
            found.push(path.clone());
        }
        path.truncate(before);
        return;
    }
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
