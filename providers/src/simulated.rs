//! A provider without a network.
