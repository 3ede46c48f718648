//! Counting cases, comparing answers, and saying what is wrong in the document's words.

use std::fmt::{Debug, Display};

use super::model::{Expected, Model};
use super::oracle::Oracle;
use super::subject::{Call, Denied, Subject};

/// What a call came to.
pub struct Seen {
    /// The answer, and the rows whose guards were asked.
    pub expected: Expected,
    /// The rows whose guards were asked, in order.
    pub asked: Vec<usize>,
    /// How a refusal reads.
    pub shown: Option<String>,
}

/// Makes a call whose guard gives `denied`.
pub fn make(subject: &dyn Subject, call: Call, denied: Option<u32>) -> Seen {
    let mut asked = Vec::new();
    let outcome = subject.call(call, &mut |row| {
        asked.push(row);
        denied.map_or(Ok(()), |number| Err(Denied(number)))
    });
    let shown = outcome.as_ref().err().map(|refused| refused.shown.clone());
    let answer = outcome.map_err(|refused| refused.reason);
    Seen { expected: Expected { answer, asked: asked.first().copied() }, asked, shown }
}

/// What is wrong with what a call came to; `None` where nothing is.
pub fn complaint(model: &Model, call: Call, denied: Option<u32>, seen: &Seen) -> Option<String> {
    let expected = model.expected(call, denied);
    let what = model.words(call, denied);
    if seen.expected.answer != expected.answer {
        let (want, got) = (model.answer_words(&expected.answer), model.answer_words(&seen.expected.answer));
        return Some(format!("{what}\n  expected: {want}\n       got: {got}"));
    }
    let wanted: Vec<usize> = expected.asked.into_iter().collect();
    (seen.asked != wanted).then(|| {
        let rows = |rows: &[usize]| match rows {
            [] => "never".to_owned(),
            rows => rows.iter().map(|row| model.oracle.row_words(*row)).collect::<Vec<_>>().join(", then "),
        };
        let (want, got) = (rows(&wanted), rows(&seen.asked));
        format!("{what}\n  expected its guard to run: {want}\n                    but ran: {got}")
    })
}

/// The cases of one test.
pub struct Cases<'a> {
    oracle: &'a Oracle,
    run: usize,
}

impl<'a> Cases<'a> {
    /// No case yet.
    pub fn of(oracle: &'a Oracle) -> Self {
        Self { oracle, run: 0 }
    }

    /// Counts a case.
    pub fn count(&mut self) {
        self.run += 1;
    }

    /// That two values are the same.
    pub fn same<T: Debug + PartialEq>(&self, what: impl Display, expected: &T, got: &T) {
        assert!(
            expected == got,
            "{}: {what}\n  expected: {expected:?}\n       got: {got:?}",
            self.oracle.document
        );
    }

    /// That something holds.
    pub fn holds(&self, holds: bool, what: impl FnOnce() -> String) {
        assert!(holds, "{}: {}", self.oracle.document, what());
    }

    /// That a call comes to what the document says; a case.
    pub fn call(&mut self, model: &Model, subject: &dyn Subject, call: Call, denied: Option<u32>) -> Seen {
        self.count();
        let seen = make(subject, call, denied);
        if let Some(complaint) = complaint(model, call, denied, &seen) {
            panic!("{}: {complaint}", self.oracle.document);
        }
        seen
    }

    /// That all of them were run, and that there were any.
    pub fn finish(self, expected: usize) {
        let Self { oracle, run } = self;
        assert!(run > 0, "{}: no case was run", oracle.document);
        assert_eq!(run, expected, "{}: not as many cases were run as the document has", oracle.document);
    }
}
