//! How much of a long corpus a test run covers: a sample, or with `GSPEC_TESTS=all` all of it.
//!
//! A sample takes every n-th item, so that the run is short; `.ci/run` covers everything.

use proptest::test_runner::{Config, RngSeed};

/// Whether to cover everything.
pub fn is_all() -> bool {
    std::env::var("GSPEC_TESTS").is_ok_and(|asked| asked == "all")
}

/// All items of a corpus; in a sample, every `one_in`-th of them.
pub fn share<T>(all: Vec<T>, one_in: usize) -> Vec<T> {
    let step = if is_all() { 1 } else { one_in };
    all.into_iter().step_by(step).collect()
}

/// How many random cases are tried: `all`, or `sample` in a sample.
pub fn cases(all: u32, sample: u32) -> u32 {
    if is_all() { all } else { sample }
}

/// Random cases: the same ones in every run, so that the same commit has the same
/// result everywhere. `PROPTEST_RNG_SEED` asks for others.
pub fn repeatable(cases: u32) -> Config {
    let mut config = Config { cases, failure_persistence: None, max_shrink_iters: 500, ..Config::default() };
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(1);
    }
    config
}

#[test]
fn a_sample_has_the_first_thing_and_every_so_many_th() {
    let found = share((0..10).collect(), 4);
    assert!(found == [0, 4, 8] || is_all() && found.len() == 10, "{found:?}");
}
