//! Time as the lifecycles see it: a parameter, in seconds; and when a month ends somewhere.

use jiff::civil::Date;
use jiff::tz::TimeZone;

/// Seconds since 1970, UTC.
pub type Time = i64;

/// Seconds in a minute.
pub const MINUTE: Time = 60;
/// Seconds in an hour.
pub const HOUR: Time = 60 * MINUTE;
/// Seconds in a day.
pub const DAY: Time = 24 * HOUR;

/// A calendar month, stored as the months since the year 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month(pub i64);

impl Month {
    /// Month 1 to 12 of a year.
    #[must_use]
    pub const fn new(year: i64, month: i64) -> Self {
        Self(year * 12 + month - 1)
    }

    /// The moment at which the month is over in a time zone such as `Pacific/Auckland`.
    ///
    /// # Errors
    ///
    /// There is no such zone or no such month.
    pub fn end(self, zone: &str) -> Result<Time, jiff::Error> {
        Self(self.0 + 1).start(&TimeZone::get(zone)?)
    }

    fn start(self, zone: &TimeZone) -> Result<Time, jiff::Error> {
        let year = i16::try_from(self.0.div_euclid(12)).unwrap_or(i16::MAX);
        let month = i8::try_from(self.0.rem_euclid(12) + 1).unwrap_or(1);
        Ok(Date::new(year, month, 1)?.to_zoned(zone.clone())?.timestamp().as_second())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_ends_when_it_does_in_its_zone() {
        let february = Month::new(2026, 2);
        let utc = february.end("UTC").expect("a moment");
        assert_eq!(utc, 1_772_323_200);
        assert_eq!(february.end("Pacific/Auckland").expect("a moment"), utc - 13 * HOUR);
        assert_eq!(february.end("America/Los_Angeles").expect("a moment"), utc + 8 * HOUR);
        assert_eq!(Month::new(2026, 12), Month(february.0 + 10));
        assert!(february.end("Mars/Olympus").is_err());
        assert!(Month(i64::MAX / 24).end("UTC").is_err());
    }
}
