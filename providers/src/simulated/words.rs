//! Words: a text in, its words out, in a form in which they can be compared.

/// Words that say nothing about which tool is wanted.
pub(super) const STOP_WORDS: &[&str] = &[
    "a", "all", "an", "and", "any", "are", "as", "at", "be", "by", "can", "could", "did", "do", "does", "for", "from",
    "give", "has", "have", "how", "i", "in", "into", "is", "it", "me", "my", "of", "on", "or", "our", "please",
    "should", "some", "that", "the", "them", "then", "there", "these", "they", "this", "those", "to", "use", "was",
    "we", "were", "what", "when", "where", "which", "who", "will", "with", "would", "you", "your",
];

/// The words of a text in order: parts of `camelCase` and `snake_case` apart, in small letters, without an apostrophe or a plural.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut chars = text.chars().peekable();
    let mut before = ' ';
    while let Some(it) = chars.next() {
        let after = chars.peek().copied();
        if is_apostrophe(it) && before.is_alphanumeric() && after.is_some_and(char::is_alphanumeric) {
            continue;
        }
        if !it.is_alphanumeric() || begins_hump(before, it, after) {
            end_word(&mut word, &mut words);
        }
        if it.is_alphanumeric() {
            word.extend(it.to_lowercase());
        }
        before = it;
    }
    end_word(&mut word, &mut words);
    words
}

/// Whether a word can tell tools apart: no number, no single letter, and none of the words that occur everywhere.
pub(super) fn is_telling(word: &str) -> bool {
    let is_long = word.chars().nth(1).is_some();
    is_long && !is_stop_word(word) && !word.chars().all(|it| it.is_ascii_digit())
}

fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

fn is_apostrophe(it: char) -> bool {
    matches!(it, '\'' | '’')
}

/// The `S` of `readStock`, and that of `HTTPServer`.
fn begins_hump(before: char, it: char, after: Option<char>) -> bool {
    it.is_uppercase() && (before.is_lowercase() || (before.is_uppercase() && after.is_some_and(char::is_lowercase)))
}

fn end_word(word: &mut String, words: &mut Vec<String>) {
    if !word.is_empty() {
        let word = std::mem::take(word);
        words.push(if is_stop_word(&word) { word } else { fold(word) });
    }
}

/// The word without a simple plural.
fn fold(mut word: String) -> String {
    let length = word.chars().count();
    if length > 4 && word.ends_with("ies") {
        word.truncate(word.len() - 3);
        word.push('y');
    } else if ["sses", "shes", "ches", "xes", "zes"].iter().any(|it| word.ends_with(it)) {
        word.truncate(word.len() - 2);
    } else if length > 3 && word.ends_with('s') && !["ss", "us", "is"].iter().any(|it| word.ends_with(it)) {
        word.truncate(word.len() - 1);
    }
    word
}
