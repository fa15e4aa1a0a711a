//! The condition that keeps an index or a slice inside its collection, as one would write it.

use super::{Problem, ProblemKind};
use crate::ir::{Expr, ExprKind, Program, Slot, print, walk};

/// The condition to add so that an index or a slice that failed stays inside: `i + 2 <= len(s)`. The
/// expressions are those of the surrounding guard or claim.
pub fn guard<'e>(
    program: &Program,
    slots: &[Slot],
    among: impl IntoIterator<Item = &'e Expr>,
    problem: &Problem,
) -> Option<String> {
    let mut found = None;
    for expr in among {
        walk::everything(expr, &mut |part| {
            let (ExprKind::Index(parts) | ExprKind::Slice(parts)) = &part.kind else { return };
            if [part.span, parts[1].span].contains(&problem.span) && found.is_none() {
                found = Some(part);
            }
        });
    }
    let text = |expr: &Expr| print::expr(program, slots, expr);
    let (base, place, within) = match (&found?.kind, &problem.kind) {
        (ExprKind::Index(parts), ProblemKind::Index { index, .. }) => {
            (&parts[0], &parts[1], if index.starts_with('-') { None } else { Some("<") })
        }
        (ExprKind::Slice(parts), ProblemKind::SliceOutside { low, high, length }) => {
            let ExprKind::Range { bounds, inclusive } = &parts[1].kind else { return None };
            let [first, last] = &**bounds;
            let is_end = high.parse::<usize>().is_ok_and(|high| high > *length);
            match is_end {
                _ if low.starts_with('-') => (&parts[0], first, None),
                true => (&parts[0], last, Some(if *inclusive { "<" } else { "<=" })),
                false => (&parts[0], first, Some("<=")),
            }
        }
        _ => return None,
    };
    Some(match within {
        Some(sign) => format!("{} {sign} len({})", text(place), text(base)),
        None => format!("0 <= {}", text(place)),
    })
}
