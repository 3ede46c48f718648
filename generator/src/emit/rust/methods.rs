/// What the document says of a pair of states.
pub type Verdict = support::Verdict<Transition>;
/// A declared move whose guard let it pass.
pub type Step = support::Step<State, Transition>;
/// Why a move was refused.
pub type Refusal<E> = support::Refusal<State, Transition, E>;

impl State {
    /// The state's name, as the document writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        NAMES[self.index()]
    }

    /// What the state means.
    #[must_use]
    pub const fn meaning(self) -> Option<&'static str> {
        support::said(MEANINGS[self.index()])
    }

    /// The state of this name or alias.
    ///
    /// # Errors
    ///
    /// No state is called so.
    pub fn parse(text: &str) -> Result<Self, UnknownState<'_>> {
        match named(text) {
            Some(state) => Ok(state),
            None => Err(UnknownState::new(text, DOCUMENT, [&NAMES, &ALIASES])),
        }
    }

    /// The rows that leave this state, in the document's order.
    #[must_use]
    pub const fn outgoing(self) -> &'static [Transition] {
        OUTGOING[self.index()]
    }

    /// The rows that leave this state on `trigger`, in the document's order.
    #[must_use]
    pub const fn on(self, trigger: Trigger) -> &'static [Transition] {
        ON[ON_CELLS.at(self.index(), trigger.index())]
    }

    /// Where `trigger` leads from this state, if one row leaves on it and enters a state; no guard is
    /// asked.
    #[must_use]
    pub const fn next(self, trigger: Trigger) -> Option<State> {
        target(self, trigger)
    }

    /// Takes `row` from this state. The guard is asked once, and only if the row leaves this state.
    ///
    /// # Errors
    ///
    /// The row does not leave this state, or the guard refuses.
    pub fn attempt<E>(
        self,
        row: Transition,
        guard: impl FnOnce(Transition) -> Result<(), E>,
    ) -> Result<Step, Refusal<E>> {
        support::attempt(self, row, guard)
    }

    /// Takes the one row from this state to `target`; the guard is told which.
    ///
    /// # Errors
    ///
    /// No row or more than one leads there, or the guard refuses.
    pub fn attempt_to<E>(
        self,
        target: Self,
        guard: impl FnOnce(Transition) -> Result<(), E>,
    ) -> Result<Step, Refusal<E>> {
        support::attempt_to(self, target, guard)
    }
}

impl Transition {
    /// The row's name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        ROWS[self.index()].name
    }

    /// The state it leaves; none where it begins a record.
    #[must_use]
    pub const fn from(self) -> Option<State> {
        support::at(State::ALL, ROWS[self.index()].from)
    }

    /// The state it enters; none where it removes the record.
    #[must_use]
    pub const fn to(self) -> Option<State> {
        support::at(State::ALL, ROWS[self.index()].to)
    }

    /// What sets it off.
    #[must_use]
    pub const fn trigger(self) -> Option<Trigger> {
        support::at(Trigger::ALL, ROWS[self.index()].trigger)
    }

    /// What must hold.
    #[must_use]
    pub const fn guard(self) -> Option<&'static str> {
        support::said(ROWS[self.index()].guard)
    }

    /// What to carry out, in order.
    #[must_use]
    pub const fn side_effects(self) -> &'static [&'static str] {
        ROWS[self.index()].side_effects
    }

    /// Who does it.
    #[must_use]
    pub const fn actor(self) -> Option<&'static str> {
        support::said(ROWS[self.index()].actor)
    }

    /// How the row is known.
    #[must_use]
    pub const fn provenance(self) -> Option<&'static str> {
        support::said(ROWS[self.index()].provenance)
    }

    /// Where it is written.
    #[must_use]
    pub const fn source(self) -> Option<&'static str> {
        support::said(ROWS[self.index()].source)
    }
}

impl Trigger {
    /// The trigger's text.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        TRIGGERS[self.index()]
    }
}

/// What the document says of going from one state to another.
#[must_use]
pub const fn verdict(from: State, to: State) -> Verdict {
    VERDICTS[VERDICT_CELLS.at(from.index(), to.index())]
}

/// Begins a record by `row`. The guard is asked once, and only if the row begins a record.
///
/// # Errors
///
/// The row does not begin a record, or the guard refuses.
pub fn create<E>(
    row: Transition,
    guard: impl FnOnce(Transition) -> Result<(), E>,
) -> Result<Step, Refusal<E>> {
    support::create(row, guard)
}

impl ::core::fmt::Display for State {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        f.pad(self.as_str())
    }
}

impl ::core::fmt::Display for Transition {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        f.pad(self.as_str())
    }
}

impl ::core::fmt::Display for Trigger {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        f.pad(self.as_str())
    }
}

impl ::core::str::FromStr for State {
    type Err = UnknownState<'static>;

    fn from_str(text: &str) -> Result<Self, UnknownState<'static>> {
        Self::parse(text).map_err(UnknownState::into_static)
    }
}

impl support::State for State {
    type Transition = Transition;
    type Trigger = Trigger;

    const DOCUMENT: &'static str = DOCUMENT;
    const ALL: &'static [Self] = Self::ALL;
    const INITIAL: &'static [Self] = Self::INITIAL;
    const TERMINAL: &'static [Self] = Self::TERMINAL;

    fn index(self) -> usize {
        self.index()
    }

    fn as_str(self) -> &'static str {
        self.as_str()
    }

    fn meaning(self) -> Option<&'static str> {
        self.meaning()
    }

    fn parse(text: &str) -> Result<Self, UnknownState<'_>> {
        Self::parse(text)
    }

    fn outgoing(self) -> &'static [Transition] {
        self.outgoing()
    }

    fn on(self, trigger: Trigger) -> &'static [Transition] {
        self.on(trigger)
    }

    fn next(self, trigger: Trigger) -> Option<State> {
        self.next(trigger)
    }

    fn verdict(self, to: Self) -> Verdict {
        verdict(self, to)
    }
}

impl support::Transition for Transition {
    type State = State;
    type Trigger = Trigger;

    const ALL: &'static [Self] = Self::ALL;
    const ROWS: &'static [support::Row] = &ROWS;

    fn index(self) -> usize {
        self.index()
    }
}

impl support::Trigger for Trigger {
    const ALL: &'static [Self] = Self::ALL;

    fn index(self) -> usize {
        self.index()
    }

    fn as_str(self) -> &'static str {
        self.as_str()
    }
}
