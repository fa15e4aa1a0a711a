//! The file in which `gspec period --resume` keeps a search.
//!
//! The file grows by a segment at each save. Each segment has a checksum, so a kill in the middle of a save
//! loses only that segment. The file is created, and repaired after such a kill, under a temporary name and
//! then moved to its place. A file that is damaged or belongs to another game is left unchanged.

use super::files;
use super::replace::Replacement;
use crate::diagnostic::{Code, Diagnostic};
use crate::solve::Heap;
use crate::solve::take_and_break::{Corrupt, Split};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file of a search, as it was opened or last saved.
pub struct SavedSearch {
    path: PathBuf,
    /// The file, open for appending; `None` while it does not exist or does not end with a whole
    /// segment.
    file: Option<File>,
    /// The number of values in the file.
    values: usize,
    /// The number of bytes in the file.
    bytes: u64,
    /// Whether the file ends in a segment that was cut off.
    cut_off: bool,
}

impl SavedSearch {
    /// Opens a file for the search of a game. Returns the saved search (`None` if there is no such
    /// file yet), and the file for further saves.
    pub fn open(path: &str, heap: &Heap) -> Result<(Option<Split>, SavedSearch), Box<Diagnostic>> {
        let new = SavedSearch { path: path.into(), file: None, values: 0, bytes: 0, cut_off: false };
        if !Path::new(path).exists() {
            return Ok((None, new));
        }
        let bytes = files::read(path).map_err(|why| unusable(path, &why, "name a file that can be read"))?;
        let (split, used, trouble) =
            Split::restore_whole_segments(&bytes).map_err(|why| broken(path, why))?;
        if !heap.has_the_rules_of(&split) {
            let help = "name another file, or ask for the game that it belongs to";
            return Err(unusable(path, "it belongs to a game with other rules", help));
        }
        match trouble {
            // A kill during a save leaves such a file. The next save repairs it.
            Some(Corrupt::CutOff) => return Ok((Some(split), SavedSearch { cut_off: true, ..new })),
            Some(why) => return Err(broken(path, why)),
            None => {}
        }
        let file = OpenOptions::new().append(true).open(path);
        let file = file.map_err(|error| unusable(path, &error.to_string(), "allow it to be written"))?;
        let values = split.len();
        Ok((Some(split), SavedSearch { file: Some(file), values, bytes: used as u64, ..new }))
    }

    /// Saves the values found since the last save.
    pub fn save(&mut self, split: &Split) -> io::Result<()> {
        match &mut self.file {
            Some(_) if split.len() == self.values => return Ok(()),
            Some(file) => {
                if file.metadata()?.len() != self.bytes {
                    return Err(io::Error::other("something else writes to it"));
                }
                let segment = split.segment(self.values);
                file.write_all(&segment)?;
                file.sync_data()?;
                self.bytes += segment.len() as u64;
            }
            None => self.begin(split)?,
        }
        self.values = split.len();
        Ok(())
    }

    /// Writes the whole file anew. If the old file ended in a segment that was cut off, first
    /// copies the old file to `NAME.cut-off`.
    fn begin(&mut self, split: &Split) -> io::Result<()> {
        if self.cut_off {
            let mut name = self.path.file_name().unwrap_or_default().to_os_string();
            name.push(".cut-off");
            std::fs::copy(&self.path, self.path.with_file_name(name))?;
        }
        let snapshot = split.snapshot();
        let mut replacement = Replacement::new(&self.path)?;
        replacement.write_all(&snapshot)?;
        replacement.commit()?;
        self.bytes = snapshot.len() as u64;
        self.file = Some(OpenOptions::new().append(true).open(&self.path)?);
        Ok(())
    }
}

fn unusable(path: &str, why: &str, help: &str) -> Box<Diagnostic> {
    let message = format!("the saved search `{path}` cannot be used: {why}");
    Box::new(Diagnostic::new(Code::G503, message).help(help))
}

fn broken(path: &str, why: Corrupt) -> Box<Diagnostic> {
    unusable(path, &why.to_string(), "name a file that `--resume` wrote, or one that does not exist yet")
}
