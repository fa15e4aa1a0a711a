//! Who may use whom, as docs/architecture.md says.

use super::case::repository;
use std::path::{Path, PathBuf};

/// Each module with the modules that it may mention.
const MAY_USE: &[(&str, &[&str])] = &[
    ("source", &[]),
    ("number", &[]),
    ("diagnostic", &["source"]),
    ("syntax", &["source", "diagnostic", "number"]),
    ("ir", &["source", "number"]),
    ("check", &["syntax", "ir", "diagnostic", "source", "number"]),
    ("position", &["ir", "number", "source", "diagnostic"]),
    ("rules", &["ir"]),
    ("sound", &["rules", "ir", "position", "diagnostic", "source", "number"]),
    ("theory", &[]),
    ("shape", &["rules", "position", "ir", "number", "source", "theory"]),
    ("theorem", &["check", "syntax", "source", "shape", "theory", "position", "ir", "number"]),
    ("solve", &["theorem", "shape", "theory", "position", "ir", "number", "source"]),
    (
        "claim",
        &["theorem", "solve", "sound", "shape", "theory", "position", "ir", "diagnostic", "number", "source"],
    ),
    ("play", &["solve", "position", "ir", "number", "source"]),
    (
        "report",
        &[
            "play",
            "pipeline",
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
            "check",
            "claim",
            "diagnostic",
            "ir",
            "number",
            "position",
            "shape",
            "theorem",
            "solve",
            "sound",
            "source",
            "syntax",
            "theorem",
        ],
    ),
    (
        "cli",
        &[
            "pipeline",
            "play",
            "report",
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

fn rust_files(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).unwrap() {
            rust_files(&entry.unwrap().path(), found);
        }
    } else if path.extension().is_some_and(|it| it == "rs") {
        found.push(path.to_path_buf());
    }
}

#[test]
fn modules_use_only_what_lies_before_them() {
    let src = repository().join("src");
    let mut wrong = Vec::new();
    for (module, allowed) in MAY_USE {
        let mut files = Vec::new();
        rust_files(&src.join(module), &mut files);
        rust_files(&src.join(format!("{module}.rs")), &mut files);
        files.retain(|file| file.exists());
        assert!(!files.is_empty(), "no module {module}");
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            for (other, _) in MAY_USE.iter().filter(|(other, _)| other != module && !allowed.contains(other))
            {
                if text.contains(&format!("crate::{other}::")) || text.contains(&format!("crate::{other};")) {
                    wrong.push(format!("{} uses {other}", file.display()));
                }
            }
            // Grouped imports must not hide a use.
            assert!(!text.contains("use crate::{"), "{}: write one `use` a module", file.display());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_module_of_the_crate_is_in_the_table() {
    let text = std::fs::read_to_string(repository().join("src/lib.rs")).unwrap();
    let declared = text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    for module in declared {
        assert!(MAY_USE.iter().any(|(name, _)| *name == module), "{module} is not in the table");
    }
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
