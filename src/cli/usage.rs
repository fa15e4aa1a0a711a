//! Words clap's errors of usage like all other errors of gspec: the error, then help.

use super::arguments::Arguments;
use super::output::Output;
use crate::diagnostic::Code;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};

/// The message of an error, and the lines of help.
struct Told {
    message: String,
    help: Vec<String>,
}

/// Reports clap's error about the words typed.
pub fn misused(error: &clap::Error, typed: &[String], output: &mut Output) {
    let mut all = Arguments::command();
    all.build();
    let command = typed.iter().skip(1).find_map(|word| all.find_subcommand(word));
    let Told { message, mut help } = told(error, typed, command);
    help.extend(of_specs(error.kind(), typed, command));
    output.headed(&format!("error[{}]", Code::G512), &message);
    for line in help {
        output.message(&format!("  help: {line}\n"));
    }
    if error.get(ContextKind::Usage).is_some() {
        // Clap's own line of usage shows each option that was typed as required.
        let usage = command.unwrap_or(&all).clone().render_usage().to_string();
        output.message(&format!("  usage: {}\n", usage.trim_start_matches("Usage:").trim()));
    }
    let name = command.map(|it| format!(" {}", it.get_name())).unwrap_or_default();
    output.message(&format!("  more: `gspec{name} --help`, `gspec explain {}`\n", Code::G512));
}

// Long: a case for each kind of error.
fn told(error: &clap::Error, typed: &[String], command: Option<&Command>) -> Told {
    let words = |kind| words(error.get(kind));
    let one = |kind| words(kind).into_iter().next().unwrap_or_default();
    let argument = one(ContextKind::InvalidArg);
    let value = one(ContextKind::InvalidValue);
    let bare_name = argument.trim_matches(['[', ']', '<', '>', '.']);
    let name = if option(&argument).is_empty() { bare_name } else { option(&argument) };
    let whole = if argument.starts_with('-') { format!("{name} {value}") } else { value.clone() };
    let (message, help) = match error.kind() {
        ErrorKind::MissingRequiredArgument => {
            let missing: Vec<String> = words(ContextKind::InvalidArg).iter().map(|it| bare(it)).collect();
            let caller = command.map_or("gspec".to_string(), |it| format!("gspec {}", it.get_name()));
            let is_missing = |it: &&clap::Arg| {
                let name = it.get_value_names().and_then(|names| names.first());
                name.is_some_and(|name| argument_names(error).contains(&format!("<{name}>")))
            };
            let values = command.and_then(|it| it.get_arguments().find(is_missing));
            let values: Vec<String> = values
                .map(|it| it.get_possible_values().iter().map(|it| it.get_name().to_string()).collect())
                .unwrap_or_default();
            let over = || {
                let range = typed.iter().find(|word| word.contains('=') && !word.starts_with('-'))?;
                let lacks = missing.iter().any(|it| it.contains("--over"));
                lacks.then(|| format!("write `--over '{range}'`"))
            };
            (
                format!("`{caller}` needs {}", missing.join(" and ")),
                known(&values).or_else(over).or_else(|| example(typed, command)),
            )
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            let file =
                (name == "--output").then(|| "write the name of a file, as in `-o table.txt`".to_string());
            let help = known(&words(ContextKind::ValidValue)).or(file).or_else(|| with_value(name, command));
            (format!("`{name}` needs a value"), help)
        }
        ErrorKind::InvalidValue if argument == "<SHELL>" => (
            format!("there are no completions for the shell `{value}`"),
            known(&words(ContextKind::ValidValue)),
        ),
        ErrorKind::InvalidValue => {
            (format!("`{whole}` is not known"), known(&words(ContextKind::ValidValue)))
        }
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
            let number = || match value.starts_with(|c: char| c.is_ascii_digit()) {
                true => Some("write all digits of the number, without other signs: 1000000".to_string()),
                false => Some("write a number such as 100".to_string()),
            };
            if let Some((_, range)) = why.split_once(" is not in ") {
                (format!("`{whole}` is too small or too large"), Some(format!("write a number in {range}")))
            } else if why.contains("too large") {
                (format!("`{whole}` is too small or too large"), number())
            } else if why.contains("digit") || why.contains("number") {
                (format!("`{whole}` is not a natural number"), number())
            } else {
                (format!("`{whole}` is not accepted"), Some(why))
            }
        }
        ErrorKind::UnknownArgument => {
            let near = one(ContextKind::SuggestedArg);
            // Every option is near to a single letter.
            let letters = |text: &str| text.trim_start_matches('-').to_string();
            let [option_letters, typed_letters] = [letters(&near), letters(&argument)];
            let begins_alike = option_letters.get(..4).is_some_and(|begin| typed_letters.starts_with(begin));
            let is_near = begins_alike || strsim::damerau_levenshtein(&option_letters, &typed_letters) <= 2;
            let near = (!near.is_empty() && argument.len() > "--n".len() && is_near)
                .then(|| format!("did you mean `{}`?", option(&near)));
            let what = if argument.starts_with('-') { "there is no option" } else { "unexpected argument" };
            let begun = begun(&argument, command);
            let elsewhere = elsewhere(&argument, typed);
            let parameter = || parameter(&argument, typed, command);
            let help = habit(&argument, command).or(elsewhere).or(begun).or(near).or_else(parameter);
            (format!("{what} `{argument}`"), help)
        }
        ErrorKind::InvalidSubcommand => {
            let word = one(ContextKind::InvalidSubcommand);
            let help = match word.as_str() {
                "version" => Some("write `gspec --version`".to_string()),
                "run" | "verify-spec" | "validate" | "test" | "lint" | "compile" | "build" => {
                    Some("write `gspec check FILE.game`".to_string())
                }
                "eval" | "value" | "grundy" | "sg" | "ask" => Some(
                    "write `gspec solve FILE.game 'nim(3)'` for one position, `gspec query` for many"
                        .to_string(),
                ),
                spec if spec.contains('.') => None,
                word => nearest_command(word).map(|it| format!("did you mean `{it}`?")),
            };
            (format!("there is no command `{word}`"), help)
        }
        ErrorKind::ArgumentConflict => {
            let other = one(ContextKind::PriorArg);
            match option(&other) == name {
                true => (format!("`{name}` is given twice"), Some("write it once".to_string())),
                false => {
                    let both = format!("`{name}` and `{}` exclude each other", option(&other));
                    (both, Some("leave out one of the two".to_string()))
                }
            }
        }
        ErrorKind::TooManyValues | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            match value.is_empty() {
                true => (format!("`{name}` takes another number of values"), None),
                false => (format!("`{name}` takes no value"), Some(format!("write `{name}` alone"))),
            }
        }
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let help = "name one, such as `gspec check FILE`; `gspec --help` lists them";
            ("a command is missing".to_string(), Some(help.to_string()))
        }
        _ => {
            let text = error.render().to_string();
            let first = text.lines().next().unwrap_or_default();
            (first.strip_prefix("error: ").unwrap_or(first).to_string(), None)
        }
    };
    Told { message, help: help.into_iter().collect() }
}

/// Returns help for an option without its value: how the value is written, and what the option
/// does. `None` if the command has no such option.
fn with_value(option: &str, command: Option<&Command>) -> Option<String> {
    let defined = command?.get_arguments().find(|it| it.get_long() == option.strip_prefix("--"))?;
    let value = defined.get_value_names()?.first()?;
    let what = defined.get_help()?.to_string();
    let mut letters = what.chars();
    let what: String = letters.next()?.to_lowercase().chain(letters).collect();
    Some(format!("write `{option} {value}`: {what}"))
}

/// Commands that need a position after the spec.
const OF_POSITIONS: [&str; 3] = ["solve", "graph", "play"];

/// Whether only the position after a spec is missing.
pub fn lacks_position(error: &clap::Error, typed: &[String]) -> bool {
    let command = typed.iter().position(|word| OF_POSITIONS.contains(&word.as_str()));
    let is_spec = |word: &String| word == "-" || !word.starts_with('-') && !word.contains('(');
    error.kind() == ErrorKind::MissingRequiredArgument
        && command.is_some_and(|at| typed.iter().skip(at + 1).any(is_spec))
        && argument_names(error).iter().all(|name| name.contains("POSITION"))
}

/// Help for a missing file before a position: the whole command with the position that was typed.
/// `None` if no position was typed, or the command takes none.
fn example(typed: &[String], command: Option<&Command>) -> Option<String> {
    let name = command?.get_name();
    let position = typed.iter().skip(2).find(|word| word.contains('('))?;
    OF_POSITIONS
        .contains(&name)
        .then(|| format!("the file comes before the position: `gspec {name} FILE.game '{position}'`"))
}

/// The command that a word was probably meant to be: one that differs by one letter, or otherwise
/// one with the same beginning, or otherwise one that differs by two letters; `None` if no command
/// is similar. Words of up to three letters may differ by one letter only.
fn nearest_command(word: &str) -> Option<String> {
    let all = Arguments::command();
    let names = || all.get_subcommands().map(Command::get_name).chain(["help"]);
    let begins = |name: &&str| word.len() >= 3 && (name.starts_with(word) || word.starts_with(name));
    let most = if word.chars().count() < 4 { 1 } else { 2 };
    let scored = names().map(|name| (strsim::damerau_levenshtein(word, name), name));
    let near = scored.filter(|(distance, _)| *distance <= most).min_by_key(|(distance, _)| *distance);
    near.filter(|(distance, _)| *distance == 1)
        .map(|(_, name)| name)
        .or_else(|| names().find(begins))
        .or(near.map(|(_, name)| name))
        .map(str::to_string)
}

/// The arguments that an error names.
fn argument_names(error: &clap::Error) -> Vec<String> {
    words(error.get(ContextKind::InvalidArg))
}

/// The texts in one part of the context of clap's error.
fn words(value: Option<&ContextValue>) -> Vec<String> {
    match value {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    }
}

/// `--format` of `--format <FORMAT>`.
fn option(argument: &str) -> &str {
    argument.split([' ', '=', '[']).next().unwrap_or(argument)
}

/// `a POSITION` of `<POSITION>...`.
fn bare(argument: &str) -> String {
    match argument.strip_prefix('<').and_then(|it| it.split('>').next()) {
        Some(name) => format!("a {name}"),
        None => format!("`{argument}`"),
    }
}

fn known(values: &[String]) -> Option<String> {
    let quoted: Vec<String> = values.iter().map(|it| format!("`{it}`")).collect();
    let (last, others) = quoted.split_last()?;
    Some(match others {
        [] => format!("write {last}"),
        _ => format!("write {} or {last}", others.join(", ")),
    })
}

/// The error for `--set S={1,4}` or `--set=S={1,4}` without quotes, which a shell turns into
/// `--set S=1 S=4` or `--set=S=1 --set=S=4`; `None` if the words typed do not look like that.
pub fn split_by_shell(typed: &[String]) -> Option<String> {
    ["--set", "--over"].into_iter().find_map(|option| {
        let behind = typed.iter().skip_while(|word| *word != option).skip(1).map(String::as_str);
        let joined = typed.iter().filter_map(|word| word.strip_prefix(option)?.strip_prefix('='));
        given_twice(option, &behind.collect::<Vec<_>>())
            .or_else(|| given_twice(option, &joined.collect::<Vec<_>>()))
    })
}

/// The error for settings that begin with several plain values for one name; `None` for others.
fn given_twice(option: &str, settings: &[&str]) -> Option<String> {
    let (name, _) = settings.first()?.split_once('=')?;
    let values: Vec<&str> =
        settings.iter().map_while(|word| word.strip_prefix(name)?.strip_prefix('=')).collect();
    let is_value =
        |it: &&str| !it.is_empty() && !it.contains(['{', '[', '(', '"', ' ']) && !it.contains("..");
    if values.len() < 2 || !values.iter().all(is_value) {
        return None;
    }
    let written = match values.iter().any(|it| it.contains(',')) {
        true => format!("'{name}=…'"),
        false => format!("'{name}={{{}}}'", values.join(",")),
    };
    Some(format!(
        "`{name}` is given {} times; give one value; braces need quotes, or the shell splits them: `{option} {written}`",
        values.len()
    ))
}

/// The position among the words typed, for a help; an example if there is none.
fn typed_position(command: Option<&Command>) -> String {
    let typed: Vec<String> = std::env::args().skip(2).collect();
    let is_word = |it: &&String| !it.starts_with('-') && !it.ends_with(".game") && !it.contains('\'');
    let has_file = command.is_some_and(|it| it.get_name() != "new");
    let position = typed.iter().rfind(is_word).filter(|_| has_file);
    position.map_or("nim(3)".to_string(), |it| it.trim().to_string())
}

/// Help for an option that other programs have: how gspec does it. `None` for other options.
fn habit(option: &str, command: Option<&Command>) -> Option<String> {
    if ["--misere", "--misère", "--anti"].contains(&option) {
        let word = if option == "--anti" { "anti" } else { "misere" };
        return Some(format!("write it before the position: '{word} {}'", typed_position(command)));
    }
    if ["--position", "--pos", "--start", "--at"].contains(&option) {
        let name = command?.get_name();
        return Some(format!(
            "the position has no option: it follows the file, `gspec {name} FILE 'nim(3)'`"
        ));
    }
    if let Some(help) = answer(option, command?.get_name()) {
        return Some(help);
    }
    if option == "--game"
        && let name @ ("solve" | "query" | "table" | "graph" | "play" | "period" | "guess") =
            command?.get_name()
    {
        return Some(format!("the game follows the file: `gspec {name} FILE 'g(n)'`"));
    }
    if let (Some(field), "table" | "sweep") = (option.strip_prefix("--"), command?.get_name())
        && field.len() == 1
    {
        return Some(format!("the values of a field are written without dashes: `{field}=0..=20`"));
    }
    if command?.get_name() == "diff" && !option.starts_with('-') {
        return Some("write the games behind the files: `gspec diff FILE:GAME FILE:GAME`".to_string());
    }
    if option == "--normal" {
        return Some("normal play is the default: leave it out".to_string());
    }
    if ["-o", "--output"].contains(&option) {
        let pictures = match command?.get_name() {
            "prove" => "; `--svg FILE` and `--dot FILE` draw the automaton",
            "play" | "fmt" | "man" | "new" => return None,
            _ => "",
        };
        return Some(format!("the result goes to standard output: write `> FILE` at the end{pictures}"));
    }
    if command?.get_name() == "sweep" && !option.starts_with('-') && option.contains('=') {
        return Some(format!("write `--over '{option}'`"));
    }
    let has = |long: &str| command.is_some_and(|it| it.get_arguments().any(|it| it.get_long() == Some(long)));
    match option {
        "--no-color" | "--no-colour" | "--nocolor" => return Some("write `--color never`".to_string()),
        "--output-format" | "--fmt" | "--message-format" if has("format") => {
            let forms = command?.get_arguments().find(|it| it.get_long() == Some("format"))?;
            let forms = forms.get_possible_values();
            let names: Vec<String> = forms.iter().map(|it| it.get_name().to_string()).collect();
            return Some(format!("write `--format` and one of {}", names.join(", ")));
        }
        "-f" if has("format") => return Some("write `--format json`".to_string()),
        "-j" | "--jobs" if has("threads") => return Some("write `--threads 4`".to_string()),
        _ => {}
    }
    let format = option.strip_prefix("--")?;
    let formats = command?.get_arguments().find(|it| it.get_long() == Some("format"))?;
    let is_known = formats.get_possible_values().iter().any(|it| it.get_name() == format);
    is_known.then(|| format!("write `--format {format}`"))
}

/// Help for an option that names what is asked about a position.
fn answer(option: &str, command: &str) -> Option<String> {
    let name = option.strip_prefix("--")?;
    match command {
        "solve" if ["sg", "grundy", "value", "outcome"].contains(&name) => {
            Some("the report has the outcome and the value: leave it out".to_string())
        }
        "table" if ["sg", "outcome", "remoteness"].contains(&name) => Some(format!("write `--value {name}`")),
        "query" if ["sg", "outcome", "win", "move"].contains(&name) => Some(format!("write `--as {name}`")),
        _ => None,
    }
}

/// Help for an unknown option that other programs have for a limit or for parameters, or that may be
/// a parameter of the spec; `None` if the command has no option for it.
fn parameter(option: &str, typed: &[String], command: Option<&Command>) -> Option<String> {
    let has = |long: &str| command.is_some_and(|it| it.get_arguments().any(|it| it.get_long() == Some(long)));
    let name = option.strip_prefix("--").filter(|name| !name.is_empty())?;
    let at = typed.iter().position(|word| word.starts_with(option));
    let value = at.and_then(|at| match typed[at].split_once('=') {
        Some((_, value)) => Some(value),
        None => typed.get(at + 1).map(String::as_str),
    });
    let value = value.filter(|it| !it.starts_with('-'));
    match name {
        "timeout" | "time" if has("limit-time") => Some("write `--limit-time 10s`".to_string()),
        "memory" if has("limit-memory") => Some("write `--limit-memory 4GiB`".to_string()),
        "max" | "limit" | "upto" | "until" | "size" | "n" if has("bound") => {
            Some(format!("write `--bound {}`", value.unwrap_or("100")))
        }
        "param" | "parameter" | "define" | "var" if has("set") => {
            Some(format!("write `--set {}`", value.filter(|it| it.contains('=')).unwrap_or("k=3")))
        }
        "all" | "max" | "min" | "timeout" | "time" | "memory" => None,
        _ if has("set") && name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_') => {
            let value = value.filter(|it| it.bytes().all(|it| it.is_ascii_digit())).unwrap_or("3");
            Some(format!("if it is a parameter of the spec, write `--set {name}={value}`"))
        }
        _ => None,
    }
}

/// Help for an abbreviated option, naming the options that begin with it: `--limit-time` for `--l`.
/// `None` if there are none.
fn begun(word: &str, command: Option<&Command>) -> Option<String> {
    let begin = word.strip_prefix("--").filter(|begin| !begin.is_empty())?;
    let longs = command?.get_arguments().filter(|it| !it.is_hide_set()).filter_map(|it| it.get_long());
    let mut found: Vec<String> =
        longs.filter(|long| long.starts_with(begin)).map(|long| format!("`--{long}`")).collect();
    found.sort();
    let (last, others) = found.split_last()?;
    Some(match others {
        [] => format!("did you mean {last}?"),
        _ => format!("did you mean {} or {last}?", others.join(", ")),
    })
}

/// Help for an option before the command that has it: the option must follow the command. `None` if
/// no later word is a command with this option.
fn elsewhere(option: &str, typed: &[String]) -> Option<String> {
    let all = Arguments::command();
    let at = typed.iter().position(|word| word == option)?;
    let (_, command) =
        typed.iter().enumerate().skip(at).find(|(_, word)| all.find_subcommand(word).is_some())?;
    let has = |it: &&Command| {
        it.get_arguments().any(|known| known.get_long().is_some_and(|long| option == format!("--{long}")))
    };
    all.find_subcommand(command).filter(has)?;
    Some(format!("put it after the command: `gspec {command} … {option}`"))
}

/// Help about positions and specs that clap cannot give, if there is any.
fn of_specs(kind: ErrorKind, typed: &[String], command: Option<&Command>) -> Option<String> {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let is_negative = |word: &&String| word.strip_prefix('-').is_some_and(|it| it.starts_with(is_digit));
    match kind {
        ErrorKind::InvalidSubcommand => {
            // The word in place of a command.
            let word = typed.iter().skip(1).find(|word| !word.starts_with('-'))?;
            let spec = Some(word).filter(|word| word.ends_with(".game"))?;
            Some(format!("name a command first, such as `gspec check {spec}`"))
        }
        ErrorKind::UnknownArgument
            if command.is_some_and(|it| ["solve", "graph", "play"].contains(&it.get_name())) =>
        {
            if let Some(fields) = typed.iter().find(is_negative) {
                return Some(format!("put the fields of a position in parentheses: '({fields})'"));
            }
            None
        }
        _ => None,
    }
}
