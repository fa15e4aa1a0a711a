//! The wording of errors about the type of an expression or pattern.

use crate::diagnostic::{Code, Diagnostic, Topic};
use crate::ir::{Binary, Builtin, Expr, ExprKind, Type};
use crate::source::Span;

// Long: an arm for each pair of types.
pub fn mismatch(expr: &Expr, expected: &Type) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::G301, format!("expected `{expected}`, found `{}`", expr.ty))
        .at(expr.span, format!("this is `{}`", expr.ty));
    let help = match (&expr.ty, expected) {
        (Type::Real, Type::Int) if matches!(expr.kind, ExprKind::Builtin(Builtin::Sqrt, _)) => {
            Some("write `isqrt(n)`, the root rounded down")
        }
        (Type::Real, Type::Int) => Some("use `div` for whole quotients, or `floor(…)`"),
        (Type::Int, Type::Bool) if matches!(expr.kind, ExprKind::Binary(Binary::Power, ..)) => {
            Some("`^` is power, the nim-sum is `xor`: write `a xor b == 0` or `a xor b != 0`")
        }
        (Type::Int, Type::Bool) => Some("compare it, for example with `!= 0`"),
        (Type::Position, Type::Bool) => Some("ask about it: `losing(…)`, `winning(…)`"),
        (Type::Position, Type::Int) => Some("ask for its value: `sg(…)`"),
        (Type::Int, Type::Position) => Some("a position is `game(…)`, a sum of these, or `0`, the empty one"),
        (Type::Set(of), Type::Position)
            if **of == Type::Position && matches!(expr.kind, ExprKind::Set(_)) =>
        {
            Some(
                "add the positions, `P + Q`; a set would hold equal positions once, a list is added by `sum([P, Q])`",
            )
        }
        (Type::Set(of), Type::Position) if **of == Type::Position => Some(
            "ask about each of them: `sg(Q) for Q in options(P)`; a sum is written `P + Q`, or `sum([P, Q])`",
        ),
        (Type::List(of), Type::Position) if **of == Type::Position => {
            Some("write `sum(…)`, the sum of the positions")
        }
        (Type::Bool, Type::Position) if matches!(&expr.kind, ExprKind::Compare(left, _) if left.ty == Type::Position) => {
            Some("write it alone, or ask `losing(…)`, `winning(…)` about it")
        }
        (Type::Bool, Type::Position) => Some(
            "ask `losing(…)` or `winning(…)` about a position; `misere` stands before it: `losing(misere P)`",
        ),
        (_, Type::Position) => {
            Some("a component is the name of its game with the fields in parentheses: `game(…)`")
        }
        (Type::Set(of), Type::Set(to)) if **of == Type::Vertex && to.names_vertex() => {
            Some("sets of vertices do not convert: declare the field as `{vertex}`")
        }
        (Type::List(_), Type::Int) if !matches!(expr.kind, ExprKind::List(_)) => {
            Some("write `xs[i]` for one element, or `… for x in xs` for each of them")
        }
        (Type::Set(_), Type::Int) if !matches!(expr.kind, ExprKind::Set(_)) => {
            Some("write `len(s)` for the number of its elements, or `… for x in s` for each of them")
        }
        (Type::List(_), Type::Int) if matches!(&expr.kind, ExprKind::List(elements) if elements.len() > 1) => {
            Some("a number is wanted here; several heaps are a sum of positions: `g(3) + g(5)`")
        }
        (Type::Set(_) | Type::List(_), Type::Int) => {
            Some("brackets and braces make a collection: write the number alone, or in parentheses")
        }
        (Type::Set(_), Type::Bool) => Some(
            "`&` is the intersection of sets and `|` their union; a statement compares: `A == B`, `x in A`",
        ),
        (Type::Graph, Type::Set(of) | Type::List(of)) if **of == Type::Vertex => {
            Some("write `vertices(…)` for all vertices of the graph")
        }
        (Type::Tuple(_), Type::Set(_)) => Some("a tuple has parentheses, and a set has braces: `{1, 2}`"),
        (Type::Tuple(_), Type::List(_)) => Some("a tuple has parentheses, and a list has brackets: `[1, 2]`"),
        (Type::Tuple(_), Type::Int) => {
            Some("write one of its parts, `p[0]`; for a cell of a board both: `b[p[0]][p[1]]`")
        }
        (Type::Range, Type::Int) => {
            Some("a range is several numbers: write `… for n in 0..=4` to take them one by one")
        }
        (Type::Bool, Type::Int) => Some(
            "a statement is not a number: write `if c then 1 else 0`, or `sg(P)` for the value of a position",
        ),
        (Type::Int, Type::List(_)) if matches!(expr.kind, ExprKind::Local(_)) => {
            Some("this is a number, as every variable without a domain is: write the list, `[a, b]`")
        }
        (Type::Int, Type::Text) => Some("a text has quotes: `\"0\"`"),
        (Type::Text, Type::Int) => Some("a number has no quotes"),
        (Type::Set(_), Type::List(_)) if matches!(expr.kind, ExprKind::Set(_)) => {
            Some("a list has brackets: `[…]`")
        }
        (Type::Set(of), Type::List(to)) if converts(of, to) => Some("make it a list with `sorted(…)`"),
        (Type::List(of), Type::Set(to)) if converts(of, to) && matches!(expr.kind, ExprKind::List(_)) => {
            Some("a set has braces: `{…}`")
        }
        (Type::List(of), Type::Set(to)) if converts(of, to) => Some("make it a set: `{x for x in …}`"),
        (Type::List(_), Type::Set(to)) if matches!(**to, Type::Tuple(_)) => {
            Some("write the set of the tuples: `{(x, y) for x in A for y in B}`")
        }
        (Type::Vertex, Type::Int) => {
            Some("a natural number can be used as a vertex, but not a vertex as a number")
        }
        _ => None,
    };
    match help {
        Some(help) => diagnostic.help(help),
        None => diagnostic.help(match example(expected) {
            Some(example) => format!("write a value of type `{expected}` here, such as `{example}`"),
            None => format!("write an expression of type `{expected}` here"),
        }),
    }
}

/// A pattern of several parts for a value of another type.
pub fn pattern_mismatch(span: Span, parts: usize, ty: &Type) -> Diagnostic {
    let mismatch = Diagnostic::new(Code::G301, format!("a pattern of {parts} parts does not fit `{ty}`"))
        .at(span, format!("this expects a tuple of {parts}"))
        .help(match ty {
            Type::List(_) => {
                "a list has indices, `xs[0]`; what a pattern takes apart has parentheses, `(1, 2)`"
            }
            Type::Int => "a number has no parts: write one name for it",
            Type::Vertex => {
                "a vertex has no parts that rules can read: keep coordinates in fields, `x: nat, y: nat`"
            }
            _ => "write one name, or as many as the tuple has parts",
        });
    if *ty == Type::Int { mismatch.about(Topic::PatternOfNumber) } else { mismatch }
}

/// Whether values of a type are values of another type, or can be used as such.
fn converts(from: &Type, to: &Type) -> bool {
    from == to
        || matches!(
            (from, to),
            (Type::Never, _) | (Type::Int, Type::Real | Type::Vertex) | (Type::Text, Type::Vertex)
        )
}

/// A value of a type, as it is written; `None` for types whose values have no literals.
fn example(ty: &Type) -> Option<String> {
    Some(match ty {
        Type::Int => "1".to_string(),
        Type::Bool => "n > 0".to_string(),
        Type::Text => "\"xo\"".to_string(),
        Type::List(of) => format!("[{0}, {0}]", example(of)?),
        Type::Set(of) => format!("{{{}}}", example(of)?),
        Type::Tuple(parts) => {
            format!("({})", parts.iter().map(example).collect::<Option<Vec<_>>>()?.join(", "))
        }
        _ => return None,
    })
}

/// `{(a, b), (b, c)}` where a graph is expected.
pub fn graph_of_pairs(span: Span, directed: &str, undirected: &str) -> Diagnostic {
    let help = match directed.chars().count() {
        0..=60 => format!("write `graph {{ {directed} }}`, or `graph undirected {{ {undirected} }}`"),
        _ => "write the edges as `graph { a -> b; b -> c }`, or `graph undirected { a - b; b - c }`"
            .to_string(),
    };
    Diagnostic::new(Code::G301, "expected `graph`, found pairs").at(span, "pairs of vertices").help(help)
}
