//! What all generated lifecycles share: rows, verdicts, steps, refusals and lookup tables.

use ::core::error::Error;
use ::core::fmt;
use ::core::hash::Hash;
use ::core::str::FromStr;

/// The states of one lifecycle, for code that works with any of them.
pub trait State:
    Copy + Eq + Hash + fmt::Debug + fmt::Display + FromStr<Err = UnknownState<'static>> + 'static
{
    /// The rows of its transition table.
    type Transition: Transition<State = Self, Trigger = Self::Trigger>;
    /// What sets its rows off.
    type Trigger: Trigger;

    /// The document's id.
    const DOCUMENT: &'static str;
    /// Every state, in the document's order.
    const ALL: &'static [Self];
    /// The states that a record may begin in.
    const INITIAL: &'static [Self];
    /// The states that a record ends in.
    const TERMINAL: &'static [Self];

    /// The state's name, as the document writes it.
    fn as_str(self) -> &'static str;
    /// What the state means.
    fn meaning(self) -> Option<&'static str>;
    /// The state of this name or alias.
    ///
    /// # Errors
    ///
    /// No state is called so.
    fn parse(text: &str) -> Result<Self, UnknownState<'_>>;
    /// The rows that leave this state, in the document's order.
    fn outgoing(self) -> &'static [Self::Transition];
    /// The rows that leave this state on a trigger.
    fn on(self, trigger: Self::Trigger) -> &'static [Self::Transition];
    /// What the document says of going from this state to another.
    fn verdict(self, to: Self) -> Verdict<Self::Transition>;
    /// Takes a row from this state.
    ///
    /// # Errors
    ///
    /// The row does not leave this state, or the guard refuses.
    fn attempt<E>(
        self,
        row: Self::Transition,
        guard: impl FnOnce(Self::Transition) -> Result<(), E>,
    ) -> Outcome<Self, E>;
    /// Takes the one row from this state to `target`.
    ///
    /// # Errors
    ///
    /// No row or more than one leads there, or the guard refuses.
    fn attempt_to<E>(
        self,
        target: Self,
        guard: impl FnOnce(Self::Transition) -> Result<(), E>,
    ) -> Outcome<Self, E>;
    /// Begins a record.
    ///
    /// # Errors
    ///
    /// The row does not begin a record, or the guard refuses.
    fn create<E>(
        row: Self::Transition,
        guard: impl FnOnce(Self::Transition) -> Result<(), E>,
    ) -> Outcome<Self, E>;
}

/// The rows of one lifecycle's transition table.
pub trait Transition: Copy + Eq + Hash + fmt::Debug + fmt::Display + 'static {
    /// What the rows lead from and to.
    type State: State<Transition = Self>;
    /// What sets them off.
    type Trigger: Trigger;

    /// Every row, in the document's order.
    const ALL: &'static [Self];

    /// The row's name.
    fn as_str(self) -> &'static str;
    /// The state it leaves; none where it begins a record.
    fn from(self) -> Option<Self::State>;
    /// The state it enters; none where it removes the record.
    fn to(self) -> Option<Self::State>;
    /// What sets it off.
    fn trigger(self) -> Option<Self::Trigger>;
    /// What must hold.
    fn guard(self) -> Option<&'static str>;
    /// What to carry out, in order.
    fn side_effects(self) -> &'static [&'static str];
    /// Who does it.
    fn actor(self) -> Option<&'static str>;
    /// How the row is known.
    fn provenance(self) -> Option<&'static str>;
    /// Where it is written.
    fn source(self) -> Option<&'static str>;
}

/// What sets the rows of one lifecycle off.
pub trait Trigger: Copy + Eq + Hash + fmt::Debug + fmt::Display + 'static {
    /// Every trigger, in the order of their first rows.
    const ALL: &'static [Self];

    /// The trigger's text.
    fn as_str(self) -> &'static str;
}

/// What a document says of one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<S, T> {
    /// The row's name.
    pub name: &'static str,
    /// The state it leaves; none where it begins a record.
    pub from: Option<S>,
    /// The state it enters; none where it removes the record.
    pub to: Option<S>,
    /// What sets it off.
    pub trigger: Option<T>,
    /// What must hold.
    pub guard: Option<&'static str>,
    /// What to carry out, in order.
    pub side_effects: &'static [&'static str],
    /// Who does it.
    pub actor: Option<&'static str>,
    /// How the row is known.
    pub provenance: Option<&'static str>,
    /// Where it is written.
    pub source: Option<&'static str>,
}

/// What a document says of going from one state to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<R: 'static> {
    /// These rows lead there, in the document's order.
    Declared(&'static [R]),
    /// It must never happen, for this reason.
    Forbidden(&'static str),
    /// The document does not mention it.
    Undeclared,
}

/// A move that the document declares and whose guard let it pass: what to write, then what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "a step changes nothing until it is written"]
pub struct Step<S, R> {
    from: Option<S>,
    to: Option<S>,
    row: R,
    side_effects: &'static [&'static str],
}

impl<S: Copy, R: Copy> Step<S, R> {
    /// The state left; none where a record begins.
    pub const fn from(&self) -> Option<S> {
        self.from
    }

    /// The state entered; none where the record is removed.
    pub const fn to(&self) -> Option<S> {
        self.to
    }

    /// The row taken.
    pub const fn row(&self) -> R {
        self.row
    }

    /// What to carry out, in order.
    pub const fn side_effects(&self) -> &'static [&'static str] {
        self.side_effects
    }
}

/// Why a move was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal<S, R: 'static, E> {
    /// The document forbids the pair.
    Forbidden {
        /// The state that the record is in.
        from: S,
        /// The state it was to enter.
        to: S,
        /// The document's reason.
        why: &'static str,
    },
    /// The document does not mention the pair.
    Undeclared {
        /// The state that the record is in.
        from: S,
        /// The state it was to enter.
        to: S,
    },
    /// The row does not leave the state that the record is in.
    WrongState {
        /// The state that the record is in; none where there is no record yet.
        state: Option<S>,
        /// The row that was attempted.
        row: R,
    },
    /// Several rows lead to the target: name one of them.
    Ambiguous(&'static [R]),
    /// The guard refused.
    Guard {
        /// The row whose guard it was.
        row: R,
        /// The guard's own answer.
        error: E,
    },
}

/// What an attempt comes to.
pub type Outcome<S, E> =
    Result<Step<S, <S as State>::Transition>, Refusal<S, <S as State>::Transition, E>>;

/// Takes `row` from `state`; the guard is asked once, and only if the row leaves this state.
///
/// # Errors
///
/// The row does not leave this state, or the guard refuses.
pub fn attempt<S: State, E>(
    state: S,
    row: S::Transition,
    guard: impl FnOnce(S::Transition) -> Result<(), E>,
) -> Outcome<S, E> {
    match (row.from(), row.to()) {
        (Some(from), _) if from == state => step(row, guard),
        (Some(_), Some(to)) => Err(match state.verdict(to) {
            Verdict::Forbidden(why) => Refusal::Forbidden { from: state, to, why },
            Verdict::Undeclared => Refusal::Undeclared { from: state, to },
            Verdict::Declared(_) => Refusal::WrongState { state: Some(state), row },
        }),
        _ => Err(Refusal::WrongState { state: Some(state), row }),
    }
}

/// Takes the one row from `state` to `target`; the guard is told which.
///
/// # Errors
///
/// No row or more than one leads there, or the guard refuses.
pub fn attempt_to<S: State, E>(
    state: S,
    target: S,
    guard: impl FnOnce(S::Transition) -> Result<(), E>,
) -> Outcome<S, E> {
    match state.verdict(target) {
        Verdict::Declared([row]) => step(*row, guard),
        Verdict::Declared(rows) => Err(Refusal::Ambiguous(rows)),
        Verdict::Forbidden(why) => Err(Refusal::Forbidden { from: state, to: target, why }),
        Verdict::Undeclared => Err(Refusal::Undeclared { from: state, to: target }),
    }
}

/// Begins a record by `row`.
///
/// # Errors
///
/// The row does not begin a record, or the guard refuses.
pub fn create<S: State, E>(
    row: S::Transition,
    guard: impl FnOnce(S::Transition) -> Result<(), E>,
) -> Outcome<S, E> {
    match row.from() {
        None => step(row, guard),
        Some(_) => Err(Refusal::WrongState { state: None, row }),
    }
}

fn step<S: State, E>(
    row: S::Transition,
    guard: impl FnOnce(S::Transition) -> Result<(), E>,
) -> Outcome<S, E> {
    match guard(row) {
        Ok(()) => Ok(Step { from: row.from(), to: row.to(), row, side_effects: row.side_effects() }),
        Err(error) => Err(Refusal::Guard { row, error }),
    }
}

impl<S, R, E> fmt::Display for Refusal<S, R, E>
where
    S: State<Transition = R>,
    R: Transition<State = S>,
    E: fmt::Display,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let document = S::DOCUMENT;
        match *self {
            Self::Forbidden { from, to, why } => {
                write!(f, "{document} forbids {} -> {}: {why}", End(Some(from)), End(Some(to)))
            }
            Self::Undeclared { from, to } => {
                write!(f, "{document} declares no row {} -> {}; ", End(Some(from)), End(Some(to)))?;
                exits(from, f)
            }
            Self::WrongState { state: Some(state), row } => {
                write!(f, "{document}: the row {} does not leave {}", Arrow(row), End(Some(state)))
            }
            Self::WrongState { state: None, row } => {
                write!(f, "{document}: the row {} does not begin a record", Arrow(row))
            }
            Self::Ambiguous(rows) => {
                write!(f, "{document} declares several rows there, name one of them: ")?;
                list(f, rows.iter().map(|row| Arrow(*row)))
            }
            Self::Guard { row, ref error } => {
                write!(f, "{document}: the guard of {} refused", Arrow(row))?;
                row.guard().map_or(Ok(()), |guard| write!(f, " ({guard})"))?;
                write!(f, ": {error}")
            }
        }
    }
}

impl<S, R, E> Error for Refusal<S, R, E>
where
    S: State<Transition = R>,
    R: Transition<State = S>,
    E: Error + 'static,
{
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Guard { error, .. } => error.source(),
            _ => None,
        }
    }
}

/// One end of a row, in quotes.
struct End<S>(Option<S>);

impl<S: State> fmt::Display for End<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(state) => write!(f, "{:?}", state.as_str()),
            None => f.write_str("[*]"),
        }
    }
}

/// A row with its trigger.
struct Arrow<R>(R);

impl<R: Transition> fmt::Display for Arrow<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> {}", End(self.0.from()), End(self.0.to()))?;
        self.0.trigger().map_or(Ok(()), |trigger| write!(f, " on {:?}", trigger.as_str()))
    }
}

fn exits<S: State>(from: S, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if from.outgoing().is_empty() {
        return write!(f, "no row leaves {}", End(Some(from)));
    }
    write!(f, "from {} it declares ", End(Some(from)))?;
    let rows = from.outgoing();
    let first = |at: &usize| !rows[..*at].iter().any(|row| row.to() == rows[*at].to());
    list(f, (0..rows.len()).filter(first).map(|at| End(rows[at].to())))
}

fn list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: impl Iterator<Item = T>) -> fmt::Result {
    for (at, item) in items.enumerate() {
        write!(f, "{}{item}", if at == 0 { "" } else { ", " })?;
    }
    Ok(())
}

/// A text that names no state of a lifecycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownState<'a> {
    text: Held<'a>,
    document: &'static str,
    states: &'static [&'static str],
}

/// The text itself, or what fits of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held<'a> {
    Whole(&'a str),
    Start([u8; WIDTH], usize),
}

/// How much of an unknown text is shown, kept where it cannot be borrowed, and compared.
const WIDTH: usize = 40;

impl<'a> UnknownState<'a> {
    /// That `text` names none of `states`.
    #[must_use]
    pub const fn new(text: &'a str, document: &'static str, states: &'static [&'static str]) -> Self {
        Self { text: Held::Whole(text), document, states }
    }

    /// The text; its first 40 bytes where [`FromStr`] refused it.
    #[must_use]
    pub fn text(&self) -> &str {
        self.text.as_str()
    }

    /// The document's id.
    #[must_use]
    pub const fn document(&self) -> &'static str {
        self.document
    }

    /// The known state whose name is nearest; none where the lifecycle has no state.
    #[must_use]
    pub fn nearest(&self) -> Option<&'static str> {
        self.states.iter().copied().min_by_key(|state| distance(self.text(), state))
    }

    /// The same without the borrow: of the text, its first 40 bytes.
    #[must_use]
    pub fn into_static(self) -> UnknownState<'static> {
        let start = start_of(self.text());
        let mut bytes = [0; WIDTH];
        bytes[..start.len()].copy_from_slice(start.as_bytes());
        UnknownState { text: Held::Start(bytes, start.len()), document: self.document, states: self.states }
    }
}

impl Held<'_> {
    fn as_str(&self) -> &str {
        match self {
            Self::Whole(text) => text,
            Self::Start(bytes, length) => ::core::str::from_utf8(&bytes[..*length]).unwrap_or_default(),
        }
    }
}

impl fmt::Debug for Held<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", start_of(self.as_str()))
    }
}

impl fmt::Display for UnknownState<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has no state {:?}", self.document, self.text)?;
        self.nearest().map_or(Ok(()), |state| write!(f, "; the nearest is {state:?}"))
    }
}

impl Error for UnknownState<'_> {}

fn start_of(text: &str) -> &str {
    let mut end = text.len().min(WIDTH);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// How many characters must be put in, left out or replaced to make one text of the other.
fn distance(left: &str, right: &str) -> usize {
    let mut row: [usize; WIDTH + 1] = ::core::array::from_fn(|at| at);
    for (line, left) in left.chars().take(WIDTH).enumerate() {
        let mut diagonal = ::core::mem::replace(&mut row[0], line + 1);
        for (at, right) in right.chars().take(WIDTH).enumerate() {
            let replaced = diagonal + usize::from(!left.eq_ignore_ascii_case(&right));
            diagonal = row[at + 1];
            row[at + 1] = replaced.min(diagonal + 1).min(row[at] + 1);
        }
    }
    row[right.chars().take(WIDTH).count()]
}

/// The state that `words`, sorted by length and then by bytes, has for `text`.
pub fn find<S: Copy>(words: &[(&'static str, S)], text: &str) -> Option<S> {
    let order = |(word, _): &(&str, S)| (word.len(), *word).cmp(&(text.len(), text));
    words.binary_search_by(order).ok().map(|at| words[at].1)
}

/// Numbers the cells of a table that has few of them filled: 0 for empty, then from 1 in order.
#[derive(Debug)]
pub struct Dense<const ROWS: usize, const COLUMNS: usize>([[u16; COLUMNS]; ROWS]);

impl<const ROWS: usize, const COLUMNS: usize> Dense<ROWS, COLUMNS> {
    /// The table whose row `r` is filled in the columns `rows[r]`.
    #[must_use]
    pub const fn new(rows: [&[u16]; ROWS]) -> Self {
        let mut cells = [[0; COLUMNS]; ROWS];
        let (mut row, mut next) = (0, 1);
        while row < ROWS {
            let mut at = 0;
            while at < rows[row].len() {
                cells[row][rows[row][at] as usize] = next;
                next += 1;
                at += 1;
            }
            row += 1;
        }
        Self(cells)
    }

    /// The number of a cell.
    #[inline]
    #[must_use]
    pub const fn at(&self, row: usize, column: usize) -> usize {
        self.0[row][column] as usize
    }
}

/// As [`Dense`], in space that grows with the filled cells only.
#[derive(Debug)]
pub struct Sparse<const ROWS: usize> {
    rows: [&'static [u16]; ROWS],
    before: [u32; ROWS],
}

impl<const ROWS: usize> Sparse<ROWS> {
    /// The table whose row `r` is filled in the columns `rows[r]`, which are sorted.
    #[must_use]
    pub const fn new(rows: [&'static [u16]; ROWS]) -> Self {
        let mut before = [0; ROWS];
        let mut row = 1;
        while row < ROWS {
            before[row] = before[row - 1] + rows[row - 1].len() as u32;
            row += 1;
        }
        Self { rows, before }
    }

    /// The number of a cell.
    #[must_use]
    pub const fn at(&self, row: usize, column: usize) -> usize {
        let columns = self.rows[row];
        let (mut low, mut high) = (0, columns.len());
        while low < high {
            let middle = low.midpoint(high);
            if (columns[middle] as usize) < column {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if low < columns.len() && columns[low] as usize == column {
            self.before[row] as usize + low + 1
        } else {
            0
        }
    }
}
