//! Theorems about coins on a strip or a board, which moves turn over or slide.

pub(super) mod coin_products;
pub(super) mod nimble;
pub(super) mod silver_dollar;
pub(super) mod turning;
pub(super) mod turning_corners;
pub(super) mod welter;
