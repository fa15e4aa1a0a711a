//! What a diagnostic is about, for those parts of the program that treat some diagnostics in their
//! own way. They ask for the topic, never for words of a message, so that messages can be reworded.

/// What a diagnostic is about. Only those topics are listed that some part of the program asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// A bracket that closes nothing.
    StrayBracket,
    /// A bracket that is closed only inside a comment.
    ClosedInComment,
    /// A number that is not whole.
    NotWhole,
    /// A name that is not in scope.
    UnknownName,
    /// `x in D` as a condition, with an unknown `x`, where a variable was meant to run through D.
    UnknownMember,
    /// A call of a function that nothing declares.
    UnknownFunction,
    /// An aggregate of elements that it does not take, such as a sum of truth values.
    WrongElements,
    /// A pattern of several parts for a number.
    PatternOfNumber,
    /// A list or set whose only element is a range.
    LoneRange,
    /// `^`, which is power, where the nim-sum was probably meant.
    PowerForNimSum,
}
