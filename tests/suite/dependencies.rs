//! docs/dependencies.md names the crates that gspec is built from, with their licences: compared with Cargo.lock, the manifests
//! of the crates, and deny.toml.

use super::case::repository;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Pairs of a crate's name and a licence that the page gives it: versions of one crate may have different licences.
type Licences = BTreeSet<(String, String)>;

fn read(path: &str) -> String {
    std::fs::read_to_string(repository().join(path)).unwrap()
}

/// The rows of the tables below a heading, or of all tables of the page if the heading is empty or missing.
fn listed(heading: &str) -> Licences {
    let page = read("docs/dependencies.md");
    let part =
        page.split("\n## ").find(|part| !heading.is_empty() && part.starts_with(heading)).unwrap_or(&page);
    let rows = part.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | "));
    let names = |row: (&str, &str)| -> Vec<(String, String)> {
        row.1.split(", ").map(|name| (name.to_string(), row.0.to_string())).collect()
    };
    rows.filter(|row| row.0 != "licence").flat_map(names).collect()
}

/// A crate of the lock file.
struct Locked {
    name: String,
    version: String,
    is_foreign: bool,
    dependencies: Vec<String>,
}

/// The texts between double quotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').skip(1).step_by(2)
}

fn lock_file() -> Vec<Locked> {
    let text = read("Cargo.lock");
    let package = |text: &str| {
        let of = |key: &str| text.lines().find_map(|line| quoted(line.strip_prefix(key)?).next());
        let dependencies = text.split("dependencies = [").nth(1).unwrap_or_default();
        Locked {
            name: of("name = ").unwrap().to_string(),
            version: of("version = ").unwrap().to_string(),
            is_foreign: of("source = ").is_some(),
            // `name`, or `name version` if the lock file has several versions of the crate.
            dependencies: quoted(dependencies).map(str::to_string).collect(),
        }
    };
    text.split("[[package]]").skip(1).map(package).collect()
}

#[test]
fn the_page_names_all_crates_of_the_lock_file() {
    let locked = lock_file();
    let locked: BTreeSet<&str> =
        locked.iter().filter(|it| it.is_foreign).map(|it| it.name.as_str()).collect();
    let page = listed("");
    let named: BTreeSet<&str> = page.iter().map(|(name, _)| name.as_str()).collect();
    let missing: Vec<_> = locked.difference(&named).collect();
    let gone: Vec<_> = named.difference(&locked).collect();
    assert!(missing.is_empty() && gone.is_empty(), "missing {missing:?}, no longer used {gone:?}");
}

/// The folders in which Cargo keeps the sources of crates.
fn registries() -> Vec<PathBuf> {
    let home = std::env::var_os("HOME").or(std::env::var_os("USERPROFILE")).map(PathBuf::from);
    let cargo = std::env::var_os("CARGO_HOME").map(PathBuf::from).or(home.map(|home| home.join(".cargo")));
    let folders = cargo.and_then(|cargo| std::fs::read_dir(cargo.join("registry/src")).ok());
    folders.into_iter().flatten().map(|entry| entry.unwrap().path()).collect()
}

/// Crates without sources on this machine are skipped: those for other platforms, and all crates if Cargo takes
/// them from a vendored folder.
#[test]
fn the_page_states_the_licences_that_manifests_state() {
    let registries = registries();
    let page = listed("");
    let mut compared = 0;
    for package in lock_file().iter().filter(|package| package.is_foreign) {
        let folder = format!("{}-{}", package.name, package.version);
        let manifest =
            |registry: &PathBuf| std::fs::read_to_string(registry.join(&folder).join("Cargo.toml")).ok();
        let Some(manifest) = registries.iter().find_map(manifest) else { continue };
        let licence = manifest.lines().find_map(|line| quoted(line.strip_prefix("license = ")?).next());
        // Old manifests write `/` for `OR`.
        let entry = (package.name.clone(), licence.unwrap().replace('/', " OR "));
        assert!(page.contains(&entry), "{entry:?} is not in docs/dependencies.md");
        compared += 1;
    }
    assert!(compared > 100 || registries.is_empty(), "{compared}");
}

/// The dependencies of a manifest, without those for tests only.
fn direct(manifest: &str) -> Vec<String> {
    let text = read(manifest);
    let part = text.split("\n[dependencies]\n").nth(1).unwrap_or_default();
    let lines = part.lines().take_while(|line| !line.starts_with('['));
    let name = |line: &str| Some(line.split(['.', ' ']).next()?.to_string());
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).filter_map(name).collect()
}

/// The table *In the program* lists the dependencies of the workspace's crates, and the dependencies of these in turn.
#[test]
fn crates_in_the_program_and_in_tests_are_told_apart() {
    let locked = lock_file();
    let members = ["language", "theory", "rules", "solve", "proof", "verify"];
    let manifests = members.map(|member| format!("src/{member}/Cargo.toml"));
    let manifests = manifests.iter().map(String::as_str).chain(["Cargo.toml", "grammar/Cargo.toml"]);
    let mut open: Vec<String> =
        manifests.flat_map(direct).filter(|name| !name.starts_with("gspec")).collect();
    assert!(open.len() > 20);
    let mut needed = BTreeSet::new();
    while let Some(dependency) = open.pop() {
        let mut words = dependency.split(' ');
        let (name, version) = (words.next().unwrap(), words.next());
        let is_meant = |it: &&Locked| it.name == name && version.is_none_or(|version| it.version == version);
        let package = locked.iter().find(is_meant).unwrap();
        if needed.insert((&package.name, &package.version)) {
            open.extend(package.dependencies.iter().cloned());
        }
    }
    let names = |licences: Licences| licences.into_iter().map(|(name, _)| name).collect::<BTreeSet<_>>();
    let needed: BTreeSet<String> = needed.into_iter().map(|(name, _)| name.clone()).collect();
    let (program, tests) = (names(listed("In the program")), names(listed("In tests only")));
    let missing: Vec<_> = needed.difference(&program).collect();
    assert!(missing.is_empty(), "in the program, too: {missing:?}");
    let gone: Vec<_> = program.difference(&needed).collect();
    assert!(gone.is_empty(), "not in the program: {gone:?}");
    assert!(program.is_disjoint(&tests));
}

/// deny.toml allows one of the licences that each crate offers, and only licences that some crate offers; no crate
/// comes from git.
#[test]
fn the_rules_for_licences_admit_what_is_used() {
    let rules = read("deny.toml");
    let line = rules.lines().find(|line| line.starts_with("allow = ")).unwrap();
    let allowed: Vec<&str> = quoted(line).collect();
    let mut used = BTreeSet::new();
    for (name, licence) in listed("") {
        for needed in licence.replace(['(', ')'], "").split(" AND ") {
            let offered: Vec<&str> = needed.split(" OR ").filter(|it| allowed.contains(it)).collect();
            assert!(!offered.is_empty(), "{name}: {licence}");
            used.extend(offered.iter().map(|it| it.to_string()));
        }
    }
    for licence in allowed {
        assert!(used.contains(licence), "no crate needs {licence}");
    }
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml"] {
        assert!(!read(manifest).contains("git = "), "{manifest}");
    }
}
