//! The programs of this repository are formatted, and stay so.
