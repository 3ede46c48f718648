//! The whole tool beside scripts and git: `./run`, or `./run --quick` for three rounds, `./run --write` to
//! put the figures into the pages, `./run corpus FOLDER COUNT SEED` or `./run large FOLDER STATES ROWS` to
//! look at the documents.

#[path = "../../corpus/mod.rs"]
mod corpus;
mod machine;
mod measure;
mod page;
mod places;
mod sides;
mod works;

use std::path::Path;

use places::Places;

/// What the documents of every run are made from.
const SEED: &str = "7";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["corpus", folder, count, seed] => {
            places::write_all(Path::new(folder), &corpus::varied(number(count), number(seed) as u64));
        }
        ["originals", folder, "", ""] => places::write_all(Path::new(folder), &corpus::originals()),
        ["large", folder, states, rows] => {
            places::write_all(Path::new(folder), &[corpus::large(number(states), number(rows))]);
        }
        [] => println!("{}", report(false)),
        ["--quick"] => println!("{}", report(true)),
        ["--write"] => {
            let report = report(false);
            println!("{report}");
            page::write(&report);
        }
        _ => panic!("unknown arguments: {arguments:?}"),
    }
}

fn number(text: &str) -> usize {
    text.parse().unwrap_or_else(|_| panic!("{text} is not a number"))
}

fn report(quick: bool) -> page::Report {
    let places = Places::new();
    let rounds = |rounds: usize| if quick { 3 } else { rounds };
    let (works, written) = works::all(&places, &rounds);
    page::Report { machine: machine::named(&places), works, written, quick }
}
