//! The wording of errors about operators and comparisons.

use crate::diagnostic::{Code, Diagnostic, Fix, Topic};
use crate::ir::{Expr, ExprKind, Term, Type};
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::called_elsewhere::is_operand;

// Long: an arm for each pair of types.
/// An operator that its operands do not fit; `texts` are the texts of the operands.
pub fn no_operator(op: ast::Binary, op_span: Span, a: &Expr, b: &Expr, texts: [&str; 2]) -> Diagnostic {
    let op = op.spelling();
    let diagnostic = Diagnostic::new(Code::G303, format!("`{op}` does not fit `{}` and `{}`", a.ty, b.ty))
        .at(op_span, "this operator")
        .also(a.span, format!("`{}`", a.ty))
        .also(b.span, format!("`{}`", b.ty));
    if let Some(help) = of_texts(op, [&a.ty, &b.ty], texts) {
        return diagnostic.help(help);
    }
    let help = match (op, &a.ty, &b.ty) {
        ("+", Type::List(_), Type::List(_)) | ("+", Type::Text, _) => "write `++` to join",
        ("+", Type::Set(_), Type::Set(_)) => "write `|` for the union of sets",
        ("+", Type::Position, Type::Int) | ("+", Type::Int, Type::Position) => {
            "only a literal `0` is a position; a component is `game(…)`"
        }
        ("|", Type::Int, Type::Int) => {
            "write `or` between conditions, and `b mod a == 0` for `a` divides `b`; `|` is the union of sets"
        }
        ("&", Type::Int, Type::Int) => {
            "write `and` between conditions; of two numbers only the nim-sum `xor` is taken bit by bit"
        }
        ("&", Type::Set(of), element) if **of == *element => {
            "write `x in S`, or `S & {x}` for the common elements"
        }
        ("++", Type::Text, Type::Int) | ("++", Type::Int, Type::Text) => {
            "a number has no text: `show` draws letters, and positions are printed with their numbers"
        }
        ("|" | "&", Type::Position, _) => "positions are added with `+`; write a move for each target",
        ("-", Type::List(_), _) => {
            "lists have no `-`: without the element at i it is `xs[..i] ++ xs[i + 1..]`, without all equal to x `[y for y in xs if y != x]`"
        }
        ("++", Type::Set(_), Type::Set(_)) => "write `|` for the union of sets",
        ("++", Type::Position, Type::Position) => "positions are added with `+`",
        ("|", Type::List(_), Type::List(_)) => "write `++` to join lists; `|` is the union of sets",
        ("+" | "-", Type::Tuple(_), Type::Tuple(_)) => {
            "tuples are not added: name the parts, `let (x, y) = p in (x + 1, y)`, or write `(p[0] + 1, p[1])`"
        }
        ("|", _, Type::Bool) if a.ty != Type::Bool => {
            "`|` is the union of sets; a condition follows `when` in a move, and `if` in a set: `{x for x in D if c}`"
        }
        ("|", Type::Bool, _) => "write `or` between conditions",
        ("&", Type::Bool, _) => "write `and` between conditions",
        ("-", Type::Position, Type::Position) => "an impartial game is its own negative: write `P + Q`",
        ("xor", Type::Position, _) | ("xor", _, Type::Position) => {
            "positions are added with `+`; `xor` combines their values: `sg(P) xor sg(Q)`"
        }
        ("^", Type::Set(_), _) => {
            "`^` is power: the elements of exactly one of two sets are `(A | B) - (A & B)`"
        }
        ("^", Type::Position, _) | ("^", _, Type::Position) => {
            "`^` is power: positions are added with `+`, their values with `xor`: `sg(P) xor sg(Q)`"
        }
        ("^", ..) => {
            "`^` is power: the nim-sum is `xor`, of two numbers `a xor b` or of all elements `xor(xs)`"
        }
        ("*", Type::Text, _) | ("*", _, Type::Text) => {
            "texts are not multiplied: write the text out, or join with `++`"
        }
        ("*", Type::Set(_) | Type::Range, Type::Set(_) | Type::Range)
        | ("*", Type::List(_), Type::List(_)) => {
            "for all pairs write two variables, `a in A, b in B`, or `{(a, b) for a in A for b in B}`"
        }
        ("*", Type::Position, _) => "the number of copies comes first: `3*P` is `P + P + P`",
        _ => "`gspec explain operators` lists what each operator takes",
    };
    diagnostic.help(help)
}

/// Advice with the texts of the operands, or with letters in their place if a text is long.
fn of_texts(op: &str, types: [&Type; 2], texts: [&str; 2]) -> Option<String> {
    let short = |text: &'static str, at: usize| match texts[at] {
        it if it.is_empty() || it.contains('\n') || it.chars().count() > 40 => text,
        it => it,
    };
    let list_and_element = || format!("`{} ++ [{}]`", short("xs", 0), short("x", 1));
    Some(match (op, types) {
        ("+", [Type::List(_) | Type::Text, Type::List(_)]) | ("+", [Type::Text, _]) => return None,
        ("+" | "++", [Type::List(of), element]) if **of == *element => {
            format!("write {} to put an element after a list", list_and_element())
        }
        ("+" | "++", [Type::List(_), other]) if !matches!(other, Type::List(_)) => {
            format!("write {} to put an element after a list", list_and_element())
        }
        ("+" | "++", [element, Type::List(_)]) if !matches!(element, Type::List(_) | Type::Set(_)) => {
            format!("write `[{}] ++ {}` to put an element before a list", short("x", 0), short("xs", 1))
        }
        ("+", [Type::Set(_), other]) if !matches!(other, Type::Set(_) | Type::Range) => {
            format!("write `{} | {{{}}}` to add an element to a set", short("S", 0), short("x", 1))
        }
        ("|", [Type::Set(of), element]) if **of == *element => {
            format!("write `{} | {{{}}}` to add an element to a set", short("S", 0), short("x", 1))
        }
        ("-", [Type::Set(of), element]) if **of == *element => {
            format!("only sets are subtracted from sets: `{} - {{{}}}`", short("S", 0), short("x", 1))
        }
        ("-", [Type::Set(_), _]) => "only sets are subtracted from sets: `S - {x}`".to_string(),
        ("xor", [Type::Position, Type::Position]) if is_short(texts) => {
            let [a, b] = texts;
            format!("positions are added: `{a} + {b}`; `xor` combines their values: `sg({a}) xor sg({b})`")
        }
        ("^", [Type::Position, Type::Position]) if is_short(texts) => {
            let [a, b] = texts;
            format!(
                "`^` is power; positions are added: `{a} + {b}`; the nim-sum of their values is `sg({a}) xor sg({b})`"
            )
        }
        ("*", [Type::List(_), Type::Int]) => repeated(short("[x]", 0), short("n", 1)),
        ("*", [Type::Int, Type::List(_)]) => repeated(short("[x]", 1), short("n", 0)),
        _ => return None,
    })
}

/// Whether both texts stand on one line and are short.
fn is_short(texts: [&str; 2]) -> bool {
    texts.iter().all(|it| !it.is_empty() && !it.contains('\n') && it.chars().count() <= 40)
}

/// `[0] * n`
fn repeated(list: &str, count: &str) -> String {
    let element = list.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    let element = element.filter(|it| !it.contains([',', ']']) && !it.trim().is_empty()).unwrap_or("x");
    format!("a list of equal elements is `[{element} for _i in 0..{count}]`")
}

/// Advice with the texts of the sides of a comparison; `None` for long texts and for other types.
fn of_compared_texts(op: ast::Comparison, types: [&Type; 2], texts: [&str; 2]) -> Option<String> {
    use ast::Comparison::{Eq, In, Le, Ne, NotIn};
    let [a, b] = texts;
    if !is_short(texts) {
        return None;
    }
    Some(match (op, types) {
        (In | NotIn, [_, Type::Tuple(_)]) => {
            let parts = b.strip_prefix('(')?.strip_suffix(')')?;
            format!("a tuple has no members: write the set `{{{parts}}}`")
        }
        (In, [Type::Real, _]) if a.starts_with("sqrt(") && is_operand(a) => {
            format!("for a whole square root write `is_square({}`", &a["sqrt(".len()..])
        }
        (Eq | Ne, [Type::Position, Type::Int]) => {
            format!("ask for the value of the position: `sg({a}) {} {b}`", op.spelling())
        }
        (In | Le, [Type::Set(of), Type::Set(to)]) if of == to => {
            let grouped = |it: &str| if is_operand(it) { it.to_string() } else { format!("({it})") };
            let (a, b) = (grouped(a), grouped(b));
            format!("to test whether one set contains another, write `{a} - {b} == {{}}`")
        }
        (Eq, [Type::Bool, Type::Int]) if a.ends_with(')') && !b.bytes().all(|it| it.is_ascii_digit()) => {
            format!("between two statements write `<=>`: `{a} <=> {b} …`")
        }
        _ => return None,
    })
}

/// `nim(3)*2`; `meant` is the product in the right order.
pub fn copies_reversed(op_span: Span, whole: Span, meant: String) -> Diagnostic {
    Diagnostic::new(Code::G303, "copies of a position are written with the number first")
        .at(op_span, "position before number")
        .help(format!("write `{meant}`"))
        .fix(whole, meant)
}

pub fn range_to_set(op: ast::Binary, op_span: Span, whole: Span, range: &str, set: &str) -> Diagnostic {
    let op = op.spelling();
    let mended = format!("({range}) {op} {set}");
    Diagnostic::new(Code::G301, format!("ranges bind looser than `{op}`: this range would end in a set"))
        .at(op_span, "this belongs to the end of the range")
        .help(mended.clone())
        .fix(whole, mended)
}

/// A comparison that its sides do not fit; `texts` are the texts of the sides.
// Long: an arm for each pair of types.
pub fn not_comparable(
    op: ast::Comparison,
    op_span: Span,
    a: &Expr,
    b: &Expr,
    texts: [&str; 2],
) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(Code::G303, format!("`{}` does not fit `{}` and `{}`", op.spelling(), a.ty, b.ty))
            .at(op_span, "this comparison")
            .also(a.span, format!("`{}`", a.ty))
            .also(b.span, format!("`{}`", b.ty));
    if let Some(help) = of_compared_texts(op, [&a.ty, &b.ty], texts) {
        return diagnostic.help(help);
    }
    let help = match (op, &a.ty, &b.ty) {
        (ast::Comparison::In | ast::Comparison::NotIn, _, Type::Tuple(_)) => {
            "a tuple has no members: write the set `{u, w}` or the list `[u, w]`"
        }
        (ast::Comparison::In | ast::Comparison::NotIn, Type::Position, Type::Int)
            if matches!(b.kind, ExprKind::Term(Term::Moves, _)) =>
        {
            "`moves(P)` is the number of moves; the positions that they lead to are `options(P)`"
        }
        (ast::Comparison::In | ast::Comparison::NotIn, Type::Position, _) => {
            "ask about the position: `losing(P)`, `winning(P)`"
        }
        (ast::Comparison::In | ast::Comparison::NotIn, _, b) if b.element().is_none() => {
            "`in` takes a list, a set, a range or a text"
        }
        (ast::Comparison::Eq | ast::Comparison::Ne, Type::Position, Type::Int)
        | (ast::Comparison::Eq | ast::Comparison::Ne, Type::Int, Type::Position) => {
            "ask for the value of the position: `sg(P) == 3`"
        }
        (ast::Comparison::Le | ast::Comparison::Lt, Type::Set(_), Type::Set(_)) => {
            "to test whether A is a subset of B, write `A - B == {}`, or `all(x in B for x in A)`"
        }
        (ast::Comparison::Eq | ast::Comparison::Ne, Type::Bool, Type::Int)
            if matches!(b.kind, ExprKind::Literal(_)) =>
        {
            "a statement is true or false, not 1 or 0: write it alone, or `not` before it"
        }
        (ast::Comparison::Eq | ast::Comparison::Ne, Type::Int, Type::Set(_) | Type::List(_))
            if matches!(a.kind, ExprKind::Term(Term::Moves, _)) =>
        {
            "`moves(P)` is the number of moves; the positions that they lead to are `options(P)`"
        }
        (ast::Comparison::Eq, Type::Bool, _) | (ast::Comparison::Eq, _, Type::Bool) => {
            "both sides must have the same type; between two statements write `<=>`: `losing(P) <=> a == b`"
        }
        (ast::Comparison::Eq | ast::Comparison::Ne, Type::Tuple(_), Type::List(_))
        | (ast::Comparison::Eq | ast::Comparison::Ne, Type::List(_), Type::Tuple(_)) => {
            "a tuple has parentheses and a list has brackets: write both sides alike"
        }
        (ast::Comparison::Eq | ast::Comparison::Ne, Type::List(_), Type::Set(_))
        | (ast::Comparison::Eq | ast::Comparison::Ne, Type::Set(_), Type::List(_)) => {
            "write both as sets, with braces: `{x for x in D if c} == {a, b}`"
        }
        (ast::Comparison::Eq | ast::Comparison::Ne, Type::Int, Type::Set(of) | Type::List(of))
            if **of == Type::Position =>
        {
            "the left side is a number: of moves, `moves(P)`, or of winning moves, `winning_moves(P)`"
        }
        (ast::Comparison::Eq | ast::Comparison::Ne, element, Type::Set(of) | Type::List(of))
            if *element == **of =>
        {
            "write `x in {a, b}` to ask for one of several"
        }
        (ast::Comparison::Eq | ast::Comparison::Ne, ..) => "both sides must have the same type",
        (ast::Comparison::In | ast::Comparison::NotIn, ..) => {
            "the element must have the collection's element type"
        }
        (_, Type::Bool, _) | (_, _, Type::Bool) => {
            "only numbers and vertices have an order; `A => B` is the implication, from left to right"
        }
        _ => "only numbers and vertices have an order; use `==` and `!=`",
    };
    diagnostic.help(help)
}

/// `P and Q`
pub fn positions_joined(sign: Span, whole: Span, [left, right]: [&str; 2], is_start: bool) -> Diagnostic {
    let sum = format!("{left} + {right}");
    let help = match is_start {
        true => format!("for a sum of both write `{sum}`"),
        false => format!(
            "for a sum of both write `{sum}`; who wins each of them is `losing({left})`, `winning({left})`"
        ),
    };
    Diagnostic::new(Code::G303, "`and` and `or` join statements, not positions")
        .at(sign, "between two positions")
        .help(help)
        .fix(whole, sum)
}

/// `-P`
pub fn negative_position(span: Span, position: &str) -> Diagnostic {
    Diagnostic::new(Code::G303, "`-` does not fit `position`")
        .at(span, "the negative of a position")
        .help(format!("an impartial game is its own negative: write `{position}`"))
        .fix(span, position)
}

/// Adds to the error about an unknown name that it is compared with a text.
pub fn letter_without_quotes(diagnostic: &mut Diagnostic, span: Span, name: &str) {
    diagnostic.topic = Some(Topic::UnknownName);
    diagnostic.help = Some(format!("write the text in quotes: `\"{name}\"`"));
    diagnostic.fix = Some(Fix { span, replacement: format!("\"{name}\"") });
}

/// `forall n: sg(g(n)) repeats every 7`
pub fn repeats_quantified(head: Span, text: &str, names: &[&str]) -> Diagnostic {
    let message = "`repeats` has no quantifier: it is about all values of its variable";
    let diagnostic = Diagnostic::new(Code::G301, message).at(head, "this quantifier");
    match names {
        [name] => diagnostic
            .help(format!("remove `{text}`; `{name}` is the variable because nothing declares it"))
            .fix(head, ""),
        _ => diagnostic.help("`repeats` has one variable: write a claim for each value of the others"),
    }
}

/// `x == 0 or 4`; `meant` is what to write.
pub fn or_value(sign: Span, all: Span, meant: String) -> Diagnostic {
    Diagnostic::new(Code::G301, "`or` joins truth values, and the right side is `int`")
        .at(sign, "before a number")
        .help(format!("write `{meant}`"))
        .fix(all, meant)
}

/// `sg(P) => 3`: both sides are numbers.
pub fn numbers_as_truths(sign: Span, op: &str, sides: [Span; 2]) -> Diagnostic {
    let help = match op {
        "=>" => "`>=` compares numbers; `=>` is the implication",
        "or" => "compare numbers: `a == b`, `a > 0`; several values of a variable are a set: `k in {1, 2}`",
        _ => "compare numbers: `a == b`, `a > 0`",
    };
    Diagnostic::new(Code::G301, format!("`{op}` joins truth values, and both sides are `int`"))
        .at(sign, "between two numbers")
        .also(sides[0], "this is `int`")
        .also(sides[1], "this is `int`")
        .help(help)
}

/// `n == 1 mod 3`; `meant` is the congruence in the language, `n mod 3 == 1`.
pub fn remainder_of_number(remainder: Span, all: Span, number: &str, meant: String) -> Diagnostic {
    Diagnostic::new(
        Code::G112,
        format!("this compares with the number {number}: `mod` is an operator, not a congruence"),
    )
    .at(remainder, format!("this is {number}"))
    .help(format!("write `{meant}`, or the number alone"))
    .fix(all, meant)
}

/// `misere losing(P)`; `question` is its place and what to write there, if that is known.
pub fn convention_of_truth(sign: Span, name: &str, question: Option<(Span, String)>) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(Code::G301, format!("`{name}` stands before a position, not before a question"))
            .at(sign, "before a truth value");
    match question {
        Some((place, meant)) => diagnostic.help(format!("write `{meant}`")).fix(place, meant),
        None => diagnostic.help(format!("write it before the position: `losing({name} P)`")),
    }
}

/// `-> g(n) or h(n)`
pub fn several_targets(alternatives: bool, sign: Span, [left, right]: [&str; 2]) -> Diagnostic {
    let error = Diagnostic::new(Code::G301, "a move leads to one position").at(sign, "not between positions");
    let is_position = |text: &str| {
        let has_sign = ["=", "<", ">", " and ", " or ", "\n", "//"].iter().any(|it| text.contains(it));
        text.ends_with(')') && !has_sign && text.chars().count() <= 60
    };
    match (alternatives, is_position(left) && is_position(right)) {
        (true, true) => {
            error.help(format!("write a move for each: `move a -> {left}` and `move b -> {right}`"))
        }
        (true, false) => error.help("write a move for each: `move a -> P` and `move b -> Q`"),
        (false, true) => {
            error.help(format!("write `{left} + {right}` for a position of both components")).fix(sign, "+")
        }
        (false, false) => error.help("write `P + Q` for a position of both components"),
    }
}

/// `n != 0 xor losing(P)`
pub fn xor_beside_comparison(sign: Span) -> Diagnostic {
    Diagnostic::new(Code::G301, "`xor` is the nim-sum of numbers, and one side is a truth value")
        .at(sign, "between a number and a truth value")
        .help("that exactly one of two statements is true is `(A) != (B)`; `xor` binds tighter than comparisons")
}

/// `even(n) xor odd(n)`
pub fn xor_of_truths(op: ast::Binary, sign: Span, whole: Span, [left, right]: [&str; 2]) -> Diagnostic {
    let fits = left.len() + right.len() <= 60 && !left.contains('\n') && !right.contains('\n');
    let written = format!("({left} != {right})");
    let help = match fits {
        true => format!("write `{written}`: exactly one of the two is true"),
        false => "write `!=`, in parentheses: exactly one of the two is true".to_string(),
    };
    let message = match op {
        ast::Binary::Power => "`^` is the power of numbers, and these are truth values",
        _ => "`xor` is the nim-sum of numbers, and these are truth values",
    };
    Diagnostic::new(Code::G301, message).at(sign, "between truth values").help(help).fix(whole, written)
}
