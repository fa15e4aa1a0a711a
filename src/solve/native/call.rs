//! Finishes functions of machine code, and calls them: the only module with unsafe code.
//!
//! Machine code is made by this crate from checked rules, and touches nothing but
//! * the [`Context`], which lives on the stack of the caller for as long as the call lasts;
//! * the registers and lists that the context points to. The code only reads them, except for the last
//!   `scratch` words of the memory, which belong to the code: each list that it makes has a fixed number of
//!   words at a fixed place, and before a word is written, its index is checked against this number, or
//!   against the length of a list that was made there. A list that a field holds is checked here to lie in
//!   memory; any other list is checked by the code before it is read; constants lie at the beginning of
//!   memory, which is checked here;
//! * the room for options, between its start and `out_end` and at most [`MARGIN`] words behind;
//! * the table of a sweep and its marks, at places that the code has checked to lie inside, or that
//!   were proved to when it was made.

use super::emit::Emit;
use super::{Cells, Ended, MARKS, Made, Plan, Receiver, Swept};
use crate::code::{Constants, Shape, Stop};
use cranelift_codegen::Context as Translation;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{AbiParam, Function, InstBuilder, Signature, UserFuncName};
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Module, default_libcall_names};
use std::mem::offset_of;
use std::sync::{Mutex, PoisonError};

/// The number of words of an option that may be written after the end at which the caller is called.
pub(super) const MARGIN: usize = 64;
/// The greatest number of words of options after which the caller is called back.
const MOST_OPTIONS: usize = 256;
/// About how many steps machine code takes before it reports them to the budget, which then checks
/// its limits. A loop that is counted as a whole may exceed this.
const FUEL: i64 = 1 << 19;

const WHOLE: i64 = 0;
const BAIL: i64 = 1;
const STOPPED: i64 = 2;
pub(super) const WIDE: i64 = 3;

/// The context of machine code. `context` in `mod.rs` has the offsets of its parts.
#[repr(C)]
struct Context<'h> {
    key: u64,
    registers: *const i64,
    memory: *mut i64,
    memory_length: usize,
    out: *mut u64,
    out_end: *mut u64,
    fuel: i64,
    flush: extern "C" fn(&mut Context<'_>) -> i64,
    tick: extern "C" fn(&mut Context<'_>) -> i64,
    table: *mut u8,
    marks: *mut u32,
    row: usize,
    from: usize,
    to: usize,
    /// The first word of the memory that may be written.
    scratch: usize,
    /// The start of the options.
    start: *mut u64,
    receiver: &'h mut dyn Receiver,
    stop: Option<Stop>,
}

const _: () = {
    use super::context;
    assert!(offset_of!(Context<'_>, key) == context::KEY);
    assert!(offset_of!(Context<'_>, registers) == context::REGISTERS);
    assert!(offset_of!(Context<'_>, memory) == context::MEMORY);
    assert!(offset_of!(Context<'_>, memory_length) == context::MEMORY_LENGTH);
    assert!(offset_of!(Context<'_>, out) == context::OUT);
    assert!(offset_of!(Context<'_>, out_end) == context::OUT_END);
    assert!(offset_of!(Context<'_>, fuel) == context::FUEL);
    assert!(offset_of!(Context<'_>, flush) == context::FLUSH);
    assert!(offset_of!(Context<'_>, tick) == context::TICK);
    assert!(offset_of!(Context<'_>, table) == context::TABLE);
    assert!(offset_of!(Context<'_>, marks) == context::MARKS);
    assert!(offset_of!(Context<'_>, row) == context::ROW);
    assert!(offset_of!(Context<'_>, from) == context::FROM);
    assert!(offset_of!(Context<'_>, to) == context::TO);
    assert!(offset_of!(Context<'_>, scratch) == context::SCRATCH);
};

type Entry = extern "C" fn(&mut Context<'_>) -> i64;

/// A function of machine code.
pub struct Native {
    entry: Entry,
    /// The owner of the memory that contains the function.
    module: Mutex<Option<JITModule>>,
    /// The shape of each field, which says how many registers the field takes.
    shapes: Vec<Shape>,
    /// How many words of constants the function expects at the beginning of memory.
    constants: usize,
    /// How many words of scratch memory the function may write, after the memory of the caller.
    scratch: usize,
    /// The layout of cells, if the function computes rows of them; `None` if it gives options.
    plan: Option<Plan>,
}

impl std::fmt::Debug for Native {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Native")
    }
}

impl Drop for Native {
    fn drop(&mut self) {
        let module = self.module.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(module) = module {
            // SAFETY: `entry` is the only way into this memory. It is private, and called only while
            // `self` is borrowed.
            unsafe { module.free_memory() }
        }
    }
}

/// The target machine; `None` if cranelift does not support it, or if its pointers do not have 64
/// bits.
fn machine() -> Option<OwnedTargetIsa> {
    let mut flags = settings::builder();
    flags.set("opt_level", "speed").ok()?;
    flags.set("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }).ok()?;
    flags.set("unwind_info", "false").ok()?;
    let isa = cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()?;
    (isa.pointer_bits() == 64).then_some(isa)
}

/// Makes a function whose body `fill` emits; `None` if some code or the machine is not supported.
pub(super) fn make(
    constants: &Constants,
    (shapes, plan): (Vec<Shape>, Option<Plan>),
    fill: impl FnOnce(&mut Emit<'_, '_>) -> Made<()>,
) -> Option<Native> {
    let isa = machine()?;
    let mut signature = Signature::new(isa.default_call_conv());
    signature.params.push(AbiParam::new(I64));
    signature.returns.push(AbiParam::new(I64));
    let mut function = Function::with_name_signature(UserFuncName::user(0, 0), signature.clone());
    let mut builders = FunctionBuilderContext::new();
    let mut builder = FunctionBuilder::new(&mut function, &mut builders);
    let call_back = builder.import_signature(signature.clone());
    let first = builder.create_block();
    builder.append_block_params_for_function_params(first);
    builder.switch_to_block(first);
    builder.seal_block(first);
    let context = builder.block_params(first)[0];
    let mut emit = Emit::new(builder, context, call_back, constants);
    fill(&mut emit).ok()?;
    let whole = emit.constant(WHOLE);
    emit.builder.ins().return_(&[whole]);
    for (block, ended) in [(emit.bail, BAIL), (emit.stopped, STOPPED)] {
        emit.builder.switch_to_block(block);
        emit.builder.seal_block(block);
        let ended = emit.constant(ended);
        emit.builder.ins().return_(&[ended]);
    }
    let scratch = emit.scratch;
    // The memory of a sweep must not be written, so its code cannot make lists.
    if scratch > 0 && plan.is_some() {
        return None;
    }
    emit.builder.finalize();
    let mut module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
    let made = define(&mut module, function, &signature);
    let Some(address) = made else {
        // SAFETY: nothing of this module was ever called or handed out.
        unsafe { module.free_memory() }
        return None;
    };
    // SAFETY: the address is that of a function that takes one pointer and gives one word in the
    // calling convention of C, as its signature says. The module that holds it is kept beside it.
    let entry = unsafe { std::mem::transmute::<*const u8, Entry>(address) };
    let constants = constants.words.len();
    Some(Native { entry, module: Mutex::new(Some(module)), shapes, constants, scratch, plan })
}

fn define(module: &mut JITModule, function: Function, signature: &Signature) -> Option<*const u8> {
    let id = module.declare_anonymous_function(signature).ok()?;
    let mut translation = Translation::for_function(function);
    module.define_function(id, &mut translation).ok()?;
    module.finalize_definitions().ok()?;
    Some(module.get_finalized_function(id))
}

/// Passes the waiting options to the receiver.
extern "C" fn flush(context: &mut Context<'_>) -> i64 {
    match hand_over(context) {
        Ok(()) => 0,
        Err(stop) => {
            context.stop = Some(stop);
            1
        }
    }
}

fn hand_over(context: &mut Context<'_>) -> Result<(), Stop> {
    // SAFETY: both point into the room of the call that is going on, `out` not before `start`, and all
    // words between them were written. Nothing else reads or writes the room meanwhile.
    let words = unsafe {
        let count = context.out.offset_from_unsigned(context.start);
        std::slice::from_raw_parts(context.start, count)
    };
    context.out = context.start;
    context.receiver.receive(words)
}

/// Stands in for [`flush`] in sweeps, which have no options; it stops the function.
extern "C" fn nothing_waits(_: &mut Context<'_>) -> i64 {
    1
}

/// Reports the steps taken to the receiver, and renews the fuel.
extern "C" fn tick(context: &mut Context<'_>) -> i64 {
    let steps = FUEL.saturating_sub(context.fuel);
    context.fuel = FUEL;
    match context.receiver.tick(usize::try_from(steps).unwrap_or(0)) {
        Ok(()) => 0,
        Err(limit) => {
            context.stop = Some(Stop::Limit(limit));
            1
        }
    }
}

impl Native {
    /// Passes the options of a component to the receiver, many at a time.
    pub fn options(
        &self,
        key: u64,
        (registers, memory): (&[i64], &mut Vec<i64>),
        room: &mut Vec<u64>,
        at_a_time: usize,
        receiver: &mut dyn Receiver,
    ) -> Ended {
        if self.plan.is_some() || !self.fields_lie_in(registers, memory) {
            return Ended::Bail;
        }
        if room.len() < MOST_OPTIONS + MARGIN {
            room.resize(MOST_OPTIONS + MARGIN, 0);
        }
        let scratch = memory.len();
        memory.resize(scratch + self.scratch, 0);
        let out = room.as_mut_ptr();
        let mut context = Context {
            key,
            registers: registers.as_ptr(),
            memory: memory.as_mut_ptr(),
            memory_length: memory.len(),
            out,
            out_end: out.wrapping_add(at_a_time.clamp(1, MOST_OPTIONS)),
            fuel: FUEL,
            flush,
            tick,
            table: std::ptr::null_mut(),
            marks: std::ptr::null_mut(),
            row: 0,
            from: 0,
            to: 0,
            scratch,
            start: out,
            receiver,
            stop: None,
        };
        // The function accesses only what the head of this file lists.
        let ended = (self.entry)(&mut context);
        match ended {
            WHOLE => match hand_over(&mut context).and_then(|()| match tick(&mut context) {
                0 => Ok(()),
                _ => Err(context.stop.unwrap_or(Stop::Bail)),
            }) {
                Ok(()) => Ended::Whole,
                Err(stop) => Ended::Stopped(stop),
            },
            STOPPED => Ended::Stopped(context.stop.unwrap_or(Stop::Bail)),
            _ => Ended::Bail,
        }
    }

    /// Computes cells of a row. `constants` are the lists with which the code was made.
    pub fn sweep(&self, cells: Cells<'_>, constants: &[i64], receiver: &mut dyn Receiver) -> Swept {
        let inside = self.plan.as_ref().is_some_and(|plan| self.cells_lie_in(plan, &cells));
        if !inside || self.constants > constants.len() {
            return Swept::Bail(cells.from);
        }
        let nowhere = std::ptr::null_mut();
        let mut context = Context {
            key: 0,
            registers: cells.words.as_ptr(),
            // The function of a sweep makes no lists, so it writes nothing to this memory.
            memory: constants.as_ptr().cast_mut(),
            memory_length: constants.len(),
            out: nowhere,
            out_end: nowhere,
            fuel: FUEL,
            flush: nothing_waits,
            tick,
            table: cells.table.as_mut_ptr(),
            marks: cells.marks.as_mut_ptr(),
            row: cells.first,
            from: cells.from,
            to: cells.to,
            scratch: constants.len(),
            start: nowhere,
            receiver,
            stop: None,
        };
        match (self.entry)(&mut context) {
            WHOLE => match tick(&mut context) {
                0 => Swept::Whole,
                _ => Swept::Stopped(context.stop.unwrap_or(Stop::Bail)),
            },
            STOPPED => Swept::Stopped(context.stop.unwrap_or(Stop::Bail)),
            WIDE => Swept::Wide(context.from),
            _ => Swept::Bail(context.from),
        }
    }

    /// Whether the cells of a row are in the table, and the words of its first cell in the box.
    /// Then all cells that the code reads are in the table too.
    fn cells_lie_in(&self, plan: &Plan, cells: &Cells<'_>) -> bool {
        let inside = |(word, (low, high)): (&i64, &(i64, i64))| low <= word && word <= high;
        cells.words.len() == plan.bounds.len()
            && cells.words.iter().zip(&plan.bounds).all(inside)
            && cells.table.len() == plan.cells * plan.width
            && cells.marks.len() >= MARKS
            && cells.to <= plan.row()
            && cells.first.checked_add(cells.to).is_some_and(|end| end <= plan.cells)
            && self.shapes.len() == plan.bounds.len()
    }

    /// Whether all assumptions of the function hold: there is a register for each word of the
    /// fields, constants are present, and the lists of fields are in memory.
    fn fields_lie_in(&self, registers: &[i64], memory: &[i64]) -> bool {
        let mut at = 0;
        let inside = |at: usize, width: usize| {
            let place = usize::try_from(registers[at]).ok();
            let words = usize::try_from(registers[at + 1]).ok().and_then(|length| length.checked_mul(width));
            let end = place.zip(words).and_then(|(place, words)| place.checked_add(words));
            end.is_some_and(|end| end <= memory.len())
        };
        let wide: usize = self.shapes.iter().map(Shape::width).sum();
        if wide > registers.len() || self.constants > memory.len() {
            return false;
        }
        self.shapes.iter().all(|shape| {
            let here = at;
            at += shape.width();
            match shape {
                Shape::Text | Shape::List(_) | Shape::Set(_) => {
                    inside(here, shape.element().map_or(1, |element| element.width()))
                }
                // Lists inside of tuples are not checked here, so tuples may have only words.
                Shape::Tuple(parts) => parts.iter().all(Shape::is_word),
                _ => true,
            }
        })
    }
}
