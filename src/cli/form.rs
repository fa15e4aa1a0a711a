//! Chooses the format of a result: by `--format`, or by the extension of the output file.

use super::arguments::{CheckFormat, GraphFormat, TableFormat};
use super::sweep_arguments::SweepFormat;
use crate::diagnostic::Code;
use clap::ValueEnum;

/// The error for a picture of pixels on a terminal.
pub const NO_PIXELS_ON_A_TERMINAL: &str =
    "a PNG picture cannot be shown on a terminal; write it to a file with `-o FILE.png`";

/// File name extensions that imply a format, so that nothing else may be written to such a file.
const TELLING: [&str; 27] = [
    "svg", "png", "csv", "json", "jsonl", "dot", "gv", "mmd", "mermaid", "pdf", "jpg", "jpeg", "gif", "webp",
    "bmp", "xlsx", "game", "sarif", "html", "htm", "tex", "xml", "md", "yaml", "yml", "docx", "eps",
];

/// A format of results, which may be written to files with certain extensions.
pub trait Form: ValueEnum + Copy + PartialEq + Default + 'static {
    /// The extensions of files that may hold each format, the usual one first.
    const EXTENSIONS: &'static [(Self, &'static [&'static str])];
}

impl Form for CheckFormat {
    const EXTENSIONS: &'static [(CheckFormat, &'static [&'static str])] = &[
        (CheckFormat::Text, &["txt"]),
        (CheckFormat::Json, &["json", "jsonl", "txt"]),
        (CheckFormat::Short, &["txt"]),
        (CheckFormat::Github, &["txt"]),
        (CheckFormat::Sarif, &["sarif", "json"]),
        (CheckFormat::Svg, &["svg"]),
    ];
}

impl Form for TableFormat {
    const EXTENSIONS: &'static [(TableFormat, &'static [&'static str])] = &[
        (TableFormat::Text, &["txt"]),
        (TableFormat::Csv, &["csv", "txt"]),
        (TableFormat::Json, &["json", "jsonl", "txt"]),
        (TableFormat::Svg, &["svg"]),
        (TableFormat::Png, &["png"]),
        (TableFormat::Bfile, &["txt"]),
        (TableFormat::Summary, &["json", "txt"]),
    ];
}

impl Form for GraphFormat {
    const EXTENSIONS: &'static [(GraphFormat, &'static [&'static str])] = &[
        (GraphFormat::Dot, &["dot", "gv", "txt"]),
        (GraphFormat::Mermaid, &["mmd", "mermaid", "txt"]),
        (GraphFormat::Json, &["json", "jsonl", "txt"]),
        (GraphFormat::Svg, &["svg"]),
        (GraphFormat::Png, &["png"]),
    ];
}

impl Form for SweepFormat {
    const EXTENSIONS: &'static [(SweepFormat, &'static [&'static str])] = &[
        (SweepFormat::Text, &["txt"]),
        (SweepFormat::Csv, &["csv", "txt"]),
        (SweepFormat::Json, &["json", "jsonl", "txt"]),
        (SweepFormat::Svg, &["svg"]),
        (SweepFormat::Png, &["png"]),
    ];
}

/// Returns the format given by `--format`, or otherwise by the extension of the output file. An error
/// if the two contradict each other, if the extension alone chooses no format, or if the file's
/// folder does not exist.
pub fn chosen<F: Form>(output: Option<&str>, format: Option<F>) -> Result<F, String> {
    let file = output.filter(|file| *file != "-");
    has_folder(file)?;
    let Some((file, extension)) = file.and_then(|file| Some((file, extension(file)?))) else {
        return Ok(format.unwrap_or_default());
    };
    let fits = |form: F| {
        F::EXTENSIONS.iter().any(|(it, extensions)| *it == form && extensions.contains(&&*extension))
    };
    let of_extension =
        F::EXTENSIONS.iter().find(|(_, extensions)| extensions.contains(&&*extension)).map(|(form, _)| *form);
    match (format, of_extension) {
        (Some(form), _) if fits(form) => Ok(form),
        (Some(form), _) if !TELLING.contains(&&*extension) && (extension != "txt" || is_text(form)) => {
            Ok(form)
        }
        (Some(form), _) => Err(format!(
            "`-o {file}` and `--format {}` contradict each other; leave out `--format`, or write to a file that ends \
             with .{}",
            name(form),
            usual(form)
        )),
        // `.txt` says only that people read the file, so it does not choose any format but text.
        (None, Some(form)) if extension != "txt" || name(form) == "text" => Ok(form),
        (None, _) => Err(unknown_extension::<F>(&extension)),
    }
}

/// Whether a format is text.
fn is_text<F: Form>(form: F) -> bool {
    name(form) != "png"
}

/// The message that lists which extensions choose a format.
fn unknown_extension<F: Form>(extension: &str) -> String {
    let mut extensions: Vec<String> =
        F::EXTENSIONS.iter().map(|(form, _)| format!(".{}", usual(*form))).collect();
    extensions.sort_unstable();
    extensions.dedup();
    let other = if TELLING.contains(&extension) { "" } else { ", or choose a format with `--format`" };
    format!(
        "cannot write a .{extension} file; write to a file that ends with one of {}{other}",
        extensions.join(" ")
    )
}

/// Refuses a file whose folder does not exist, before there is anything to write.
pub fn has_folder(file: Option<&str>) -> Result<(), String> {
    let folder = file.and_then(|file| std::path::Path::new(file).parent());
    match folder.filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
        Some(folder) => Err(format!(
            "{}: cannot write `{}`; create the folder `{}` first",
            Code::G510,
            file.unwrap_or_default(),
            folder.display()
        )),
        None => Ok(()),
    }
}

/// Refuses a file whose extension implies another format than the one that an option writes, or
/// whose folder does not exist. `extensions` lists the extensions for that format.
pub fn fits(option: &str, file: Option<&str>, extensions: &[&str]) -> Result<(), String> {
    has_folder(file)?;
    match file.and_then(|file| Some((file, extension(file)?))) {
        Some((file, extension)) if TELLING.contains(&&*extension) && !extensions.contains(&&*extension) => {
            Err(format!(
                "`{option}` writes {}, but `{file}` ends with .{extension}; choose a file that ends with .{}",
                extensions[0].to_uppercase(),
                extensions[0]
            ))
        }
        _ => Ok(()),
    }
}

/// The extension of a file's name in lower case, without the dot; `None` if there is none. A file
/// named `.png` counts as one with the extension `png`.
fn extension(file: &str) -> Option<String> {
    let path = std::path::Path::new(file);
    let alone = path.file_name().and_then(|name| name.to_str()?.strip_prefix('.'));
    let alone = alone
        .map(str::to_lowercase)
        .filter(|extension| TELLING.contains(&&**extension) || extension == "txt");
    path.extension().map(|extension| extension.to_string_lossy().to_lowercase()).or(alone)
}

fn name<F: Form>(form: F) -> String {
    form.to_possible_value().map(|value| value.get_name().to_string()).unwrap_or_default()
}

fn usual<F: Form>(form: F) -> &'static str {
    let extensions = F::EXTENSIONS.iter().find(|(it, _)| *it == form).map(|(_, extensions)| *extensions);
    extensions.and_then(|extensions| extensions.first().copied()).unwrap_or("txt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_chooses_the_form() {
        let table = |file: &str, format| chosen::<TableFormat>(Some(file), format);
        assert_eq!(table("a.svg", None), Ok(TableFormat::Svg));
        assert_eq!(table("a.PNG", None), Ok(TableFormat::Png));
        assert_eq!(table("a.json", Some(TableFormat::Summary)), Ok(TableFormat::Summary));
        assert_eq!(table("b001477.txt", Some(TableFormat::Bfile)), Ok(TableFormat::Bfile));
        assert_eq!(table("a.txt", None), Ok(TableFormat::Text));
        assert_eq!(table("a", None), Ok(TableFormat::Text));
        assert_eq!(table(".png", None), Ok(TableFormat::Png));
        assert!(table(".png", Some(TableFormat::Text)).is_err());
        assert_eq!(table(".hidden", None), Ok(TableFormat::Text));
        for file in ["a.foo", "a.data", "a.b.foo"] {
            assert!(table(file, None).unwrap_err().contains("one of .csv .json .png .svg .txt"), "{file}");
            assert_eq!(table(file, Some(TableFormat::Csv)), Ok(TableFormat::Csv));
        }
        assert!(chosen::<GraphFormat>(Some("g.txt"), None).is_err());
        assert_eq!(chosen::<GraphFormat>(Some("g.txt"), Some(GraphFormat::Dot)), Ok(GraphFormat::Dot));
        assert_eq!(table("a.data", Some(TableFormat::Csv)), Ok(TableFormat::Csv));
        assert!(table("a.png", Some(TableFormat::Csv)).is_err());
        assert_eq!(table("a.jsonl", None), Ok(TableFormat::Json));
        for file in ["a.pdf", "a.html", "a.tex", "a.md", "a.xml"] {
            assert!(table(file, None).is_err(), "{file}");
        }
        assert!(table("a.pdf", Some(TableFormat::Svg)).is_err());
        assert_eq!(chosen::<GraphFormat>(Some("g.mmd"), None), Ok(GraphFormat::Mermaid));
        assert_eq!(chosen::<GraphFormat>(None, None), Ok(GraphFormat::Dot));
        assert!(chosen::<GraphFormat>(Some("g.csv"), None).is_err());
    }
}
