//! Checks a certificate: a proof that a set of positions of a game is exactly the set of lost positions, for all sizes.
//!
//! This crate shares no code with the program that finds proofs. It is meant to be read whole; `docs/certificates.md`
//! describes the format and the argument. Read the files in this order:
//!
//! 1. [`certificate`]: what a certificate says, and its limits; [`errors`]: the reasons for a refusal
//! 2. [`system`]: the places of a numeration system; [`states`]: states by number
//! 3. [`form`]: the sign or the residue of a linear form, read digit by digit; [`table`]: automata as tables
//! 4. [`reader`]: forms and tables, and *not*, *and* and *there are* of them
//! 5. [`sentences`]: the sentences that make up the proof
//! 6. [`rules`]: is the certificate about given rules?
//!
//! Every sentence to be proved has the form "there are no naturals such that …". The naturals are read as words over
//! the digits of the numeration system, highest digit first, padded with leading zeros to a common length. A search
//! through all states that the readers reach together either finds naturals or proves that there are none. All
//! arithmetic is exact. The search is bounded ([`system::System::count`]): a certificate that needs more is refused.

pub mod certificate;
pub mod errors;
pub mod form;
pub mod reader;
pub mod rules;
pub mod sentences;
pub mod states;
pub mod system;
pub mod table;

pub use certificate::Certificate;
pub use errors::Refusal;

/// The proved theorem: the set of the certificate is exactly the set of lost positions of its rules.
#[derive(Debug, Clone)]
pub struct Accepted {
    /// The contents of the certificate.
    pub certificate: Certificate,
}

/// Checks the text of a certificate.
pub fn verify(text: &str) -> Result<Accepted, Refusal> {
    let certificate = Certificate::read(text)?;
    sentences::check(&certificate)?;
    Ok(Accepted { certificate })
}
