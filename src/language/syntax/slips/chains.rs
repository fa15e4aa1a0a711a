//! Quantifiers whose variables are compared with each other or have lower bounds: `forall a < b: …`,
//! `forall m < n < 9: …`, `forall n >= 1, m >= 1: …`.

use super::bounds::{last_part, parts};
use super::{Place, advise, first_outside, last_word};
use crate::syntax::errors::Slip;

impl Place<'_> {
    /// All comparisons in the head of a quantifier become its condition: `forall a, b if a < b: …`.
    /// `head` is the text from the quantifier to the token.
    pub(super) fn compared_variables(&self, head: &str) -> Option<Slip> {
        let start = self.before.len() - head.len();
        let line = self.text[start..].split('\n').next()?;
        let (length, _) = first_outside(line, &[":"])?;
        let whole = &line[..length];
        if whole.len() > 200 {
            return None;
        }
        let all = parts(whole);
        let (mut names, mut conditions, mut chains) = (Vec::new(), Vec::new(), 0);
        let mut is_needed = false;
        for part in &all {
            let part = part.trim();
            let operands: Vec<&str> = part.split(['<', '>', '≤', '≥', '=']).map(str::trim).collect();
            let operands: Vec<&str> = operands.into_iter().filter(|it| !it.is_empty()).collect();
            let own: Vec<&str> = operands.iter().copied().filter(|it| self.is_variable(it)).collect();
            let has_other = operands.iter().any(|it| !self.is_variable(it) && !is_number(it));
            if own.is_empty() || has_other || part.contains("!=") {
                return None;
            }
            for name in &own {
                if !names.contains(name) {
                    names.push(name);
                }
            }
            if operands.len() > 1 {
                chains += 1;
                is_needed |= own.len() > 1 || chains > 1 && part.contains(['>', '≥']);
                conditions.push(part);
            }
        }
        // `forall n, m > n: …`: other recognisers mend a comparison with a variable before it.
        let is_about_earlier = chains == 1 && all.len() > 1 && names.len() == all.len();
        // A single comparison with a number is a range, which other recognisers suggest.
        if !is_needed || is_about_earlier || self.at > start + last_part(whole) + whole.len() {
            return None;
        }
        let written = format!("{} if {}", names.join(", "), conditions.join(" and "));
        advise(format!("variables come first, and conditions follow `if`: `{written}: …`"))
    }

    /// Whether a text is a name that nothing in the file declares.
    fn is_variable(&self, name: &str) -> bool {
        name.starts_with(char::is_alphabetic)
            && last_word(name) == name
            && !(self.is_reserved)(name)
            && !self.is_defined(name)
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit())
}
