//! Decides sums under misère play: by the theory of tame games if all components are tame,
//! otherwise by searching sums of reduced forms (T03 and T04).

use super::components::{Components, Number};
use super::expand::Expander;
use super::options::Failure;
use crate::code::Stop;
use crate::position::{Budget, Limit, Problem, ProblemKind};
use crate::source::Span;
use rustc_hash::FxHashMap;

/// How a component behaves in sums under misère play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Genus {
    /// The component and all components that play reaches from it have pairs of values that the
    /// theory allows.
    Tame {
        /// The value under normal play.
        plus: u32,
        /// The value when the last move loses.
        minus: u32,
        /// Whether, here and in all components that play reaches, no move splits, and every
        /// component of value 0 with a move has an option of value 1: then the values alone decide
        /// (T03).
        plain: bool,
    },
    /// Some component that play reaches has another pair.
    Wild,
}

/// The results about components and sums under misère play so far.
#[derive(Default)]
pub struct Misere {
    genus: FxHashMap<Number, Genus>,
    forms: Forms,
    /// The reduced forms of components.
    form_of: FxHashMap<Number, Form>,
    /// Whether the player to move wins a sum of reduced forms.
    outcomes: FxHashMap<Vec<Form>, bool>,
}

/// A reduced form, by number.
type Form = u32;

/// Reduced forms: games under misère play up to equality in every sum, each given by its options,
/// of which none is reversible.
struct Forms {
    /// The options of each form, ascending.
    options: Vec<Box<[Form]>>,
    /// Whether the player to move wins each form.
    won: Vec<bool>,
    /// For each list of options, ascending, the form that has exactly these options.
    numbers: FxHashMap<Box<[Form]>, Form>,
    /// Known sums of two forms, the smaller number first.
    sums: FxHashMap<(Form, Form), Form>,
}

/// The most reduced forms; if more are needed, sums of components are searched without them.
const MOST_FORMS: u64 = 100_000;
/// The form of the empty position.
const ZERO: Form = 0;
/// The form whose only option is the empty position. Two copies of this form cancel.
const ONE: Form = 1;

/// The most forms that may be created: no more than the limit of positions.
fn most_forms(budget: &Budget<'_>) -> u64 {
    MOST_FORMS.min(budget.positions)
}

/// Why there is no reduced form.
enum NoForm {
    /// There are too many forms.
    TooMany,
    /// A component could not be expanded, or a limit was reached.
    Failure(Failure),
}

impl NoForm {
    /// The limit that was reached; `None` if there are too many forms, or a component could not be
    /// expanded for another reason.
    fn limit(&self) -> Option<Limit> {
        match self {
            NoForm::Failure(Failure::Stop(Stop::Limit(limit))) => Some(*limit),
            _ => None,
        }
    }
}

impl From<Failure> for NoForm {
    fn from(failure: Failure) -> NoForm {
        NoForm::Failure(failure)
    }
}

impl Misere {
    /// The genus of a component, found by examining all components that play reaches from it.
    pub fn genus(
        &mut self,
        root: Number,
        components: &mut Components,
        expander: &mut Expander<'_, '_>,
        most: u64,
    ) -> Result<Genus, Failure> {
        let genus = &mut self.genus;
        follow(root, components, expander, most, &mut |number, components| match components {
            None => genus.contains_key(&number),
            Some(components) => {
                let of = genus_of(number, components, genus);
                genus.insert(number, of);
                true
            }
        })?;
        Ok(self.genus[&root])
    }

    /// Whether the player to move wins a sum of components, by their reduced forms; `None` if there
    /// are too many forms.
    pub fn search(
        &mut self,
        sum: &[Number],
        components: &mut Components,
        expander: &mut Expander<'_, '_>,
        most: u64,
    ) -> Result<Option<bool>, Failure> {
        let mut forms = Vec::with_capacity(sum.len());
        for part in sum {
            match self.form(*part, components, expander, most) {
                Ok(form) => forms.push(form),
                Err(NoForm::TooMany) => return Ok(None),
                Err(NoForm::Failure(failure)) => return Err(failure),
            }
        }
        self.won(forms, expander, most).map(Some)
    }

    /// The reduced form of a component, found by examining all components that play reaches from it.
    /// An error if there are too many forms, a limit is reached, or a component cannot be expanded.
    fn form(
        &mut self,
        root: Number,
        components: &mut Components,
        expander: &mut Expander<'_, '_>,
        most: u64,
    ) -> Result<Form, NoForm> {
        let (forms, form_of) = (&mut self.forms, &mut self.form_of);
        let (mut failed, mut limit) = (false, None);
        let budget = expander.machine.budget.fork();
        follow(root, components, expander, most, &mut |number, components| match components {
            None => failed || form_of.contains_key(&number),
            Some(components) => {
                let mut options = Vec::new();
                for option in components.options(number) {
                    let parts = option.iter().map(|part| form_of.get(part).copied());
                    match parts.flatten().try_fold(ZERO, |sum, part| forms.add(sum, part, &budget)) {
                        Ok(sum) => options.push(sum),
                        Err(no_form) => (failed, limit) = (true, no_form.limit()),
                    }
                    if failed {
                        return true;
                    }
                }
                match forms.reduced(options, &budget) {
                    Ok(form) => {
                        form_of.insert(number, form);
                    }
                    Err(no_form) => (failed, limit) = (true, no_form.limit()),
                }
                true
            }
        })?;
        match limit {
            Some(limit) => Err(NoForm::Failure(Stop::Limit(limit).into())),
            None => self.form_of.get(&root).copied().filter(|_| !failed).ok_or(NoForm::TooMany),
        }
    }

    /// Whether the player to move wins a sum of reduced forms.
    fn won(&mut self, sum: Vec<Form>, expander: &Expander<'_, '_>, most: u64) -> Result<bool, Failure> {
        let root = tidy(sum);
        // The sums that are being examined: each with its options, and how many of these were
        // examined.
        let mut path: Vec<(Vec<Form>, Vec<Vec<Form>>, usize)> = Vec::new();
        let mut next = Some(root.clone());
        loop {
            if let Some(sum) = next.take()
                && !self.outcomes.contains_key(&sum)
            {
                expander.machine.budget.tick(1 + sum.len()).map_err(Stop::Limit)?;
                if let [only] = sum.as_slice() {
                    let won = self.forms.won[*only as usize];
                    self.outcomes.insert(sum, won);
                } else {
                    let options = self.forms.options_of_sum(&sum);
                    path.push((sum, options, 0));
                }
            }
            let Some((sum, options, at)) = path.last_mut() else { break };
            let known = options.get(*at).map(|option| self.outcomes.get(option).copied());
            // A player without a move wins; a move to a lost sum wins.
            let won = match known {
                None => options.is_empty(),
                Some(None) => {
                    next = Some(options[*at].clone());
                    continue;
                }
                Some(Some(true)) => {
                    *at += 1;
                    continue;
                }
                Some(Some(false)) => true,
            };
            if self.outcomes.len() as u64 >= most {
                return Err(Stop::Limit(Limit::Positions).into());
            }
            self.outcomes.insert(std::mem::take(sum), won);
            path.pop();
        }
        Ok(self.outcomes[&root])
    }
}

/// A sum in ascending order, without [`ZERO`] and without pairs of [`ONE`].
fn tidy(mut sum: Vec<Form>) -> Vec<Form> {
    let ones = sum.iter().filter(|form| **form == ONE).count();
    sum.retain(|form| *form > ONE);
    if ones % 2 == 1 {
        sum.push(ONE);
    }
    sum.sort_unstable();
    sum
}

/// Visits all components that play can reach from `root`, each after the components of its options.
/// `visit(number, None)` returns whether a component was processed before. If not, the components
/// of its options are visited, and then `visit(number, Some(…))` processes the component itself.
fn follow(
    root: Number,
    components: &mut Components,
    expander: &mut Expander<'_, '_>,
    most: u64,
    visit: &mut dyn FnMut(Number, Option<&Components>) -> bool,
) -> Result<(), Failure> {
    let mut path: Vec<(Number, Vec<Number>)> = Vec::new();
    let mut open: rustc_hash::FxHashSet<Number> = rustc_hash::FxHashSet::default();
    let mut next = Some(root);
    loop {
        if let Some(number) = next.take()
            && !visit(number, None)
        {
            if !open.insert(number) {
                let key = components.numbers.keys[number as usize];
                let component = expander.component(key);
                let kind = ProblemKind::Cycle { component };
                return Err(Failure::Problem(Problem { span: Span::default(), kind }));
            }
            components.expand(number, expander, most)?;
            let mut behind: Vec<Number> = components.options(number).flatten().copied().collect();
            behind.sort_unstable();
            behind.dedup();
            path.push((number, behind));
        }
        let Some((number, behind)) = path.last_mut() else { return Ok(()) };
        match behind.pop() {
            Some(part) => next = Some(part),
            None => {
                visit(*number, Some(components));
                open.remove(number);
                path.pop();
            }
        }
    }
}

/// The genus of a component, by the `known` genus of each component of its options.
fn genus_of(number: Number, components: &Components, known: &FxHashMap<Number, Genus>) -> Genus {
    let (mut pluses, mut minuses) = (Vec::new(), Vec::new());
    let mut all_plain = true;
    for option in components.options(number) {
        let (mut total, mut firm) = (0, false);
        all_plain &= option.len() <= 1;
        for part in option {
            match known.get(part) {
                Some(Genus::Tame { plus, minus, plain }) => {
                    total ^= plus;
                    firm |= plus == minus;
                    all_plain &= plain;
                }
                _ => return Genus::Wild,
            }
        }
        pluses.push(total);
        // Unless a pair has two equal values, all pairs are (0, 1) or (1, 0), and so is that of the
        // sum.
        minuses.push(if firm { total } else { 1 - total });
    }
    let plus = mex(&mut pluses);
    let minus = if minuses.is_empty() { 1 } else { mex(&mut minuses) };
    let plain = all_plain && (plus != 0 || pluses.is_empty() || pluses.contains(&1));
    match (plus, minus) {
        (0, 1) | (1, 0) => Genus::Tame { plus, minus, plain },
        (a, b) if a == b => Genus::Tame { plus, minus, plain },
        _ => Genus::Wild,
    }
}

/// The least natural that is not in a list.
fn mex(values: &mut Vec<u32>) -> u32 {
    values.sort_unstable();
    values.dedup();
    let gap = values.iter().zip(0..).find(|(value, at)| **value != *at);
    gap.map_or(values.len() as u32, |(_, at)| at)
}

impl Default for Forms {
    fn default() -> Forms {
        let mut forms = Forms {
            options: Vec::new(),
            won: Vec::new(),
            numbers: FxHashMap::default(),
            sums: FxHashMap::default(),
        };
        forms.intern(Vec::new());
        forms.intern(vec![ZERO]);
        forms
    }
}

impl Forms {
    /// The form with these options, which have to be reduced.
    fn intern(&mut self, options: Vec<Form>) -> Form {
        let options: Box<[Form]> = options.into();
        if let Some(known) = self.numbers.get(&options) {
            return *known;
        }
        let number = self.options.len() as Form;
        self.won.push(options.is_empty() || options.iter().any(|option| !self.won[*option as usize]));
        self.options.push(options.clone());
        self.numbers.insert(options, number);
        number
    }

    /// The reduced form of a game G by the forms of its options; an error if there are too many
    /// forms or a limit is reached. G equals a form H if all options of H are options of G, and
    /// every other option of G has H as an option, which reverses the move. If H is zero, the
    /// player to move must also win G, because the player to move wins zero.
    fn reduced(&mut self, mut options: Vec<Form>, budget: &Budget<'_>) -> Result<Form, NoForm> {
        options.sort_unstable();
        options.dedup();
        let steps: usize = options.iter().map(|option| self.options[*option as usize].len()).sum();
        budget.tick(1 + steps).map_err(|limit| Failure::Stop(Stop::Limit(limit)))?;
        let wins = options.iter().any(|option| !self.won[*option as usize]);
        let mut candidates: Vec<Form> =
            options.iter().flat_map(|option| self.options[*option as usize].iter().copied()).collect();
        candidates.sort_unstable();
        candidates.dedup();
        let undoes = |form: &Form| -> bool {
            let own = &self.options[*form as usize];
            own.iter().all(|option| options.binary_search(option).is_ok())
                && options.iter().all(|option| {
                    own.binary_search(option).is_ok()
                        || self.options[*option as usize].binary_search(form).is_ok()
                })
                && (*form != ZERO || wins)
        };
        if let Some(form) = candidates.iter().find(|form| undoes(form)) {
            return Ok(*form);
        }
        if self.options.len() as u64 >= most_forms(budget) {
            return Err(NoForm::TooMany);
        }
        Ok(self.intern(options))
    }

    /// The form of the sum of two forms; an error if there are too many forms or stored sums, or if
    /// a limit is reached.
    fn add(&mut self, a: Form, b: Form, budget: &Budget<'_>) -> Result<Form, NoForm> {
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            (ZERO, b) => return Ok(b),
            (ONE, ONE) => return Ok(ZERO),
            _ => {}
        }
        if let Some(known) = self.sums.get(&(a, b)) {
            return Ok(*known);
        }
        if self.sums.len() as u64 > 20 * most_forms(budget) {
            return Err(NoForm::TooMany);
        }
        let sum = stacker::maybe_grow(64 << 10, 4 << 20, || {
            let mut options = Vec::new();
            for option in self.options[a as usize].clone() {
                options.push(self.add(option, b, budget)?);
            }
            for option in self.options[b as usize].clone() {
                options.push(self.add(a, option, budget)?);
            }
            self.reduced(options, budget)
        })?;
        self.sums.insert((a, b), sum);
        Ok(sum)
    }

    /// The options of a sum of forms, each once and tidied by [`tidy`].
    fn options_of_sum(&self, sum: &[Form]) -> Vec<Vec<Form>> {
        let mut all = Vec::new();
        for (at, form) in sum.iter().enumerate() {
            if at > 0 && sum[at - 1] == *form {
                continue;
            }
            for option in &self.options[*form as usize] {
                let mut changed = sum.to_vec();
                changed[at] = *option;
                all.push(tidy(changed));
            }
        }
        // Sums of fewer forms come first, because they are decided sooner.
        all.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        all.dedup();
        all
    }
}
