//! What a database must answer, worked out from the list of rows alone.

use serde_json::Value;

use super::kept::text;

/// An answer: accepted, or refused with a sentence and what is declared instead.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Accepted,
    Refused { message: String, detail: String },
}

/// A document as the tests ask it.
pub(super) struct Oracle<'a> {
    model: &'a Value,
    place: String,
}

impl<'a> Oracle<'a> {
    pub(super) fn new(model: &'a Value, place: &str) -> Self {
        Self { model, place: place.to_owned() }
    }

    fn id(&self) -> &str {
        text(&self.model["id"])
    }

    fn list(&self, key: &str) -> &'a [Value] {
        self.model[key].as_array().expect("a list")
    }

    /// Names, then aliases, each with its state's name.
    pub(super) fn stored(&self) -> Vec<(&'a str, &'a str)> {
        let states = || self.list("states").iter();
        let names = states().map(|state| (text(&state["name"]), text(&state["name"])));
        let aliases = states().flat_map(|state| {
            let aliases = state["aliases"].as_array().expect("aliases");
            aliases.iter().map(|alias| (text(alias), text(&state["name"])))
        });
        names.chain(aliases).collect()
    }

    fn name_of(&self, stored: &str) -> Option<&'a str> {
        self.stored().into_iter().find(|(text, _)| *text == stored).map(|(_, name)| name)
    }

    /// The states that may follow a stored text, in the order of the document's list.
    fn exits(&self, from: &str) -> Vec<&'a str> {
        let Some(own) = self.name_of(from) else { return Vec::new() };
        let leads = |to: &&str| {
            *to != own && self.list("rows").iter().any(|row| row["from"] == own && row["to"] == **to)
        };
        let mut exits: Vec<&str> =
            self.list("states").iter().map(|state| text(&state["name"])).filter(leads).collect();
        if own != from {
            exits.push(own);
        }
        exits
    }

    fn declared(&self, from: Option<&str>) -> String {
        let shown = shown(from);
        let exits: Vec<String> =
            self.exits(from.unwrap_or_default()).into_iter().map(|to| format!("`{to}`")).collect();
        if exits.is_empty() {
            return format!("no row leaves {shown}");
        }
        format!("from {shown} it declares {}", exits.join(", "))
    }

    /// What an update says.
    pub(super) fn update(&self, from: Option<&str>, to: Option<&str>) -> Answer {
        if from == to || from.zip(to).is_some_and(|(from, to)| self.exits(from).contains(&to)) {
            return Answer::Accepted;
        }
        let pair = format!("{} -> {}", shown(from), shown(to));
        let from_name = from.and_then(|from| self.name_of(from));
        let is_pair = |pair: &&Value| Some(text(&pair["from"])) == from_name && Some(text(&pair["to"])) == to;
        let message = match self.list("forbidden").iter().find(is_pair).filter(|_| from_name != to) {
            Some(found) => format!("{pair} is forbidden by {}: {}", self.id(), text(&found["why"])),
            None => {
                let mut message = format!("{} has no row {pair}{}", self.id(), self.fault(to));
                if self.fault(to).is_empty() && from_name.is_none() {
                    message.push_str(&format!(": it has no state {}", shown(from)));
                }
                message
            }
        };
        Answer::Refused { message: format!("{}: {message}", self.place), detail: self.declared(from) }
    }

    /// What an insertion says.
    pub(super) fn insert(&self, to: Option<&str>) -> Answer {
        let states = self.list("states").iter().filter(|state| state["initial"] == true);
        let initial: Vec<&str> = states.map(|state| text(&state["name"])).collect();
        if to.is_some_and(|to| initial.contains(&to)) {
            return Answer::Accepted;
        }
        let begin = format!("{} lets no record begin as {}", self.id(), shown(to));
        let listed: Vec<String> = initial.iter().map(|state| format!("`{state}`")).collect();
        Answer::Refused {
            message: format!("{}: {begin}{}", self.place, self.fault(to)),
            detail: match listed.is_empty() {
                true => "it says of no state that records begin in it".to_owned(),
                false => format!("records begin as {}", listed.join(", ")),
            },
        }
    }

    /// What is wrong with a text as a new state, whatever was there before.
    fn fault(&self, to: Option<&str>) -> String {
        let Some(to) = to else { return ": a record must have a state".to_owned() };
        match self.name_of(to) {
            None => format!(": it has no state `{to}`"),
            Some(name) if name != to => format!(": `{to}` is an earlier name of `{name}`"),
            Some(_) => String::new(),
        }
    }
}

fn shown(state: Option<&str>) -> String {
    state.map_or_else(|| "NULL".to_owned(), |state| format!("`{state}`"))
}
