//! The help: commands in groups, what exit statuses mean, and the first page.

use super::arguments::Arguments;
use super::output::Output;
use super::terminal::terminal_width;
use crate::report::wrapped;
use clap::builder::styling::{AnsiColor, Styles};
use clap::{Command, CommandFactory, ValueHint};

/// The commands by purpose. Commands in no group come last in the help.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Ask", &["check", "solve", "table", "period", "query", "prove", "guess"]),
    ("Vary", &["new", "diff", "ablate", "sweep"]),
    ("See and play", &["graph", "play"]),
    ("Look after specs and proofs", &["fmt", "verify", "explain", "completions", "man"]),
];

/// The names of all commands.
pub fn names() -> impl Iterator<Item = &'static str> {
    GROUPS.iter().flat_map(|(_, names)| names.iter().copied())
}

/// Examples for a first session.
const FIRST_PAGE: &str = "\
gspec: write the rules of an impartial game; check them, solve positions, prove claims

  gspec check specs/wythoff.game                     check the rules and all claims
  gspec solve specs/wythoff.game '(9, 12)'           find who wins, and the winning moves
  gspec table specs/wythoff.game a=0..=12 b=0..=12   tabulate values over ranges
  gspec period 'octal \"0.77\"'                        find and prove the period of the values
  gspec prove specs/wythoff.game                     prove which positions are lost, at every size

`gspec --help` lists all commands, `gspec COMMAND --help` explains one, `gspec explain` lists all error codes and topics.
";

/// The exit statuses of commands for which [`STATUS`] does not hold.
const STATUSES: [(&str, &str); 13] = [
    (
        "check",
        "0 every claim is proved or checked; 1 a spec is wrong, a claim is refuted or cannot be decided; 2 wrong usage \
         or an unreadable file; 3 a limit was reached before an answer",
    ),
    ("prove", "0 every set is proved; 1 unsupported rules; 2 wrong usage; 3 a set is undecided"),
    (
        "ablate",
        "0 every effect is proved or checked up to a bound; 1 the spec is wrong; 2 wrong usage or an unreadable file; \
         3 a limit was reached",
    ),
    (
        "diff",
        "0 no difference; 1 a difference, or a wrong spec; 2 wrong usage or an unreadable file; 3 a limit was reached",
    ),
    (
        "sweep",
        "0 all well; 1 a spec is wrong or a claim is refuted, for some value; 2 wrong usage or an unreadable file; 3 a limit \
         was reached before an answer",
    ),
    ("period", "0 the period is proved; 1 the spec is wrong; 2 wrong usage; 3 no proof before a limit"),
    ("query", "0 every line is answered; 1 a line has no answer; 2 wrong usage; 3 a limit was reached"),
    (
        "fmt",
        "0 all is in canonical layout; 1 it is not (`--check`), or a spec does not parse; 2 an unreadable file",
    ),
    ("verify", "0 the certificate is accepted; 1 it is rejected; 2 a file cannot be read"),
    ("new", "0 the spec is written; 2 wrong usage, or the file already exists"),
    ("completions", "0 all well; 2 wrong usage"),
    ("man", "0 all well; 2 wrong usage, or a page cannot be written"),
    ("explain", "0 the page is shown; 2 there is no such page"),
];

/// The exit statuses of all other commands.
const STATUS: &str = "0 all well; 1 the spec is wrong; 2 wrong usage or an unreadable file; 3 a limit was reached before \
                      an answer";

/// What exit statuses mean in general, for the help of `gspec` itself.
const EXIT_STATUS: &str = "\
Exit status: 0 all well; 1 a spec is wrong or a claim refuted; 2 wrong usage or an unreadable file;
3 a limit was reached before an answer.";

/// Returns clap's definition of the command line, with all texts of the help.
pub fn command() -> Command {
    let styles = Styles::styled()
        .header(AnsiColor::Green.on_default().bold())
        .usage(AnsiColor::Green.on_default().bold())
        .literal(AnsiColor::Cyan.on_default().bold())
        .placeholder(AnsiColor::Cyan.on_default());
    let plain = Arguments::command();
    let template = format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n\n{}Options:\n{{options}}\n\n`gspec COMMAND --help` explains a command.\n\n{}",
        wrapped(&listed(&plain), terminal_width()),
        wrapped(EXIT_STATUS, terminal_width())
    );
    // `after_help` is for the manual only: the template of the help has its own wrapped copy of the
    // text.
    plain.styles(styles).after_help(EXIT_STATUS).help_template(template).mut_subcommands(|command| {
        let status =
            STATUSES.iter().find(|(name, _)| *name == command.get_name()).map_or(STATUS, |(_, it)| it);
        // Shells complete the names of files in arguments that are paths.
        let command = command.mut_args(|argument| {
            let names = argument.get_value_names().unwrap_or_default();
            let is_path = |name: &str| ["FILE", "DIR", "CERTIFICATE", "CERT", "SPEC"].contains(&name);
            let is_path = names.iter().any(|name| name.split('|').any(is_path));
            let takes_value = argument.get_long().is_some() && argument.get_action().takes_values();
            match is_path {
                true => argument.value_hint(ValueHint::AnyPath),
                // So the message about `--bound -3` or `table FILE -3` is one about the value, not
                // about an option.
                false if takes_value || argument.is_positional() => argument.allow_negative_numbers(true),
                false => argument,
            }
        });
        let before = command.get_after_help().map(|text| format!("{text}\n\n")).unwrap_or_default();
        command.after_help(format!("{before}Exit status: {status}."))
    })
}

/// The commands in their groups, each with a line about it.
fn listed(command: &Command) -> String {
    let visible = || command.get_subcommands().filter(|it| !it.is_hide_set());
    let wide = visible().map(|it| it.get_name().len()).max().unwrap_or(0) + 2;
    let line = |it: &Command| {
        let about = it.get_about().map(ToString::to_string).unwrap_or_default();
        format!("  {:wide$}{about}\n", it.get_name())
    };
    let grouped = |name: &str| GROUPS.iter().any(|(_, names)| names.contains(&name));
    let mut out = String::new();
    for (title, names) in GROUPS {
        let lines: String =
            names.iter().filter_map(|name| visible().find(|it| it.get_name() == *name)).map(line).collect();
        if !lines.is_empty() {
            out.push_str(&format!("{title}:\n{lines}\n"));
        }
    }
    let others: String = visible().filter(|it| !grouped(it.get_name())).map(line).collect();
    if others.is_empty() { out } else { format!("{out}Others:\n{others}\n") }
}

/// The text shown by `gspec` alone.
pub fn first_page(output: &mut Output) {
    let page = output.fitted(FIRST_PAGE.to_string());
    output.message(&page);
}
