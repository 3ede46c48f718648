//! Reading the three real documents, and what common slips lead to.

use super::*;
use crate::source::{FileId, SourceFile};

fn file(text: &str) -> SourceFile {
    SourceFile::new(FileId(0), "specs/a.md", text)
}

/// `line:column rule: message` for every finding.
fn findings(text: &str) -> Vec<String> {
    let file = file(text);
    let (_, findings) = parse(&file);
    let line = |finding: &crate::diagnostic::Diagnostic| {
        let at = file.position(finding.span.start);
        format!("{}:{} {}: {}", at.line, at.column, finding.rule, finding.message)
    };
    findings.iter().map(line).collect()
}
#[test]
fn probe() {
    for slip in [
        "---\nid: A\ntitle: \"open\nstates:\n  - name: a\n---\n",
        "---\nid: A\ntitle: 'open\nstates:\n  - name: a\n---\n",
        "---\nid: A\nstates:\n\t- name: a\n---\n",
        "---\nid: A\nstates:\n  - name: a\n\t  meaning: b\n---\n",
        "---\nid: A\ntitle: refund: denied\nstates: []\n---\n",
        "---\nid: A\n title: x\nstates: []\n---\n",
        "---\nid: A\nstates: [a, b\ntitle: x\n---\n",
        "---\nid: A\ntitle: @x\n---\n",
        "---\nid: A\ntitle: \"a\\qb\"\n---\n",
        "---\nid: A\nstates:\n  - name: a\n   meaning: b\n---\n",
        "---\nid: A\ntitle: *x\n---\n",
        "---\n- a\n---\n",
        "---\nid: A\ntitle\nstates:\n- name: a\n---\n",
        "---\nid: A\nid: B\ntitle: 'it's'\n---\n",
        "---\nid: A\nid: B\ntitel: it\nstates: x\ntransitions: []\nrevision: 0\n---\n",
        "---\nid: &a [x]\ntitle: {a: b}\nstates:\n - name: [x]\n - x\n - name:\n - meaning: x\n   initial: maybe\n---\n",
        "---\nid: A\n",
        "",
        "---\n---\n",
    ] {
        println!("{slip:?}\n   {:#?}", findings(slip));
    }
    for path in ["STATE-ACC-TRX-013", "STATE-PFM-ELG-004", "STATE-PFM-QRY-014"] {
        let text = std::fs::read_to_string(format!("/work/shared/specs/{path}.md")).unwrap();
        let f = file(&text);
        let (d, n) = parse(&f);
        assert!(n.is_empty(), "{n:?}");
        let l = crate::lifecycle::lower(&f, &d);
        println!(
            "{} {} {:?}\n{:?}\n{:?} {:?}\n {:?}",
            l.rust_module,
            l.sound,
            l.states.iter().map(|s| &s.variant).collect::<Vec<_>>(),
            l.rows.iter().map(|s| &s.variant).collect::<Vec<_>>(),
            l.initial().collect::<Vec<_>>(),
            l.terminal().collect::<Vec<_>>(),
            l.triggers.iter().map(|t| &t.variant).collect::<Vec<_>>()
        );
        for r in &d.transitions {
            let s = r.source.as_ref().unwrap();
            let at = s.value.find(':').unwrap();
            let w = s.value.rsplit_once(' ').map_or(0, |p| p.0.len() + 1);
            println!("   {:?} {:?}", f.slice(s.part(&f, 0..at)), f.slice(s.part(&f, w..s.value.len())));
        }
    }
}
