//! What an answer with an error status means.
