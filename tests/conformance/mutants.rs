//! Every mutant of every document is killed by the suite, in a named check that names the row.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::sync::Arc;

use super::documents;
use super::kit::conformance::{
    Document, Interpreter, Mutant, Outcome, Refused, Shows, Start, Step, Subject, Suite, World, mutants,
};
use crate::sandbox::{expect_file, repository};

fn quick() -> Suite {
    Suite { first_only: true, ..Suite::default() }
}

#[test]
fn a_lifecycle_done_right_passes_whatever_the_document() {
    for document in documents::all() {
        let mut right = Interpreter::new(Arc::new(document.clone()));
        let report = Suite::default().check(&document, &mut right);
        report.assert();
        assert_eq!(report.failed(), Vec::<&str>::new());
    }
}

#[test]
fn nothing_checked_is_nothing_proven() {
    let mut document = Document { id: "STATE-NONE".to_owned(), ..Document::default() };
    let report = Suite::default().check(&document, &mut Interpreter::new(Arc::new(document.clone())));
    assert!(report.is_empty() && report.to_string().contains("NOTHING WAS CHECKED"), "{report}");
    assert!(std::panic::catch_unwind(|| report.assert()).is_err());
    document = documents::all().remove(0);
    document.states.iter_mut().for_each(|state| state.initial = false);
    let report = Suite::default().check(&document, &mut Unreachable);
    assert!(report.faults.is_empty() && report.is_empty(), "nothing was begun, and nothing found: {report}");
    assert!(std::panic::catch_unwind(|| report.assert()).is_err());
}

/// An implementation in which no record ever begins.
struct Unreachable;

impl Subject for Unreachable {
    fn create(&mut self, _start: Start, _world: &mut World) -> Outcome {
        Err(Refused::new("never"))
    }

    fn observe(&mut self) -> Option<String> {
        None
    }

    fn attempt(&mut self, _row: usize, _world: &mut World) -> Outcome {
        Err(Refused::new("never"))
    }
}

#[test]
fn the_page_counts_the_mutants_and_lists_every_argument_for_equivalence() {
    let documents = documents::all();
    let mutants: Vec<Mutant> = documents.iter().flat_map(mutants).collect();
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for why in mutants.iter().filter_map(|mutant| mutant.equivalent) {
        *reasons.entry(why).or_default() += 1;
    }
    let equivalent: usize = reasons.values().sum();
    let killed = mutants.len() - equivalent;
    let mut table = format!(
        "| documents that differ | mutants | killed | equivalent |\n| --- | --- | --- | --- |\n| {} | {} | {killed} | {equivalent} |\n\n| equivalent, since | mutants |\n| --- | --- |\n",
        documents.len(),
        mutants.len(),
    );
    reasons.iter().for_each(|(why, count)| writeln!(table, "| {why} | {count} |").expect("a String"));
    let page = repository().join("tests/mutants/README.md");
    let text = std::fs::read_to_string(&page).expect("the page").replace("\r\n", "\n");
    let (before, rest) = text.split_once("<!-- counts -->\n").expect("a mark");
    let (_, after) = rest.split_once("<!-- end of counts -->").expect("a mark");
    expect_file(&page, &format!("{before}<!-- counts -->\n{table}<!-- end of counts -->{after}"));
}

#[test]
fn every_mutant_of_every_document_is_killed_in_a_check_that_names_the_row() {
    let documents = documents::all();
    let half = documents.len() / 2;
    let (first, second) = documents.split_at(half);
    let (mut killed, mut misses) = (0, Vec::new());
    std::thread::scope(|scope| {
        let threads =
            [first, second].map(|documents| scope.spawn(|| documents.iter().map(missed).collect::<Vec<_>>()));
        for thread in threads {
            for (count, missed) in thread.join().expect("no panic") {
                killed += count;
                misses.extend(missed);
            }
        }
    });
    println!("{killed} mutants of {} documents killed", documents.len());
    assert!(misses.is_empty(), "{} misses:\n{}", misses.len(), misses.join("\n"));
    assert!(killed > 5_000, "only {killed} mutants");
}

/// How many mutants of a document are killed as they must be, and what is said of the others.
fn missed(document: &Document) -> (usize, Vec<String>) {
    let shared = Arc::new(document.clone());
    let mutants = mutants(document);
    let plan = quick().planned(document, Shows::EVERYTHING, true);
    let mut suites: HashMap<&str, Suite> = HashMap::new();
    let misses = mutants.iter().filter_map(|mutant| {
        let suite =
            suites.entry(&mutant.names).or_insert_with(|| nearest_first(&plan, document, &mutant.names));
        miss(suite, &shared, mutant)
    });
    let misses: Vec<String> = misses.collect();
    let equivalent = mutants.iter().filter(|mutant| mutant.equivalent.is_some()).count();
    (mutants.len() - equivalent - misses.len(), misses)
}

/// The same walks, those first that come to what is named, so that its mutants are killed soon.
fn nearest_first(suite: &Suite, document: &Document, names: &str) -> Suite {
    let walks = suite.plan.as_ref().expect("a plan");
    let names = |walk: &&Vec<Step>| walk.last().is_some_and(|step| step.words(document).contains(names));
    let (near, far): (Vec<&Vec<Step>>, Vec<&Vec<Step>>) = walks.iter().partition(names);
    let walks: Vec<Vec<Step>> = near.into_iter().chain(far).cloned().collect();
    Suite { plan: Some(Arc::new(walks)), ..suite.clone() }
}

fn miss(suite: &Suite, document: &Arc<Document>, mutant: &Mutant) -> Option<String> {
    let report = suite.check(document, &mut mutant.subject(document));
    let name = format!("{}: {}", document.id, mutant.name);
    match (report.faults.first(), mutant.equivalent) {
        (None, Some(_)) => None,
        (None, None) => Some(format!("survived: {name}")),
        (Some(fault), Some(why)) => {
            Some(format!("{name} is said to be equivalent ({why}), and is killed: {}", fault.wrong.message))
        }
        (Some(fault), None) => {
            let named = fault.wrong.message.contains(&mutant.names);
            (!named).then(|| {
                format!(
                    "{name} is killed in {} without being named: {}",
                    fault.wrong.rule.name(),
                    fault.wrong.message
                )
            })
        }
    }
}
