//! Random choices that are the same on every machine.

/// A small generator of random numbers.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit
    }

    /// One time in `times`.
    pub(crate) fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of them.
    pub(crate) fn of<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.below(texts.len())]
    }

    /// Any character; half of the time an ASCII one.
    pub(crate) fn character(&mut self) -> char {
        let code = match self.below(4) {
            0 => self.below(0x110_000),
            1 => self.below(0x2500),
            _ => self.below(0x80),
        };
        u32::try_from(code).ok().and_then(char::from_u32).unwrap_or('?')
    }
}
