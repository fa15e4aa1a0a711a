//! The destination of results: standard output, or a file that is replaced once it is complete.

use super::files;
use super::output::Output;
use super::replace::Replacement;
use crate::diagnostic::Code;
use std::io::Write;
use std::path::Path;

/// The destination of a result.
pub struct Sink<'a> {
    output: &'a mut Output,
    file: Option<(&'a str, Replacement)>,
}

impl<'a> Sink<'a> {
    /// Creates a destination: standard output for `-` or no path, otherwise a file that changes
    /// only when all is written.
    pub fn new(path: Option<&'a str>, output: &'a mut Output) -> Result<Sink<'a>, String> {
        let file = match path {
            None | Some("-") => None,
            Some(path) => {
                let file = Replacement::new(Path::new(path)).map_err(|error| cannot_write(path, &error))?;
                Some((path, file))
            }
        };
        Ok(Sink { output, file })
    }

    /// The output of the command, for its messages.
    pub fn output(&mut self) -> &mut Output {
        self.output
    }

    /// The path of the file, if the destination is one.
    pub fn path(&self) -> Option<&str> {
        self.file.as_ref().map(|(path, _)| *path)
    }

    /// Whether results may have colours: only those on standard output.
    pub fn colour(&self) -> bool {
        self.file.is_none() && self.output.colour
    }

    /// Whether standard output is the destination and takes no more.
    pub fn closed(&self) -> bool {
        self.file.is_none() && self.output.closed()
    }

    /// Writes a text and empties it.
    pub fn write(&mut self, text: &mut String) -> Result<(), String> {
        self.write_bytes(text.as_bytes())?;
        text.clear();
        Ok(())
    }

    /// Writes bytes that need not be text, such as a PNG picture.
    pub fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), String> {
        match &mut self.file {
            None => self.output.bytes(bytes),
            Some((path, file)) => file.write_all(bytes).map_err(|error| cannot_write(path, &error))?,
        }
        Ok(())
    }

    /// Whether results go to a terminal.
    pub fn is_terminal(&self) -> bool {
        self.file.is_none() && self.output.is_terminal()
    }

    /// Puts the file, if the destination is one, in its place.
    pub fn finish(self) -> Result<(), String> {
        match self.file {
            None => Ok(()),
            Some((path, file)) => file.commit().map_err(|error| cannot_write(path, &error)),
        }
    }
}

/// The message that a file cannot be written.
pub fn cannot_write(path: &str, error: &std::io::Error) -> String {
    format!("{}: cannot write `{path}`: {}", Code::G510, files::reason(error))
}
