//! The source of a spec's text: a file, standard input (`-`), or a game by code on the command line.

use super::{files, limits};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Sources};
use crate::syntax;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::OnceLock;

/// The name of standard input in messages.
pub const INPUT: &str = "standard input";
/// The name of the game of a spec that is only a code.
const GAME: &str = "heap";
/// The words with which a code begins.
const WORDS: [&str; 4] = ["octal", "hex", "code", "take"];

/// Where the text of a spec comes from.
pub enum Origin {
    /// A file, whose path is the argument.
    File,
    /// Standard input: the argument is `-`.
    Input,
    /// The command line itself: this is the text of the spec.
    Code(String),
}

impl Origin {
    /// Returns where the text of a spec argument comes from. An existing file takes precedence over
    /// a code.
    pub fn of(spec: &str) -> Origin {
        if spec == "-" {
            return Origin::Input;
        }
        match by_code(spec) {
            Some(text) if !Path::new(spec).exists() => Origin::Code(text),
            _ => Origin::File,
        }
    }
}

/// Returns the name of a spec in reports and messages.
pub fn name(spec: &str) -> String {
    match Origin::of(spec) {
        Origin::File => spec.to_string(),
        Origin::Input => INPUT.to_string(),
        Origin::Code(_) => spec.trim().to_string(),
    }
}

/// Returns the code that a spec argument consists of, if it is one.
pub fn code(spec: &str) -> Option<&str> {
    matches!(Origin::of(spec), Origin::Code(_)).then(|| spec.trim())
}

/// Returns the text of a spec for a code such as `octal "0.77"` or `take {1, 3, 4}`; `None` if the
/// argument is no code. The quotes around digits may be missing.
fn by_code(spec: &str) -> Option<String> {
    let spec = spec.trim();
    let word = WORDS.into_iter().find(|word| spec.starts_with(word))?;
    let rest = &spec[word.len()..];
    if !rest.starts_with([' ', '\t', '"', '{']) || rest.trim().is_empty() || rest.ends_with(".game") {
        return None;
    }
    let digits = rest.trim();
    let quoted = word == "take" || digits.starts_with('"');
    let code = if quoted { spec.to_string() } else { format!("{word} \"{digits}\"") };
    Some(format!("game {GAME}(n: nat) = {code}\n"))
}

/// Reads a spec into the sources. An error says why it cannot be read or decoded.
pub fn read(sources: &mut Sources, spec: &str) -> Result<FileId, Box<Diagnostic>> {
    let bytes = match Origin::of(spec) {
        Origin::Code(text) => return Ok(sources.add(spec.trim(), text)),
        Origin::Input => input().map_err(|reason| Box::new(no_input(&reason)))?,
        Origin::File => files::read(spec).map_err(|reason| Box::new(unreadable(spec, &reason)))?,
    };
    let name = name(spec);
    let text = syntax::decode(&name, bytes)?;
    Ok(sources.add(name, text))
}

/// The content of standard input, which is read only once, even if it is used several times.
fn input() -> Result<Vec<u8>, String> {
    static BYTES: OnceLock<Result<Vec<u8>, String>> = OnceLock::new();
    BYTES
        .get_or_init(|| {
            if std::io::stdin().is_terminal() {
                eprintln!("reading the spec from standard input; end it with Ctrl-D");
            }
            limits::waiting(true);
            let bytes = files::read_stream(std::io::stdin());
            limits::waiting(false);
            bytes
        })
        .clone()
}

fn no_input(reason: &str) -> Diagnostic {
    Diagnostic::new(Code::G104, format!("cannot read {INPUT}: {reason}")).help("check the pipe")
}

fn unreadable(spec: &str, reason: &str) -> Diagnostic {
    let help = match WORDS.contains(&spec) {
        true => format!("for a game by code, put all of it in quotes: `'{}'`", example(spec)),
        false if is_digits_of_code(spec) => {
            format!("for a game by code, put all of it in quotes: `'octal \"{spec}\"'`")
        }
        false if is_position(spec) => format!("the spec comes first: `{}`", swapped(spec)),
        false if files::is_folder(spec) => {
            "name a `.game` file; only `gspec check` and `gspec fmt` take a directory".to_string()
        }
        false => match files::similar(spec) {
            Some(other) => format!("did you mean `{other}`?"),
            None => "check the path".to_string(),
        },
    };
    Diagnostic::new(Code::G104, format!("cannot read `{spec}`: {reason}")).help(help)
}

/// The command with the spec before the position, in the words that were typed if these are all.
fn swapped(position: &str) -> String {
    let typed: Vec<String> = std::env::args().skip(1).collect();
    match typed.as_slice() {
        [command, first, spec]
            if matches!(command.as_str(), "solve" | "graph" | "play" | "period")
                && first == position
                && spec.ends_with(".game")
                && !spec.contains(' ') =>
        {
            format!("gspec {command} {spec} '{position}'")
        }
        _ => "gspec solve FILE POSITION".to_string(),
    }
}

/// Whether what was typed for a file is an octal code without its word: `0.77`.
fn is_digits_of_code(typed: &str) -> bool {
    let is_octal = |digits: &str| !digits.is_empty() && digits.chars().all(|it| ('0'..='7').contains(&it));
    typed.split_once('.').is_some_and(|(before, after)| is_octal(before) && is_octal(after))
}

/// Whether an argument for a file looks like a position: `3,5`, `(3, 5)`, `nim(3)`.
fn is_position(typed: &str) -> bool {
    let is_number = !typed.is_empty() && typed.chars().all(|it| it.is_ascii_digit());
    is_number || typed.contains([',', '(']) && !typed.contains(['/', '.'])
}

/// A code that begins with the word: with the digits that were typed behind it, or an example.
fn example(word: &str) -> String {
    let typed: Vec<String> = std::env::args().collect();
    let behind = typed.iter().position(|it| it == word).and_then(|at| typed.get(at + 1));
    match word {
        _ if word != "take" && behind.is_some_and(|it| is_digits_of_code(it)) => {
            format!("{word} \"{}\"", behind.map_or("", String::as_str))
        }
        "take" => "take {1, 3, 4}".to_string(),
        _ => format!("{word} \"0.77\""),
    }
}

/// Refuses standard input as the spec for a command that reads other input from there.
pub fn not_input(command: &str, spec: &str) -> Result<(), String> {
    match Origin::of(spec) {
        Origin::Input => Err(format!(
            "`gspec {command}` reads lines from standard input, so the spec cannot come from there as well; \
             save the spec to a file and name the file"
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::by_code;

    #[test]
    fn codes_are_told_from_files() {
        let game = |code: &str| Some(format!("game heap(n: nat) = {code}\n"));
        assert_eq!(by_code(r#" octal "0.77" "#), game(r#"octal "0.77""#));
        assert_eq!(by_code("octal 0.77"), game(r#"octal "0.77""#));
        assert_eq!(by_code("take {1, 3}"), game("take {1, 3}"));
        assert_eq!(by_code("take all but {2}"), game("take all but {2}"));
        assert_eq!(by_code("code 4.333..."), game(r#"code "4.333...""#));
        for file in ["octal.game", "take.game", "octal", "takeaway {1}", "octal 0.77.game", "specs/octal"] {
            assert_eq!(by_code(file), None, "{file}");
        }
    }
}
