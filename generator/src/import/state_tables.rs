//! What a table of states says: meanings, and where a life begins and ends.

use super::columns::Column;
use super::draft::Draft;
use super::kinds::Known;
use super::marks;
use super::names::Rank;
use super::tables::Line;
use crate::document::STAR;

/// Takes a table of states in: meanings, and which are initial or terminal.
pub(super) fn states(known: &Known, draft: &mut Draft) {
    let Some(name) = name_column(known, draft) else { return };
    for cells in &known.table.rows {
        let Some(words) = cells.get(name).filter(|words| !words.text.is_empty() && words.text != STAR) else {
            continue;
        };
        let rank = if words.codes.len() == 1 { Rank::Code } else { Rank::Table };
        let text =
            if words.codes.len() == 1 { words.codes[0].clone() } else { words.text.replace('\n', " ") };
        let state = draft.names.learn(&text, words.span, rank);
        let line = Line { known, cells };
        for meaning in [line.texts(Column::Meaning), line.texts(Column::Notes)].concat() {
            draft.mean(state, &meaning);
        }
        let yes = |column| line.cell(column).and_then(|words| marks::verdict(&words.text).0) == Some(true);
        draft.about(state).terminal |= yes(Column::Terminal);
        draft.about(state).initial |= yes(Column::Initial);
    }
}

/// The column that names states: of several, the one that names most of those known, then code.
fn name_column(known: &Known, draft: &Draft) -> Option<usize> {
    let named = |at: &usize| {
        let cells = known.table.rows.iter().filter_map(|row| row.get(*at));
        let fits = cells.clone().filter(|words| draft.names.find(&words.text).is_some()).count();
        (fits, cells.filter(|words| !words.codes.is_empty()).count())
    };
    let places = (0..known.columns.len()).filter(|at| known.columns[*at] == Column::State);
    places.rev().max_by_key(named)
}
