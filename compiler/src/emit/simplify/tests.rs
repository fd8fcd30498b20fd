//! Each pass by itself: what it does to a draft, and what it must leave alone.

mod branches;
mod constants;
mod copies;
mod dead;
mod fold;
mod paths;
mod thread;

/// A macro, so that the snapshot is compared in the test that calls it. The first registers are the parameters.
macro_rules! check {
    ($pass:expr, ($params:literal, $registers:literal) $blocks:literal, @$expected:literal) => {
        insta::assert_snapshot!($crate::emit::tests::after($params, $registers, $blocks, $pass), @$expected)
    };
}

use check;
