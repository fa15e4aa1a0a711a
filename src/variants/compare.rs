//! Compares two games: their moves, their lost positions and their values.

use super::asked::only_about;
use super::cause::{Cause, Known, Lone, cause, known};
use super::claims::{Question, claim};
use super::finding::{Finding, Incomparable};
use super::moves::{moves, proof};
use super::positions::{Positions, breach, hold, is_wrong, named};
use super::{Pair, errors};
use crate::claim::{Case, Evidence};
use crate::diagnostic::Diagnostic;
use crate::ir::value::Component;
use crate::ir::{Convention, GameId, Program, Value};
use crate::model::Model;
use crate::pipeline::{self, CheckOptions, Opened};
use crate::position::{Budget, Evaluated, Instance, Limit, Problem, ProblemKind};
use crate::solve::{Choice, Solver};
use crate::source::Sources;
use std::rc::Rc;

/// How a pair of games is compared.
#[derive(Debug, Clone, Copy)]
pub struct Asking {
    /// The convention: normal or misère play.
    pub convention: Convention,
    /// The bound of the examined positions if there is no proof. `None` means that larger and
    /// larger positions are examined until the patience ends.
    pub bound: Option<u64>,
    /// How many microseconds may be spent on examining larger and larger positions.
    pub patience: u64,
    /// How many microseconds may be spent on a proof from the rules.
    pub prove_time: u64,
}

/// A pair of components that differs in outcome or value, usually the smallest.
#[derive(Debug, Clone)]
pub struct Difference {
    /// The component of the first game.
    pub left: Component,
    /// The component of the second game.
    pub right: Component,
    /// What is known about the component of the first game.
    pub of_left: Known,
    /// What is known about the component of the second game.
    pub of_right: Known,
    /// The option that makes the difference, if one was found.
    pub cause: Option<Cause>,
    /// Whether all smaller pairs were found to agree.
    pub is_smallest: bool,
}

/// The result of comparing two games.
#[derive(Debug)]
pub struct Comparison {
    /// Whether the games have the same moves.
    pub moves: Finding<MovesApart>,
    /// Whether the same positions are lost.
    pub lost: Finding<Difference>,
    /// Whether positions have equal values.
    pub values: Finding<Difference>,
    /// The limit that was reached, if one was.
    pub limit: Option<Limit>,
}

/// The first pair of components whose options differ.
#[derive(Debug, Clone)]
pub struct MovesApart {
    /// The component of the first game.
    pub left: Component,
    /// The component of the second game; `None` if its fields have no value.
    pub right: Option<Component>,
    /// An option that only one of the two components has.
    pub lone: Lone,
}

/// Compares a pair of games. Places in diagnostics refer to `sources`. It is an error if the rules
/// of a game are wrong.
pub fn compare(
    pair: &Pair,
    sources: &Sources,
    asking: Asking,
    budget: &Budget<'_>,
) -> Result<Comparison, Incomparable> {
    let judging = Judging { pair, sources, asking, budget };
    if let Some(by) = proof(&Model::of(&pair.instance), pair, budget) {
        // If positions are given, the unchanged rules were found to hold there, so the rules are
        // not checked again.
        if pair.positions.is_none() {
            judging.sound()?;
        }
        let evidence = Evidence::proved(by.to_string());
        let (moves, lost) = (Finding::Same(evidence.clone()), Finding::Same(evidence.clone()));
        let values = judging.no_values().map_or(Finding::Same(evidence), Finding::Open);
        return Ok(Comparison { moves, lost, values, limit: None });
    }
    judging.judged(match moves(pair, budget) {
        Finding::Same(evidence) => Finding::Same(evidence),
        Finding::Open(why) => Finding::Open(why),
        Finding::Differs((left, lone)) => {
            Finding::Differs(MovesApart { right: pair.matched(&left, budget).ok(), left, lone })
        }
    })
}

/// Compares a pair of games from two specs. If the rules do not hold for all components, or no claim
/// about all components can be written, compares only the positions at which both rules hold. It is
/// an error if the rules of one spec are wrong at positions that the spec names itself. Returns the
/// pair with the positions that were compared.
pub fn compare_specs(
    pair: Pair,
    specs: (&Instance, &Instance),
    sources: &Sources,
    asking: Asking,
    budget: &Budget<'_>,
) -> (Pair, Result<Comparison, Incomparable>) {
    // Games whose fields are numbers are compared by claims about all components.
    if claim(&pair, Question::Lost, asking.convention).is_some() {
        match compare(&pair, sources, asking, budget) {
            Err(Incomparable(_)) => {}
            found => return (pair, found),
        }
    }
    let theirs = GameId(pair.right.0 - specs.0.program.games.len() as u32);
    let (ours, theirs) = ((specs.0, &[pair.left][..]), (specs.1, &[theirs][..]));
    let (ours, theirs) = match (named(ours, sources, budget), named(theirs, sources, budget)) {
        (Ok(ours), Ok(theirs)) => (ours, theirs),
        (Err(wrong), _) | (_, Err(wrong)) => return (pair, Err(wrong)),
    };
    let named = [ours, as_ours(&pair, specs, theirs)].concat();
    let mut positions = Positions::sound(&pair.instance, pair.left, &named, budget);
    let others = positions.components.iter().filter_map(|it| pair.matched(it, budget).ok());
    let hold = hold(&pair.instance, &others.collect::<Vec<_>>(), budget);
    positions.retain(|it| pair.matched(it, budget).is_ok_and(|it| hold.contains(&it)));
    if positions.components.is_empty() {
        let found = compare(&pair, sources, asking, budget);
        return (pair, found);
    }
    let pair = Pair { positions: Some(Rc::new(positions)), only_positions: true, ..pair };
    let found = compare(&pair, sources, asking, budget);
    (pair, found)
}

/// Converts components that the second spec names into components of the first game with equal
/// fields. Returns none unless the matching keeps the order of the fields.
fn as_ours(pair: &Pair, specs: (&Instance, &Instance), named: Vec<Component>) -> Vec<Component> {
    let fields = specs.0.program.game(pair.left).fields.len();
    if pair.matching.order(fields) != Some((0..fields).collect()) {
        return Vec::new();
    }
    let theirs = pair.right.0 - specs.0.program.games.len() as u32;
    let of_game = named.into_iter().filter(|it| it.game.0 == theirs);
    of_game.map(|it| Component { game: pair.left, ..it }).collect()
}

/// Whether the rules of both games hold wherever claims about all components evaluate them.
pub fn holds_everywhere(pair: &Pair, sources: &Sources, asking: Asking, budget: &Budget<'_>) -> bool {
    let judging = Judging { pair, sources, asking, budget };
    judging.judged(Finding::Open(String::new())).is_ok()
}

/// The bounds of the fields up to which claims are examined, one after the other, for one, two, and
/// three or more fields.
const STAGES: [&[u64]; 3] = [&[100, 1000, 10_000, 100_000], &[20, 50, 150, 400], &[6, 12, 25, 50]];

/// The data for the comparison of one pair.
struct Judging<'c, 'b> {
    pair: &'c Pair,
    sources: &'c Sources,
    asking: Asking,
    budget: &'c Budget<'b>,
}

impl Judging<'_, '_> {
    /// Why values are not compared; `None` if they are.
    fn no_values(&self) -> Option<String> {
        errors::no_values(&self.pair.instance, [self.pair.left, self.pair.right], self.asking.convention)
    }

    /// Whether positions may be loony. Then they may have no value, so claims cannot compare
    /// values.
    fn is_loony(&self) -> bool {
        [self.pair.left, self.pair.right].iter().any(|game| self.pair.instance.is_twisted(*game))
    }

    /// Checks that the rules of both games are right, by a check of one claim with a small bound.
    /// The verdict is ignored.
    fn sound(&self) -> Result<(), Incomparable> {
        let mut program = self.pair.instance.program.clone();
        program.claims = self.claims(&[Question::Lost]).into_iter().map(|(_, claim)| claim).collect();
        self.check(program, Some(1), None).map(|_| ())
    }

    /// The questions that can be written as claims, with the claims.
    fn claims(&self, questions: &[Question]) -> Vec<(Question, crate::ir::Claim)> {
        let of =
            |question: &Question| Some((*question, claim(self.pair, *question, self.asking.convention)?));
        questions.iter().filter_map(of).collect()
    }

    /// Checks a variant of the merged program, restricted to both games. It is an error if their
    /// rules are wrong.
    fn check(
        &self,
        program: Program,
        bound: Option<u64>,
        prove_time: Option<u64>,
    ) -> Result<pipeline::Checked, Incomparable> {
        let mut instance = self.pair.instance.clone();
        instance.program = program;
        only_about(&mut instance.program, &[self.pair.left, self.pair.right]);
        let opened = Opened {
            sources: self.sources.clone(),
            modules: None,
            instance: Some(instance),
            partial: None,
            diagnostics: Vec::new(),
        };
        let options = CheckOptions { bound, prove_time, ..CheckOptions::default() };
        let checked = pipeline::check(opened, self.budget, options);
        let wrong: Vec<Diagnostic> = checked.diagnostics.iter().filter(|it| is_wrong(it)).cloned().collect();
        if wrong.is_empty() { Ok(checked) } else { Err(Incomparable(wrong)) }
    }

    /// Compares outcomes and values by claims: examines larger and larger positions, and in the
    /// first stage tries to prove the claims. If there are no claims, or only given positions are to
    /// be compared, compares positions one by one.
    fn judged(&self, moves: Finding<MovesApart>) -> Result<Comparison, Incomparable> {
        let by_claims = self.no_values().is_none() && !self.is_loony();
        let questions: &[Question] =
            if by_claims { &[Question::Values, Question::Lost] } else { &[Question::Lost] };
        let claims = self.claims(questions);
        if claims.is_empty() || self.pair.only_positions {
            return self.one_by_one(moves);
        }
        let (mut open, mut found, mut limit) = (claims, Vec::new(), None);
        let fields = self.pair.instance.program.game(self.pair.left).fields.len();
        let stages: Vec<u64> = match self.asking.bound {
            Some(bound) => vec![bound],
            None => STAGES[fields.clamp(1, STAGES.len()) - 1].to_vec(),
        };
        let begun = self.budget.now();
        for (at, stage) in stages.iter().enumerate() {
            let prove_time = (at == 0).then_some(self.asking.prove_time).filter(|time| *time > 0);
            let mut program = self.pair.instance.program.clone();
            program.claims = open.iter().map(|(_, claim)| claim.clone()).collect();
            let checked = self.check(program, Some(*stage), prove_time)?;
            limit = checked.limit;
            let mut still = Vec::new();
            for ((question, claim), verdict) in open.into_iter().zip(checked.verdicts) {
                let is_better = !matches!(verdict.evidence, Evidence::Undecided { .. })
                    || !found.iter().any(|it: &(Question, Evidence)| it.0 == question);
                let may_change =
                    matches!(verdict.evidence, Evidence::Checked { .. } | Evidence::Undecided { .. });
                if is_better {
                    found.retain(|it| it.0 != question);
                    found.push((question, verdict.evidence));
                }
                if may_change {
                    still.push((question, claim));
                }
            }
            open = still;
            let passed = self.budget.now().zip(begun).map_or(0, |(now, begun)| now.saturating_sub(begun));
            if open.is_empty() || limit.is_some() || passed.saturating_mul(4) > self.asking.patience {
                break;
            }
        }
        self.told(moves, found, limit)
    }

    /// Builds the comparison from the evidence for the claims, and finds the cause of each
    /// difference.
    fn told(
        &self,
        moves: Finding<MovesApart>,
        found: Vec<(Question, Evidence)>,
        limit: Option<Limit>,
    ) -> Result<Comparison, Incomparable> {
        let model = Model::of(&self.pair.instance);
        let mut solver = Solver::new(&model, self.budget, Choice::Auto);
        let mut finding = |question: Question| -> Option<Finding<Difference>> {
            let (_, evidence) = found.iter().find(|it| it.0 == question)?;
            Some(match evidence {
                Evidence::Proved { .. } | Evidence::Checked { .. } => Finding::Same(evidence.clone()),
                Evidence::Undecided { why, .. } => Finding::Open(why.clone()),
                Evidence::Refuted { counterexample } => {
                    match self.difference(&mut solver, counterexample, question) {
                        // If a limit was reached, a smaller case may still be open.
                        Ok(difference) => {
                            Finding::Differs(Difference { is_smallest: limit.is_none(), ..difference })
                        }
                        Err(problem) => {
                            Finding::Open(crate::position::errors::sentence(&self.pair.instance, &problem))
                        }
                    }
                }
            })
        };
        let lost = finding(Question::Lost);
        let values = finding(Question::Values);
        let nothing = || Finding::Open(errors::NOTHING_SEEN.to_string());
        let (values, more) = match self.no_values() {
            Some(why) => (Finding::Open(why), None),
            None if self.is_loony() => self.first_apart(&self.pair.positions(), true)?,
            None => (values.unwrap_or_else(nothing), None),
        };
        Ok(Comparison { moves, lost: lost.unwrap_or_else(nothing), values, limit: limit.or(more) })
    }

    /// The difference at a counterexample of a claim.
    fn difference(
        &self,
        solver: &mut Solver<'_, '_>,
        case: &Case,
        question: Question,
    ) -> Evaluated<Difference> {
        let state: Vec<Value> = case.iter().map(|(_, value)| value.clone()).collect();
        let is_whole = state.len() == self.pair.instance.fields[self.pair.left.index()].len();
        let left = Component { game: self.pair.left, state: state.into() };
        let apart = match is_whole {
            true => self.apart(solver, left, question == Question::Values)?,
            // A refutation of all cases together names none.
            false => None,
        };
        apart.ok_or_else(|| {
            let kind = ProblemKind::Limit(Limit::Positions);
            Problem { span: crate::source::Span::default(), kind }
        })
    }

    /// The difference between a component and its counterpart; `None` if there is none.
    fn apart(
        &self,
        solver: &mut Solver<'_, '_>,
        left: Component,
        values: bool,
    ) -> Evaluated<Option<Difference>> {
        let right = self.pair.matched(&left, self.budget)?;
        let convention = self.asking.convention;
        let of_left = known(solver, &left, convention, values)?;
        let of_right = known(solver, &right, convention, values)?;
        if of_left == of_right {
            return Ok(None);
        }
        let parted = [(&left, &of_left), (&right, &of_right)];
        let cause = cause(self.pair, solver, parted, convention, self.budget)?;
        Ok(Some(Difference { left, right, of_left, of_right, cause, is_smallest: true }))
    }

    /// Compares the games at single components, one after the other.
    fn one_by_one(&self, moves: Finding<MovesApart>) -> Result<Comparison, Incomparable> {
        let positions = self.pair.positions();
        if self.pair.positions.is_none() {
            self.check(self.pair.instance.program.clone(), None, None)?;
        } else if self.pair.twins.is_some() {
            let twins: Evaluated<Vec<Component>> =
                positions.components.iter().map(|it| self.pair.matched(it, self.budget)).collect();
            let breach = twins.ok().and_then(|twins| breach(&self.pair.instance, &twins, self.budget));
            breach.map_or(Ok(()), |problem| Err(self.breaks(&problem)))?;
        }
        let (lost, limit) = self.first_apart(&positions, false)?;
        let (values, more) = match self.no_values() {
            Some(why) => (Finding::Open(why), None),
            None => self.first_apart(&positions, true)?,
        };
        Ok(Comparison { moves, lost, values, limit: limit.or(more) })
    }

    /// The error for a component at which the rules of the variant do not hold.
    fn breaks(&self, problem: &Problem) -> Incomparable {
        Incomparable(vec![crate::sound::errors::unsound(&self.pair.instance, problem)])
    }

    /// Finds the first of some components that differs from its counterpart in outcome, or with
    /// `values` in value. Also returns the limit that was reached, if one was.
    fn first_apart(
        &self,
        positions: &Positions,
        values: bool,
    ) -> Result<(Finding<Difference>, Option<Limit>), Incomparable> {
        let model = Model::of(&self.pair.instance);
        let mut solver = Solver::new(&model, self.budget, Choice::Auto);
        let (mut seen, mut undefined, begun) = (0, 0, self.budget.now());
        for component in &positions.components {
            let passed = self.budget.now().zip(begun).map_or(0, |(now, begun)| now.saturating_sub(begun));
            if passed > self.asking.patience {
                break;
            }
            match self.apart(&mut solver, component.clone(), values) {
                Ok(None) => seen += 1,
                Ok(Some(difference)) => {
                    let is_smallest = undefined == 0;
                    return Ok((Finding::Differs(Difference { is_smallest, ..difference }), None));
                }
                Err(Problem { kind: ProblemKind::Limit(reached), .. }) => {
                    return Ok((self.alike(positions, seen, undefined), Some(reached)));
                }
                // The unchanged rules hold at the given positions, so the change causes the error.
                Err(problem) if self.pair.positions.is_some() && self.pair.twins.is_some() => {
                    return Err(self.breaks(&problem));
                }
                // The rules may have no value at some components of the fields' types; these are
                // skipped.
                Err(_) => undefined += 1,
            }
        }
        Ok((self.alike(positions, seen, undefined), None))
    }

    /// The finding if `seen` components agree and `undefined` were skipped.
    fn alike(&self, positions: &Positions, seen: usize, undefined: usize) -> Finding<Difference> {
        match (seen, undefined) {
            (0, _) => Finding::Open(errors::NOTHING_SEEN.to_string()),
            (_, 0) => Finding::Same(positions.alike(seen)),
            _ => Finding::Same(Evidence::Checked { bound: errors::compared(seen, 0, false) }),
        }
    }
}
