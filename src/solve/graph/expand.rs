//! The options of a component, by keys.

use super::codec::Codec;
use crate::ir::GameId;
use crate::ir::value::Component;
use crate::position::{Budget, Ending, Evaluator, Flow, Instance, Problem, ProblemKind};
use crate::solve::code::{
    Argument, Constants, Low, Machine, Rules, Run, Shape, Stop, Target, to_value, to_words,
};
use crate::source::Span;
use std::sync::Arc;

/// A component of an option by its key, and how often it occurs.
pub type Part = (u64, u32);

/// Who takes the options of a component one by one.
pub trait Visitor {
    /// One option; the same may come again.
    fn option(&mut self, parts: &[Part]) -> Run<()>;
    /// What came so far does not count: all options come again.
    fn restart(&mut self);
}

/// Why options could not be given.
#[derive(Debug)]
pub enum Failure {
    /// Something stopped it.
    Stop(Stop),
    /// The rules break.
    Problem(Problem),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Failure {
        Failure::Stop(stop)
    }
}

/// The code of all games that are at hand.
#[derive(Default)]
pub struct Library<'a> {
    /// For each game its rules as code; nothing where there is none.
    pub rules: Vec<Option<Arc<Rules<'a>>>>,
    /// The lists that they mention.
    pub constants: Constants,
}

/// What expands components, for one thread.
pub struct Expander<'a, 'b> {
    /// Runs the code.
    pub machine: Machine<'a, 'b>,
    library: Arc<Library<'a>>,
    codec: Arc<Codec>,
    parts: Vec<Part>,
    words: Vec<i64>,
}

impl<'a, 'b> Expander<'a, 'b> {
    /// An expander with a machine of its own.
    pub fn new(
        instance: &'a Instance,
        library: Arc<Library<'a>>,
        codec: Arc<Codec>,
        budget: Budget<'b>,
    ) -> Expander<'a, 'b> {
        let machine = Machine::new(instance, &library.constants, budget);
        Expander { machine, library, codec, parts: Vec::new(), words: Vec::new() }
    }

    /// The options of a component in the order of the rules, unless play is over there.
    pub fn expand(&mut self, key: u64, visitor: &mut dyn Visitor) -> Result<Option<Ending>, Failure> {
        let game = self.codec.game(key);
        self.machine.budget.examine();
        if let Some(rules) = self.library.rules[game.index()].clone() {
            match self.by_code(key, &rules, visitor) {
                Err(Stop::Bail) => visitor.restart(),
                Err(stop) => return Err(stop.into()),
                Ok(ending) => return Ok(ending),
            }
        }
        self.by_reference(key, visitor)
    }

    fn by_code(&mut self, key: u64, rules: &Rules<'a>, visitor: &mut dyn Visitor) -> Run<Option<Ending>> {
        let machine = &mut self.machine;
        machine.begin(rules, &self.library.constants);
        machine.tick(8)?;
        self.words.clear();
        self.codec.words(key, &mut self.words, &mut machine.memory);
        // Long states are work of their own.
        machine.tick(machine.memory.len() / 16)?;
        machine.registers[..self.words.len()].copy_from_slice(&self.words);
        let mut over = None;
        for (condition, win) in &rules.ends {
            if machine.int(condition)? != 0 {
                match over {
                    // Two ends that disagree: the reference semantics says where.
                    Some(Ending { win: before }) if before != *win => return Err(Stop::Bail),
                    _ => over = Some(Ending { win: *win }),
                }
            }
        }
        if over.is_some() {
            return Ok(over);
        }
        let (codec, parts) = (&*self.codec, &mut self.parts);
        let base = Base { key, game: codec.game(key), fields: &rules.fields, codec };
        for (steps, target) in &rules.moves {
            machine.steps(steps, &mut |machine| {
                parts.clear();
                base.target(machine, target, 1, parts)?;
                visitor.option(parts)
            })?;
        }
        Ok(None)
    }

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

fn failure(problem: Problem) -> Failure {
    match problem.kind {
        ProblemKind::Limit(limit) => Failure::Stop(Stop::Limit(limit)),
        _ => Failure::Problem(problem),
    }
}

/// More copies of one component than can be counted.
fn too_many() -> Problem {
    Problem { span: Span::default(), kind: ProblemKind::TooLarge("a count of components") }
}

/// The key of a component; `Bail` when its state has no key at all.
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

/// The component whose moves are made.
struct Base<'c> {
    key: u64,
    game: GameId,
    fields: &'c [Shape],
    codec: &'c Codec,
}

impl Base<'_> {
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
                let key = component(self.codec, Some(self), machine, *game, arguments)?;
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
                let count = machine.int(&both.0)?;
                // No copies need no position.
                if count == 0 {
                    return Ok(());
                }
                let count = u32::try_from(count).ok().and_then(|count| count.checked_mul(copies));
                self.target(machine, &both.1, count.ok_or(Stop::Bail)?, parts)
            }
            Target::For(both) => {
                machine.steps(&both.0, &mut |machine| self.target(machine, &both.1, copies, parts))
            }
            Target::If(choice) => {
                let chosen = if machine.int(&choice.0)? != 0 { &choice.1 } else { &choice.2 };
                self.target(machine, chosen, copies, parts)
            }
            Target::Let(register, both) => {
                machine.put(&both.0, *register)?;
                self.target(machine, &both.1, copies, parts)
            }
        }
    }
}

/// The key of a component that is being made.
fn component(
    codec: &Codec,
    base: Option<&Base<'_>>,
    machine: &mut Machine<'_, '_>,
    game: GameId,
    arguments: &[Argument<'_>],
) -> Run<u64> {
    if let (Some(flat), Some(base)) = (codec.flat(game), base) {
        // What stays as it is keeps its bits.
        let mut key = if base.game == game { base.key } else { flat.tag() };
        let mut at = 0;
        for argument in arguments {
            match argument {
                Argument::Same => at += 1,
                Argument::New(Low::Int(code)) => {
                    let word = machine.int(code)?;
                    key = key & !flat.mask(at) | flat.word(at, word)?;
                    at += 1;
                }
                Argument::New(code) => {
                    let mut words = Vec::new();
                    machine.append(code, &mut words)?;
                    for word in words {
                        key = key & !flat.mask(at) | flat.word(at, word)?;
                        at += 1;
                    }
                }
            }
        }
        return Ok(key);
    }
    let mut words = Vec::new();
    for (at, argument) in arguments.iter().enumerate() {
        match argument {
            Argument::Same => {
                let fields = base.map_or(&[][..], |base| base.fields);
                let first: usize = fields[..at].iter().map(Shape::width).sum();
                words.extend_from_slice(&machine.registers[first..first + fields[at].width()]);
            }
            Argument::New(code) => machine.append(code, &mut words)?,
        }
    }
    codec.key(game, &words, &machine.memory)
}

/// The components of a sum with variables, whose values lie in the first registers.
pub fn sum(
    codec: &Codec,
    machine: &mut Machine<'_, '_>,
    target: &Target<'_>,
    parts: &mut Vec<Part>,
) -> Run<()> {
    let nobody = Base { key: 0, game: GameId(u32::MAX), fields: &[], codec };
    nobody.target(machine, target, 1, parts)
}
