//! The kill matrix: which tests of a suite notice which mutants.

use std::fmt;
use std::sync::Arc;

use super::waiting::quietly;
use super::{Document, Interpreter, Mutant, mutants};

/// How many survivors are shown.
const SHOWN: usize = 30;

/// What a suite of tests notices.
#[derive(Clone, Debug)]
#[must_use = "a certificate fails no test until it is asserted"]
pub struct Certificate {
    /// The document's id.
    pub document: String,
    /// The names of the tests.
    pub tests: Vec<String>,
    /// The tests that fail on the document done right, with what they said.
    pub wrong: Vec<(String, String)>,
    /// Each mutant, with what each test that failed on it said, by the test's place.
    pub mutants: Vec<(Mutant, Vec<Option<String>>)>,
}

/// Runs every test over every mutant of a document. A test fails by panicking.
pub fn certify(document: &Document, tests: &[(&str, &dyn Fn(Interpreter))]) -> Certificate {
    let document = Arc::new(document.clone());
    let failure = |test: &dyn Fn(Interpreter), subject: Interpreter| quietly(|| test(subject)).err();
    let right = tests.iter().filter_map(|(name, test)| {
        failure(*test, Interpreter::new(Arc::clone(&document))).map(|said| ((*name).to_owned(), said))
    });
    let wrong: Vec<(String, String)> = right.collect();
    let rows = mutants(&document).into_iter().map(|mutant| {
        let said = tests.iter().map(|(_, test)| failure(*test, mutant.subject(&document))).collect();
        (mutant, said)
    });
    let mutants = rows.collect();
    let tests = tests.iter().map(|(name, _)| (*name).to_owned()).collect();
    Certificate { document: document.id.clone(), tests, wrong, mutants }
}

impl Certificate {
    /// The mutants that no test noticed, but for those that nobody could.
    #[must_use]
    pub fn survivors(&self) -> Vec<&Mutant> {
        let unnoticed = self.mutants.iter().filter(|(_, said)| said.iter().all(Option::is_none));
        unnoticed.map(|(mutant, _)| mutant).filter(|mutant| mutant.equivalent.is_none()).collect()
    }

    /// Every test passes on the document done right, and every mutant is noticed.
    ///
    /// # Panics
    ///
    /// A test fails on what is right, or a mutant survives.
    pub fn assert(&self) {
        self.assert_but(&[]);
    }

    /// The same but for some mutants that may survive: the beginning of each one's name, and the reason.
    ///
    /// # Panics
    ///
    /// As [`Certificate::assert`], and where an exception is one for nothing.
    pub fn assert_but(&self, exceptions: &[(&str, &str)]) {
        let survivors = self.survivors();
        let excepted = |mutant: &&&Mutant| exceptions.iter().any(|(name, _)| mutant.name.starts_with(name));
        let left: Vec<&&Mutant> = survivors.iter().filter(|mutant| !excepted(mutant)).collect();
        let idle =
            exceptions.iter().find(|(name, _)| !survivors.iter().any(|mutant| mutant.name.starts_with(name)));
        assert!(idle.is_none(), "the exception {idle:?} is one for nothing: no survivor is called so");
        assert!(!self.tests.is_empty() && self.wrong.is_empty() && left.is_empty(), "{self}");
    }
}

impl Certificate {
    /// The whole matrix: a line for each mutant, with an `x` for each test that notices it, in their order.
    #[must_use]
    pub fn matrix(&self) -> String {
        let width = self.tests.len().max(5);
        let mut matrix = format!("{:width$}  mutant\n", "tests");
        for (mutant, said) in &self.mutants {
            let marks: String = said.iter().map(|said| if said.is_some() { 'x' } else { '.' }).collect();
            let why = mutant.equivalent.map(|why| format!(" (equivalent: {why})")).unwrap_or_default();
            matrix += &format!("{marks:width$}  {}{why}\n", mutant.name);
        }
        matrix
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let survivors = self.survivors();
        let equivalent = self.mutants.iter().filter(|(mutant, _)| mutant.equivalent.is_some()).count();
        let counted = self.mutants.len() - equivalent;
        writeln!(
            f,
            "{}: {} of {counted} mutants noticed by {} tests; {equivalent} more are equivalent",
            self.document,
            counted - survivors.len(),
            self.tests.len()
        )?;
        for (name, said) in &self.wrong {
            writeln!(f, "  `{name}` fails on what is right: {said}")?;
        }
        for mutant in survivors.iter().take(SHOWN) {
            writeln!(f, "  survived: {}", mutant.name)?;
        }
        if let Some(more) = survivors.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            writeln!(f, "  and {more} more, which `survivors` lists")?;
        }
        for (at, name) in self.tests.iter().enumerate() {
            let noticed = self.mutants.iter().filter(|(_, said)| said[at].is_some()).count();
            let alone = |said: &[Option<String>]| said[at].is_some() && said.iter().flatten().count() == 1;
            let alone = self.mutants.iter().filter(|(_, said)| alone(said)).count();
            writeln!(f, "  `{name}` notices {noticed}, {alone} of them alone")?;
        }
        Ok(())
    }
}
