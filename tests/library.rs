//! The library: what its files declare is what there is, and what its pages say.

mod command;
mod declared;
mod json;
mod natives;
mod pages;
mod properties;
mod surface;
mod web;
