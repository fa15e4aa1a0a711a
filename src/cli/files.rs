//! Reads files from the disk: specs, the files that they import or load, and directories of specs.

use super::common_arguments::Common;
use crate::pipeline::Setting;
use crate::source::Loader;
use crate::variants::sweep::fingerprint;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::Mutex;

/// Reads from the disk. Paths are relative to the file in which they occur.
pub struct Disk;

impl Loader for Disk {
    fn resolve(&self, from: &str, path: &str) -> String {
        let folder = Path::new(from).parent().unwrap_or(Path::new(""));
        tidy(&folder.join(path)).to_string_lossy().replace('\\', "/")
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        read(name)
    }
}

/// Reads from the disk, and records a fingerprint of every file.
#[derive(Debug, Default)]
pub struct Recorded {
    files: Mutex<BTreeMap<String, String>>,
}

impl Recorded {
    /// The fingerprints of all files, in the order of their names.
    pub fn digests(&self) -> Vec<String> {
        self.files.lock().map(|files| files.values().cloned().collect()).unwrap_or_default()
    }
}

impl Loader for Recorded {
    fn resolve(&self, from: &str, path: &str) -> String {
        Disk.resolve(from, path)
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let bytes = read(name)?;
        if let Ok(mut files) = self.files.lock() {
            files.insert(name.to_string(), fingerprint(&bytes));
        }
        Ok(bytes)
    }
}

/// A path without `.` and inner `..`, so that two paths to one file give the same name.
fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(tidy.components().next_back(), Some(Component::Normal(_))) => {
                tidy.pop();
            }
            other => tidy.push(other),
        }
    }
    tidy
}

/// Whether a path is a directory.
pub fn is_folder(name: &str) -> bool {
    Path::new(name).is_dir()
}

/// The size of the greatest file that is read, in bytes; a larger file is an error.
const MOST_BYTES: u64 = 4 << 30;
/// The most bytes that are read from a pipe, a device or another file that may never end; more are
/// an error.
const MOST_FROM_STREAM: u64 = 64 << 20;

/// Returns the bytes of a file, or a short reason why it cannot be read.
pub fn read(name: &str) -> Result<Vec<u8>, String> {
    let path = Path::new(name);
    match std::fs::metadata(path) {
        Ok(info) if info.is_dir() => return Err("it is a directory".to_string()),
        Ok(info) if info.is_file() && info.len() > MOST_BYTES => {
            return Err("it is larger than 4 GiB".to_string());
        }
        Ok(info) if !info.is_file() => {
            return read_stream(std::fs::File::open(path).map_err(|error| reason(&error))?);
        }
        _ => {}
    }
    #[expect(clippy::disallowed_methods, reason = "the command line may read files")]
    std::fs::read(path).map_err(|error| reason(&error))
}

/// The bytes of a stream; an error if it is longer than the limit.
pub fn read_stream(stream: impl Read) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    stream.take(MOST_FROM_STREAM + 1).read_to_end(&mut bytes).map_err(|error| reason(&error))?;
    if bytes.len() as u64 > MOST_FROM_STREAM {
        return Err("it gives more than 64 MiB without an end".to_string());
    }
    Ok(bytes)
}

/// Words an error of the file system.
pub fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_string(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_string(),
        std::io::ErrorKind::NotADirectory => "a part of the path is a file, not a folder".to_string(),
        std::io::ErrorKind::AlreadyExists => "it is a file, not a folder".to_string(),
        _ => error.to_string(),
    }
}

/// All specs under the given paths: files as they are, directories with all `.game` files in them,
/// in the order of their names. The error holds the path that cannot be used, and the reason.
pub fn specs(paths: &[String]) -> Result<Vec<String>, (String, String)> {
    let mut specs = Vec::new();
    for path in paths {
        if Path::new(path).is_dir() {
            let before = specs.len();
            walk(Path::new(path), &mut specs, &mut Vec::new())
                .map_err(|error| (path.clone(), reason(&error)))?;
            if specs.len() == before {
                return Err((
                    path.clone(),
                    "there is no `.game` file in this directory; name a spec or a directory with specs"
                        .to_string(),
                ));
            }
        } else {
            specs.push(path.clone());
        }
    }
    Ok(specs)
}

/// All specs in a folder. `above` holds the parent folders, because links may form cycles.
fn walk(folder: &Path, specs: &mut Vec<String>, above: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let place = folder.canonicalize()?;
    if above.contains(&place) {
        return Ok(());
    }
    above.push(place);
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<_>>()?;
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            walk(&entry, specs, above)?;
        } else if entry.extension().is_some_and(|extension| extension == "game") {
            specs.push(entry.to_string_lossy().replace('\\', "/"));
        }
    }
    above.pop();
    Ok(())
}

/// Reads the settings of `--set NAME=EXPR`.
pub fn settings(common: &Common) -> Result<Vec<Setting>, String> {
    let split = |text: &String| match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            let value = value.strip_prefix('=').unwrap_or(value);
            Ok(Setting { name: name.trim().to_string(), value: value.to_string() })
        }
        _ => {
            let typed: Vec<String> = std::env::args().collect();
            let at = typed.iter().position(|word| word == text).unwrap_or(typed.len());
            let parted = match (typed.get(at + 1).map(String::as_str), typed.get(at + 2)) {
                (Some("="), Some(value)) => Some(value.clone()),
                (Some(value), _) if value.starts_with('=') && value.len() > 1 => Some(value[1..].to_string()),
                _ => None,
            };
            let is_name = text.chars().all(|c| c.is_alphanumeric() || c == '_');
            if let Some(value) = parted.filter(|_| is_name) {
                let quote = if value.contains([' ', '{', '(', '"', '*']) { "'" } else { "" };
                return Err(format!(
                    "`--set {text}` must have the form NAME=EXPR; write it as one word: `--set {quote}{text}={value}{quote}`"
                ));
            }
            let form = match text.split_once(':') {
                Some((name, value)) => format!("{}={}", name.trim(), value.trim()),
                None => format!("{}=3", text.trim_matches(['=', ' '])),
            };
            let form = if form.starts_with('=') { "k=3".to_string() } else { form };
            Err(format!(
                "`--set {text}` must have the form NAME=EXPR; name a parameter of the spec and its value, as in `--set {form}`"
            ))
        }
    };
    common.set.iter().map(split).collect()
}

/// How many names of a directory are compared with a mistyped name; further names are ignored.
const MOST_NAMES: usize = 10_000;

/// The path of a spec in the same directory whose name is similar: `nim.game` for `nim` or
/// `nim.gmae`; `None` if there is none.
pub fn similar(path: &str) -> Option<String> {
    let path = Path::new(path);
    let wanted = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let names = entries.take(MOST_NAMES).filter_map(|it| it.ok()?.file_name().into_string().ok());
    let scored = names.filter(|name| name.ends_with(".game")).map(|name| {
        let is_whole = name.strip_suffix(".game") == Some(wanted);
        (if is_whole { 0 } else { strsim::osa_distance(&name, wanted) }, name)
    });
    let most = (wanted.chars().count() / 4).min(2);
    let (_, name) = scored.filter(|(distance, _)| *distance <= most).min()?;
    Some(path.with_file_name(name).to_string_lossy().into_owned())
}
