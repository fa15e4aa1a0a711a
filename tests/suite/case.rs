//! A spec with its files, run through the program.

use super::support::{Folder, Run, finish, program};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folder of the repository.
pub fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Runs the program in a folder.
pub fn gspec_in(folder: &Path, arguments: &[&str]) -> Run {
    finish(program(folder, arguments), b"")
}

/// A spec, called `main.game`, with further files and options.
#[derive(Debug, Default)]
pub struct Case {
    /// The spec.
    pub spec: String,
    /// Further files by name.
    pub files: BTreeMap<String, String>,
    /// Options of `check`.
    pub arguments: Vec<String>,
}

impl Case {
    /// Runs `check` with some more options.
    fn run(&self, more: &[&str]) -> Run {
        let mut folder = Folder::new().and("main.game", &self.spec);
        for (name, content) in &self.files {
            folder = folder.and(name, content);
        }
        let mut arguments = vec!["check", "main.game"];
        arguments.extend(self.arguments.iter().map(String::as_str));
        arguments.extend(more);
        gspec_in(&folder.path(""), &arguments)
    }

    /// The report of a check as data.
    pub fn check(&self) -> serde_json::Value {
        let run = self.run(&["--format", "json"]);
        serde_json::from_str(run.out.trim()).unwrap_or_else(|error| panic!("{error}: {}{}", run.out, run.err))
    }

    /// The codes that a check raises, each once.
    pub fn codes(&self) -> Vec<String> {
        let view = self.check();
        let diagnostics = view["diagnostics"].as_array().unwrap();
        let mut codes: Vec<String> =
            diagnostics.iter().map(|it| it["code"].as_str().unwrap().to_string()).collect();
        codes.sort();
        codes.dedup();
        codes
    }

    /// The text that a check prints to standard error.
    pub fn stderr(&self) -> String {
        self.run(&[]).err
    }
}
