//! The packages that `cargo package` would make of the crates are complete.

use super::case::repository;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

/// The published crates by name, with their folders. Crates for editors are not published.
const CRATES: [(&str, &str); 8] = [
    ("gspec-grammar", "grammar"),
    ("gspec-language", "src/language"),
    ("gspec-theory", "src/theory"),
    ("gspec-rules", "src/rules"),
    ("gspec-solve", "src/solve"),
    ("gspec-proof", "src/proof"),
    ("gspec-verify", "src/verify"),
    ("gspec", "."),
];

/// The files of a package. Cargo needs no other crate and no lock file in order to list them, so that this runs anywhere.
fn packaged(name: &str) -> BTreeSet<PathBuf> {
    let options =
        ["package", "--list", "--exclude-lockfile", "--offline", "--allow-dirty", "--package", name];
    let run = Command::new(env!("CARGO")).args(options).current_dir(repository()).output().unwrap();
    assert!(run.status.success(), "{name}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap().lines().map(PathBuf::from).collect()
}

/// The files that a source file includes when it is compiled, relative to its own folder.
fn included(text: &str) -> impl Iterator<Item = &str> {
    let openings = ["include_str!(\"", "include_bytes!(\"", "#[path = \""];
    openings.into_iter().flat_map(|opening| {
        text.split(opening).skip(1).map(|rest| rest.split('"').next().unwrap_or_default())
    })
}

/// A path without `..`.
fn normal(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut normal, part| {
        match part {
            Component::ParentDir => assert!(normal.pop(), "{} leaves the package", path.display()),
            other => normal.push(other),
        }
        normal
    })
}

#[test]
fn packages_hold_what_their_sources_include() {
    let mut found = 0;
    for (name, folder) in CRATES {
        let files = packaged(name);
        for file in files.iter().filter(|file| file.extension().is_some_and(|it| it == "rs")) {
            let text = std::fs::read_to_string(repository().join(folder).join(file)).unwrap();
            for other in included(&text) {
                let other = normal(&file.parent().unwrap().join(other));
                assert!(files.contains(&other), "{name}: {} includes {}", file.display(), other.display());
                found += 1;
            }
        }
    }
    assert!(found > 80, "{found}");
    assert!(packaged("gspec-grammar").contains(Path::new("game.pest")));
    let pages = packaged("gspec-language");
    for code in gspec::diagnostic::codes() {
        let page = format!("diagnostic/pages/{}.md", code.name());
        assert!(pages.contains(Path::new(&page)), "{page}");
    }
}

#[test]
fn packages_hold_licences_and_a_readme() {
    for (name, folder) in CRATES {
        let files = packaged(name);
        for file in ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "Cargo.toml"] {
            assert!(files.contains(Path::new(file)), "{name} has no {file}");
        }
        let manifest = std::fs::read_to_string(repository().join(folder).join("Cargo.toml")).unwrap();
        for key in ["description = ", "license.workspace = true", "readme.workspace = true"] {
            assert!(manifest.contains(key), "{name} does not say `{key}`");
        }
    }
    assert!(packaged("gspec").contains(Path::new("src/report/table/picture/fonts/LICENSE")));
}

/// The package has no tests, because they need files that are not in it.
#[test]
fn the_package_of_the_program_holds_what_people_use() {
    let files = packaged("gspec");
    for file in ["src/main.rs", "docs/language.md", "specs/wythoff.game", "CHANGELOG.md"] {
        assert!(files.contains(Path::new(file)), "{file}");
    }
    for folder in ["tests", "benches", "fuzz", "editors", ".ci"] {
        assert!(!files.iter().any(|file| file.starts_with(folder)), "{folder}");
    }
}

#[test]
fn every_member_of_the_workspace_is_here() {
    let text = std::fs::read_to_string(repository().join("Cargo.toml")).unwrap();
    let members = text.lines().find(|line| line.starts_with("members = ")).unwrap();
    for member in members.split('"').skip(1).step_by(2).filter(|it| !it.starts_with("editors/")) {
        assert!(CRATES.iter().any(|(_, folder)| *folder == member), "{member}");
    }
}

/// The links of a page to files: `[text](path)`.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.map(|it| it.split('#').next().unwrap_or("")).filter(|it| !it.is_empty() && !it.contains("://"))
}

/// The files to which the README of the package links are in the package.
#[test]
fn the_readme_of_the_package_has_no_dead_links() {
    let files = packaged("gspec");
    let text = std::fs::read_to_string(repository().join("README.md")).unwrap();
    let mut found = 0;
    for link in links(&text) {
        let path = normal(Path::new(link));
        assert!(files.iter().any(|file| file.starts_with(&path)), "README.md links to {link}");
        found += 1;
    }
    assert!(found > 10, "{found}");
}
