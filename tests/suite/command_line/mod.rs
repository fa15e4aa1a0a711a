//! The command line as people use it: abbreviations, output formats, and messages about mistakes.

mod beginning;
mod errors;
mod output;
mod split_words;
mod widths;
mod without_file;
