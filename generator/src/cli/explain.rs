//! `statedoc explain`: the pages of the rules and of the kinds of change.

use super::output::Output;
use super::{Exit, Stop};
use crate::diagnostic::nearest;
use crate::diff::{self, Audience, KINDS, Kind};
use crate::failure::Failure;
use crate::lint::{self, Level, RULES};

pub(super) fn run(rule: Option<&str>, output: &mut Output) -> Result<Exit, Stop> {
    let Some(id) = rule else { return index(output) };
    if let Some(kind) = diff::kind(id) {
        return kind_of_change(kind, output);
    }
    let Some(rule) = lint::rule(id) else {
        let known = RULES.iter().map(|rule| rule.id).chain(KINDS.iter().map(|kind| kind.id));
        let near = nearest(id, known);
        let hint = near.map_or_else(
            || "`statedoc explain` lists them".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        return Err(Failure { message: format!("there is no rule or kind of change `{id}`; {hint}") }.into());
    };
    output.line(rule.docs.trim_end())?;
    output.line("")?;
    let level = match rule.level {
        Level::Fixed => {
            "Level: deny; it cannot be lowered, since nothing right could be generated".to_owned()
        }
        level => format!("Level: {} (set it under [rules] in statedoc.toml)", level.as_str()),
    };
    output.line(&level)?;
    Ok(Exit::Clean)
}

fn index(output: &mut Output) -> Result<Exit, Stop> {
    let width = RULES.iter().map(|rule| rule.id.len()).max().unwrap_or(0);
    for rule in RULES {
        output.line(&format!("{:width$}  {:5}  {}", rule.id, rule.level.as_str(), rule.summary))?;
    }
    output.line("")?;
    output.line("`statedoc explain RULE` shows what a rule finds and how to mend it.")?;
    output.line("")?;
    output.line("Kinds of change that `statedoc diff` tells apart:")?;
    output.line("")?;
    let width = KINDS.iter().map(|kind| kind.id.len()).max().unwrap_or(0);
    for kind in KINDS {
        output.line(&format!("{:width$}  {:8}  {}", kind.id, kind.impact.as_str(), kind.summary))?;
    }
    Ok(Exit::Clean)
}

fn kind_of_change(kind: &Kind, output: &mut Output) -> Result<Exit, Stop> {
    let audience: Vec<&str> = kind.audience.iter().copied().map(Audience::as_str).collect();
    output.line(&format!("# {}\n\n{}\n", kind.id, diff::page(kind)))?;
    output.line(&format!("What it is: {}", kind.summary))?;
    output.line(&format!("Impact: {} at most", kind.impact.as_str()))?;
    output.line(&format!("Matters to: {}", audience.join(", ")))?;
    output.line(&format!("The other way round: {}", kind.mirror))?;
    Ok(Exit::Clean)
}
