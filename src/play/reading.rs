//! Reads a player's input: a command, or a move by number, by name in various spellings, by the
//! cells that it changes, by its target, or by the beginning of its name.

use super::Choice;
use crate::ir::value::Position;

/// A line of input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// A blank line.
    Nothing,
    /// Asks for a good move.
    Hint,
    /// Takes back the last move and the reply to it.
    Undo,
    /// Asks for an explanation of the position.
    Why,
    /// Lists all moves.
    Moves,
    /// Shows the position.
    Position,
    /// Begins the game again.
    Restart,
    /// Offers a draw.
    Draw,
    /// Lists the commands.
    Help,
    /// Leaves the game.
    Quit,
    /// Anything else: a move.
    Move(String),
}

/// The words of commands. A move with such a name can be chosen by its number.
pub const WORDS: [(&str, Command); 12] = [
    ("hint", Command::Hint),
    ("undo", Command::Undo),
    ("why", Command::Why),
    ("moves", Command::Moves),
    ("position", Command::Position),
    ("restart", Command::Restart),
    ("draw", Command::Draw),
    ("help", Command::Help),
    ("?", Command::Help),
    ("quit", Command::Quit),
    ("exit", Command::Quit),
    ("q", Command::Quit),
];

/// Reads a line as a command; what is not the word of a command is a move.
pub fn read(line: &str) -> Command {
    let line = line.trim();
    if line.is_empty() {
        return Command::Nothing;
    }
    let word = WORDS.iter().find(|(word, _)| line.eq_ignore_ascii_case(word));
    word.map_or_else(|| Command::Move(line.to_string()), |(_, command)| command.clone())
}

/// The meaning of a typed move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// One of the choices.
    One(usize),
    /// Any of several choices: their first few indices, ascending, and how many choices there are.
    Several(Vec<usize>, usize),
    /// A number greater than the length of the list.
    NoSuchNumber,
    /// No choice; holds the indices of at most two choices with similar names.
    Nothing(Vec<usize>),
}

/// The most choices that are named in reply to an ambiguous input.
pub(super) const MOST_NAMED: usize = 4;

/// Finds the choice that a text denotes. `place` reads the text as a position; `board` finds the
/// choice that changes the cells that the text names.
pub fn find(
    text: &str,
    choices: &[Choice],
    board: &dyn Fn(&str) -> Option<Found>,
    place: &mut dyn FnMut(&str) -> Option<Position>,
) -> Found {
    if let Some(found) = by_number(text, choices) {
        return found;
    }
    let typed = tokens(text);
    let loosely = essence(&typed);
    let keys: Vec<Keys> = choices.iter().map(Keys::new).collect();
    let whole = |list: &[Vec<String>], typed: &[String]| list.iter().any(|name| name == typed);
    let starts = |list: &[Vec<String>], typed: &[String]| list.iter().any(|name| begins(name, typed));
    // From the strictest reading to the loosest. The first reading that matches anything decides.
    for fits in [
        &(|key: &Keys| whole(&key.exact, &typed)) as &dyn Fn(&Keys) -> bool,
        &|key| whole(&key.loose, &loosely),
        &|key| whole(&key.bare, &loosely),
    ] {
        if let Some(found) = those(&keys, fits) {
            return found;
        }
    }
    if let Some(found) = board(text) {
        return found;
    }
    if let Some(to) = place(text)
        && let Some(at) = choices.iter().position(|choice| choice.to == to)
    {
        return Found::One(at);
    }
    for fits in [&(|key: &Keys| starts(&key.loose, &loosely)) as &dyn Fn(&Keys) -> bool, &|key| {
        starts(&key.bare, &loosely)
    }] {
        if let Some(found) = those(&keys, fits) {
            return found;
        }
    }
    Found::Nothing(nearest(&loosely, &keys))
}

fn by_number(text: &str, choices: &[Choice]) -> Option<Found> {
    let digits = text.trim();
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    match digits.parse::<usize>() {
        Ok(number) if (1..=choices.len()).contains(&number) => Some(Found::One(number - 1)),
        // The number 0 is no choice, but `0` can denote the empty sum, which `place` reads.
        Ok(0) => None,
        _ => Some(Found::NoSuchNumber),
    }
}

/// The names of a choice as lists of tokens. `exact` has all tokens, `loose` only those that
/// identify the move ([`essence`]); `bare` lacks the component's prefix as well.
struct Keys {
    exact: Vec<Vec<String>>,
    loose: Vec<Vec<String>>,
    bare: Vec<Vec<String>>,
}

impl Keys {
    fn new(choice: &Choice) -> Keys {
        let exact: Vec<_> = choice.names.iter().map(|name| tokens(name)).collect();
        let loose = exact.iter().map(|name| essence(name)).collect();
        let bare = choice.bare.iter().map(|name| essence(&tokens(name))).collect();
        Keys { exact, loose, bare }
    }
}

fn those(keys: &[Keys], fits: &dyn Fn(&Keys) -> bool) -> Option<Found> {
    let all: Vec<usize> = (0..keys.len()).filter(|at| fits(&keys[*at])).collect();
    match all[..] {
        [] => None,
        [one] => Some(Found::One(one)),
        _ => Some(Found::Several(all.iter().copied().take(MOST_NAMED).collect(), all.len())),
    }
}

/// The words and signs of a text, without blanks.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut in_word = false;
    for c in text.chars() {
        let word = c.is_alphanumeric() || c == '_';
        match tokens.last_mut() {
            Some(last) if word && in_word => last.push(c),
            _ if c.is_whitespace() => {}
            _ => tokens.push(c.to_string()),
        }
        in_word = word;
    }
    tokens
}

/// The tokens that identify a move: `take(k = 2)`, `take(2)` and `take 2` have equal ones.
fn essence(tokens: &[String]) -> Vec<String> {
    let sign = |at: usize| tokens.get(at).map(String::as_str);
    let counts = |at: &usize| !matches!(sign(*at), Some("(" | ")" | "," | "=")) && sign(at + 1) != Some("=");
    (0..tokens.len()).filter(counts).map(|at| tokens[at].clone()).collect()
}

/// Whether a name begins with the input. Numbers must match completely: `take 1` does not mean
/// `take 12`.
fn begins(name: &[String], typed: &[String]) -> bool {
    let Some((last, before)) = typed.split_last() else { return false };
    let number = last.chars().all(|c| c.is_ascii_digit());
    name.len() >= typed.len()
        && name[..before.len()] == *before
        && if number { name[before.len()] == *last } else { name[before.len()].starts_with(last.as_str()) }
}

/// The at most two choices whose names are most similar to the input. A name is similar if its edit
/// distance to the input is at most half the input's length, or 1.
fn nearest(typed: &[String], keys: &[Keys]) -> Vec<usize> {
    let typed: String = typed.join(" ").chars().take(MOST_COMPARED).collect();
    let distance = |name: &Vec<String>| {
        let name: String = name.join(" ").chars().take(MOST_COMPARED).collect();
        strsim::osa_distance(&name, &typed)
    };
    let of = |key: &Keys| key.bare.iter().chain(&key.loose).take(MOST_COMPARED).map(distance).min();
    let mut near: Vec<(usize, usize)> =
        keys.iter().enumerate().take(MOST_NEAR).filter_map(|(at, key)| Some((of(key)?, at))).collect();
    near.sort_unstable();
    let enough = typed.chars().count() / 2;
    near.iter().take_while(|(distance, _)| *distance <= enough.max(1)).take(2).map(|(_, at)| *at).collect()
}

/// The most choices whose names are compared with an input that denotes no choice.
const MOST_NEAR: usize = 20_000;

/// How many characters of a name, and how many names of a choice, are compared.
const MOST_COMPARED: usize = 40;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_move_have_one_essence() {
        let essence_of = |text: &str| essence(&tokens(text));
        for spelling in ["take(k = 2)", "take(k=2)", "take 2", "take(2)", " take ( 2 ) "] {
            assert_eq!(essence_of(spelling), ["take", "2"], "{spelling}");
        }
        assert_eq!(essence_of("strip(5): strike(i = 2)"), ["strip", "5", ":", "strike", "2"]);
    }

    #[test]
    fn a_number_is_never_completed() {
        let words = |text: &str| essence(&tokens(text));
        assert!(begins(&words("take(k = 12)"), &words("ta")));
        assert!(begins(&words("take(k = 12)"), &words("take 12")));
        assert!(!begins(&words("take(k = 12)"), &words("take 1")));
    }
}
