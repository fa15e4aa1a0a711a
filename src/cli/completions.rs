//! `gspec completions` and `gspec man`, generated from the same definitions as the help.

use super::output::Output;
use super::replace::Replacement;
use super::sink::cannot_write;
use super::{OK, USAGE};
use clap::Args;
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use std::io::{self, Write};
use std::path::Path;

#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS_HELP)]
pub struct Completions {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: Shell,
}

const COMPLETIONS_HELP: &str = "Examples:
  mkdir -p ~/.local/share/bash-completion/completions
  gspec completions bash > ~/.local/share/bash-completion/completions/gspec
  mkdir -p ~/.zfunc                       with `fpath+=~/.zfunc` before `compinit` in ~/.zshrc
  gspec completions zsh > ~/.zfunc/_gspec
  mkdir -p ~/.config/fish/completions
  gspec completions fish > ~/.config/fish/completions/gspec.fish
  gspec completions powershell >> $PROFILE";

#[derive(Debug, Args)]
#[command(after_help = MAN_HELP)]
pub struct Manual {
    /// The command whose page to print, or the folder to which to write all pages; without one, print the page of `gspec`
    #[arg(value_name = "COMMAND|DIR")]
    pub folder: Option<String>,
}

const MAN_HELP: &str = "Examples:
  gspec man | man -l -
  gspec man solve | man -l -
  gspec man ~/.local/share/man/man1";

/// Code for Bash that completes the names of files. The script that clap generates offers only
/// options where a file is expected.
const FILES_IN_BASH: &str = r#"
_gspec_with_files() {
    local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
    if [[ ${COMP_CWORD} -ge 2 && ${word} != -* && ${before} != -* ]]; then
        COMPREPLY=( $(compgen -f -- "${word}") )
    else
        _gspec "$@"
    fi
}
complete -F _gspec_with_files -o nosort -o filenames -o bashdefault -o default gspec
"#;

/// Prints the completions of the whole command line for a shell.
pub fn run(command: &Completions, mut all: clap::Command, output: &mut Output) -> u8 {
    let mut bytes = Vec::new();
    clap_complete::generate(command.shell, &mut all, "gspec", &mut bytes);
    output.bytes(&bytes);
    if command.shell == Shell::Bash {
        output.result(FILES_IN_BASH);
    }
    OK
}

/// Prints one page of the manual, or writes all pages to a folder.
pub fn manual(command: &Manual, all: clap::Command, output: &mut Output) -> u8 {
    let written = match command.folder.as_deref() {
        None => page(all).map(|bytes| output.bytes(&bytes)).map_err(|error| error.to_string()),
        Some(name) if all.find_subcommand(name).is_some_and(|it| !it.is_hide_set()) => {
            let mut all = all.disable_help_subcommand(true);
            all.build();
            let found = all.find_subcommand(name).cloned().unwrap_or(all);
            page(found).map(|bytes| output.bytes(&bytes)).map_err(|error| error.to_string())
        }
        Some("") => Err("the name of the folder is empty; `gspec man .` writes to this one".to_string()),
        // A name with a slash is a folder.
        Some(word)
            if !word.contains(['/', '\\'])
                && !Path::new(word).exists()
                && similar_command(&all, word).is_some() =>
        {
            let near = similar_command(&all, word).unwrap_or_default();
            Err(format!(
                "there is no command `{word}`; did you mean `{near}`? `gspec man ./{word}` writes to a folder"
            ))
        }
        Some(folder) => {
            pages(folder, all).map(|count| output.note(&format!("wrote {count} pages to `{folder}`")))
        }
    };
    match written {
        Ok(()) => OK,
        Err(message) => {
            output.error(&message);
            USAGE
        }
    }
}

/// The command that a mistyped word probably means; `None` if no command is similar.
fn similar_command(all: &clap::Command, word: &str) -> Option<String> {
    let names = all.get_subcommands().filter(|it| !it.is_hide_set()).map(clap::Command::get_name);
    let mut near = names.filter(|name| strsim::damerau_levenshtein(word, name) <= 2 && word.len() > 3);
    near.next().map(str::to_string)
}

/// Writes the pages of all commands to a folder, and returns their number.
fn pages(folder: &str, all: clap::Command) -> Result<usize, String> {
    let mut command = all.disable_help_subcommand(true);
    command.build();
    let named = |error: io::Error, path: &Path| cannot_write(&path.to_string_lossy(), &error);
    let folder = Path::new(folder);
    std::fs::create_dir_all(folder).map_err(|error| named(error, folder))?;
    let mut commands = vec![("gspec".to_string(), command.clone())];
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        let name = format!("gspec-{}", sub.get_name());
        commands.push((name, sub.clone()));
    }
    let count = commands.len();
    for (name, command) in commands {
        let path = folder.join(format!("{name}.1"));
        let write = || {
            let mut file = Replacement::new(&path)?;
            file.write_all(&page(command)?)?;
            file.commit()
        };
        write().map_err(|error| named(error, &path))?;
    }
    Ok(count)
}

/// Renders a page of the manual with clap_mangen, with examples and exit statuses under their own
/// headings.
fn page(command: clap::Command) -> io::Result<Vec<u8>> {
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (has_commands, has_version) = (command.has_subcommands(), command.get_version().is_some());
    let man = Man::new(command);
    let mut bytes = Vec::new();
    man.render_title(&mut bytes)?;
    man.render_name_section(&mut bytes)?;
    man.render_synopsis_section(&mut bytes)?;
    man.render_description_section(&mut bytes)?;
    man.render_options_section(&mut bytes)?;
    if has_commands {
        man.render_subcommands_section(&mut bytes)?;
    }
    let (examples, status) = after.split_once("Exit status: ").unwrap_or((&after, ""));
    let (notes, examples) = examples.trim_end().split_once("Examples:").unwrap_or(("", examples.trim_end()));
    for (heading, text) in [("NOTES", notes), ("EXAMPLES", examples), ("EXIT STATUS", status)] {
        if !text.trim().is_empty() {
            let mut roff = Roff::new();
            roff.control("SH", [heading]);
            for line in text.trim_matches('\n').lines() {
                roff.text([roman(line)]).control("br", []);
            }
            roff.to_writer(&mut bytes)?;
        }
    }
    if has_version {
        man.render_version_section(&mut bytes)?;
    }
    Ok(bytes)
}
