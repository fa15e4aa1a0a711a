//! What the environment says of the terminal.

/// The width of lines in files, and in terminals of unknown width.
pub const WIDTH: usize = 100;

/// A variable of the environment that is not empty.
pub fn variable(name: &str) -> Option<String> {
    #[expect(clippy::disallowed_methods, reason = "the command line may look at the environment")]
    let value = std::env::var(name).ok();
    value.filter(|value| !value.is_empty())
}

/// The width of the terminal, if known.
pub fn terminal_width() -> usize {
    let columns = variable("COLUMNS").and_then(|columns| columns.parse().ok());
    let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    columns.or_else(terminal).unwrap_or(WIDTH).clamp(20, 160)
}
