//! States, rows and triggers through serde, in a crate that statedoc has written with `serde = true`.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use lifecycles::parcel::{State, Transition, Trigger};
use lifecycles::support::{self, Transition as _, Trigger as _};
use serde::de::value::{BorrowedStrDeserializer, Error, StrDeserializer, StringDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};
use serde::{Serialize, forward_to_deserialize_any};

/// A format that does not say what comes next, and so must be told: all that it holds is a text.
struct Told<'a>(&'a str);

impl<'de> Deserializer<'de> for Told<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("the format does not describe itself"))
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str(self.0)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

fn round_trips<T>(all: &[T], name: fn(T) -> &'static str)
where
    T: Copy + Debug + Eq + Hash + Serialize + DeserializeOwned,
{
    let texts = all.iter().map(|thing| serde_json::to_string(thing).unwrap());
    for (thing, text) in all.iter().zip(texts) {
        let own = name(*thing);
        assert_eq!(text, serde_json::to_string(own).unwrap());
        assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *thing);
        assert_eq!(serde_json::from_slice::<T>(text.as_bytes()).unwrap(), *thing);
        assert_eq!(serde_json::from_reader::<_, T>(text.as_bytes()).unwrap(), *thing);
        assert_eq!(serde_json::from_value::<T>(serde_json::to_value(thing).unwrap()).unwrap(), *thing);
        assert_eq!(T::deserialize(StrDeserializer::<Error>::new(own)).unwrap(), *thing);
        assert_eq!(T::deserialize(BorrowedStrDeserializer::<Error>::new(own)).unwrap(), *thing);
        assert_eq!(T::deserialize(StringDeserializer::<Error>::new(own.to_owned())).unwrap(), *thing);
        assert_eq!(T::deserialize(Told(own)).unwrap(), *thing);
    }
    let places: HashMap<T, usize> = all.iter().copied().zip(0..).collect();
    assert_eq!(places.len(), all.len());
    let text = serde_json::to_string(&places).unwrap();
    assert_eq!(serde_json::from_str::<HashMap<T, usize>>(&text).unwrap(), places);
}

fn whole<S>()
where
    S: support::State + Serialize + DeserializeOwned,
    S::Transition: Serialize + DeserializeOwned,
    S::Trigger: Serialize + DeserializeOwned,
{
    round_trips(S::ALL, S::as_str);
    round_trips(S::Transition::ALL, S::Transition::as_str);
    round_trips(S::Trigger::ALL, S::Trigger::as_str);
}

#[test]
fn what_is_written_is_read_back() {
    whole::<State>();
    whole::<lifecycles::quiet::State>();
    whole::<lifecycles::hostile::State>();
    whole::<lifecycles::wide::State>();
    whole::<lifecycles::tcp_connection::State>();
}

#[test]
fn aliases_are_read_and_names_are_written() {
    let state: State = serde_json::from_str("\"on the road\"").unwrap();
    assert_eq!(state, State::InTransit);
    assert_eq!(serde_json::to_string(&state).unwrap(), "\"in transit\"");
}

fn refusal<T: DeserializeOwned + Debug>(text: &str) -> String {
    serde_json::from_str::<T>(text).unwrap_err().to_string()
}

#[test]
fn what_is_not_known_is_refused_with_what_is_nearest() {
    let says = "STATE-TST-PCL-001 has no state `delivred`; the nearest is `delivered` at line 1 column 10";
    assert_eq!(refusal::<State>("\"delivred\""), says);
    let says = "STATE-TST-PCL-001 has no row `DraftToTransit`; the nearest is `DraftToInTransit` at";
    assert!(refusal::<Transition>("\"DraftToTransit\"").starts_with(says));
    let says = "STATE-TST-PCL-001 has no trigger `hand\\u{1b}over`; the nearest is `hand over` at";
    assert!(refusal::<Trigger>("\"hand\\u001bover\"").starts_with(says));
    assert!(
        refusal::<State>("7").starts_with("invalid type: integer `7`, expected a state of STATE-TST-PCL-001")
    );
    assert!(
        refusal::<Transition>("{}").starts_with("invalid type: map, expected a row of STATE-TST-PCL-001")
    );
    assert!(refusal::<Trigger>("1").starts_with("invalid type: integer `1`, expected a trigger of"));
}
