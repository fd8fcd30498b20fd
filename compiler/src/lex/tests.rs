use super::*;
use crate::source::SourceMap;

fn tokens(text: &str) -> String {
    let mut map = SourceMap::default();
    let id = map.add("t", text).unwrap();
    let (tokens, diagnostics) = lex(map.file(id));
    let titles: String = diagnostics.iter().map(|it| format!("{} {}\n", it.code.text(), it.title)).collect();
    format!("{}{titles}", dump(&tokens, map.file(id)))
}

#[test]
fn probe() {
    println!(
        "{}",
        tokens(
            "let x = \"a ${b + \"in ${c}\"} d\"; // hi\n'outer: loop {} 'a' 5m 5min 1. .5 t.0.1 0x1f 2.pow(3) 0..3 r#\"a\"b\"# \"\"\"\n x ${1}\n \"\"\" & \u{201c} /* a /* b */ */ tool type typed _ _a é"
        )
    );
    println!("{}", tokens("fn a() {\n  if x {\n    y(1;\n}\n\nfn b() {\n  z]\n}\n"));
    println!("{}", tokens("\"${"));
}
