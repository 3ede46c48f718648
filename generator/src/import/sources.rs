//! Which diagrams, tables and lists of a page are about the same lifecycle.

use std::collections::HashSet;
use std::ops::Range;

use super::draft::Draft;
use super::findings::{SEVERAL, UNREAD, mild};
use super::kinds::{self, Kind, Known};
use super::names::key;
use super::{diagrams, lists, matrix, state_tables, tables};
use crate::diagnostic::{Diagnostic, Severity};
use crate::markdown::{Page, Words};
use crate::mermaid::{Diagram, Fence};
use crate::source::{SourceFile, Span};

/// No more texts than this are asked what a matrix's marks mean.
const MOST_TEXTS: usize = 50;

/// A diagram or a table, with the states and pairs that it names.
#[derive(Debug)]
pub(super) struct Source<'a> {
    pub(super) span: Span,
    what: What<'a>,
    states: HashSet<String>,
    /// A diagram's short ids, by which a table may call its states.
    ids: HashSet<String>,
    pairs: HashSet<(String, String)>,
}

#[derive(Debug)]
enum What<'a> {
    Diagram(&'a Fence, &'a Diagram),
    Table(&'a Known<'a>),
}

impl<'a> Source<'a> {
    /// The diagram, if it is one.
    pub(super) fn picture(&self) -> Option<(&'a Fence, &'a Diagram)> {
        match self.what {
            What::Diagram(fence, diagram) => Some((fence, diagram)),
            What::Table(_) => None,
        }
    }

    /// Whether it says by itself what a lifecycle is.
    fn leads(&self) -> bool {
        match self.what {
            What::Diagram(..) => true,
            What::Table(known) => matches!(known.kind, Kind::Transitions | Kind::Matrix) && !known.forbids,
        }
    }

    /// Whether its own words are about states.
    fn speaks(&self) -> bool {
        matches!(self.what, What::Table(known) if known.speaks)
    }

    fn shared(&self, other: &Self) -> usize {
        let by_id = |drawn: &Self, table: &Self| match (&drawn.what, &table.what) {
            (What::Diagram(..), What::Table(_)) => table
                .states
                .iter()
                .filter(|state| !drawn.states.contains(*state) && drawn.ids.contains(*state))
                .count(),
            _ => 0,
        };
        self.states.intersection(&other.states).count() + by_id(self, other) + by_id(other, self)
    }

    /// Whether more than half of the smaller one's states are the other's too; two diagrams must
    /// also share most arrows, since many lifecycles begin in `pending`.
    fn is_like(&self, other: &Self) -> bool {
        let headed = |source: &Self| matches!(source.what, What::Table(known) if known.from.is_some());
        if headed(self) && headed(other) {
            return true;
        }
        let smaller = self.states.len().min(other.states.len());
        let alike = self.shared(other) * 2 > smaller;
        let both = self.picture().is_some() && other.picture().is_some();
        let pairs = self.pairs.intersection(&other.pairs).count();
        alike && (!both || pairs * 3 >= self.pairs.len().min(other.pairs.len()) * 2)
    }
}

/// The tables in a part of the page, with what they are about.
pub(super) fn tables<'a>(page: &'a Page, range: &Range<usize>) -> Vec<Known<'a>> {
    let inside = page.tables.iter().filter(|table| range.contains(&table.span.start));
    let known = inside.map(|table| {
        let (own, all) = context(page, table.span.start);
        let mut known = kinds::know(table, &all);
        known.speaks = kinds::speaks(table, &own);
        known.forbids = kinds::forbids(&own, table.lead.as_deref().unwrap_or_default());
        let above = page.headings.iter().rev().find(|heading| heading.words.span.start < table.span.start);
        if let Some(heading) = above {
            kinds::headed_by(&mut known, &heading.words);
        }
        if known.kind == Kind::Matrix {
            known.around = around(page, table.span.start);
        }
        known
    });
    known.collect()
}

/// What is written under the same heading as a place, but for tables.
fn around(page: &Page, at: usize) -> Vec<String> {
    let (before, behind): (Vec<_>, Vec<_>) =
        page.headings.iter().map(|heading| heading.words.span.start).partition(|start| *start < at);
    let start = before.last().copied().unwrap_or_default();
    let end = behind.first().copied().unwrap_or(usize::MAX);
    let texts = page.paragraphs.iter().chain(page.items.iter().map(|item| &item.words));
    let near = texts.filter(|words| (start..end).contains(&words.span.start));
    near.take(MOST_TEXTS).map(|words| words.text.clone()).collect()
}

/// The heading above a place, and all headings that it stands under, joined.
fn context(page: &Page, at: usize) -> (String, String) {
    let mut path: Vec<(usize, &str)> = Vec::new();
    for heading in page.headings.iter().take_while(|heading| heading.words.span.start < at) {
        path.retain(|(level, _)| *level < heading.level);
        path.push((heading.level, &heading.words.text));
    }
    let texts: Vec<&str> = path.iter().map(|(_, text)| *text).collect();
    (texts.last().copied().unwrap_or_default().to_owned(), texts.join(" / "))
}

/// A finding about a table that says from where, on what, and not to where.
pub(super) fn targetless(known: &Known) -> Option<Diagnostic> {
    let head = known.table.head.first().filter(|_| known.kind == Kind::Targetless)?;
    let span = known.table.head.iter().fold(head.span, |span, words| span.to(words.span));
    let message = "this table does not say to which state its lines lead, and is left out".to_owned();
    let help = "add a column `To`, or a column `Transition` with `from → to`";
    Some(mild(UNREAD, Severity::Warning, span, message).help(help))
}

/// Every diagram and every table that is about states, each read on its own.
pub(super) fn all<'a>(
    file: &SourceFile,
    pictures: &'a [(&'a Fence, Diagram)],
    known: &'a [Known<'a>],
) -> Vec<Source<'a>> {
    let diagrams = pictures.iter().map(|(fence, diagram)| (fence.span, What::Diagram(fence, diagram)));
    let about = known.iter().filter(|known| !matches!(known.kind, Kind::Other | Kind::Targetless));
    let tables = about.map(|known| (known.table.span, What::Table(known)));
    let mut sources: Vec<Source> =
        diagrams.chain(tables).map(|(span, what)| read(file, span, what)).collect();
    sources.retain(|source| !source.states.is_empty());
    sources.sort_by_key(|source| source.span.start);
    sources
}

fn read<'a>(file: &SourceFile, span: Span, what: What<'a>) -> Source<'a> {
    let mut draft = Draft::default();
    let mut source =
        Source { span, what, states: HashSet::new(), ids: HashSet::new(), pairs: HashSet::new() };
    learn(&source, &mut draft);
    take_one(file, &source, &mut draft, &mut Vec::new());
    source.states = draft.names.all_keys();
    source.ids = draft.names.short_keys();
    let name = |end| key(draft.name(end));
    let rows = draft.stated.iter().chain(&draft.drawn);
    source.pairs = rows.map(|row| (name(row.from), name(row.to))).collect();
    source
}

fn learn(source: &Source, draft: &mut Draft) {
    match source.what {
        What::Table(known) if known.kind == Kind::States => state_tables::states(known, draft),
        What::Table(known) if known.kind == Kind::Matrix => matrix::learn(known.table, draft),
        What::Table(known) => tables::learn(known, draft),
        What::Diagram(..) => {}
    }
}

fn take_one(file: &SourceFile, source: &Source, draft: &mut Draft, found: &mut Vec<Diagnostic>) {
    match source.what {
        What::Diagram(_, diagram) => {
            found.append(&mut diagrams::take(file, diagram, draft));
        }
        What::Table(known) if known.kind == Kind::Matrix => {
            matrix::take(known.table, &known.around, draft, found)
        }
        What::Table(known) if known.kind == Kind::Transitions => tables::take(known, draft, found),
        What::Table(_) => {}
    }
}

/// The sources of the page's lifecycle. Several lifecycles are an error; tables that share nothing
/// with the only diagram are left out with a warning.
pub(super) fn choose<'a>(
    file: &SourceFile,
    page: &Page,
    sources: Vec<Source<'a>>,
    found: &mut Vec<Diagnostic>,
) -> Result<Vec<Source<'a>>, Box<Diagnostic>> {
    let (leading, following): (Vec<Source>, Vec<Source>) = sources.into_iter().partition(Source::leads);
    let (pictures, plain): (Vec<Source>, Vec<Source>) =
        leading.into_iter().partition(|source| source.picture().is_some());
    let mut groups: Vec<Vec<Source>> = Vec::new();
    for source in pictures.into_iter().chain(plain) {
        match best(&groups, &source) {
            Some(at) => groups[at].push(source),
            None => groups.push(vec![source]),
        }
    }
    let drawn = groups.iter().filter(|group| group[0].picture().is_some()).count();
    if drawn == 0 && groups.iter().filter(|group| group.iter().any(Source::speaks)).count() == 1 {
        groups.sort_by_key(|group| !group.iter().any(Source::speaks));
        groups[1..].iter().flatten().for_each(|source| found.push(unrelated(page, source)));
        groups.truncate(1);
    }
    if drawn > 1 || drawn == 0 && groups.len() > 1 {
        return Err(Box::new(several(file, page, &groups)));
    }
    let mut groups = groups.into_iter();
    let mut chosen = groups.next().unwrap_or_default();
    found.extend(groups.flatten().map(|source| unrelated(page, &source)));
    for source in following {
        let fits = chosen.iter().any(|lead| lead.shared(&source) * 2 >= source.states.len());
        match source.what {
            _ if fits || chosen.is_empty() => chosen.push(source),
            What::Table(known) if known.kind != Kind::States => found.push(unrelated(page, &source)),
            _ => {}
        }
    }
    chosen.sort_by_key(|source| source.span.start);
    Ok(chosen)
}

/// The group that the source is most like.
fn best(groups: &[Vec<Source>], source: &Source) -> Option<usize> {
    let like = groups.iter().enumerate().filter(|(_, group)| group.iter().any(|other| other.is_like(source)));
    let score = |group: &[Source]| {
        group
            .iter()
            .map(|other| {
                let all = other.states.union(&source.states).count().max(1);
                (other.shared(source) * 1000 / all, other.span.start)
            })
            .max()
    };
    like.max_by_key(|(_, group)| score(group)).map(|(at, _)| at)
}

fn unrelated(page: &Page, source: &Source) -> Diagnostic {
    let message = "this table shares too few states with the rest of the page, and is left out".to_owned();
    let (own, _) = context(page, source.span.start);
    let help = format!("`--section \"{own}\"` imports this part of the page alone");
    let span = source.span.at_start();
    let finding = mild(UNREAD, Severity::Warning, span, message);
    if own.is_empty() { finding } else { finding.help(help) }
}

fn several(file: &SourceFile, page: &Page, groups: &[Vec<Source>]) -> Diagnostic {
    let line = |source: &Source| file.span(file.line_range(file.line_index(source.span.start)));
    let headings: Vec<String> = groups.iter().map(|group| context(page, group[0].span.start).0).collect();
    let mut apart: Vec<&String> = headings.iter().filter(|heading| !heading.is_empty()).collect();
    apart.dedup();
    let message = format!("this page shows {} lifecycles; a document holds one", groups.len());
    let help = if apart.len() == groups.len() {
        let options: Vec<String> = apart.iter().map(|heading| format!("`--section \"{heading}\"`")).collect();
        format!("import them one by one, with {}", options.join(" or "))
    } else {
        "put each under a heading of its own and import it with `--section HEADING`".to_owned()
    };
    let finding = Diagnostic::new(SEVERAL, line(&groups[0][0]), message).label("one begins here");
    let rest = groups.iter().skip(1);
    rest.fold(finding, |finding, group| finding.related(line(&group[0]), "another one")).help(help)
}

/// Takes everything chosen into the draft: first what names states best, then what connects them.
pub(super) fn take(
    file: &SourceFile,
    page: &Page,
    range: &Range<usize>,
    chosen: &[Source],
    draft: &mut Draft,
    found: &mut Vec<Diagnostic>,
) {
    let is_states =
        |source: &&Source| matches!(source.what, What::Table(known) if known.kind == Kind::States);
    let drawn = |source: &&Source| source.picture().is_some();
    chosen.iter().filter(is_states).for_each(|source| learn(source, draft));
    chosen.iter().filter(drawn).for_each(|source| take_one(file, source, draft, found));
    chosen.iter().filter(|source| !is_states(source)).for_each(|source| learn(source, draft));
    chosen.iter().filter(|source| !drawn(source)).for_each(|source| take_one(file, source, draft, found));
    items(page, range, !chosen.iter().any(Source::leads), draft, found);
    prose(page, range, draft);
}

/// Lists of `A → B`: what must not happen; and, on a page without diagram and table, what may.
/// Lists that speak of states come first; only without any, those most items of which are arrows.
fn items(page: &Page, range: &Range<usize>, alone: bool, draft: &mut Draft, found: &mut Vec<Diagnostic>) {
    const WORDS: &[&str] = &["flow", "machine", "transition"];
    let mut lists: Vec<List> = Vec::new();
    for item in page.items.iter().filter(|item| range.contains(&item.words.span.start)) {
        let (own, all) = context(page, item.words.span.start);
        let lead = item.lead.clone().unwrap_or_default();
        match lists.last_mut().filter(|list| list.heading == all && list.lead == lead) {
            Some(list) => list.items.push(&item.words),
            None => {
                let text = format!("{all} {lead}").to_lowercase();
                let speaks =
                    super::columns::speaks_of_states(&text) || WORDS.iter().any(|word| text.contains(word));
                let forbids = kinds::forbids(&own, &lead);
                lists.push(List { heading: all, lead, forbids, speaks, items: vec![&item.words] });
            }
        }
    }
    let arrows = |list: &List| list.items.iter().filter(|words| !lists::chain(words).is_empty()).count();
    let may = |list: &&List| alone && !list.forbids && arrows(list) * 2 >= list.items.len().max(2);
    let speaking = lists.iter().filter(may).any(|list| list.speaks);
    let chosen: Vec<&List> = lists.iter().filter(may).filter(|list| list.speaks || !speaking).collect();
    for words in chosen.iter().flat_map(|list| &list.items) {
        for (from, to, _) in lists::chain(words) {
            super::cells::learn(&from, &mut draft.names);
            super::cells::learn(&to, &mut draft.names);
        }
    }
    for words in chosen.iter().flat_map(|list| &list.items) {
        lists::item(words, false, draft, found);
    }
    for words in lists.iter().filter(|list| list.forbids).flat_map(|list| &list.items) {
        lists::item(words, true, draft, found);
    }
}

/// The items of a list.
struct List<'a> {
    heading: String,
    lead: String,
    forbids: bool,
    /// Whether the heading or the line before it speaks of states.
    speaks: bool,
    items: Vec<&'a Words>,
}

/// The paragraphs under headings about concurrency and timing.
fn prose(page: &Page, range: &Range<usize>, draft: &mut Draft) {
    const WORDS: &[&str] = &["concurren", "timing", "race condition", "idempoten", "parallel"];
    for words in page.paragraphs.iter().filter(|words| range.contains(&words.span.start)) {
        let heading = context(page, words.span.start).0.to_lowercase();
        if WORDS.iter().any(|word| heading.contains(word)) && !words.text.is_empty() {
            draft.concurrency.push(words.text.replace('\n', " "));
        }
    }
}
