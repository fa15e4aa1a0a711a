//! The source files, without their tests.

use super::rust_files;
use crate::suite::case::repository;

/// A source file.
pub struct Source {
    /// Its path below `src`.
    pub path: String,
    /// Its text up to its tests.
    pub text: String,
}

impl Source {
    /// The text without comments; every line stays at its place.
    pub fn code(&self) -> String {
        let code = |line: &str| line.split("//").next().unwrap_or_default().to_string();
        self.text.lines().map(code).collect::<Vec<_>>().join("\n")
    }
}

/// All source files but those that hold nothing but tests.
pub fn sources() -> Vec<Source> {
    let src = repository().join("src");
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    files.sort();
    let paths = files.into_iter().filter(|file| !file.ends_with("tests.rs"));
    paths
        .map(|file| {
            let text = std::fs::read_to_string(&file).unwrap();
            let text = text.split("\n#[cfg(test)]\nmod ").next().unwrap().to_string();
            Source { path: file.strip_prefix(&src).unwrap().to_string_lossy().replace('\\', "/"), text }
        })
        .collect()
}

/// Demands that the exceptions found are exactly the known ones: each one found is on the list, and
/// each one on the list is found.
pub fn only_known(what: &str, found: &[String], known: &[&str]) {
    let new: Vec<&String> = found.iter().filter(|it| !known.contains(&it.as_str())).collect();
    assert!(new.is_empty(), "{what}: {new:#?}");
    let mended: Vec<&&str> = known.iter().filter(|it| !found.iter().any(|found| found == **it)).collect();
    assert!(mended.is_empty(), "no longer {what}, take them off the list: {mended:#?}");
}
