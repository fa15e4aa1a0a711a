//! Items inside the body of a game: messages, and fixes that move them out.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span};
use crate::syntax::tokens::token_at;

/// The message about an item, named by its first word, in the body of a game.
pub fn beside_games(word: &str) -> String {
    format!("`{word}` cannot stand inside a game")
}

/// The help for an item in the body of a game: where to move it.
pub fn beside_games_help(word: &str) -> String {
    format!("move the {} below the `}}` that closes the game", thing(word))
}

fn thing(word: &str) -> &str {
    match word {
        "fn" => "function",
        "param" => "parameter",
        "use" => "import",
        "loopy" => "game",
        _ => word,
    }
}

/// The error about an item at the beginning of a line, in the body of a game that is closed only
/// after the item. `opened` is the place of the game's `{`.
pub fn item_in_game(place: Span, word: &str, opened: Span, text: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::G101, beside_games(word))
        .at(place, "in the body of a game")
        .also(opened, "the game is still open")
        .help(beside_games_help(word));
    match out_of_game(place.file, text, place.start as usize) {
        Some((span, by)) => diagnostic.fix(span, by),
        None => diagnostic,
    }
}

/// Returns a fix that moves the item at `at` behind the game in whose body it stands: the range to
/// replace and its new text. `None` if a comment stands on the line before the item, the game is
/// not closed, or the end of the item is uncertain.
pub fn out_of_game(file: FileId, text: &str, at: usize) -> Option<(Span, String)> {
    let (clause, close) = parts(text, at)?;
    let before = text[..at].trim_end();
    // The comment may belong to the item, but the fix would not move it.
    if before.lines().next_back().is_some_and(|line| line.contains("//")) {
        return None;
    }
    let item = text[at..clause.unwrap_or(close)].trim_end().replace("\n  ", "\n");
    let clauses = match clause.map(|clause| text[clause..close].trim_end()) {
        Some(clauses) => format!("\n  {clauses}"),
        None => String::new(),
    };
    Some((Span::new(file, before.len(), close + 1), format!("{clauses}\n}}\n\n{item}")))
}

/// Returns where the next clause of the game begins after the item at `at`, if there is one, and
/// the offset of the `}` of the game. `None` if the game is not closed, or if a `let` makes the end
/// of the item uncertain.
fn parts(text: &str, at: usize) -> Option<(Option<usize>, usize)> {
    let (mut depth, mut clause, mut here) = (0, None, at);
    while here < text.len() {
        let rest = &text[here..];
        let token = token_at(text, here);
        here += match rest.chars().next()? {
            '"' => 2 + rest[1..].find(['"', '\n'])?,
            _ if rest.starts_with("//") => rest.find('\n')?,
            '(' | '[' | '{' => {
                depth += 1;
                1
            }
            '}' if depth == 0 => return Some((clause, here)),
            ')' | ']' | '}' => {
                depth -= 1;
                1
            }
            letter if letter.is_alphabetic() || letter == '_' => {
                if depth == 0 && matches!(token, "move" | "end" | "measure" | "assume" | "show") {
                    clause = clause.or(Some(here));
                }
                // This `let` may be a clause of the game, or a part of the item.
                if clause.is_none() && depth == 0 && token == "let" {
                    return None;
                }
                token.len()
            }
            other => other.len_utf8(),
        };
    }
    None
}
