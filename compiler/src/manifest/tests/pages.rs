//! The pages of the manifest's codes: their examples do what they say.

use super::read;
use crate::diagnostic::Code;

const CODES: [Code; 5] = [
    Code::ManifestSyntax,
    Code::ManifestUnknownKey,
    Code::ManifestWrongType,
    Code::ManifestMissingKey,
    Code::ManifestBadValue,
];

/// The code blocks of a page that are tagged with exactly `tag`.
fn examples(page: &'static str, tag: &str) -> Vec<&'static str> {
    let blocks = page.split("```").skip(1).step_by(2);
    blocks.filter_map(|block| block.split_once('\n')).filter(|(info, _)| *info == tag).map(|(_, code)| code).collect()
}

fn codes_of(text: &str) -> Vec<Code> {
    read(text).2.iter().map(|it| it.code).collect()
}

#[test]
fn the_wrong_example_of_a_page_produces_its_code() {
    for code in CODES {
        let found: Vec<_> = examples(code.page(), "toml,error").into_iter().map(codes_of).collect();
        assert_eq!(found, [[code]], "{}", code.text());
    }
}

#[test]
fn the_right_example_of_a_page_is_right() {
    for code in CODES {
        let found: Vec<_> = examples(code.page(), "toml").into_iter().map(codes_of).collect();
        assert_eq!(found, [[]], "{}", code.text());
    }
}
