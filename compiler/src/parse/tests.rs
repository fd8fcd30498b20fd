use super::*;
use crate::diagnostic::render::{Style, report};
use crate::source::SourceMap;

#[test]
fn probe() {
    for entry in walk("../../shared/conformance") {
        let text = std::fs::read_to_string(&entry).unwrap();
        let mut map = SourceMap::default();
        let id = map.add(&entry, text).unwrap();
        let (tokens, d1) = crate::lex::lex(map.file(id));
        let mut names = Names::default();
        let (_ast, d2) = parse(map.file(id), &tokens, &mut names);
        let all: Vec<_> = d1.into_iter().chain(d2).collect();
        if !all.is_empty() {
            println!("{}", report(&all, &map, Style::PLAIN));
        }
    }
    if let Ok(path) = std::env::var("PROBE") {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut map = SourceMap::default();
        let id = map.add(&path, text).unwrap();
        let (tokens, d1) = crate::lex::lex(map.file(id));
        let mut names = Names::default();
        let (ast, d2) = parse(map.file(id), &tokens, &mut names);
        println!("{}", crate::ast::dump::dump(&ast, &names));
        let all: Vec<_> = d1.into_iter().chain(d2).collect();
        println!("{}", report(&all, &map, Style::PLAIN));
    }
}

fn walk(dir: &str) -> Vec<String> {
    let mut out = Vec::new();
    for e in std::fs::read_dir(dir).unwrap() {
        let p = e.unwrap().path();
        if p.is_dir() {
            out.extend(walk(p.to_str().unwrap()));
        } else if p.extension().is_some_and(|x| x == "conc") {
            out.push(p.to_str().unwrap().to_owned());
        }
    }
    out
}
