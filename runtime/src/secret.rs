//! Keys: read from the environment at the last moment, and never shown.

use std::collections::HashMap;
use std::fmt;

/// A text that nobody may see.
#[derive(Clone)]
pub(crate) struct Secret(String);

impl Secret {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text, for the one place where it is sent.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// The text without blanks around it: files that hold one key often end in a line end.
    pub(crate) fn trimmed(self) -> Self {
        Self(self.0.trim().to_owned())
    }

    /// A message without the text, should it hold it, or end in its beginning because it was cut there.
    pub(crate) fn hide_in(&self, message: String) -> String {
        if self.0.len() < SHORT {
            return message;
        }
        let message = if message.contains(&self.0) { message.replace(&self.0, "***") } else { message };
        let Some(rest) = message.strip_suffix('…') else { return message };
        let starts = self.0.char_indices().map(|(at, _)| at).filter(|at| *at >= SHORT).rev();
        match starts.into_iter().find_map(|at| rest.strip_suffix(&self.0[..at])) {
            Some(rest) => format!("{rest}***…"),
            None => message,
        }
    }
}

/// What is shorter is no key, and might be part of any word.
const SHORT: usize = 4;

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// Variables: those of the process, and behind them those of a `.env` file.
#[derive(Clone, Default)]
pub(crate) struct Environment {
    file: HashMap<String, Secret>,
}

impl Environment {
    pub(crate) fn new(file: impl IntoIterator<Item = (String, String)>) -> Self {
        Self { file: file.into_iter().map(|(name, value)| (name, Secret::new(value))).collect() }
    }

    /// The value of a variable; an empty one is none.
    pub(crate) fn get(&self, name: &str) -> Option<Secret> {
        let own = std::env::var(name).ok().filter(|it| !it.is_empty()).map(Secret::new);
        own.or_else(|| self.file.get(name).filter(|it| !it.0.is_empty()).cloned())
    }

    /// The value of a variable as a program sees it, which may be empty.
    pub(crate) fn variable(&self, name: &str) -> Option<String> {
        let own = std::env::var_os(name).map(|it| it.to_string_lossy().into_owned());
        let of_file = || self.file.get(name).map(|it| it.0.clone());
        own.clone().filter(|it| !it.is_empty()).or_else(of_file).or(own)
    }

    /// The values of the `$NAME`s in a text.
    pub(crate) fn named_in(&self, text: &str) -> Vec<Secret> {
        let name = |it: &str| it.split(|it: char| !it.is_ascii_alphanumeric() && it != '_').next().map(str::to_owned);
        text.split('$').skip(1).filter_map(name).filter_map(|it| self.get(&it)).collect()
    }

    /// A text with the values of its `$NAME`s; the name of one that is not set is the error.
    pub(crate) fn expand(&self, text: &str) -> Result<Secret, String> {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('$') {
            out.push_str(before);
            let end = after.find(|it: char| !it.is_ascii_alphanumeric() && it != '_').unwrap_or(after.len());
            let (name, tail) = after.split_at(end);
            match name {
                "" => out.push('$'),
                name => out.push_str(self.get(name).ok_or_else(|| name.to_owned())?.reveal()),
            }
            rest = tail;
        }
        out.push_str(rest);
        Ok(Secret(out))
    }
}

#[cfg(test)]
mod tests;
