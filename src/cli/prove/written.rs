//! The files that `gspec prove` writes: they replace older ones only once all of them are written completely.

use crate::cli::files::reason;
use crate::cli::replace::Replacement;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Texts for files, which are written together.
#[derive(Default)]
pub struct Written(Vec<(PathBuf, String)>);

impl Written {
    /// Adds the text of a file, which `write` writes.
    pub fn add(&mut self, path: impl Into<PathBuf>, text: String) {
        self.0.push((path.into(), text));
    }

    /// Writes every file under a temporary name, and then moves all of them to their places.
    /// Creates the folder `made`, and folders inside it; all other folders must exist.
    pub fn write(&self, made: Option<&Path>) -> Result<(), String> {
        let told =
            |path: &Path, error: &io::Error| format!("cannot write `{}`: {}", path.display(), reason(error));
        let mut ready = Vec::new();
        // A new folder is made only inside an existing one.
        if let Some(above) = made.and_then(Path::parent)
            && !above.as_os_str().is_empty()
            && !above.is_dir()
        {
            return Err(format!("cannot write `{}`: there is no such folder", above.display()));
        }
        for (path, text) in &self.0 {
            if let Some(folder) =
                path.parent().filter(|folder| made.is_some_and(|made| folder.starts_with(made)))
            {
                std::fs::create_dir_all(folder).map_err(|error| told(folder, &error))?;
            }
            let written = Replacement::new(path).and_then(|mut file| {
                file.write_all(text.as_bytes())?;
                file.flush()?;
                Ok(file)
            });
            ready.push((path, written.map_err(|error| told(path, &error))?));
        }
        for (path, file) in ready {
            file.commit().map_err(|error| told(path, &error))?;
        }
        Ok(())
    }
}
