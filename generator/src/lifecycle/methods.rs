//! The names of the typed layer's methods, settled so that no two of one record can meet.

use std::collections::{HashMap, HashSet};

use super::{Lifecycle, Row, names};

/// The method that removes a record, where only one row does.
pub const REMOVE: &str = "remove";
/// The function that begins a record without a row.
pub const BEGIN: &str = "begin";

/// What the typed layer calls its methods.
#[derive(Clone, Debug)]
pub struct Methods {
    /// Per state, the method that leads there: `to_running`.
    pub entries: Vec<String>,
    /// Per row, the method that takes it: that of its target, or one of its own (`to_done_on_cancel`).
    pub rows: Vec<String>,
}

impl Lifecycle {
    /// The names of the methods of this lifecycle's typed layer.
    #[must_use]
    pub fn methods(&self) -> Methods {
        let mut taken = HashSet::from([REMOVE.to_owned(), BEGIN.to_owned()]);
        let mut entries = Vec::with_capacity(self.states.len());
        for state in &self.states {
            let name = free(format!("to_{}", names::method(&state.variant)), |name| taken.contains(name));
            taken.insert(name.clone());
            entries.push(name);
        }
        let mut uses: HashMap<(Option<usize>, Option<usize>), usize> = HashMap::new();
        for row in &self.rows {
            *uses.entry((row.from, row.to)).or_default() += 1;
        }
        let mut own: HashMap<Option<usize>, HashSet<String>> = HashMap::new();
        let mut rows = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let entry = row.from.map(|_| row.to.map_or(REMOVE, |to| entries[to].as_str()));
            let mut name = self.wanted(row, entry, uses[&(row.from, row.to)] > 1);
            // A creation row is named beside the methods of the state that it leads to.
            let own = own.entry(row.from.or(row.to)).or_default();
            if entry != Some(name.as_str()) {
                name = free(name, |name| taken.contains(name) || own.contains(name));
                own.insert(name.clone());
            }
            rows.push(name);
        }
        Methods { entries, rows }
    }

    /// The states that a record begins in without a row that says how.
    #[must_use]
    pub fn begins(&self) -> Vec<usize> {
        self.initial().filter(|state| self.creations(*state).next().is_none()).collect()
    }

    /// The places of the rows that create a record in `state`.
    pub fn creations(&self, state: usize) -> impl Iterator<Item = usize> {
        let creates = move |row: &Row| row.from.is_none() && row.to == Some(state);
        self.rows.iter().enumerate().filter(move |(_, row)| creates(row)).map(|(place, _)| place)
    }

    /// What a row's method would be called if nothing else were called so.
    fn wanted(&self, row: &Row, entry: Option<&str>, parallel: bool) -> String {
        let trigger = row.trigger.filter(|_| parallel).map(|trigger| &self.triggers[trigger].variant);
        match (entry, trigger) {
            (Some(entry), Some(trigger)) if !row.pinned => format!("{entry}_on_{}", names::method(trigger)),
            (Some(entry), None) if !row.pinned => entry.to_owned(),
            _ => names::identifier(names::method(&row.variant)),
        }
    }
}

/// `name`, with as many `_` behind as it takes to be no other's.
fn free(mut name: String, is_taken: impl Fn(&String) -> bool) -> String {
    while is_taken(&name) {
        name.push('_');
    }
    name
}

#[cfg(test)]
mod tests {
    use crate::document::parse;
    use crate::lifecycle::lower;
    use crate::source::{FileId, SourceFile};

    fn methods(states: &str, rows: &[&str]) -> (Vec<String>, Vec<String>) {
        let rows: String = rows.iter().map(|row| format!("\n  - {{{row}}}")).collect();
        let text = format!("id: A\ntitle: A\nstates: [{states}]\ntransitions:{rows}\n");
        let file = SourceFile::new(FileId(0), "a.yaml".to_owned(), text);
        let lifecycle = lower(&file, &parse(&file).0);
        assert!(lifecycle.sound);
        let methods = lifecycle.methods();
        (methods.entries, methods.rows)
    }

    #[test]
    fn a_row_is_taken_by_the_method_of_its_target_or_one_of_its_own() {
        let states = "{name: new}, {name: in work}, {name: Self}";
        let rows = [
            "from: '[*]', to: new, trigger: book",
            "from: new, to: in work",
            "from: in work, to: Self, trigger: end",
            "from: in work, to: Self, trigger: give up",
            "from: in work, to: in work, name: Retry",
            "from: Self, to: '[*]'",
        ];
        let (entries, methods) = methods(states, &rows);
        assert_eq!(entries, ["to_new", "to_in_work", "to_self"]);
        assert_eq!(
            methods,
            ["create_new", "to_in_work", "to_self_on_end", "to_self_on_give_up", "retry", "remove"]
        );
    }

    #[test]
    fn no_two_methods_of_a_record_are_called_the_same() {
        let states = "{name: a, variant: X_Ya}, {name: b, variant: XYa}, {name: b on c, variant: XYaOnC}";
        let rows = [
            "from: a, to: b, trigger: c",
            "from: a, to: b, trigger: d",
            "from: a, to: a, name: ToXYaOnD",
            "from: a, to: b on c, name: Match",
            "from: a, to: '[*]', name: ToXYa",
            "from: b, to: b, name: Begin",
        ];
        let (entries, methods) = methods(states, &rows);
        assert_eq!(entries, ["to_x_ya", "to_x_ya_", "to_x_ya_on_c"]);
        assert_eq!(
            methods,
            ["to_x_ya__on_c", "to_x_ya__on_d", "to_x_ya_on_d", "match_", "to_x_ya__", "begin_"]
        );
    }
}
