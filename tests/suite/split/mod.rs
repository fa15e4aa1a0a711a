//! Take-and-break games: values against the definition, periods against golden data, and windows that are too short
//! to prove one.

mod definition;
mod golden_periods;
mod hexadecimal;
mod interrupted;
mod random_codes;
mod short_windows;
