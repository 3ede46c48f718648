//! What goes into a statement and what comes out: whole numbers and texts.

use std::rc::Rc;
use std::str::FromStr;

use super::Error;

/// A value of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// None.
    Null,
    /// A whole number; a yes or no is 1 or 0.
    Int(i64),
    /// A text.
    Text(String),
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Int(value.into())
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

impl<T: Clone + Into<Value>> From<&Option<T>> for Value {
    fn from(value: &Option<T>) -> Self {
        value.clone().map_or(Self::Null, Into::into)
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}

/// A row of a result, read by the names of its columns.
#[derive(Clone, Debug)]
pub struct Row {
    pub(super) columns: Rc<[String]>,
    pub(super) values: Vec<Value>,
}

impl Row {
    /// A whole number.
    ///
    /// # Errors
    ///
    /// The column holds none.
    pub fn int(&self, column: &str) -> Result<i64, Error> {
        self.maybe_int(column)?.ok_or_else(|| unreadable(column, "is null"))
    }

    /// A whole number, or none.
    ///
    /// # Errors
    ///
    /// The column holds a text.
    pub fn maybe_int(&self, column: &str) -> Result<Option<i64>, Error> {
        match self.value(column)? {
            Value::Null => Ok(None),
            Value::Int(value) => Ok(Some(*value)),
            Value::Text(_) => Err(unreadable(column, "is a text")),
        }
    }

    /// A yes or no.
    ///
    /// # Errors
    ///
    /// The column holds no number.
    pub fn flag(&self, column: &str) -> Result<bool, Error> {
        Ok(self.int(column)? != 0)
    }

    /// A text.
    ///
    /// # Errors
    ///
    /// The column holds none.
    pub fn text(&self, column: &str) -> Result<String, Error> {
        self.maybe_text(column)?.ok_or_else(|| unreadable(column, "is null"))
    }

    /// A text, or none.
    ///
    /// # Errors
    ///
    /// The column holds a number.
    pub fn maybe_text(&self, column: &str) -> Result<Option<String>, Error> {
        match self.value(column)? {
            Value::Null => Ok(None),
            Value::Text(value) => Ok(Some(value.clone())),
            Value::Int(_) => Err(unreadable(column, "is a number")),
        }
    }

    /// A text that means something, such as a state.
    ///
    /// # Errors
    ///
    /// The text is not one of those that do.
    pub fn parse<T: FromStr<Err: ToString>>(&self, column: &str) -> Result<T, Error> {
        self.text(column)?.parse().map_err(|error: T::Err| unreadable(column, &error.to_string()))
    }

    fn value(&self, column: &str) -> Result<&Value, Error> {
        let at = self.columns.iter().position(|name| name == column);
        at.map(|at| &self.values[at]).ok_or_else(|| unreadable(column, "is not in the result"))
    }
}

fn unreadable(column: &str, why: &str) -> Error {
    Error::Unreadable(format!("the column {column} {why}"))
}
