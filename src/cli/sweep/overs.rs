//! Parses the options `--over` and `--shard` of `sweep`.

use crate::cli::ranges;
use crate::pipeline::RangeText;

/// Reads the parameters of `--over NAME=VALUES`, also written `NAME in VALUES`.
pub fn read(texts: &[String]) -> Result<Vec<RangeText>, String> {
    let mut ranges: Vec<RangeText> = Vec::new();
    for text in texts {
        let Some(range) = ranges::range(text) else {
            return Err(format!("`--over {text}` must have the form NAME=VALUES, as in 'k = 1..=7'"));
        };
        if ranges.iter().any(|it| it.name == range.name) {
            return Err(format!("`--over` names `{}` twice", range.name));
        }
        ranges.push(range);
    }
    Ok(ranges)
}

/// Reads which part of a sweep to compute: `3/16`, the third of 16 parts, is `(3, 16)`.
pub fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts =
        text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    parts
        .filter(|(part, parts)| (1..=*parts).contains(part))
        .ok_or_else(|| format!("`--shard {text}` must have the form I/N with I from 1 to N, as in 3/16"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_are_told_apart() {
        let over = |text: &str| {
            read(&[text.to_string()]).map(|all| (all[0].name.clone(), all[0].range.trim().to_string()))
        };
        let is = |name: &str, range: &str| Ok((name.to_string(), range.to_string()));
        assert_eq!(over("S = subsets(1..=10, 3..=3)"), is("S", "subsets(1..=10, 3..=3)"));
        assert_eq!(over("k=1..=7"), is("k", "1..=7"));
        assert_eq!(over("k in 1..=7"), is("k", "1..=7"));
        assert_eq!(over("k == 3"), is("k", "3"));
        for wrong in ["k", "k=", "=3", "1..=7", ""] {
            assert!(over(wrong).is_err(), "{wrong}");
        }
        assert_eq!(shard("3/16"), Ok((3, 16)));
        for wrong in ["0/4", "5/4", "1", "a/b", "1/0"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }
}
