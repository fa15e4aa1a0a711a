//! Recognises the probable mistake (slip) behind a syntax error from the text around the unexpected
//! token, and says what to write instead. Each recogniser is a method of `Place` that returns
//! advice, or `None` if it does not recognise the mistake. The texts in a recogniser's comment are
//! examples of mistakes that it recognises.
//!
//! * [`comments`]: code behind `//`, and comments of other languages
//! * [`tex`]: commands of TeX
//! * [`types`]: types of other languages
//! * [`phrases`]: phrases of papers and of other languages
//! * [`periods`]: periods as papers state them
//! * [`positions`]: questions about positions as papers and other programs write them
//! * [`choices`]: choices between two values as other languages write them
//! * [`elsewhere`]: whole constructions of other languages
//! * [`signs`]: signs that are valid elsewhere, but not at this place
//! * [`comprehensions`]: conditions in comprehensions
//! * [`binders`]: the variables of quantifiers, comprehensions and moves
//! * [`quantifiers`]: `forall` and `exists`
//! * [`bounds`]: variables that are compared, not bound
//! * [`provers`]: quantifiers as proof assistants write them
//! * [`functions`]: functions of other languages
//! * [`chains`]: variables that are compared with each other
//! * [`graphs`]: graphs as other languages write them
//! * [`move_binders`]: binders of moves, and conditions among them
//! * [`moves_elsewhere`]: moves as other languages and plain sentences state them
//! * [`moves`]: guards and targets of moves
//! * [`games`]: ends, fields, clauses and twists of games
//! * [`claims`]: claims, and calls without parentheses
//! * [`forms`]: the form of items and clauses, and numbers
//! * [`methods`]: `xs.len()` and other methods
//! * [`pasted`]: Markdown, line numbers and indices that were pasted with a spec
//! * [`ranges`]: ranges and lists of values as other languages write them
//! * [`texts`]: operands, brackets and words in the text
//! * [`heads`]: the names that items begin with
//! * [`typing`]: doubled words, missing words and operands
//! * [`values`]: values of variables behind `=` or `:`
//! * [`updates`]: places of `with`, a choice before its move, `let` without `in`, products of ranges

mod binders;
mod bounds;
mod chains;
mod choices;
mod claims;
mod comments;
mod comprehensions;
mod elsewhere;
mod forms;
pub mod functions;
mod games;
mod graphs;
mod heads;
mod methods;
mod move_binders;
mod moves;
mod moves_elsewhere;
mod pasted;
mod periods;
mod phrases;
mod positions;
mod provers;
mod quantifiers;
mod ranges;
mod signs;
mod tex;
mod texts;
pub mod types;
mod typing;
mod updates;
mod values;

use super::called_elsewhere::called_elsewhere;
use super::errors::Slip;
use super::habits::{Use, habit};
use super::tokens::{skip_blanks, token_at};
use crate::source::{FileId, Span};
pub use texts::code_before;
use texts::{
    begins_statement, current_item, ends_statement, first_outside, group_end, group_start, last_word,
    operand_end,
};

/// An unexpected token and its surroundings. Places in the text are byte offsets; `at` is that of
/// the token.
struct Place<'a> {
    file: FileId,
    text: &'a str,
    at: usize,
    token: &'a str,
    /// Words for what the grammar would have accepted at the token.
    expected: &'a str,
    /// The text before the token, without blanks and comments at its end.
    before: &'a str,
    /// The word that begins the item or clause around the token; empty if there is none.
    item: &'static str,
    /// Checks whether a word is reserved, so that it cannot be a name.
    is_reserved: fn(&str) -> bool,
}

/// Returns advice about the probable mistake behind the unexpected token at `at`: the advice of the
/// first recogniser that recognises a mistake.
pub fn slip(
    file: FileId,
    text: &str,
    at: usize,
    expected: &str,
    is_reserved: fn(&str) -> bool,
) -> Option<Slip> {
    let (token, before) = (token_at(text, at), code_before(text, at));
    let place = Place { file, text, at, token, expected, before, item: current_item(text, at), is_reserved };
    place
        .hidden()
        .or_else(|| place.loaded())
        .or_else(|| place.block_comment())
        .or_else(|| place.pasted())
        .or_else(|| place.proof_script())
        .or_else(|| place.open_update())
        .or_else(|| place.choice_before_move())
        .or_else(|| place.element_in_index())
        .or_else(|| place.arrow_before_values())
        .or_else(|| place.move_elsewhere())
        .or_else(|| place.let_without_in())
        .or_else(|| place.product_of_ranges())
        .or_else(|| place.end_of_period())
        .or_else(|| place.twice())
        .or_else(|| place.quantifier_of_provers())
        .or_else(|| place.function_elsewhere())
        .or_else(|| place.in_comprehension())
        .or_else(|| place.in_binder())
        .or_else(|| place.named_item())
        .or_else(|| place.tex())
        .or_else(|| place.type_of_elements())
        .or_else(|| place.question_elsewhere())
        .or_else(|| place.phrase())
        .or_else(|| place.graph_elsewhere())
        .or_else(|| place.elsewhere())
        .or_else(|| place.quantifier())
        .or_else(|| place.game())
        .or_else(|| place.sign())
        .or_else(|| place.statement_behind_statement())
        .or_else(|| place.growth())
        .or_else(|| place.word_out_of_place())
        .or_else(|| place.word())
        .or_else(|| place.claim())
        .or_else(|| place.form())
        .or_else(|| place.glued())
        .or_else(|| place.misspelt())
        .or_else(|| place.typing())
}

/// Advice for a move in which no particular mistake is recognised.
const FORM_OF_MOVE: &str = "a move has the form `move name(binders) when guard -> position`";

/// Whether advice is so general that a repair of one token is better.
pub fn is_general(slip: &Slip) -> bool {
    slip.help == FORM_OF_MOVE || slip.missing == Some("+")
}

/// Words of gspec that are long enough to be recognised with one wrong letter.
const WORDS: [&str; 24] = [
    "forall", "exists", "and", "xor", "mod", "div", "not", "then", "else", "move", "when", "measure",
    "repeats", "every", "claim", "game", "start", "param", "misere", "losing", "winning", "such", "that",
    "with",
];

/// Whether a word is one of the builtin functions that the recognisers know. The list has only the
/// most frequent ones.
pub fn is_function(word: &str) -> bool {
    claims::CALLED.contains(&word) || elsewhere::FUNCTIONS.contains(&word)
}

fn advise(help: impl Into<String>) -> Option<Slip> {
    Some(Slip::new(help))
}

impl Place<'_> {
    fn replace(&self, by: &str, help: impl Into<String>) -> Option<Slip> {
        self.replace_from(self.at, self.end(), by, help)
    }

    /// Advice to write `by` in place of a part of the text. Returns `None` if the part ends before it
    /// begins.
    fn replace_from(&self, from: usize, to: usize, by: &str, help: impl Into<String>) -> Option<Slip> {
        self.text_between(from, to)?;
        let span = Span::new(self.file, from, to);
        Some(Slip::new(help).fixing(span, by))
    }

    /// Advice to write a comma in place of a part of the text.
    fn comma(&self, from: usize, to: usize, help: impl Into<String>) -> Option<Slip> {
        let by = if self.text[to..].starts_with(char::is_whitespace) { "," } else { ", " };
        let slip = self.replace_from(from, to, by, help);
        slip.map(|slip| slip.missing(","))
    }

    /// The offset directly after the token.
    fn end(&self) -> usize {
        self.at + self.token.len()
    }

    /// The text from one offset to another. Returns `None` if the second lies before the first, which
    /// happens when the two were found independently of each other in a text with further mistakes.
    fn text_between(&self, from: usize, to: usize) -> Option<&str> {
        self.text.get(from..to)
    }

    fn expects(&self, what: &str) -> bool {
        self.expected.contains(what)
    }

    /// The word or number before the token; empty if a sign precedes the token.
    fn previous_word(&self) -> &str {
        last_word(self.before)
    }

    /// The token after the unexpected token.
    fn next_word(&self) -> &str {
        token_at(self.text, skip_blanks(self.text, self.end()))
    }

    /// The text after the token on its line.
    fn rest_of_line(&self) -> &str {
        self.text[self.end()..].split('\n').next().unwrap_or("")
    }

    /// The text after the token on its line, without blanks at its ends and without a comment.
    fn code_on_line(&self) -> &str {
        self.rest_of_line().split("//").next().unwrap_or("").trim()
    }

    /// Whether an operand ends before the token.
    fn is_after_operand(&self) -> bool {
        let last = self.before.chars().next_back();
        let word = self.previous_word();
        last.is_some_and(|c| c.is_alphanumeric() || "_)]}\"".contains(c))
            && (matches!(word, "true" | "false") || !(self.is_reserved)(word))
    }

    fn begins_line(&self) -> bool {
        self.text[..self.at].rsplit('\n').next().is_some_and(|line| line.trim().is_empty())
    }

    /// Whether an item may begin with the token.
    fn begins_item(&self) -> bool {
        self.begins_line() && (self.expects("item") || self.begins_file())
    }

    /// Whether nothing but comments stands before the token.
    fn begins_file(&self) -> bool {
        self.before.trim().is_empty()
    }

    /// The offset of the innermost bracket that is open at the token, and that bracket.
    fn open_bracket(&self) -> Option<(usize, char)> {
        let mut closed = 0;
        for (at, letter) in self.before.char_indices().rev() {
            match letter {
                ')' | ']' | '}' => closed += 1,
                '(' | '[' | '{' if closed == 0 => return Some((at, letter)),
                '(' | '[' | '{' => closed -= 1,
                _ => {}
            }
        }
        None
    }

    /// `load("x.edges")`, `load x.edges`
    fn loaded(&self) -> Option<Slip> {
        if !matches!(last_word(self.before), "load" | "undirected") || !self.expects("a text in quotes") {
            return None;
        }
        let (end, inside) = match self.token {
            "(" => {
                let end = group_end(self.text, self.at)?;
                (end, self.text_between(self.at + 1, end - 1)?)
            }
            _ => {
                let word = self.text[self.at..].split(char::is_whitespace).next()?;
                (self.at + word.len(), word)
            }
        };
        let written = format!("\"{}\"", inside.trim().trim_matches(['"', '\'']));
        self.replace_from(self.at, end, &format!(" {written}"), format!("write `load {written}`"))
    }

    /// `use nim.game`
    fn path(&self) -> Option<Slip> {
        let path = self.text[self.at..].split(char::is_whitespace).next()?;
        let name = path.trim_end_matches(';');
        let file = if name.ends_with(".game") { name.to_string() } else { format!("{name}.game") };
        let help = format!("the path is a text: `use \"{file}\"`");
        self.replace_from(self.at, self.at + path.len(), &format!("\"{file}\""), help)
    }

    /// A word where an item or an operator should stand: `def g(n) { … }`, `cyclic game g(…)`,
    /// `or(P, Q)`, `losing(P) by simp`.
    fn word_out_of_place(&self) -> Option<Slip> {
        if self.begins_item() && self.token == "def" && self.rest_of_line().contains('(') {
            let open = self.end() + self.rest_of_line().find('(')?;
            let has_body = group_end(self.text, open)
                .is_some_and(|end| self.text[skip_blanks(self.text, end)..].starts_with('{'));
            if self.text[open..].split("\ndef ").next().is_some_and(|body| body.contains("yield")) {
                return advise(
                    "rules are a game with moves: `game pile(n: nat) { move take(k in 1..=n) -> pile(n - k) }`",
                );
            }
            let word = if has_body { "game" } else { "fn" };
            return self.replace(word, format!("write `{word}`"));
        }
        if self.begins_item() && self.next_word() == "game" && self.token != "loopy" {
            let end = skip_blanks(self.text, self.end());
            return match self.token {
                "cyclic" | "infinite" | "looping" => self.replace("loopy", "write `loopy game`"),
                "misere" | "misère" | "anti" => {
                    advise("a position states the convention: `claim: losing(misere P)`")
                }
                "blocking" | "pass" | "passing" => advise(
                    "a twist follows the fields: `game g(n: nat) blocking 1 { … }`, `game g(n: nat) pass 1 shared { … }`",
                ),
                "octal" | "hex" | "code" => {
                    advise("a code follows the fields: `game g(n: nat) = octal \"0.77\"`")
                }
                "impartial" | "normal" | "new" | "pub" | "static" => self.replace_from(
                    self.at,
                    end,
                    "",
                    format!("`game` begins the item: remove `{}`", self.token),
                ),
                _ => None,
            };
        }
        if self.token == "start" && self.expects("an expression") {
            return advise("a start is used by its name: `start big = g(12)`, then `winning(big)`");
        }
        if matches!(self.token, "and" | "or") && !self.is_after_operand() && self.next_word() == "(" {
            let function = if self.token == "or" { "some" } else { "all" };
            return advise(format!(
                "write `a {} b` for statements; a compound of positions is `{function}(P, Q)`",
                self.token
            ));
        }
        None
    }

    /// `div(7, 2)`, `2 divides 4`, `A subset B`: functions and operators whose operands stand
    /// elsewhere in gspec.
    fn operator_elsewhere(&self, place: Use) -> Option<Slip> {
        if matches!(self.token, "div" | "mod") && self.declares_game(self.token) {
            return advise(format!("`{}` is a word of the language: give the game another name", self.token));
        }
        if place == Use::Before && matches!(self.token, "div" | "mod") && self.next_word() == "(" {
            let open = self.end() + self.rest_of_line().find('(')?;
            let end = group_end(self.text, open)?;
            let arguments: Vec<&str> = bounds::parts(self.text_between(open + 1, end - 1)?);
            let written = called_elsewhere(self.token, &arguments)?;
            let help = format!("write `{written}`");
            return self.replace_from(self.at, end, &format!("({written})"), help);
        }
        let name = match self.token {
            "subset" | "⊆" | "⊂" | "subseteq" | "issubset" => "subset",
            "divides" | "∣" => "divides",
            _ => return None,
        };
        let left = self.operand_before();
        let from = skip_blanks(self.text, self.end());
        let to = operand_end(self.text, from);
        let written = called_elsewhere(name, &[left, self.text_between(from, to)?])?;
        let start = self.before.len() - left.len();
        let is_whole = begins_statement(&self.before[..start]) && ends_statement(&self.text[to..]);
        (place == Use::Between && is_whole)
            .then(|| self.replace_from(start, to, &written, format!("write `{written}`")))?
    }

    /// A word or sign of other languages that the table of habits has in this context.
    fn word(&self) -> Option<Slip> {
        let place = if self.expects("a clause") && habit(self.token, Use::Clause).is_some() {
            Use::Clause
        } else if self.begins_item() && habit(self.token, Use::Item).is_some() {
            Use::Item
        } else if self.is_after_operand() {
            Use::Between
        } else {
            Use::Before
        };
        if self.token == "!" && self.next_word() == "in" && self.is_after_operand() {
            let end = skip_blanks(self.text, self.end()) + "in".len();
            return self.replace_from(self.at, end, "not in", "write `not in`");
        }
        if self.item == "use" && self.before.ends_with("use") && self.token.starts_with(char::is_alphabetic) {
            return self.path();
        }
        if place == Use::Between
            && matches!(self.token, "⊕" | "∪" | "union" | "XOR")
            && self.is_after_position()
        {
            return self.replace("+", "write `+`, which adds positions; `xor` is the nim-sum of numbers");
        }
        if self.token == "×" && (self.is_between_sets() || self.is_behind_range()) {
            return advise(
                "for all pairs write two variables, `a in A, b in B`, or `{(a, b) for a in A for b in B}`",
            );
        }
        if matches!(self.token, "equiv" | "equivalent" | "->" | "→") && self.is_after_position() {
            return advise("equal positions: `equal(P, Q)`; a move from one to the other: `Q in options(P)`");
        }
        if self.token == "~" && self.next_word().starts_with(|c: char| c.is_ascii_digit()) {
            return advise("numbers have no complement; the negation of a statement is `not`");
        }
        if let Some(slip) = self.operator_elsewhere(place) {
            return Some(slip);
        }
        let found = habit(self.token, place)?;
        let Some(by) = found.by else { return advise(found.help()) };
        let by = if self.rest_of_line().starts_with(' ') { by.trim_end() } else { by };
        let mut slip = self.replace(by, found.help())?;
        if place == Use::Between {
            let span = Span::new(self.file, self.at, self.end());
            slip.label = Some((span, "not an operator of gspec".to_string()));
        }
        Some(slip)
    }
}

impl Place<'_> {
    /// Whether sets or ranges stand on both sides of the token.
    fn is_between_sets(&self) -> bool {
        let is_set = |text: &str| text.starts_with('{') || text.starts_with('(') && text.contains("..");
        let Some(inner) = self.before.strip_suffix([')', '}']) else { return false };
        let head = Place { before: inner, ..*self };
        let left = head.open_bracket().map_or("", |(open, _)| &self.before[open..]);
        let at = skip_blanks(self.text, self.end());
        is_set(left) && is_set(&self.text[at..operand_end(self.text, at)])
    }

    /// Whether the token, a `×`, multiplies the range that ends before it: `p in 0..5 × 0..5`.
    fn is_behind_range(&self) -> bool {
        let line = self.before.rsplit('\n').next().unwrap_or("");
        line.rsplit(" in ").next().is_some_and(|domain| domain.contains(".."))
            && line.contains(" in ")
            && self.rest_of_line().split([',', ')']).next().is_some_and(|it| it.contains(".."))
    }

    /// Whether a position of a game of this file, such as `nim(3)`, ends before the token.
    fn is_after_position(&self) -> bool {
        let Some(inner) = self.before.strip_suffix(')') else { return false };
        let open = Place { before: inner, ..*self }.open_bracket();
        let name = open.map_or("", |(at, _)| last_word(&inner[..at]));
        // What is typed on the command line declares nothing.
        let is_typed = self.item.is_empty() && !self.text.contains('\n') && !is_function(name);
        !name.is_empty() && (is_typed || self.declares_game(name))
    }
}

impl Place<'_> {
    /// A word of gspec with a wrong letter, at the token or before it: `foral n`, `a adn b`.
    fn misspelt(&self) -> Option<Slip> {
        let before = (self.previous_word(), self.before.len() - self.previous_word().len());
        let here = (self.token, self.at);
        [here, before].into_iter().filter(|(word, _)| word.chars().count() >= 3).find_map(|(word, at)| {
            let near = |known: &&&str| {
                strsim::osa_distance(&word.to_lowercase(), known) == 1 || word.to_lowercase() == **known
            };
            let known =
                WORDS.iter().filter(|known| **known != word && !(self.is_reserved)(word)).find(near)?;
            self.replace_from(at, at + word.len(), known, format!("did you mean `{known}`?"))
        })
    }

    /// The second word before the token: `for` in `for x y` at `y`. Empty if a sign precedes the
    /// token or the word before it.
    fn word_before_previous(&self) -> &str {
        let before = self.before.strip_suffix(self.previous_word()).unwrap_or("");
        last_word(before.trim_end())
    }
}
