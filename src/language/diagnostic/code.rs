//! The registry of the codes of diagnostics. Each code is declared here once, with its severity and
//! title, and never reused for another kind of problem.

use super::Severity;
use std::fmt;

macro_rules! registry {
    ($($code:ident $severity:ident $title:literal;)*) => {
        /// The code of a kind of problem.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $(#[doc = $title] $code,)* }

        const ALL: &[Code] = &[$(Code::$code,)*];

        impl Code {
            /// Returns the spelling of the code, such as `G203`.
            pub fn name(self) -> &'static str {
                match self { $(Code::$code => stringify!($code),)* }
            }

            /// Returns what the code means, in a few words.
            pub fn title(self) -> &'static str {
                match self { $(Code::$code => $title,)* }
            }

            /// Returns the severity of the diagnostics with this code.
            pub fn severity(self) -> Severity {
                match self { $(Code::$code => Severity::$severity,)* }
            }

            /// Returns the page about the code that `gspec explain` shows, in Markdown.
            pub fn page(self) -> &'static str {
                match self { $(Code::$code => include_str!(concat!("pages/", stringify!($code), ".md")),)* }
            }
        }
    };
}

registry! {
    // Reading files and text.
    G101 Error "the text does not follow the grammar";
    G102 Error "a parenthesis, bracket or brace is not closed, or closes nothing";
    G103 Error "a text is not closed, or has an unknown escape";
    G104 Error "a file cannot be read";
    G105 Error "nested too deeply";
    G106 Error "operators do not chain this way";
    G107 Error "a code or an amount of a take-and-break game is not valid";
    G108 Error "variables with and without a domain in one quantifier";
    G109 Error "`=>` and `<=>` side by side without parentheses";
    G110 Warning "`//` between two operands begins a comment";
    G111 Error "`and` beside `or` on several lines without parentheses";
    G112 Warning "the remainder of a number stands where a congruence may be meant";
    G113 Error "a file is not in canonical layout";
    G114 Warning "this may not mean what it seems to mean";
    // Names.
    G201 Error "unknown name";
    G202 Error "a name is declared twice";
    G203 Error "unknown game";
    G204 Error "files import each other in a cycle";
    G205 Error "two files declare the same name";
    G206 Error "a builtin is declared again";
    G207 Error "a declaration is recursive";
    G208 Error "`--set` names no parameter";
    G209 Warning "a local name hides another";
    G210 Error "a question about play inside the rules of play";
    // Types and constants.
    G301 Error "a value has the wrong type";
    G302 Error "the wrong number of arguments";
    G303 Error "an operator does not fit its operands";
    G304 Error "a constant or a parameter has no value";
    G305 Error "a value lies outside its declared type";
    G306 Error "a data file does not have the expected form";
    G307 Error "a part of the spec does not belong where it stands";
    // The rules of play.
    G401 Error "a field leaves its type";
    G402 Error "play need not terminate";
    G403 Error "the stated measure does not decrease";
    G404 Warning "a move is never legal";
    G405 Warning "another move always covers this one";
    G406 Warning "a name is never used";
    G407 Warning "a field never changes";
    G408 Warning "a condition is always true";
    G409 Warning "an end never occurs";
    G410 Error "two ends disagree";
    G411 Error "a move cannot be evaluated";
    G412 Error "play is not proved to terminate";
    G413 Error "the question does not apply to the game";
    // Limits.
    G501 Error "a limit was reached";
    G502 Error "a number or a collection is too large";
    G503 Error "a saved search cannot be used";
    G504 Error "the engine does not support the game";
    G505 Error "`prove` does not support the rules";
    G506 Error "a certificate is rejected";
    G507 Error "a certificate is about other rules";
    G508 Error "two games cannot be compared";
    G509 Error "no set of lost positions is proved";
    G510 Error "a file cannot be written";
    G511 Error "`--for` does not say which values a parameter takes";
    G512 Error "a command cannot be run as it was typed";
    G513 Error "a line of a query has no answer";
    // Claims.
    G601 Error "a claim is false";
    G602 Error "a claim cannot be evaluated";
    G603 Warning "a claim is vacuous";
    G604 Error "a claim is not proved";
}

impl Code {
    /// Returns the code with the spelling `name`, in upper or lower case; `None` if there is no
    /// such code.
    pub fn find(name: &str) -> Option<Code> {
        ALL.iter().copied().find(|code| code.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Returns all codes, in ascending order.
pub fn codes() -> &'static [Code] {
    ALL
}
