//! Every rule's page holds its tests: documents, what is printed of them, and the documents mended.

pub(crate) mod page;

use std::collections::HashSet;
use std::fs;

use statedoc::diagnostic::Diagnostic;
use statedoc::lint::{RULES, Rule};

use crate::findings::{fixes, of};
use crate::sandbox::{repository, updating};
use page::{Block, Section, sections};

fn path(rule: &Rule) -> String {
    format!("generator/src/lint/rules/{}.md", rule.id.replace('-', "_"))
}

fn read(rule: &Rule) -> String {
    let path = path(rule);
    fs::read_to_string(repository().join(&path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The documents of a section as a project: an unnamed block is `specs/a.md` or `specs/a.yaml`.
fn files<'a>(section: &'a Section) -> Vec<(&'a str, &'a str)> {
    let file = |block: &Block<'a>| {
        let default = match block.language {
            "markdown" => "specs/a.md",
            "yaml" => "specs/a.yaml",
            "toml" => "statedoc.toml",
            _ => return None,
        };
        Some((if block.name.is_empty() { default } else { block.name }, block.text))
    };
    section.blocks.iter().filter_map(file).collect()
}

#[test]
fn pages_begin_with_their_rule_and_show_it_found_and_mended() {
    for rule in RULES {
        let page = read(rule);
        assert!(page.starts_with(&format!("# {}\n\n", rule.id)), "{} must begin with its rule", path(rule));
        let sections = sections(&page);
        for heading in ["Finds", "Clean"] {
            let found = sections.iter().any(|section| section.heading == heading);
            assert!(found, "{} has no section `{heading}`", path(rule));
        }
        let words = page.split("## ").next().unwrap_or_default().split_whitespace().count();
        assert!(words > 30, "{} does not say why the rule matters", path(rule));
    }
}

#[test]
fn what_a_page_shows_is_what_is_printed() {
    let mut wrong = Vec::new();
    for rule in RULES {
        let mut page = read(rule);
        let finds = |page: &str| sections(page).iter().filter(|it| it.heading.starts_with("Finds")).count();
        for index in 0..finds(&page) {
            let sections = sections(&page);
            let section =
                sections.iter().filter(|it| it.heading.starts_with("Finds")).nth(index).expect("counted");
            let (findings, printed) = of(&files(section));
            if !findings.iter().any(|it| it.rule == rule.id) {
                wrong.push(format!("{}: {} has no such finding\n{printed}", path(rule), section.heading));
                continue;
            }
            let shown = section.blocks.iter().find(|block| block.language == "text");
            let shown =
                shown.unwrap_or_else(|| panic!("{}: {} has no text block", path(rule), section.heading));
            if shown.text != printed {
                wrong.push(format!("{}: {}\n{printed}", path(rule), section.heading));
                page.replace_range(shown.range.clone(), &printed);
            }
        }
        if updating() && page != read(rule) {
            fs::write(repository().join(path(rule)), page).expect("the page can be written");
        }
    }
    wrong.retain(|it| !updating() || it.contains("no such finding"));
    assert!(wrong.is_empty(), "UPDATE=1 rewrites these:\n{}", wrong.join("\n"));
}

#[test]
fn a_fix_mends_what_it_is_offered_for() {
    for rule in RULES {
        let page = read(rule);
        for section in sections(&page).iter().filter(|section| section.heading.starts_with("Finds")) {
            for (finding, texts) in fixes(&files(section)) {
                let texts: Vec<(&str, &str)> = texts.iter().map(|(path, text)| (&**path, &**text)).collect();
                let (left, printed) = of(&texts);
                let same = |it: &Diagnostic| (it.rule, &it.message) == (finding.rule, &finding.message);
                let place = format!("{}: {}: {}\n{printed}", path(rule), section.heading, finding.message);
                assert!(!left.iter().any(same), "is still found: {place}");
                assert!(!left.iter().any(|it| it.rule == "syntax"), "cannot be read: {place}");
            }
        }
    }
}

#[test]
fn mended_documents_have_no_finding_at_all() {
    let mut wrong = Vec::new();
    for rule in RULES {
        let page = read(rule);
        for section in sections(&page).iter().filter(|section| section.heading.starts_with("Clean")) {
            let (findings, printed) = of(&files(section));
            if !findings.is_empty() {
                wrong.push(format!("{}: {}\n{printed}", path(rule), section.heading));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_is_in_order() {
    let mut seen = HashSet::new();
    for rule in RULES {
        assert!(seen.insert(rule.id), "{} is in the table twice", rule.id);
        let kebab =
            rule.id.split('-').all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase()));
        assert!(kebab, "{} is not in kebab case", rule.id);
        let source = format!("generator/src/lint/rules/{}.rs", rule.id.replace('-', "_"));
        assert!(repository().join(&source).exists(), "{source} is missing");
        assert!(updating() || rule.docs == read(rule), "{} has the page of another rule", rule.id);
        let summary = rule.summary;
        assert!(
            !summary.is_empty() && !summary.ends_with('.') && !summary.contains('\n'),
            "{}: {summary}",
            rule.id
        );
    }
    let pages = fs::read_dir(repository().join("generator/src/lint/rules")).expect("the rules' folder");
    let files =
        pages.filter(|entry| entry.as_ref().expect("an entry").path().extension() == Some("rs".as_ref()));
    assert_eq!(files.count(), RULES.len(), "every file of a rule has its line in the table");
}
