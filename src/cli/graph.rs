//! `gspec graph`: writes the graph of the positions that play can reach from one position.

use super::arguments::{Graph, GraphFormat};
use super::check::json_line;
use super::files;
use super::form;
use super::limits::Limits;
use super::origin;
use super::output::Output;
use super::session;
use super::sink::Sink;
use super::words::only_position;
use super::{LIMIT, OK, USAGE};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Model;
use crate::play::{Extent, successors};
use crate::position::errors;
use crate::report::{GraphView, graph_dot, graph_mermaid, graph_svg, pixels};
use crate::solve::Solver;

/// The most positions that a picture shows; a greater `--most` is an error.
const MOST_DRAWN: usize = 1_000;

pub fn run(command: &Graph, output: &mut Output) -> u8 {
    let answer = draw(command, output);
    output.status(answer)
}

fn draw(command: &Graph, output: &mut Output) -> Result<u8, String> {
    if command.most == 0 {
        return Err("`--most 0` shows nothing; write `--most 1` for the root".to_string());
    }
    let format = form::chosen(command.output.as_deref(), command.format)?;
    if matches!(format, GraphFormat::Svg | GraphFormat::Png) && command.most > MOST_DRAWN {
        return Err(format!(
            "`--most {}` exceeds the {MOST_DRAWN} of a picture; use `--format dot` or `json`",
            command.most
        ));
    }
    let limits = Limits::new(&command.common)?;
    let settings = files::settings(&command.common)?;
    let stop = || limits.reached();
    let budget = limits.budget(&stop);
    let mut opened = match session::open(&command.file, &settings, &budget, output) {
        Ok(opened) => opened,
        Err(status) => return Ok(status),
    };
    let position = only_position(&command.position, &opened)?;
    let (root, span) = match session::one_position(&mut opened, &position, &budget, output) {
        Ok(root) => root,
        Err(status) => return Ok(status),
    };
    let Some(instance) = &opened.instance else { return Ok(USAGE) };
    let model = Model::of(instance);
    let mut solver = Solver::new(&model, &budget, session::engine(&command.common));
    let extent = Extent { depth: command.depth, most: command.most };
    let graph = match successors(instance, &mut solver, &root, extent) {
        Ok(graph) => graph,
        Err(problem) => {
            output.diagnostics(&[session::told(instance, &problem, span)], &opened.sources);
            return Ok(super::WRONG);
        }
    };
    let view = GraphView::new(instance, &budget, &graph, extent).of(origin::code(&command.file));
    write(command, format, &view, output)?;
    if let Some(limit) = graph.limit {
        let (reached, more) = errors::limit(limit);
        let told = format!("{reached}: the graph is incomplete");
        output.diagnostics(
            &[Diagnostic::new(Code::G501, told).at(span, "of this").help(more)],
            &opened.sources,
        );
        return Ok(LIMIT);
    }
    if let Some(cut) = &view.cut {
        output.note(cut);
    }
    Ok(OK)
}

/// Writes the graph to its destination.
fn write(command: &Graph, format: GraphFormat, view: &GraphView, output: &mut Output) -> Result<(), String> {
    let drawn = match format {
        GraphFormat::Dot => graph_dot(view).into_bytes(),
        GraphFormat::Mermaid => graph_mermaid(view).into_bytes(),
        GraphFormat::Json => json_line(view).into_bytes(),
        GraphFormat::Svg => graph_svg(view).into_bytes(),
        GraphFormat::Png => pixels(&graph_svg(view))?,
    };
    let mut sink = Sink::new(command.output.as_deref(), output)?;
    if format == GraphFormat::Png && sink.is_terminal() {
        return Err(form::NO_PIXELS_ON_A_TERMINAL.to_string());
    }
    sink.write_bytes(&drawn)?;
    sink.finish()
}
