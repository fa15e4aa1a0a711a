//! Compiles texts that certainly have one letter, such as `s[i]`, as words, and comparisons of
//! small sets and tuples of words.

use super::{Lower, Lowered, order};
use crate::code::{Low, Op, Register, Seq, Shape, WordExpr};
use crate::ir::{Comparison, Expr, ExprKind, Type, Value};

/// The most elements of a collection that is compared with a letter element by element; the most
/// elements of each of two sets that are compared is half of this.
const MOST_ELEMENTS: usize = 8;

impl<'a> Lower<'a, '_> {
    /// The code of a text whose form shows that it has one letter, as that letter; `None` for other
    /// expressions.
    pub(in crate::code) fn letter(&mut self, expr: &'a Expr) -> Lowered<Option<WordExpr<'a>>> {
        if expr.ty != Type::Text || self.is_deep() {
            return Ok(None);
        }
        self.depth += 1;
        let letter = self.letter_of(expr);
        self.depth -= 1;
        // An expression that cannot be compiled as a letter may still have code as a text.
        letter.or(Ok(None))
    }

    fn letter_of(&mut self, expr: &'a Expr) -> Lowered<Option<WordExpr<'a>>> {
        Ok(match &expr.kind {
            ExprKind::Literal(value) => one_letter(value).map(WordExpr::Const),
            ExprKind::Global(id) => one_letter(&self.instance.globals[id.index()]).map(WordExpr::Const),
            ExprKind::Local(slot) => {
                let (register, shape) = self.local(*slot)?;
                (shape == Shape::Letter).then_some(WordExpr::Reg(register))
            }
            ExprKind::Index(parts) if parts[0].ty == Type::Text => {
                let text = self.seq(&parts[0])?;
                Some(WordExpr::At(Box::new((text, self.int(&parts[1])?)), 1, 0))
            }
            ExprKind::If(parts) => {
                let [condition, yes, no] = &**parts;
                let Some(yes) = self.letter(yes)? else { return Ok(None) };
                let Some(no) = self.letter(no)? else { return Ok(None) };
                Some(WordExpr::If(Box::new((self.int(condition)?, yes, no))))
            }
            ExprKind::Let(pattern, parts) => {
                let (register, value, body) =
                    self.let_in(pattern, parts, |lower, body| lower.letter(body))?;
                body.map(|body| WordExpr::Let(register, Box::new((value, body))))
            }
            ExprKind::Call(function, arguments) => {
                let function = &self.instance.program.functions[function.index()];
                self.call(function, arguments, &mut |lower, body| lower.letter(body))?
            }
            _ => None,
        })
    }

    /// The code of an expression as one word that can be compared by `<` too; `None` if values take
    /// more words, or are ordered otherwise than their words, as sets kept as bits are.
    pub(super) fn word(&mut self, expr: &'a Expr) -> Lowered<Option<WordExpr<'a>>> {
        if expr.ty == Type::Text {
            return self.letter(expr);
        }
        match self.shape(&expr.ty)? {
            Shape::Mask => Ok(None),
            shape if shape.is_word() => self.int(expr).map(Some),
            _ => Ok(None),
        }
    }

    /// A comparison of two texts that are letters; `None` if one of them is not certainly a letter, or
    /// if `op` is membership.
    pub(super) fn letters_compared(
        &mut self,
        left: &'a Expr,
        op: Comparison,
        right: &'a Expr,
    ) -> Lowered<Option<WordExpr<'a>>> {
        let Some(op) = order(op).filter(|_| right.ty == Type::Text) else { return Ok(None) };
        let Some(left) = self.letter(left)? else { return Ok(None) };
        Ok(self.letter(right)?.map(|right| WordExpr::Two(op, Box::new((left, right)))))
    }

    /// The letters of a list or set that is constant or written element by element, such as
    /// `{"x", "o"}`; `None` for others, if it is empty, or if some element is not certainly a letter.
    pub(super) fn letters(&mut self, expr: &'a Expr) -> Lowered<Option<Vec<WordExpr<'a>>>> {
        let value = match &expr.kind {
            ExprKind::List(parts) | ExprKind::Set(parts) => {
                let letters = parts.iter().map(|part| self.letter(part)).collect::<Lowered<Option<Vec<_>>>>();
                return letters.map(|letters| letters.filter(|letters| !letters.is_empty()));
            }
            ExprKind::Literal(value) => value,
            ExprKind::Global(id) => &self.instance.globals[id.index()],
            _ => return Ok(None),
        };
        let (Value::List(values) | Value::Set(values)) = value else { return Ok(None) };
        let letters: Option<Vec<_>> = values.iter().map(|it| one_letter(it).map(WordExpr::Const)).collect();
        Ok(letters.filter(|letters| !letters.is_empty()))
    }

    /// The code of a list or set that is written as letters, with one word for each; `None` where
    /// [`Self::letters`] is. A set is sorted and without repetitions.
    pub(in crate::code) fn listed_letters(&mut self, expr: &'a Expr) -> Lowered<Option<Seq<'a>>> {
        let Some(mut letters) = self.letters(expr)? else { return Ok(None) };
        let is_set = matches!(expr.ty, Type::Set(_));
        let constant = |letter: &WordExpr<'_>| match letter {
            WordExpr::Const(letter) => Some(*letter),
            _ => None,
        };
        let constants: Option<Vec<i64>> = letters.iter().map(constant).collect();
        if let Some(mut constants) = constants {
            if is_set {
                constants.sort_unstable();
                constants.dedup();
            }
            let place = self.constants.words.len();
            self.constants.words.extend_from_slice(&constants);
            return Ok(Some(Seq::Const(place, constants.len())));
        }
        let list = Seq::List(letters.drain(..).map(Low::Int).collect());
        Ok(Some(if is_set { Seq::Sorted(Box::new(list), Shape::Int, true) } else { list }))
    }

    /// Code for whether a letter is in a text, or in a small collection whose letters [`Self::letters`]
    /// gives; `None` for others.
    pub(in crate::code) fn letter_among(
        &mut self,
        left: &'a Expr,
        right: &'a Expr,
    ) -> Lowered<Option<WordExpr<'a>>> {
        let Some(letter) = self.letter(left)? else { return Ok(None) };
        let x = self.fresh(&Shape::Letter);
        let has = if right.ty == Type::Text {
            WordExpr::Has(Box::new((self.seq(right)?, WordExpr::Reg(x))), false)
        } else {
            let Some(letters) = self.letters(right)?.filter(|letters| letters.len() <= MOST_ELEMENTS) else {
                return Ok(None);
            };
            // All elements are evaluated first, because the language evaluates the whole
            // collection.
            let mut values = Vec::new();
            let letters: Vec<_> = letters.into_iter().map(|it| self.named(it, &mut values)).collect();
            given(values, among(x, letters))
        };
        Ok(Some(WordExpr::Let(x, Box::new((Low::Int(letter), has)))))
    }

    /// The elements, with one word each, of a small set that is written element by element, is a
    /// literal of integers, or is a constant set of letters; `None` for other sets.
    fn elements(&mut self, expr: &'a Expr) -> Lowered<Option<Vec<WordExpr<'a>>>> {
        let Type::Set(element) = &expr.ty else { return Ok(None) };
        let few = |elements: Vec<WordExpr<'a>>| (elements.len() <= MOST_ELEMENTS / 2).then_some(elements);
        if **element == Type::Text {
            return Ok(self.letters(expr)?.and_then(few));
        }
        match &expr.kind {
            ExprKind::Set(parts) => {
                let words = parts.iter().map(|part| self.word(part)).collect::<Lowered<Option<Vec<_>>>>()?;
                Ok(words.and_then(few))
            }
            ExprKind::Literal(Value::Set(values)) if **element == Type::Int => {
                let words = values.iter().map(|value| match value {
                    Value::Int(int) => int.to_i64().map(WordExpr::Const),
                    _ => None,
                });
                Ok(words.collect::<Option<Vec<_>>>().and_then(few))
            }
            _ => Ok(None),
        }
    }

    /// Code for whether two small sets are equal: each element of one is in the other. `None` unless one
    /// is written element by element, and [`Self::elements`] gives the elements of both.
    pub(super) fn small_sets(&mut self, left: &'a Expr, right: &'a Expr) -> Lowered<Option<WordExpr<'a>>> {
        let sides = [left, right];
        if sides.iter().all(|side| !matches!(side.kind, ExprKind::Set(_))) {
            return Ok(None);
        }
        let (mut named, mut values): (Vec<Vec<Register>>, Vec<_>) = (Vec::new(), Vec::new());
        for side in sides {
            let Some(elements) = self.elements(side)? else { return Ok(None) };
            named.push(elements.into_iter().map(|it| self.kept(it, &mut values)).collect());
        }
        let mut same = WordExpr::Const(1);
        for (some, all) in [(&named[0], &named[1]), (&named[1], &named[0])] {
            for register in some {
                let one = among(*register, all.iter().map(|it| WordExpr::Reg(*it)).collect());
                same = both(same, one);
            }
        }
        Ok(Some(given(values, same)))
    }

    /// Code for whether two tuples that are written part by part are equal; `None` for other tuples, or
    /// if some part is not one word.
    pub(super) fn small_tuples(&mut self, left: &'a Expr, right: &'a Expr) -> Lowered<Option<WordExpr<'a>>> {
        let (ExprKind::Tuple(left), ExprKind::Tuple(right)) = (&left.kind, &right.kind) else {
            return Ok(None);
        };
        let (mut same, mut values) = (WordExpr::Const(1), Vec::new());
        for (left, right) in left.iter().zip(right) {
            let (Some(left), Some(right)) = (self.word(left)?, self.word(right)?) else { return Ok(None) };
            let (left, right) = (self.named(left, &mut values), self.named(right, &mut values));
            same = both(same, WordExpr::Two(Op::Eq, Box::new((left, right))));
        }
        Ok(Some(given(values, same)))
    }

    /// Reserves a register for a word, and adds the register and the word to `values`, which are
    /// computed first.
    fn kept(&mut self, word: WordExpr<'a>, values: &mut Vec<(Register, WordExpr<'a>)>) -> Register {
        let register = self.fresh(&Shape::Int);
        values.push((register, word));
        register
    }

    /// Replaces a word by code that can be used several times: a constant, or a register, to which
    /// `values` then assigns the word.
    fn named(&mut self, word: WordExpr<'a>, values: &mut Vec<(Register, WordExpr<'a>)>) -> WordExpr<'a> {
        match word {
            WordExpr::Const(_) | WordExpr::Reg(_) => word,
            word => WordExpr::Reg(self.kept(word, values)),
        }
    }
}

/// The conjunction of two words; `a` is omitted if it is the constant 1.
fn both<'a>(a: WordExpr<'a>, b: WordExpr<'a>) -> WordExpr<'a> {
    match a {
        WordExpr::Const(1) => b,
        a => WordExpr::Two(Op::And, Box::new((a, b))),
    }
}

/// A word that is computed after `values` have been put into their registers.
fn given<'a>(values: Vec<(Register, WordExpr<'a>)>, word: WordExpr<'a>) -> WordExpr<'a> {
    let put = |word, (register, value)| WordExpr::Let(register, Box::new((Low::Int(value), word)));
    values.into_iter().rev().fold(word, put)
}

/// Code for whether a register equals one of some words.
fn among(register: Register, words: Vec<WordExpr<'_>>) -> WordExpr<'_> {
    let mut any = WordExpr::Const(0);
    for word in words {
        let same = WordExpr::Two(Op::Eq, Box::new((WordExpr::Reg(register), word)));
        any = match any {
            WordExpr::Const(_) => same,
            any => WordExpr::Two(Op::Or, Box::new((any, same))),
        };
    }
    any
}

/// The character of a text of one letter, as a word; `None` for other values.
fn one_letter(value: &Value) -> Option<i64> {
    match value {
        Value::Text(text) if text.len() == 1 => Some(i64::from(u32::from(text[0]))),
        _ => None,
    }
}
