//! Texts as the formatter leaves them.
