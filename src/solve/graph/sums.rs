//! Chooses and runs the search that answers a question about a position.

use super::code::Stop;
use super::codec::Codec;
use super::expand::key_of;
use super::kernel::Kernel;
use super::misere::Genus;
use super::options::Failure;
use super::play::{self, Crowded, Lone, NOBODY, Play, Together};
use super::table::NOTHING;
use super::values::Aim;
use super::{Alone, Graph, Kind, LaidOut};
use crate::ir::value::{Component, Form, Position, Sum};
use crate::ir::{Compound, Convention, Domain, GameId, walk};
use crate::position::{self, Evaluated, Instance, Problem, ProblemKind, Refusal};
use crate::source::Span;
use crate::{How, Outcome, Smith, refuse};
use rustc_hash::FxHashMap;
use std::sync::PoisonError;

/// Who wins, and in how many moves.
type Decided = (Outcome, Option<u64>);

impl Graph<'_, '_> {
    /// Asks a question; whenever a key does not fit, lays out the keys anew and asks again. `None`
    /// if this engine does not support the question.
    pub(super) fn steady<T>(
        &mut self,
        ask: &mut dyn FnMut(&mut Self) -> Result<T, Failure>,
    ) -> Evaluated<Option<T>> {
        loop {
            match ask(self) {
                Ok(answer) => return Ok(Some(answer)),
                Err(Failure::Stop(Stop::Widen)) => self.widen(),
                Err(Failure::Stop(Stop::Limit(limit))) => return Err(crate::limit(limit)),
                Err(Failure::Stop(_)) => return Ok(None),
                Err(Failure::Problem(problem)) => return Err(problem),
            }
        }
    }

    /// The keys of a sum's components, each as often as it occurs; an error beyond 65,536 keys.
    fn keys(&self, sum: &Sum) -> Result<Vec<u64>, Failure> {
        let mut keys = Vec::new();
        for (part, count) in sum.parts.iter() {
            let key = key_of(self.instance, &self.codec, part)?;
            if keys.len() as u64 + count > 1 << 16 {
                return Err(Stop::Bail.into());
            }
            keys.extend(std::iter::repeat_n(key, *count as usize));
        }
        Ok(keys)
    }

    /// Who wins a position; `None` if this engine does not support it.
    pub(super) fn decide(&mut self, position: &Position) -> Evaluated<Option<Outcome>> {
        let kind = self.kind_of(position);
        if !kind.covered {
            return Ok(None);
        }
        if self.instance.is_twisted_position(position) {
            return Ok(self.by_turns(position, kind, self.budget.positions)?.map(|decided| decided.0));
        }
        let quick = match (&position.form, position.convention) {
            (Form::Sum(sum), Convention::Normal) if kind.loopy => self.loopy_sum(sum, kind)?,
            (Form::Sum(sum), convention) if !kind.loopy => self.loop_free_sum(sum, convention, kind)?,
            (Form::Operands(operands), _) => Some(self.anti(operands, kind)?).flatten(),
            (Form::Compound(compound, operands), Convention::Normal) if !kind.loopy && !kind.ends => {
                // Errors of single operands are dropped: play of the whole compound may never reach
                // them, because another operand ends first.
                self.compound(*compound, operands).unwrap_or_default()
            }
            _ => None,
        };
        match quick {
            Some(outcome) => Ok(Some(outcome)),
            None => Ok(self.play_out(position, self.budget.positions)?.map(|decided| decided.0)),
        }
    }

    fn kind_of(&mut self, position: &Position) -> Kind {
        let sums: &[Sum] = match &position.form {
            Form::Sum(sum) => std::slice::from_ref(sum),
            Form::Compound(_, sums) | Form::Operands(sums) => sums,
        };
        let nothing = Kind { loopy: false, single: true, covered: true, ends: false };
        sums.iter().fold(nothing, |kind, sum| kind.and(self.kind_of_sum(sum)))
    }

    /// The outcome of a sum of loop-free components. A single component is searched for outcomes;
    /// several are decided by values or by the theory of misère play. `None` if these do not
    /// decide.
    fn loop_free_sum(&mut self, sum: &Sum, convention: Convention, kind: Kind) -> Evaluated<Option<Outcome>> {
        let aim = if convention == Convention::Normal { Aim::Normal } else { Aim::Misere };
        if let (Some(component), true) = (sum.single(), kind.single) {
            if aim == Aim::Normal
                && let Some(value) = self.known_value(component)
            {
                return Ok(Some(outcome(value != 0)));
            }
            return Ok(self.seek(aim, component)?.map(|value| outcome(value != 0)));
        }
        if convention == Convention::Normal {
            return match self.value_of_sum(sum) {
                Ok(value) => Ok(value.map(|value| outcome(value != 0))),
                Err(Problem { kind: ProblemKind::Refused(Refusal::ValueOfWinEnds), .. }) => Ok(None),
                Err(problem) => Err(problem),
            };
        }
        if kind.ends {
            return Ok(None);
        }
        let found = self.steady(&mut |graph| graph.misere_sum(sum))?;
        Ok(found.flatten())
    }

    /// The value of a component, if the table has it.
    fn known_value(&self, component: &Component) -> Option<u32> {
        let key = key_of(self.instance, &self.codec, component).ok()?;
        let values = self.values.read().unwrap_or_else(PoisonError::into_inner);
        Some(values.get(key)).filter(|value| *value != NOTHING)
    }

    /// The outcome of a sum under misère play; `None` if there are too many reduced forms.
    fn misere_sum(&mut self, sum: &Sum) -> Result<Option<Outcome>, Failure> {
        let keys = self.keys(sum)?;
        self.misere_keys(&keys)
    }

    /// The outcome of a misère sum: by pairs if all components are tame, else by reduced forms;
    /// `None` if there are too many of these.
    pub(super) fn misere_keys(&mut self, keys: &[u64]) -> Result<Option<Outcome>, Failure> {
        let most = self.budget.positions;
        let LaidOut { components, misere, .. } = &mut self.laid_out;
        let numbers = keys.iter().map(|key| components.number(*key, most));
        let numbers = numbers.collect::<Result<Vec<_>, Stop>>()?;
        let (mut total, mut firm, mut all_plain, mut tame) = (0, false, true, true);
        for number in &numbers {
            match misere.genus(*number, components, &mut self.expander, most)? {
                Genus::Tame { plus, minus, plain } => {
                    total ^= plus;
                    firm |= plus == minus;
                    all_plain &= plain;
                }
                Genus::Wild => tame = false,
            }
        }
        if tame {
            self.how = if all_plain { How::PlainMisere } else { How::TameMisere };
            return Ok(Some(outcome(if firm { total != 0 } else { total == 0 })));
        }
        let won = misere.search(&numbers, components, &mut self.expander, most)?;
        if won.is_some() {
            self.how = How::ReducedMisere;
        }
        Ok(won.map(outcome))
    }

    /// Who wins a loop-free position if play ends as soon as all operands have value 0 (T03);
    /// `None` if play may reach a game with an `end`, or if the value of an operand is not found.
    fn anti(&mut self, operands: &[Sum], kind: Kind) -> Evaluated<Option<Outcome>> {
        if !self.refuse_anti(operands, kind)? {
            return Ok(None);
        }
        let (mut total, mut above) = (0, false);
        for operand in operands {
            let Some(value) = self.value_of_sum(operand)? else { return Ok(None) };
            total ^= value;
            above |= value > 1;
        }
        self.how = How::EndAtZero;
        Ok(Some(outcome((total != 0) == above)))
    }

    /// Refuses loopy operands. Returns whether the values of the operands decide.
    fn refuse_anti(&mut self, operands: &[Sum], kind: Kind) -> Evaluated<bool> {
        if kind.loopy {
            return Err(refuse(Refusal::AntiLoopy));
        }
        // Play from operands of games with `end` rules may never reach an `end`. Only the reference
        // engine checks that, so the decision is left to it.
        Ok(!kind.ends || operands.is_empty())
    }

    /// The outcome of a compound, by the outcomes, remoteness or suspense of its operands (T06);
    /// `None` if one of these is not found.
    fn compound(&mut self, compound: Compound, operands: &[Sum]) -> Evaluated<Option<Outcome>> {
        if compound == Compound::Some {
            let mut any = false;
            for operand in operands {
                let position = Position::normal(operand.clone());
                let Some(won) = self.decide(&position)? else { return Ok(None) };
                any |= won == Outcome::Next;
            }
            self.how = How::Compound;
            return Ok(Some(outcome(any)));
        }
        if compound == Compound::LongAll {
            let mut most = 0;
            for operand in operands {
                let found = self.steady(&mut |graph| graph.suspense(operand))?;
                let Some(suspense) = found else { return Ok(None) };
                most = most.max(suspense);
            }
            self.how = How::Compound;
            return Ok(Some(outcome(most % 2 == 1)));
        }
        let mut least: Option<u64> = None;
        for operand in operands {
            let played = self.play_out(&Position::normal(operand.clone()), self.budget.positions)?;
            let Some((_, Some(remoteness))) = played else { return Ok(None) };
            least = Some(least.map_or(remoteness, |least| least.min(remoteness)));
        }
        self.how = How::Compound;
        Ok(Some(outcome(least.is_some_and(|least| least % 2 == 1))))
    }

    fn suspense(&mut self, operand: &Sum) -> Result<u32, Failure> {
        let keys = self.keys(operand)?;
        let (most, together, convention) = (self.budget.positions, Together::Sum, Convention::Normal);
        let values = self.values.get_mut().unwrap_or_else(PoisonError::into_inner);
        let LaidOut { components, crowds, suspense, .. } = &mut self.laid_out;
        let (crowd, _) = crowds.entry((together, convention)).or_default();
        let expander = &mut self.expander;
        let mut play = Crowded { expander, components, crowd, together, convention, values, most };
        let root = play.position(&[keys])?;
        suspense.of(&mut play, root)
    }

    /// The value of a sum of loop-free components under normal play; `None` if the value of a
    /// component is not found.
    pub(super) fn value_of_sum(&mut self, sum: &Sum) -> Evaluated<Option<u64>> {
        let mut total = 0;
        for (part, count) in sum.parts.iter() {
            // An even number of copies cancels, but its value must still exist.
            let Some(value) = self.seek(Aim::Values, part)? else { return Ok(None) };
            if count % 2 == 1 {
                total ^= u64::from(value);
            }
        }
        Ok(Some(total))
    }

    /// The value of a sum under normal play; `None` if this engine does not support it.
    pub(super) fn value(&mut self, sum: &Sum) -> Evaluated<Option<u64>> {
        let kind = self.kind_of_sum(sum);
        if !kind.covered {
            return Ok(None);
        }
        if !kind.loopy {
            return self.value_of_sum(sum);
        }
        match self.smith_of_sum(sum)? {
            Some(Smith::Finite(value)) => Ok(Some(value)),
            Some(Smith::Infinite(_)) => Err(refuse(Refusal::InfiniteValue)),
            None => Ok(None),
        }
    }

    /// Whether two sums under normal play have equal values; `None` if this engine cannot tell.
    pub(super) fn equal_values(&mut self, a: &Position, b: &Position) -> Evaluated<Option<bool>> {
        let (Form::Sum(first), Form::Sum(second)) = (&a.form, &b.form) else { return Ok(None) };
        if a == b || a.convention != Convention::Normal || b.convention != Convention::Normal {
            return Ok(None);
        }
        let kind = self.kind_of_sum(first).and(self.kind_of_sum(second));
        if !kind.covered {
            return Ok(None);
        }
        if !kind.loopy {
            let values = (self.value_of_sum(first)?, self.value_of_sum(second)?);
            return Ok(values.0.zip(values.1).map(|(a, b)| a == b));
        }
        let values = (self.smith_of_sum(first)?, self.smith_of_sum(second)?);
        Ok(values.0.zip(values.1).map(|(a, b)| a == b))
    }

    /// Who wins a position and in how many moves, by laying out all of play from it; `None` if this
    /// engine does not support the position.
    pub(super) fn play_out(&mut self, position: &Position, most: u64) -> Evaluated<Option<Decided>> {
        let kind = self.kind_of(position);
        if !kind.covered {
            return Ok(None);
        }
        if self.instance.is_twisted_position(position) {
            return self.by_turns(position, kind, most);
        }
        if let Form::Operands(operands) = &position.form {
            if !self.refuse_anti(operands, kind)? {
                return Ok(None);
            }
            // Play ends when all operands have value 0, so all values are computed first.
            for operand in operands.iter() {
                if self.value_of_sum(operand)?.is_none() {
                    return Ok(None);
                }
            }
        }
        let most = most.min(self.budget.positions);
        self.steady(&mut |graph| match &position.form {
            Form::Sum(sum) if kind.single && sum.single().is_some() => {
                graph.play_alone(sum, position.convention, most)
            }
            form => graph.play_together(form, position.convention, most),
        })
    }

    /// The outcome of a single component if options may be forbidden; `None` if it is loopy or may
    /// split, and for other positions.
    fn by_turns(&mut self, position: &Position, kind: Kind, most: u64) -> Evaluated<Option<Decided>> {
        let Form::Sum(sum) = &position.form else { return Ok(None) };
        if kind.loopy || !kind.single || sum.single().is_none() {
            return Ok(None);
        }
        let most = most.min(self.budget.positions);
        self.steady(&mut |graph| graph.settle_turns(sum, position.convention, most))
    }

    fn settle_turns(&mut self, sum: &Sum, convention: Convention, most: u64) -> Result<Decided, Failure> {
        let key = self.keys(sum)?[0];
        let (instance, codec) = (self.instance, self.codec.clone());
        let alone = of_game(&mut self.laid_out.alone, instance, &codec, key);
        let most = (alone.met.len() as u64).saturating_add(most).min(self.budget.positions);
        let (expander, numbers) = (&mut self.expander, &mut alone.met);
        let mut play = play::Alone { expander, numbers, convention, most };
        let root = play.position(key)?;
        let turns = alone.turns.entry(convention).or_default();
        turns.settle(&mut play, root, &|play, at, options| {
            let game = play.some_component(at).map(|key| codec.game(key));
            let blocked = game.map_or(0, |game| instance.blocked(game));
            (position::spare(blocked, convention, options), game.map_or(1, |game| instance.pace(game)))
        })?;
        let (won, moves) = turns.known(root).ok_or(Failure::Stop(Stop::Bail))?;
        Ok((outcome(won), Some(u64::from(moves))))
    }

    fn play_alone(&mut self, sum: &Sum, convention: Convention, most: u64) -> Result<Decided, Failure> {
        let key = self.keys(sum)?[0];
        self.play_key(key, convention, most)
    }

    /// Decides a single component, by its key, by laying out all of play from it.
    pub(super) fn play_key(
        &mut self,
        key: u64,
        convention: Convention,
        most: u64,
    ) -> Result<Decided, Failure> {
        let instance = self.instance;
        let codec = self.codec.clone();
        let alone = of_game(&mut self.laid_out.alone, instance, &codec, key);
        let held = alone.met.len() as u64;
        let most = held.saturating_add(most).min(self.budget.positions);
        let (expander, numbers) = (&mut self.expander, &mut alone.met);
        let mut play = play::Alone { expander, numbers, convention, most };
        let root = play.position(key)?;
        debug_assert_ne!(root, NOBODY);
        let kernel = alone.kernels.entry(convention).or_default();
        settle(kernel, &mut play, root, most, (instance, &codec))
    }

    fn play_together(&mut self, form: &Form, convention: Convention, most: u64) -> Result<Decided, Failure> {
        let (together, sums) = match form {
            Form::Sum(sum) => (Together::Sum, std::slice::from_ref(sum)),
            Form::Operands(sums) => (Together::Anti, &**sums),
            Form::Compound(compound, sums) => (Together::Several(*compound), &**sums),
        };
        let keys = sums.iter().map(|sum| self.keys(sum)).collect::<Result<Vec<_>, Failure>>()?;
        let instance = self.instance;
        let codec = self.codec.clone();
        let values = self.values.get_mut().unwrap_or_else(PoisonError::into_inner);
        let LaidOut { components, crowds, .. } = &mut self.laid_out;
        let (crowd, kernel) = crowds.entry((together, convention)).or_default();
        // Positions of earlier questions do not count against the limit of this question.
        let held = crowd.len().max(components.len()) as u64;
        let most = held.saturating_add(most).min(self.budget.positions);
        let expander = &mut self.expander;
        let mut play = Crowded { expander, components, crowd, together, convention, values, most };
        let root = play.position(&keys)?;
        settle(kernel, &mut play, root, most, (instance, &codec))
    }
}

/// Decides a position; an error if play may repeat where it cannot reach a `loopy` game.
fn settle<P: Play>(
    kernel: &mut Kernel,
    play: &mut P,
    root: u32,
    most: u64,
    (instance, codec): (&Instance, &Codec),
) -> Result<Decided, Failure> {
    if let Some(known) = kernel.known(root) {
        return Ok(known);
    }
    let program = &instance.program;
    let loopy: Vec<bool> = program
        .game_ids()
        .map(|game| walk::reachable_games(program, game).iter().any(|other| program.game(*other).loopy))
        .collect();
    let mut may_go_on =
        |play: &P, at: u32| play.components(at).iter().any(|key| loopy[codec.game(*key).index()]);
    match kernel.settle(play, root, most, &mut may_go_on)? {
        Some(circling) => {
            let key = play.some_component(circling).ok_or(Failure::Stop(Stop::Bail))?;
            let component = super::expand::component_of(instance, codec, key);
            let kind = ProblemKind::Cycle { component };
            Err(Failure::Problem(Problem { span: Span::default(), kind }))
        }
        None => kernel.known(root).ok_or(Failure::Stop(Stop::Bail)),
    }
}

/// The entry for the game of a key: a game on vertices that reaches no other game has its own.
pub(super) fn of_game<'l>(
    alone: &'l mut FxHashMap<Option<GameId>, Alone>,
    instance: &Instance,
    codec: &Codec,
    key: u64,
) -> &'l mut Alone {
    let game = codec.game(key);
    if alone.contains_key(&Some(game)) {
        return alone.entry(Some(game)).or_default();
    }
    let fields = &instance.program.game(game).fields;
    let on_vertices = matches!(fields.as_slice(), [field] if matches!(field.domain, Domain::Vertex));
    let calls_only_itself = on_vertices && walk::leads_only_to_itself(&instance.program, game);
    let count = instance.universe().len();
    match codec.flat(game).filter(|_| calls_only_itself && count < NOTHING as usize) {
        Some(flat) => alone.entry(Some(game)).or_insert_with(|| {
            let met = Lone::Vertices(flat.tag(), count as u32);
            Alone { met, ..Alone::default() }
        }),
        None => alone.entry(None).or_default(),
    }
}

pub(super) fn outcome(won: bool) -> Outcome {
    if won { Outcome::Next } else { Outcome::Previous }
}
