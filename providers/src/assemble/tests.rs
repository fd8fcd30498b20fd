//! What agents ask becomes requests, and answers come back.
