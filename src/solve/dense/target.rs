//! Evaluates the target of a move by the interpreter, and visits its components.

use crate::code::{Argument, Low, Machine, Run, Stop, Target};
use crate::ir::GameId;

/// Receives each component of a target: its game, its words, and its number of copies.
pub type Look<'l, 'a, 'b> = dyn FnMut(&mut Machine<'a, 'b>, GameId, &[i64], i64) -> Run<()> + 'l;

/// Visits all components of `copies` copies of a target. The fields of the component from which the
/// move leads are in the first registers.
pub fn each_component<'a, 'b>(
    machine: &mut Machine<'a, 'b>,
    target: &Target<'_>,
    copies: i64,
    look: &mut Look<'_, 'a, 'b>,
) -> Run<()> {
    match target {
        Target::Nothing => Ok(()),
        Target::Component(game, arguments) => {
            let mut words = machine.spare_list();
            for (at, argument) in arguments.iter().enumerate() {
                match argument {
                    Argument::Same => words.push(machine.register(at as u32)),
                    Argument::New(Low::Int(code)) => words.push(machine.int(code)),
                    Argument::New(_) => return Err(Stop::Bail),
                }
            }
            going(machine)?;
            let looked = look(machine, *game, &words, copies);
            machine.spare.push(words);
            looked
        }
        Target::Both(both) => {
            each_component(machine, &both.0, copies, look)?;
            each_component(machine, &both.1, copies, look)
        }
        Target::Copies(both) => {
            let count = machine.int(&both.0);
            going(machine)?;
            match count.checked_mul(copies) {
                // Without copies, the target is not evaluated.
                Some(0) => Ok(()),
                Some(copies) if copies > 0 => each_component(machine, &both.1, copies, look),
                _ => Err(Stop::Bail),
            }
        }
        Target::For(both) => {
            machine.steps(&both.0, &mut |machine| {
                if let Err(stop) = each_component(machine, &both.1, copies, look) {
                    machine.fail(stop);
                }
            });
            going(machine)
        }
        Target::If(parts) => {
            let chosen = if machine.int(&parts.0) != 0 { &parts.1 } else { &parts.2 };
            going(machine)?;
            each_component(machine, chosen, copies, look)
        }
        Target::Let(register, parts) => {
            machine.put(&parts.0, *register);
            going(machine)?;
            each_component(machine, &parts.1, copies, look)
        }
    }
}

/// Returns the stop of the machine, if there is one, as an error.
pub fn going(machine: &Machine<'_, '_>) -> Run<()> {
    machine.stop.map_or(Ok(()), Err)
}
