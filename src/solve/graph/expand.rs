//! Lists the options of a component as keys: by machine code, otherwise by the interpreter,
//! otherwise by the reference semantics.

use super::codec::{Codec, Flat};
use super::natives::{Handing, Natives};
use super::options::{Failure, Library, Part, Visitor};
use crate::code::{Argument, Low, Machine, Run, Shape, Stop, Target, to_value, to_words};
use crate::ir::GameId;
use crate::ir::value::Component;
use crate::native::Ended;
use crate::position::{Budget, Ending, Evaluator, Flow, Instance, Problem, ProblemKind};
use crate::source::Span;
use std::sync::Arc;

/// Expands components, for one thread.
pub struct Expander<'a, 'b> {
    /// Runs the code.
    pub machine: Machine<'a, 'b>,
    library: Arc<Library<'a>>,
    codec: Arc<Codec>,
    natives: Arc<Natives>,
    parts: Vec<Part>,
    words: Vec<i64>,
    /// The buffer into which machine code writes options.
    room: Vec<u64>,
}

impl<'a, 'b> Expander<'a, 'b> {
    /// An expander with a machine of its own.
    pub fn new(
        instance: &'a Instance,
        (library, codec, natives): (Arc<Library<'a>>, Arc<Codec>, Arc<Natives>),
        budget: Budget<'b>,
    ) -> Expander<'a, 'b> {
        let machine = Machine::new(instance, &library.constants, budget);
        let (parts, words, room) = (Vec::new(), Vec::new(), Vec::new());
        Expander { machine, library, codec, natives, parts, words, room }
    }

    /// Passes the options of a component to the visitor, in the order of the rules. If a stated end
    /// holds at the component, returns the end instead.
    pub fn expand(&mut self, key: u64, visitor: &mut dyn Visitor) -> Result<Option<Ending>, Failure> {
        let game = self.codec.game(key);
        self.machine.budget.examine();
        if self.library.rules[game.index()].is_some() {
            match self.by_native(key, game, visitor) {
                Ended::Whole => return Ok(None),
                Ended::Stopped(stop) => return Err(stop.into()),
                Ended::Bail => visitor.restart(),
            }
            match self.by_code(key, game, visitor) {
                Err(Stop::Bail) => visitor.restart(),
                Err(stop) => return Err(stop.into()),
                Ok(ending) => return Ok(ending),
            }
        }
        self.by_reference(key, visitor)
    }

    /// Expands by machine code; [`Ended::Bail`] if there is none, or a case occurs that it leaves
    /// to the interpreter.
    fn by_native(&mut self, key: u64, game: GameId, visitor: &mut dyn Visitor) -> Ended {
        let Expander { machine, library, codec, natives, parts, words, room } = self;
        let Some(native) = natives.at(game, library, codec) else { return Ended::Bail };
        let Some(rules) = &library.rules[game.index()] else { return Ended::Bail };
        machine.begin(rules, &library.constants);
        if codec.flat(game).is_none() {
            words.clear();
            codec.words(key, words, &mut machine.memory);
            machine.registers[..words.len()].copy_from_slice(words);
        }
        let steps = 8 + machine.memory.len() / 16;
        if let Err(limit) = machine.budget.tick(steps) {
            return Ended::Stopped(Stop::Limit(limit));
        }
        let (at_a_time, single) = (visitor.at_a_time(), rules.single);
        let mut handing = Handing { visitor, budget: &machine.budget, single, parts };
        native.options(key, (&machine.registers, &mut machine.memory), room, at_a_time, &mut handing)
    }

    /// Expands by the interpreter; [`Stop::Bail`] if the reference semantics has to decide.
    fn by_code(&mut self, key: u64, game: GameId, visitor: &mut dyn Visitor) -> Run<Option<Ending>> {
        let Expander { machine, library, codec, parts, words, .. } = self;
        let Some(rules) = &library.rules[game.index()] else { return Err(Stop::Bail) };
        machine.begin(rules, &library.constants);
        machine.tick(8);
        words.clear();
        codec.words(key, words, &mut machine.memory);
        // Reading a long state takes time too, so it is counted as steps.
        machine.tick(machine.memory.len() / 16);
        machine.registers[..words.len()].copy_from_slice(words);
        let mut over = None;
        for (condition, win) in &rules.ends {
            let holds = machine.int(condition) != 0;
            machine.take_stop()?;
            if holds {
                match over {
                    // Two `end` rules disagree; the reference semantics reports where.
                    Some(Ending { win: before }) if before != *win => return Err(Stop::Bail),
                    _ => over = Some(Ending { win: *win }),
                }
            }
        }
        if over.is_some() {
            return Ok(over);
        }
        let base = Base { key, game, fields: &rules.fields, codec, flat: codec.flat(game) };
        for (steps, target) in &rules.moves {
            machine.steps(steps, &mut |machine| {
                parts.clear();
                let made = base.target(machine, target, 1, parts);
                if let Err(stop) = made.and_then(|()| visitor.option(parts)) {
                    machine.fail(stop);
                }
            });
            machine.take_stop()?;
        }
        Ok(None)
    }

    /// Expands by the reference semantics.
    fn by_reference(&mut self, key: u64, visitor: &mut dyn Visitor) -> Result<Option<Ending>, Failure> {
        let component = self.component(key);
        let mut evaluator = Evaluator::new(self.machine.instance, &self.machine.budget);
        let ending = evaluator.ending(&component).map_err(failure)?;
        if ending.is_some() {
            return Ok(ending);
        }
        let mut stopped = None;
        let (codec, mut parts) = (&*self.codec, Vec::new());
        let instance = self.machine.instance;
        evaluator
            .each_target(&component, &mut |_, _, target| {
                parts.clear();
                for (part, count) in target.iter().filter(|part| part.1 > 0) {
                    let count = u32::try_from(*count).map_err(|_| too_many())?;
                    match key_of(instance, codec, part) {
                        Ok(key) => parts.push((key, count)),
                        Err(stop) => {
                            stopped = Some(stop);
                            return Ok(Flow::Stop);
                        }
                    }
                }
                match visitor.option(&parts) {
                    Ok(()) => Ok(Flow::More),
                    Err(stop) => {
                        stopped = Some(stop);
                        Ok(Flow::Stop)
                    }
                }
            })
            .map_err(failure)?;
        match stopped {
            Some(stop) => Err(stop.into()),
            None => Ok(None),
        }
    }

    /// The component of a key.
    pub fn component(&mut self, key: u64) -> Component {
        component_of(self.machine.instance, &self.codec, key)
    }
}

/// The failure for a problem: limits are stops.
fn failure(problem: Problem) -> Failure {
    match problem.kind {
        ProblemKind::Limit(limit) => Failure::Stop(Stop::Limit(limit)),
        _ => Failure::Problem(problem),
    }
}

/// The problem of more copies of one component than can be counted.
fn too_many() -> Problem {
    Problem { span: Span::default(), kind: ProblemKind::TooLarge("a count of components") }
}

/// The key of a component; [`Stop::Bail`] if its state has no key, [`Stop::Widen`] if it does not
/// fit the present layout of keys.
pub fn key_of(instance: &Instance, codec: &Codec, component: &Component) -> Run<u64> {
    let universe = instance.universe();
    let game = instance.program.game(component.game);
    let (mut words, mut memory) = (Vec::new(), Vec::new());
    for (field, value) in game.fields.iter().zip(component.state.iter()) {
        let shape = Shape::of(&field.domain.ty(), universe.masks()).ok_or(Stop::Bail)?;
        to_words(value, &shape, universe, &mut memory, &mut words).ok_or(Stop::Bail)?;
    }
    codec.key(component.game, &words, &memory)
}

/// The component of a key.
pub fn component_of(instance: &Instance, codec: &Codec, key: u64) -> Component {
    let game = codec.game(key);
    let universe = instance.universe();
    let (mut words, mut memory) = (Vec::new(), Vec::new());
    codec.words(key, &mut words, &mut memory);
    let mut at = 0;
    let fields = &instance.program.game(game).fields;
    let state = fields.iter().filter_map(|field| {
        let shape = Shape::of(&field.domain.ty(), universe.masks())?;
        let from = at;
        at += shape.width();
        to_value(&words[from..at], &shape, universe, &memory)
    });
    Component { game, state: state.collect() }
}

/// The component that is expanded, as the base from which the keys of its options are made.
struct Base<'c> {
    key: u64,
    game: GameId,
    fields: &'c [Shape],
    codec: &'c Codec,
    /// The layout of the game's keys, if words have fixed places in them.
    flat: Option<Flat<'c>>,
}

impl Base<'_> {
    /// Appends the components of a target to `parts`, each with `copies` times its number of
    /// copies.
    fn target(
        &self,
        machine: &mut Machine<'_, '_>,
        target: &Target<'_>,
        copies: u32,
        parts: &mut Vec<Part>,
    ) -> Run<()> {
        match target {
            Target::Nothing => Ok(()),
            Target::Component(game, arguments) => {
                let key = self.component(machine, *game, arguments)?;
                if copies > 0 {
                    parts.push((key, copies));
                }
                Ok(())
            }
            Target::Both(both) => {
                self.target(machine, &both.0, copies, parts)?;
                self.target(machine, &both.1, copies, parts)
            }
            Target::Copies(both) => {
                let count = machine.int(&both.0);
                going(machine)?;
                // Without copies, the target is not evaluated.
                if count == 0 {
                    return Ok(());
                }
                let count = u32::try_from(count).ok().and_then(|count| count.checked_mul(copies));
                self.target(machine, &both.1, count.ok_or(Stop::Bail)?, parts)
            }
            Target::For(both) => {
                machine.steps(&both.0, &mut |machine| {
                    if let Err(stop) = self.target(machine, &both.1, copies, parts) {
                        machine.fail(stop);
                    }
                });
                going(machine)
            }
            Target::If(choice) => {
                let chosen = if machine.int(&choice.0) != 0 { &choice.1 } else { &choice.2 };
                going(machine)?;
                self.target(machine, chosen, copies, parts)
            }
            Target::Let(register, both) => {
                machine.put(&both.0, *register);
                going(machine)?;
                self.target(machine, &both.1, copies, parts)
            }
        }
    }

    /// The key of a component of a target.
    #[inline]
    fn component(&self, machine: &mut Machine<'_, '_>, game: GameId, arguments: &[Argument<'_>]) -> Run<u64> {
        let flat = if game == self.game { self.flat } else { self.codec.flat(game) };
        let Some(flat) = flat else { return self.listed(machine, game, arguments) };
        // Unchanged fields keep their bits.
        let mut key = if self.game == game { self.key } else { flat.tag() };
        let mut at = 0;
        for (field, argument) in arguments.iter().enumerate() {
            match argument {
                Argument::Same => at += self.fields[field].width(),
                Argument::New(Low::Int(code)) => {
                    let word = machine.int(code);
                    key = key & !flat.mask(at) | flat.word(at, word)?;
                    at += 1;
                }
                Argument::New(code) => {
                    let mut words = Vec::new();
                    machine.append(code, &mut words);
                    going(machine)?;
                    for word in words {
                        key = key & !flat.mask(at) | flat.word(at, word)?;
                        at += 1;
                    }
                }
            }
        }
        going(machine)?;
        Ok(key)
    }

    /// The key of a component in a game whose words have no fixed places in keys.
    fn listed(&self, machine: &mut Machine<'_, '_>, game: GameId, arguments: &[Argument<'_>]) -> Run<u64> {
        let mut words = machine.spare_list();
        for (at, argument) in arguments.iter().enumerate() {
            match argument {
                Argument::Same => {
                    let first: usize = self.fields[..at].iter().map(Shape::width).sum();
                    words.extend_from_slice(&machine.registers[first..first + self.fields[at].width()]);
                }
                Argument::New(code) => machine.append(code, &mut words),
            }
        }
        going(machine)?;
        let key = self.codec.key(game, &words, &machine.memory);
        machine.spare.push(words);
        key
    }
}

/// Returns the stop of the machine, if there is one, as an error.
#[inline]
fn going(machine: &Machine<'_, '_>) -> Run<()> {
    machine.stop.map_or(Ok(()), Err)
}

/// Appends the components of a sum with variables to `parts`. The caller has put the values of the
/// variables into their registers.
pub fn sum(
    codec: &Codec,
    machine: &mut Machine<'_, '_>,
    target: &Target<'_>,
    parts: &mut Vec<Part>,
) -> Run<()> {
    let nobody = Base { key: 0, game: GameId(u32::MAX), fields: &[], codec, flat: None };
    let made = nobody.target(machine, target, 1, parts);
    machine.take_stop().and(made)
}
