//! Checks which modules and crates use which, against the table of docs/architecture.md.

mod cycles;
mod owners;
mod sizes;
mod sources;

use super::case::repository;
use std::path::{Path, PathBuf};

/// The folders that hold modules: each is a crate.
const CRATES: [&str; 7] = ["language", "theory", "rules", "solve", "proof", "verify", ""];

/// Each module with the modules that it may mention.
const MAY_USE: &[(&str, &[&str])] = &[
    ("source", &[]),
    ("number", &[]),
    ("diagnostic", &["source"]),
    ("syntax", &["source", "diagnostic", "number"]),
    ("ir", &["source", "number"]),
    ("check", &["syntax", "ir", "diagnostic", "source", "number"]),
    ("position", &["ir", "number", "source", "diagnostic"]),
    ("quoted", &["check", "syntax", "ir", "source"]),
    ("laws", &["quoted", "position", "ir"]),
    ("sound", &["quoted", "laws", "ir", "position", "diagnostic", "source", "number"]),
    ("locality", &["position", "ir", "number", "source"]),
    ("theory", &[]),
    ("shape", &["laws", "position", "ir", "number", "source", "theory"]),
    ("theorem", &["quoted", "shape", "sound", "theory", "position", "ir", "number"]),
    (
        "solve",
        &["theorem", "model", "shape", "laws", "locality", "theory", "position", "ir", "number", "source"],
    ),
    ("model", &["theorem", "shape", "position", "ir"]),
    (
        "claim",
        &[
            "proof",
            "theorem",
            "model",
            "solve",
            "sound",
            "shape",
            "theory",
            "position",
            "ir",
            "diagnostic",
            "number",
            "source",
        ],
    ),
    ("proof", &["sound", "model", "solve", "theory", "position", "ir", "diagnostic", "number", "source"]),
    ("verify", &[]),
    ("play", &["solve", "position", "ir", "number", "source"]),
    (
        "report",
        &[
            "proof",
            "play",
            "verify",
            "pipeline",
            "variants",
            "solve",
            "claim",
            "shape",
            "theorem",
            "theory",
            "sound",
            "position",
            "ir",
            "diagnostic",
            "source",
            "number",
        ],
    ),
    ("format", &["syntax", "source"]),
    (
        "pipeline",
        &[
            "proof",
            "check",
            "claim",
            "diagnostic",
            "ir",
            "locality",
            "model",
            "number",
            "position",
            "shape",
            "theorem",
            "solve",
            "sound",
            "source",
            "syntax",
        ],
    ),
    (
        "variants",
        &[
            "proof",
            "pipeline",
            "claim",
            "sound",
            "theorem",
            "model",
            "solve",
            "shape",
            "theory",
            "check",
            "syntax",
            "position",
            "ir",
            "diagnostic",
            "number",
            "source",
        ],
    ),
    (
        "cli",
        &[
            "variants",
            "proof",
            "pipeline",
            "play",
            "report",
            "verify",
            "model",
            "format",
            "syntax",
            "diagnostic",
            "source",
            "claim",
            "sound",
            "theorem",
            "position",
            "solve",
            "ir",
            "number",
        ],
    ),
];

/// The page shows the table above, row by row.
#[test]
fn the_page_shows_who_may_use_whom() {
    let page = std::fs::read_to_string(repository().join("docs/architecture.md")).unwrap();
    let table = page.split_once("| module | uses |\n|---|---|\n").unwrap().1;
    let row = |(module, uses): &(&str, &[&str])| {
        let uses = if uses.is_empty() { "nothing".to_string() } else { uses.join(", ") };
        format!("| {module} | {uses} |")
    };
    assert_eq!(table.trim_end().lines().collect::<Vec<_>>(), MAY_USE.iter().map(row).collect::<Vec<_>>());
}

fn rust_files(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).unwrap() {
            rust_files(&entry.unwrap().path(), found);
        }
    } else if path.extension().is_some_and(|it| it == "rs") {
        found.push(path.to_path_buf());
    }
}

/// The files of a module in any of the crates; a crate may be a module by itself.
fn files_of(module: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in CRATES {
        let folder = repository().join("src").join(folder);
        rust_files(&folder.join(module), &mut files);
        rust_files(&folder.join(format!("{module}.rs")), &mut files);
    }
    files.retain(|file| file.exists());
    files
}

#[test]
fn modules_use_only_what_lies_before_them() {
    let mut wrong = Vec::new();
    for (module, allowed) in MAY_USE {
        let files = files_of(module);
        assert!(!files.is_empty(), "no module {module}");
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            for (other, _) in MAY_USE.iter().filter(|(other, _)| other != module && !allowed.contains(other))
            {
                if text.contains(&format!("crate::{other}::")) || text.contains(&format!("crate::{other};")) {
                    wrong.push(format!("{} uses {other}", file.display()));
                }
            }
            // Grouped imports must not hide a use; in a crate that is the module they can hide none.
            assert!(
                CRATES.contains(module) || !text.contains("use crate::{"),
                "{}: write one `use` a module",
                file.display()
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_module_is_in_the_table() {
    for folder in CRATES {
        let text = std::fs::read_to_string(repository().join("src").join(folder).join("lib.rs")).unwrap();
        let in_table = |module: &str| MAY_USE.iter().any(|(name, _)| *name == module);
        if in_table(folder) {
            // The crate is the module.
            continue;
        }
        for module in text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')) {
            assert!(in_table(module), "{module} is not in the table");
        }
    }
}

#[test]
fn every_crate_is_built_and_tested() {
    let text = std::fs::read_to_string(repository().join("Cargo.toml")).unwrap();
    let named =
        |list: &str| text.lines().find(|line| line.starts_with(&format!("{list} ="))).unwrap().to_string();
    for folder in CRATES.iter().filter(|folder| !folder.is_empty()) {
        for list in ["members", "default-members"] {
            assert!(named(list).contains(&format!("\"src/{folder}\"")), "{folder} is not among the {list}");
        }
    }
}

/// Whoever wants to trust a certificate has to read the checker, so it must stay short and stand
/// alone.
#[test]
fn the_checker_of_certificates_is_short_and_stands_alone() {
    let folder = repository().join("src/verify");
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap().split("[lints]").next().unwrap();
    let names: Vec<_> = dependencies.split_whitespace().filter(|word| word.contains("workspace")).collect();
    assert_eq!(names, ["serde.workspace", "serde_json.workspace"]);
    let mut files = Vec::new();
    rust_files(&folder, &mut files);
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    let lines = |file| std::fs::read_to_string(file).unwrap().lines().filter(is_code).count();
    let total: usize = files.into_iter().map(lines).sum();
    assert!(total <= 800, "{total} lines of code");
}

#[test]
fn only_the_command_line_touches_the_world() {
    let src = repository().join("src");
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    for file in files.iter().filter(|file| !file.starts_with(src.join("cli"))) {
        let text = std::fs::read_to_string(file).unwrap();
        for world in
            ["std::fs", "std::env", "std::time", "std::io", "std::process::exit", "println!", "eprintln!"]
        {
            assert!(!text.contains(world), "{} mentions {world}", file.display());
        }
    }
}

#[test]
fn only_one_file_knows_miette() {
    let mut files = Vec::new();
    rust_files(&repository().join("src"), &mut files);
    let users: Vec<_> = files
        .iter()
        .filter(|file| std::fs::read_to_string(file).unwrap().contains("use miette"))
        .map(|file| file.file_name().unwrap().to_string_lossy().to_string())
        .collect();
    assert_eq!(users, ["render.rs"]);
}
