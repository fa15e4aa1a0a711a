//! The fields of a game as linear forms.

use crate::canonical::{Form, Name};

/// The form that is the field with index `at`.
pub fn field(at: usize) -> Form {
    Form::unknown(Name(at as u32))
}
