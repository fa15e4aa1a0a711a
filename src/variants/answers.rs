//! Answers a question, such as who wins or the value, at all positions of a pattern over ranges.

use crate::model::Model;
use crate::number::Int;
use crate::pipeline::{Answer, Asker, Axis, Pattern, Question, Trouble};
use crate::position::Budget;
use crate::solve::Choice;

/// The answers in order; the last axis varies fastest. If an answer cannot be found, returns the
/// answers before it, and the reason.
pub fn answers(
    pattern: &Pattern,
    question: Question,
    axes: &[Axis],
    model: &Model<'_>,
    budget: &Budget<'_>,
    engine: Choice,
) -> (Vec<Answer>, Option<Trouble>) {
    let cells = axes.iter().map(Axis::len).product::<u64>();
    let mut asker = Asker::new(pattern, question, model, budget, engine);
    asker.expect(axes);
    let mut answers: Vec<Answer> = Vec::new();
    if question == Question::Sg {
        let swept = asker.sweep(axes, &mut |values| {
            answers.extend(values.iter().map(|value| Answer::Number(Int::from(u64::from(*value)))));
            true
        });
        if let Err(trouble) = swept {
            return (answers, Some(trouble));
        }
    }
    while (answers.len() as u64) < cells {
        match asker.answer(&numbers(axes, answers.len() as u64)) {
            Ok(answer) => answers.push(answer),
            Err(trouble) => return (answers, Some(trouble)),
        }
    }
    (answers, None)
}

/// The values of the variables at the position with this index; the last axis varies fastest.
pub fn numbers(axes: &[Axis], mut place: u64) -> Vec<Int> {
    let mut numbers: Vec<Int> = Vec::new();
    for axis in axes.iter().rev() {
        numbers.push(axis.at(place % axis.len()));
        place /= axis.len();
    }
    numbers.reverse();
    numbers
}
