//! Replaces a file without risk of loss: it contains either the old content or the whole new one.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that takes the place of another once it is complete.
pub struct Replacement {
    file: BufWriter<File>,
    /// The path of the temporary file, and the path to which `commit` moves it. `None` for devices
    /// and pipes, which are written directly, and once the file is moved.
    paths: Option<(PathBuf, PathBuf)>,
}

impl Replacement {
    /// Creates a temporary file in the folder of `path`. If `path` is a device or a pipe, opens
    /// that instead.
    pub fn new(path: &Path) -> io::Result<Replacement> {
        // A symbolic link stays: the file to which it leads is replaced.
        let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let before = std::fs::metadata(&path).ok();
        if before.as_ref().is_some_and(|before| before.is_dir()) {
            return Err(io::Error::other("it is a directory"));
        }
        if before.as_ref().is_some_and(|before| !before.is_file()) {
            let file = File::options().write(true).open(&path)?;
            return Ok(Replacement { file: BufWriter::new(file), paths: None });
        }
        let name = path.file_name().map(|name| name.to_string_lossy().to_string()).unwrap_or_default();
        let beside = path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
        let file = BufWriter::new(File::create(&beside)?);
        if let Some(before) = before {
            std::fs::set_permissions(&beside, before.permissions())?;
        }
        Ok(Replacement { file, paths: Some((beside, path)) })
    }

    /// Completes the file and moves it to the place of the old one.
    pub fn commit(mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some((beside, path)) = &self.paths {
            self.file.get_ref().sync_all()?;
            std::fs::rename(beside, path)?;
        }
        self.paths = None;
        Ok(())
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        // An abandoned file is removed.
        if let Some((beside, _)) = &self.paths {
            let _ = std::fs::remove_file(beside);
        }
    }
}
