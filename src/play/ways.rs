//! Lists the positions that one move can reach, each with the names of all moves that lead to it,
//! so that every name can be typed and drawn. Nothing is solved here, so play continues in
//! positions that no engine can solve.

use crate::ir::value::{Component, Form, Position, Sum};
use crate::ir::{Compound, print};
use crate::position::{Budget, Evaluated, Evaluator, Flow, Instance, Problem, ProblemKind, Step};
use crate::source::Span;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A position that one move can reach, with all moves that lead there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The moves in the order of the rules, each as in `strip(5): strike(i = 2)`; never empty.
    pub names: Vec<String>,
    /// The moves without the component's prefix, as in `strike(i = 2)`.
    pub bare: Vec<String>,
    /// The position that these moves lead to.
    pub to: Position,
}

impl Choice {
    /// The name of the first of the moves.
    pub fn name(&self) -> &str {
        self.names.first().map_or("", String::as_str)
    }
}

/// The name of a move in one operand, or of moves in several operands at once, with and without the
/// components' prefixes.
#[derive(Clone, Default)]
struct Way {
    name: String,
    bare: String,
}

/// The positions that one move can reach, in the order of the rules. A position where play is over
/// only because its value is 0, as under `anti`, still has choices; [`super::end`] decides whether
/// play is over.
pub fn choices(instance: &Instance, budget: &Budget<'_>, position: &Position) -> Evaluated<Vec<Choice>> {
    first_choices(instance, budget, position, usize::MAX).map(|(all, _)| all)
}

/// The positions that one move can reach if at most `most` ways to play each move of a component
/// are listed, and whether some move has more ways.
pub fn first_choices(
    instance: &Instance,
    budget: &Budget<'_>,
    position: &Position,
    most: usize,
) -> Evaluated<(Vec<Choice>, bool)> {
    let evaluator = Evaluator::new(instance, budget);
    let mut lister = Lister { instance, evaluator, budget, most, is_cut: false };
    let ways = match &position.form {
        Form::Sum(sum) => {
            let ways = lister.in_sum(sum)?.into_iter();
            ways.map(|(way, to)| (way, Form::Sum(to))).collect()
        }
        Form::Operands(operands) => lister.in_one(operands)?,
        Form::Compound(compound, operands) => lister.in_several(*compound, operands)?,
    };
    let mut choices: Vec<Choice> = Vec::new();
    let mut places: FxHashMap<Position, usize> = FxHashMap::default();
    for (way, form) in ways {
        let to = Position { convention: position.convention, form };
        let at = *places.entry(to.clone()).or_insert(choices.len());
        if at == choices.len() {
            choices.push(Choice { names: Vec::new(), bare: Vec::new(), to });
        }
        choices[at].names.push(way.name);
        choices[at].bare.push(way.bare);
    }
    Ok((choices, lister.is_cut))
}

/// Whether a position has no move. In a sum, the search stops at the first move that it finds.
pub fn stuck(instance: &Instance, budget: &Budget<'_>, position: &Position) -> Evaluated<bool> {
    let Form::Sum(sum) = &position.form else {
        return Ok(choices(instance, budget, position)?.is_empty());
    };
    let mut evaluator = Evaluator::new(instance, budget);
    for (part, _) in sum.parts.iter() {
        let mut any = false;
        if evaluator.ending(part)?.is_none() {
            evaluator.each_target(part, &mut |_, _, _| {
                any = true;
                Ok(Flow::Stop)
            })?;
        }
        if any {
            return Ok(false);
        }
    }
    Ok(true)
}

struct Lister<'a, 'b> {
    instance: &'a Instance,
    evaluator: Evaluator<'a, 'b>,
    budget: &'a Budget<'b>,
    /// The most ways to play one move of a component that are listed.
    most: usize,
    /// Whether some move has more ways than are listed.
    is_cut: bool,
}

impl Lister<'_, '_> {
    /// The ways to move in a sum. A component is named unless it is the only one.
    fn in_sum(&mut self, sum: &Sum) -> Evaluated<Vec<(Way, Sum)>> {
        let mut ways = Vec::new();
        let alone = sum.single().is_some();
        let waiting = self.instance.waiting(sum);
        for (at, (part, _)) in sum.parts.iter().enumerate() {
            if waiting.is_some_and(|only| only != at) || self.evaluator.ending(part)?.is_some() {
                continue;
            }
            for step in self.steps(part)? {
                let bare = print::step(&self.instance.program, part.game, step.rule, &step.bound);
                let name = if alone { bare.clone() } else { self.in_component(part, &bare) };
                let to = sum.replaced(at, &step.target).ok_or_else(too_many)?;
                ways.push((Way { name, bare }, to));
            }
        }
        Ok(ways)
    }

    fn steps(&mut self, part: &Component) -> Evaluated<Vec<Step>> {
        let mut all = Vec::new();
        for rule in 0..self.instance.program.game(part.game).moves.len() {
            let mut steps = Vec::new();
            self.evaluator.first_steps(part, rule, self.most.saturating_add(1), &mut steps)?;
            self.is_cut |= steps.len() > self.most;
            steps.truncate(self.most);
            all.append(&mut steps);
        }
        Ok(all)
    }

    fn in_component(&self, part: &Component, name: &str) -> String {
        format!("{}: {name}", print::component(&self.instance.program, part))
    }

    /// The ways to move in an operand. If the operand is not the only one and consists of one
    /// component, each name begins with that component. With several components, [`Lister::in_sum`]
    /// has already put the component into the name.
    fn in_operand(&mut self, operand: &Sum, alone: bool) -> Evaluated<Vec<(Way, Sum)>> {
        let mut ways = self.in_sum(operand)?;
        if let Some(part) = operand.single().filter(|_| !alone) {
            for (way, _) in &mut ways {
                way.name = self.in_component(part, &way.bare);
            }
        }
        Ok(ways)
    }

    fn in_one(&mut self, operands: &[Sum]) -> Evaluated<Vec<(Way, Form)>> {
        let mut ways = Vec::new();
        for at in 0..operands.len() {
            for (way, to) in self.in_operand(&operands[at], operands.len() == 1)? {
                let mut changed = operands.to_vec();
                changed[at] = to;
                changed.sort();
                ways.push((way, Form::Operands(changed.into())));
            }
        }
        Ok(ways)
    }

    /// The ways to move in a compound: in every operand that has moves, or under `Compound::Some`
    /// in one or more of them. There are none under `Compound::ShortAll` if one operand has no
    /// move.
    fn in_several(&mut self, compound: Compound, operands: &[Sum]) -> Evaluated<Vec<(Way, Form)>> {
        let mut partial: Vec<(Way, Vec<Sum>)> = vec![(Way::default(), Vec::new())];
        for operand in operands {
            let ways = self.in_operand(operand, false)?;
            if ways.is_empty() && compound == Compound::ShortAll {
                // Play ends as soon as one operand ends.
                return Ok(Vec::new());
            }
            let stays = ways.is_empty() || compound == Compound::Some;
            let mut longer = Vec::new();
            for (before, sums) in &partial {
                if stays {
                    longer.push((before.clone(), with(sums, operand)));
                }
                longer.extend(ways.iter().map(|(way, to)| (before.and(way), with(sums, to))));
                self.budget.tick(longer.len()).map_err(limited)?;
            }
            partial = longer;
        }
        let moved = partial.into_iter().filter(|(way, _)| !way.name.is_empty());
        Ok(moved
            .map(|(way, mut sums)| {
                sums.sort();
                (way, Form::Compound(compound, Arc::from(sums)))
            })
            .collect())
    }
}

impl Way {
    /// Combines a way in one operand with a way in the next.
    fn and(&self, next: &Way) -> Way {
        if self.name.is_empty() {
            return next.clone();
        }
        Way { name: format!("{}, {}", self.name, next.name), bare: format!("{}, {}", self.bare, next.bare) }
    }
}

fn with(sums: &[Sum], last: &Sum) -> Vec<Sum> {
    sums.iter().chain([last]).cloned().collect()
}

fn too_many() -> Problem {
    Problem { span: Span::default(), kind: ProblemKind::TooLarge("a count of components") }
}

fn limited(limit: crate::position::Limit) -> Problem {
    Problem { span: Span::default(), kind: ProblemKind::Limit(limit) }
}
