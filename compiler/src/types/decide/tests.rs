//! Decisions of real programs.
