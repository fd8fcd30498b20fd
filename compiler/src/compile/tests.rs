//! How defects of the compiler itself are reported.

use concerto_ir::operand::Reg;
use concerto_ir::program::Place;
use concerto_ir::verify::Refusal;

use super::internal;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::render::{Style, report};
use crate::emit::Clash;
use crate::source::SourceMap;

/// A diagnostic about a file of two lines.
fn shown(diagnostic: impl FnOnce(&SourceMap) -> Diagnostic) -> String {
    let mut sources = SourceMap::default();
    sources.add("main.conc", "let größe = 1;\nlet größer = größe + 1;\n");
    let diagnostic = diagnostic(&sources);
    report(&[diagnostic], &sources, Style { colour: false, unicode: false })
}

#[test]
fn code_that_the_verifier_refuses_is_reported_with_its_line() {
    let place = Some(Place { file: 0, line: 2, column: 14, inlined: 0 });
    let refusal = Refusal { function: Some("main".to_owned()), at: Some(3), place, problem: "r1 is empty".to_owned() };
    insta::assert_snapshot!(shown(|sources| internal::refused(&refusal, sources)), @r"
    [E0403] error: internal compiler error: `main`, instruction 3: r1 is empty
       ,-[ main.conc:2:14 ]
       |
     2 | let größer = größe + 1;
       |              |
       |              `-- in the code for this line
       |
       | Help: this is a defect of Concerto, not of your program: please report it with this line
    ---'
    ");
}

#[test]
fn a_defect_without_a_line_is_reported_all_the_same() {
    let refusal = Refusal { function: None, at: None, place: None, problem: "there is no function 3".to_owned() };
    insta::assert_snapshot!(shown(|sources| internal::refused(&refusal, sources)), @r"
    [E0403] error: internal compiler error: there is no function 3
      Help: this is a defect of Concerto, not of your program: please report it with this line
    ");
}

#[test]
fn a_register_of_two_values_is_reported_with_its_line() {
    let clash = Clash { register: Reg(3), place: Place { file: 0, line: 1, column: 5, inlined: 0 } };
    insta::assert_snapshot!(shown(|sources| internal::clash("main", clash, sources)), @r"
    [E0403] error: internal compiler error: `main`: two values share register 3
       ,-[ main.conc:1:5 ]
       |
     1 | let größe = 1;
       |     |
       |     `-- in the code for this line
       |
       | Help: this is a defect of Concerto, not of your program: please report it with this line
    ---'
    ");
}
