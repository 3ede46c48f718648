//! Pages in a real browser: nothing in them runs, and nothing asks the network for anything.
