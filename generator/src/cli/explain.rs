//! `statedoc explain`: the pages of the rules.

use super::output::Output;
use super::{Exit, Stop};
use crate::diagnostic::nearest;
use crate::failure::Failure;
use crate::lint::{self, Level, RULES};

pub(super) fn run(rule: Option<&str>, output: &mut Output) -> Result<Exit, Stop> {
    let Some(id) = rule else { return index(output) };
    let Some(rule) = lint::rule(id) else {
        let near = nearest(id, RULES.iter().map(|rule| rule.id));
        let hint = near.map_or_else(
            || "`statedoc explain` lists the rules".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        return Err(Failure { message: format!("there is no rule `{id}`; {hint}") }.into());
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
    Ok(Exit::Clean)
}
