//! Answers one question about many positions of one pattern, for `table` and `query`: by the
//! solver's fast path where there is one, otherwise position by position.

use super::pattern::{Axis, Pattern, Values};
use super::watch::Watch;
use crate::ir::value::Position;
use crate::ir::{ExprKind, Type, Value, walk};
use crate::model::Model;
use crate::number::Int;
use crate::position::{Budget, Evaluated, Instance, Limit, Problem, ProblemKind, Refusal};
use crate::solve::{Asked, Choice, Listed, Outcome, Solver};
use crate::source::Span;
use std::sync::Arc;

/// The question that is asked about each position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// The Grundy value.
    Sg,
    /// Who wins: the outcome.
    Outcome,
    /// The remoteness: after how many moves play ends if the winner is quick and the loser delays.
    Remoteness,
}

impl Question {
    /// The name of the question on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Question::Sg => "sg",
            Question::Outcome => "outcome",
            Question::Remoteness => "remoteness",
        }
    }
}

/// The answer for one position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A Grundy value or a remoteness.
    Number(Int),
    /// The outcome: who wins.
    Outcome(Outcome),
    /// The question has no answer at this position, such as the remoteness of a draw.
    Refused(Refusal),
}

/// The problem that prevented an answer, by the step in which it occurred.
#[derive(Debug)]
pub enum Trouble {
    /// The pattern has no value at these numbers.
    NoPosition(Problem),
    /// The position could not be examined.
    NoAnswer(Problem),
}

impl Trouble {
    /// The problem that occurred, with its place.
    pub fn problem(&self) -> &Problem {
        match self {
            Trouble::NoPosition(problem) | Trouble::NoAnswer(problem) => problem,
        }
    }

    /// The limit that was reached; `None` if the problem is not a limit.
    pub fn limit(&self) -> Option<Limit> {
        match self.problem().kind {
            ProblemKind::Limit(limit) => Some(limit),
            _ => None,
        }
    }
}

/// Asks one question of the positions of a pattern.
///
/// All answers come through this type, so that a faster path affects nothing else.
pub struct Asker<'a, 'b> {
    pattern: &'a Pattern,
    question: Question,
    model: &'a Model<'a>,
    instance: &'a Instance,
    budget: &'a Budget<'b>,
    choice: Choice,
    solver: Solver<'a, 'b>,
    /// Whether the solver has answered a question, so that its memory may be full of earlier ones.
    remembers: bool,
    frame: Vec<Value>,
    /// Whether the solver has a fast path prepared for the pattern.
    ready: bool,
    /// Examines the play that the solver skips when it knows the outcome early.
    watch: Watch,
    /// The current numbers as machine integers; a buffer that is reused.
    words: Vec<i64>,
}

impl<'a, 'b> Asker<'a, 'b> {
    /// Makes an asker, and prepares the solver's fast path if the pattern and the question allow
    /// it.
    pub fn new(
        pattern: &'a Pattern,
        question: Question,
        model: &'a Model<'a>,
        budget: &'a Budget<'b>,
        choice: Choice,
    ) -> Asker<'a, 'b> {
        let instance = model.instance;
        let mut solver = Solver::new(model, budget, choice);
        let games = match pattern.types().contains(&Type::Position) {
            true => instance.program.game_ids().collect(),
            false => walk::games_in(&instance.program, &pattern.body.expr),
        };
        let watch = Watch::new(instance, &games, question == Question::Sg);
        let is_short = pattern.is_of_integers()
            && question != Question::Remoteness
            && (watch.is_idle() || by_values(pattern, &watch));
        let ready = is_short && solver.prepare(&pattern.series());
        let (frame, words) = (pattern.frame(), Vec::new());
        let remembers = false;
        Asker {
            pattern,
            question,
            model,
            instance,
            budget,
            choice,
            solver,
            remembers,
            frame,
            ready,
            watch,
            words,
        }
    }

    /// What the solver has to find. If all of play must be examined, this is the value even when
    /// the question is the outcome, because computing a value examines all of play.
    fn asked(&self) -> Asked {
        if self.question == Question::Sg || !self.watch.is_idle() { Asked::Value } else { Asked::Outcome }
    }

    /// Announces to the solver that all cells of a table with these axes will be asked about.
    pub fn expect(&mut self, axes: &[Axis]) {
        let cells = axes.iter().try_fold(1u64, |cells, axis| cells.checked_mul(axis.len()));
        let end = |at: fn(u64) -> u64| axes.iter().map(|axis| axis.at(at(axis.len())).to_i64()).collect();
        let some = self.ready && axes.iter().all(|axis| !axis.is_empty());
        if let (Some(cells), true) = (cells, some) {
            let corners: [Option<Vec<i64>>; 2] = [end(|_| 0), end(|length| length - 1)];
            if let [Some(first), Some(last)] = &corners {
                self.solver.expect([first, last], cells);
            }
        }
    }

    /// The answer for the position at these numbers, as many as the pattern takes.
    pub fn answer(&mut self, numbers: &[Int]) -> Result<Answer, Trouble> {
        if let Some(answer) = self.short(numbers)? {
            return Ok(answer);
        }
        let position = self.pattern.position(self.instance, self.budget, &mut self.frame, numbers);
        self.examine(position, |solver, question, position| one(solver, question, position))
    }

    /// The answer for the position at these values, one for each variable and of its type.
    pub fn answer_at(&mut self, values: Vec<Value>) -> Result<Answer, Trouble> {
        let values = values.into_iter();
        let position = self.pattern.position_at(self.instance, self.budget, &mut self.frame, values);
        self.examine(position, |solver, question, position| one(solver, question, position))
    }

    /// The answer for the position at these numbers, and whether the player to move loses.
    pub fn answer_and_loss(&mut self, numbers: &[Int]) -> Result<(Answer, bool), Trouble> {
        if let Some(answer) = self.short(numbers)? {
            let lost = match &answer {
                Answer::Number(value) => value.is_zero(),
                answer => *answer == Answer::Outcome(Outcome::Previous),
            };
            return Ok((answer, lost));
        }
        let position = self.pattern.position(self.instance, self.budget, &mut self.frame, numbers);
        self.examine(position, |solver, question, position| {
            let answer = one(solver, question, position)?;
            let lost = match (&answer, question) {
                (Answer::Outcome(outcome), _) => *outcome == Outcome::Previous,
                (Answer::Number(value), Question::Sg) => value.is_zero(),
                _ => one(solver, Question::Outcome, position)? == Answer::Outcome(Outcome::Previous),
            };
            Ok((answer, lost))
        })
    }

    /// Who wins the position at these numbers, and the name of a winning move if one is found.
    pub fn win(&mut self, numbers: &[Int]) -> Result<(Answer, Option<String>), Trouble> {
        let position = self.pattern.position(self.instance, self.budget, &mut self.frame, numbers);
        self.examine(position, |solver, _, position| winning_move(solver, position))
    }

    /// Who wins the position at these values, one for each variable and of its type, and the name
    /// of a winning move if one is found.
    pub fn win_at(&mut self, values: Vec<Value>) -> Result<(Answer, Option<String>), Trouble> {
        let values = values.into_iter();
        let position = self.pattern.position_at(self.instance, self.budget, &mut self.frame, values);
        self.examine(position, |solver, _, position| winning_move(solver, position))
    }

    /// Finds all cells of a table at once, if an engine can, and passes them to `show` row by row.
    /// If an error is returned, the rows found before it were passed on. Passes on nothing if no
    /// engine can, if the question is the remoteness, or if it is the outcome and all of play must
    /// be examined.
    pub fn sweep(&mut self, axes: &[Axis], show: &mut dyn FnMut(&[u32]) -> bool) -> Result<(), Trouble> {
        let asked = match self.question {
            Question::Sg => Asked::Value,
            // Here values must be found, to examine all of play (see `asked`), but the rows have to
            // be outcomes.
            Question::Outcome if !self.watch.is_idle() => return Ok(()),
            Question::Outcome => Asked::Outcome,
            Question::Remoteness => return Ok(()),
        };
        let ranges: Option<Vec<(i64, i64)>> = axes.iter().map(consecutive).collect();
        let Some(ranges) = ranges.filter(|_| self.ready) else { return Ok(()) };
        self.solver.sweep(asked, &ranges, show).map(|_| ()).map_err(Trouble::NoAnswer)
    }

    /// The answer from the prepared fast path; `None` if there is no fast path, or it has no
    /// answer.
    fn short(&mut self, numbers: &[Int]) -> Result<Option<Answer>, Trouble> {
        if !self.ready {
            return Ok(None);
        }
        self.words.clear();
        self.words.extend(numbers.iter().map_while(Int::to_i64));
        if self.words.len() < numbers.len() {
            return Ok(None);
        }
        let no_answer =
            |limit| Trouble::NoAnswer(Problem { span: Span::default(), kind: ProblemKind::Limit(limit) });
        self.budget.tick(1).map_err(no_answer)?;
        let asked = self.asked();
        let mut found = self.solver.next(asked, &self.words);
        if self.remembers && matches!(&found, Err(problem) if is_full(problem)) {
            self.begin_anew();
            found = self.solver.next(asked, &self.words);
        }
        self.remembers = true;
        let answer = |found| match self.question {
            Question::Sg => Answer::Number(Int::from(found)),
            _ => Answer::Outcome(match found {
                0 => Outcome::Previous,
                2 if asked == Asked::Outcome => Outcome::Draw,
                _ => Outcome::Next,
            }),
        };
        Ok(found.map_err(Trouble::NoAnswer)?.map(answer))
    }

    /// Replaces the solver, whose memory earlier questions have filled, by a new one.
    fn begin_anew(&mut self) {
        self.solver = Solver::new(self.model, self.budget, self.choice);
        self.ready = self.ready && self.solver.prepare(&self.pattern.series());
    }

    /// Asks the solver about a position, after [`Watch`] has examined the play that the solver may
    /// skip. If the memory of the solver is full of earlier questions, asks a new solver.
    fn examine<T>(
        &mut self,
        position: Evaluated<Arc<Position>>,
        ask: impl Fn(&mut Solver<'a, 'b>, Question, &Position) -> Evaluated<T>,
    ) -> Result<T, Trouble> {
        let (instance, budget) = (self.instance, self.budget);
        budget.tick(1).map_err(|limit| {
            Trouble::NoAnswer(Problem { span: Span::default(), kind: ProblemKind::Limit(limit) })
        })?;
        let position = position.map_err(Trouble::NoPosition)?;
        let mut looked = self.watch.look(&mut self.solver, instance, &position);
        if self.remembers && matches!(&looked, Err(problem) if is_full(problem)) {
            self.begin_anew();
            looked = self.watch.look(&mut self.solver, instance, &position);
        }
        looked.map_err(Trouble::NoAnswer)?;
        let mut answer = ask(&mut self.solver, self.question, &position);
        if self.remembers && matches!(&answer, Err(problem) if is_full(problem)) {
            self.begin_anew();
            answer = ask(&mut self.solver, self.question, &position);
        }
        self.remembers = true;
        answer.map_err(Trouble::NoAnswer)
    }
}

/// Whether values determine outcomes: the pattern has no convention, no compound and no function
/// call, and the games whose play is examined have values.
fn by_values(pattern: &Pattern, watch: &Watch) -> bool {
    let mut is_sum = watch.is_by_values();
    walk::everything(&pattern.body.expr, &mut |inner| {
        is_sum &=
            !matches!(inner.kind, ExprKind::Convention(..) | ExprKind::Compound(..) | ExprKind::Call(..));
    });
    is_sum
}

/// The first and the last number of an axis; `None` if its numbers are not consecutive, are too
/// large, or there are none.
fn consecutive(axis: &Axis) -> Option<(i64, i64)> {
    let Values::Consecutive(first, count) = &axis.values else { return None };
    let first = first.to_i64()?;
    let further = i64::try_from(count.checked_sub(1)?).ok()?;
    Some((first, first.checked_add(further)?))
}

/// Whether the limit of stored positions was reached.
fn is_full(problem: &Problem) -> bool {
    matches!(problem.kind, ProblemKind::Limit(Limit::Positions))
}

/// The outcome of a position, and the name of a winning move if the player to move wins and one is
/// found.
fn winning_move(solver: &mut Solver<'_, '_>, position: &Position) -> Evaluated<(Answer, Option<String>)> {
    let answer = one(solver, Question::Outcome, position)?;
    if answer != Answer::Outcome(Outcome::Next) {
        return Ok((answer, None));
    }
    let moves = match solver.listed_moves(position)? {
        Listed::All(moves) | Listed::Winning(moves) | Listed::First(moves) => moves,
        Listed::TooMany => Vec::new(),
    };
    Ok((answer, moves.into_iter().find(|it| it.outcome == Outcome::Previous).map(|it| it.name)))
}

/// The answer to one question. A refusal is an answer; other problems are errors.
fn one(solver: &mut Solver<'_, '_>, question: Question, position: &Position) -> Evaluated<Answer> {
    let answer = match question {
        Question::Sg => solver.sg(position).map(Answer::Number),
        Question::Outcome => solver.outcome(position).map(Answer::Outcome),
        Question::Remoteness => solver.remoteness(position).map(|remoteness| match remoteness {
            Some(remoteness) => Answer::Number(Int::from(remoteness)),
            None => Answer::Refused(Refusal::RemotenessOfDraw),
        }),
    };
    match answer {
        Err(Problem { kind: ProblemKind::Refused(refusal), .. }) => Ok(Answer::Refused(refusal)),
        answer => answer,
    }
}
