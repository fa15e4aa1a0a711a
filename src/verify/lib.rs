//! Checks a certificate: a proof that a set of positions of a game is exactly the set of lost positions, for all sizes.
//!
//! This crate shares no code with the program that finds proofs. It is meant to be read whole; `docs/certificates.md`
//! describes the format and the argument. Read the files in this order:
//!
//! 1. [`certificate`]: what a certificate says, and its limits
//! 2. [`places`]: the places of a numeration system
//! 3. [`form`]: the sign or the residue of a linear form, read digit by digit
//! 4. [`numeration`]: greedy digits, and the automaton that recognises them
//! 5. [`search`]: several readers side by side; is there a word on which a condition holds?
//! 6. [`sentences`]: the sentences that make up the proof
//! 7. [`rules`]: is the certificate about given rules?
//! 8. [`work`], [`errors`]: bounds, and the reasons for a refusal
//!
//! Every sentence to be proved has the form "there are no naturals such that …". The naturals are read as words over
//! the digits of the numeration system, highest digit first, padded with leading zeros to a common length. A search
//! through all states that the readers reach together either finds naturals or proves that there are none. All
//! arithmetic is exact. The search is bounded ([`work::Work`]): a certificate that needs more is refused.

pub mod certificate;
pub mod errors;
pub mod form;
pub mod numeration;
pub mod places;
pub mod rules;
pub mod search;
pub mod sentences;
pub mod work;

pub use certificate::Certificate;
pub use errors::Refusal;

/// What was proved: the set of the certificate is exactly the set of lost positions of its rules.
#[derive(Debug, Clone)]
pub struct Accepted {
    /// What the certificate says.
    pub certificate: Certificate,
    /// How many joint states the searches went through.
    pub explored: usize,
}

/// Checks the text of a certificate.
pub fn verify(text: &str) -> Result<Accepted, Refusal> {
    let certificate = Certificate::read(text)?;
    let explored = sentences::check(&certificate)?;
    Ok(Accepted { certificate, explored })
}
