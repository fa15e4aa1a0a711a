//! What the language accepts beside its plainest forms.

use super::support::Folder;

const CODED: &str = "param code: text = \"0.77\"\ngame g(n: nat) = octal code\n";

#[test]
fn a_code_is_the_text_that_a_parameter_has() {
    let folder = Folder::with(CODED);
    let value = |settings: &[&str], heap: &str, value: &str| {
        let command = [&["solve", "game.game", heap, "--format", "json"], settings].concat();
        folder.run(&command).status(0).out(&format!("\"sg\":{value}"));
    };
    // Kayles, Dawson's Kayles (0.07) and 0.137 (Dawson's Chess): Winning Ways, chapter 4.
    value(&[], "g(7)", "2");
    value(&[], "g(9)", "4");
    value(&["--set", "code=\"0.07\""], "g(9)", "0");
    value(&["--set", "code=\"0.137\""], "g(8)", "0");
    value(&["--set", "code=\"0.\" ++ \"137\""], "g(9)", "3");
    folder.run(&["check", "game.game", "--set", "code=\"0.137\""]).status(0).out("= octal \"0.137\"");
    folder.run(&["period", "game.game", "g(n)", "--set", "code=\"0.137\""]).status(0).out("34");
}

#[test]
fn a_bad_code_from_outside_is_told_there() {
    let folder = Folder::with(CODED);
    let told = |setting: &str, code: &str| {
        folder.run(&["check", "game.game", "--set", setting]).status(1).err(code).err("--set code");
    };
    told("code=\"0.78\"", "G107");
    told("code=7", "G301");
    told("code=if 1 < 2 then \"0.7\" else \"0.3\"", "G107");
}
