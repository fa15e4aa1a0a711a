//! Properties of the terminal, and variables of the environment.

/// The width of lines in files, and in terminals of unknown width.
pub const WIDTH: usize = 100;

/// Returns a variable of the environment; `None` if it is empty, not set, or not valid Unicode.
pub fn variable(name: &str) -> Option<String> {
    #[expect(clippy::disallowed_methods, reason = "the command line may look at the environment")]
    let value = std::env::var(name).ok();
    value.filter(|value| !value.is_empty())
}

/// Returns the number in the variable `COLUMNS`, or else the width of the terminal in columns, or
/// [`WIDTH`] if neither is known, limited to 20 to 160.
pub fn terminal_width() -> usize {
    let columns = variable("COLUMNS").and_then(|columns| columns.parse().ok());
    let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    columns.or_else(terminal).unwrap_or(WIDTH).clamp(20, 160)
}
