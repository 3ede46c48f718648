//! What the writer writes, read by every Mermaid from 10.9 on.

use serde_json::Value;
use statedoc::mermaid::{RowArrow, Rows, normal, write};

use crate::peers;
use crate::random::Random;

/// Texts that a careless writer would break a diagram with.
const NASTY: &[&str] = &[
    "State",
    "note",
    "CLASS",
    "end",
    "default",
    "style",
    "click",
    "in-review",
    "In Progress",
    "Foo: bar; baz",
    "POST /:id",
    "a::b:::c",
    "done;",
    "#1",
    "#35;",
    "&amp; &lt;b&gt;",
    "\"quoted\" 'single'",
    "x < 3 and y > 4",
    "<script>alert(1)</script>",
    "<br/>",
    "50% %% hidden",
    "%%{init: {}}%%",
    "end note",
    "set direction LR now",
    "redirection",
    "direction",
    "TB",
    "one\ntwo",
    "one\r\n\r\ntwo",
    "bought\\nor deleted",
    "back\\slash\\",
    "`code`",
    "**bold** _it_ ~~no~~",
    "[link](http://x.y)",
    "www.example.com",
    "a@b.c",
    "1. first",
    "- item",
    "+ item",
    "$$x^2$$",
    "[*]",
    "-->",
    "A --> B : c",
    "{r}",
    "}",
    "[[fork]]",
    "<<choice>>",
    "__proto__",
    "constructor",
    "snake_case_name",
    "emoji 🚀👩‍👩‍👧",
    "עברית ‏ערבית",
    "承認待ち",
    "zero\u{200b}width",
    "nbsp\u{a0}here",
    "tab\there",
    "bell\u{7}nul\u{0}del\u{7f}",
    "picture \u{2407}",
    "nel\u{85}ls\u{2028}ps\u{2029}",
    "\u{feff}bom",
    "ﬂ°°35¶ß",
    "¶ß",
    "C4Container",
    "stateDiagram-v2",
    "classDef x fill:#f00;",
    "style: #1",
    "accTitle: x",
    "---",
    "===",
    "| a | b |",
    "#quot;",
    "&quot;",
    "&#35;",
    "e\u{301}",
    " padded ",
    "",
    " ",
    "fa:fa-car",
    "=\"a\"",
    "<a href=\"x\">",
    "??? !!!",
];

fn text(random: &mut Random) -> String {
    match random.below(8) {
        0 => random.of(NASTY).repeat(1 + random.below(20)),
        1 | 2 => (0..2 + random.below(3)).map(|_| random.of(NASTY)).collect(),
        3 => (0..random.below(12)).map(|_| random.character()).collect(),
        _ => random.of(NASTY).to_owned(),
    }
}

/// The owned form of rows.
struct Batch {
    states: Vec<String>,
    arrows: Vec<(Option<usize>, Option<usize>, Option<String>)>,
}

impl Batch {
    fn random(random: &mut Random) -> Self {
        let states: Vec<String> = (0..1 + random.below(5)).map(|_| text(random)).collect();
        let arrows = (0..random.below(8)).map(|_| {
            let from = Some(random.below(states.len() + 1)).filter(|end| *end < states.len());
            let to = Some(random.below(states.len() + 1)).filter(|end| *end < states.len());
            (from, to, (random.below(4) > 0).then(|| text(random)))
        });
        let arrows = arrows.collect();
        Self { states, arrows }
    }

    fn single(text: &str) -> Self {
        Self { states: vec![text.to_owned()], arrows: vec![(Some(0), Some(0), Some(text.to_owned()))] }
    }

    fn written(&self) -> String {
        let arrow = |(from, to, label): &(_, _, Option<String>)| (*from, *to, label.clone());
        let arrows: Vec<_> = self.arrows.iter().map(arrow).collect();
        write(&Rows {
            states: self.states.iter().map(String::as_str).collect(),
            arrows: arrows
                .iter()
                .map(|(from, to, label)| RowArrow { from: *from, to: *to, label: label.as_deref() })
                .collect(),
        })
    }

    /// Asserts that Mermaid's answer shows exactly these rows.
    fn assert_shown(&self, answer: &Value, version: &str) {
        let place = || format!("Mermaid {version}: {answer}\n{}", self.written());
        assert_eq!(answer["accept"], true, "{}", place());
        assert_eq!(answer["marked"], serde_json::json!([]), "nothing is Markdown: {}", place());
        let shown = |value: &Value| normal(value.as_str().unwrap_or_default());
        for (at, name) in self.states.iter().enumerate() {
            let id = format!("s{at}");
            let states = answer["states"].as_array().expect("states");
            let state = states
                .iter()
                .find(|state| state["id"] == id.as_str())
                .unwrap_or_else(|| panic!("{}", place()));
            assert_eq!(state["descriptions"].as_array().map(Vec::len), Some(1), "{}", place());
            assert_eq!(shown(&state["descriptions"][0]), pictured(name), "{}", place());
        }
        let states = answer["states"].as_array().expect("states");
        let stars = states.iter().filter(|state| is_star(&state["id"])).count();
        assert_eq!(states.len(), self.states.len() + stars, "{}", place());
        let relations = answer["relations"].as_array().expect("relations");
        assert_eq!(relations.len(), self.arrows.len(), "{}", place());
        for (relation, (from, to, label)) in relations.iter().zip(&self.arrows) {
            let is = |value: &Value, end: &Option<usize>| {
                end.map_or(is_star(value), |at| *value == format!("s{at}").as_str())
            };
            assert!(is(&relation[0], from) && is(&relation[1], to), "{}", place());
            assert_eq!(shown(&relation[2]), pictured(label.as_deref().unwrap_or_default()), "{}", place());
        }
    }
}

fn is_star(id: &Value) -> bool {
    id == "root_start" || id == "root_end"
}

/// `text` as it is shown: white space as one space, control characters as their pictures.
fn pictured(text: &str) -> String {
    let picture = |c: char| match c {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(c),
        '\u{7f}' => '\u{2421}',
        _ => c,
    };
    normal(text).chars().map(picture).collect()
}

#[test]
fn every_mermaid_shows_the_rows_that_were_written() {
    let mut random = Random::new(20_240_607);
    let mut batches: Vec<Batch> = NASTY.iter().map(|text| Batch::single(text)).collect();
    batches.push(Batch::single(&"long label: ".repeat(42)));
    batches.extend((0..300).map(|_| Batch::random(&mut random)));
    let versions = ["10", "11", "12"];
    let questions: Vec<(&str, String)> =
        versions.iter().flat_map(|version| batches.iter().map(|batch| (*version, batch.written()))).collect();
    let Some(answers) = peers::mermaid("every_mermaid_shows_the_rows_that_were_written", &questions) else {
        return;
    };
    for ((version, _), (batch, answer)) in questions.iter().zip(batches.iter().cycle().zip(&answers)) {
        batch.assert_shown(answer, version);
    }
}
