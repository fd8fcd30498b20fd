//! Bad programs, one for each rule, and good ones that come close.

/// A macro, so that the snapshot stands in the test that calls it: why a program is refused.
macro_rules! refused {
    ($source:literal, @$expected:literal) => {
        insta::assert_snapshot!($crate::verify::tests::refusal($crate::assemble::assemble($source)), @$expected)
    };
    ($program:expr, @$expected:literal) => {
        insta::assert_snapshot!($crate::verify::tests::refusal($program), @$expected)
    };
}

mod code;
mod declared;
mod flow;
mod good;
mod held;
mod operands;
mod sections;

use super::verify;
use crate::program::Program;

fn refusal(program: Program) -> String {
    verify(program).map_or_else(|it| it.to_string(), |_| "it can be run".to_owned())
}
