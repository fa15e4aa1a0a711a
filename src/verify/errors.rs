//! Why a certificate is refused.

use std::fmt;

/// The reason for a refusal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The text is no certificate: what the reader of JSON says.
    Text(String),
    /// A part has the wrong form.
    Form(&'static str),
    /// Something is larger than the limits admit.
    Large(&'static str),
    /// The numeration system is not one that can be proved right.
    System(&'static str),
    /// The rules are not those that it should be about: where they differ.
    Rules(String),
    /// A sentence of the proof is false: which one, and naturals that show it.
    False(String, String),
}

impl Refusal {
    /// An error in the text, short and printable.
    pub fn text(error: &serde_json::Error) -> Refusal {
        Refusal::Text(error.to_string().chars().filter(|it| !it.is_control()).take(300).collect())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Refusal::Text(reason) => write!(f, "not a certificate: {reason}"),
            Refusal::Form(reason) => write!(f, "malformed certificate: {reason}"),
            Refusal::Large(what) => write!(f, "{what} exceeds the limits of the checker"),
            Refusal::System(reason) => write!(f, "the numeration system: {reason}"),
            Refusal::Rules(reason) => write!(f, "the certificate is about other rules: {reason}"),
            Refusal::False(sentence, example) => write!(f, "{sentence}: {example}"),
        }
    }
}
