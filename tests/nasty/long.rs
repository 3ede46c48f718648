//! A megabyte of text in one field.
