//! The command line as people use it: what may be left out, how output is chosen, what is said of slips.

mod beginning;
mod errors;
mod output;
mod without_file;
