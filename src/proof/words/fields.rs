//! The fields of a proved set as forms and numbers.

use crate::canonical::{Form, Name};

/// A field.
pub fn field(at: usize) -> Form {
    Form::name(Name(at as u32))
}
