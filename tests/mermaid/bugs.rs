//! The bug reports of neighbouring tools, as small inputs.
