//! The files of a program in one text: a line `--- shapes.conc` starts the next one; the first is `main.conc`.

use std::path::Path;

use crate::load::Sources;

/// The entry of every program in tests.
pub(crate) const ENTRY: &str = "main.conc";

/// Files in memory.
pub(crate) struct Files(Vec<(String, Vec<u8>)>);

impl Files {
    pub(crate) fn of(source: &str) -> Self {
        let mut files = vec![(ENTRY.to_owned(), Vec::new())];
        for line in source.split_inclusive('\n') {
            match (line.strip_prefix("--- "), files.last_mut()) {
                (Some(name), _) => files.push((name.trim().to_owned(), Vec::new())),
                (None, Some((_, text))) => text.extend_from_slice(line.as_bytes()),
                (None, None) => {}
            }
        }
        Self(files)
    }
}

impl Sources for Files {
    fn read(&self, path: &Path) -> Result<Option<Vec<u8>>, String> {
        let shown = path.to_string_lossy().replace('\\', "/");
        Ok(self.0.iter().find(|(name, _)| *name == shown).map(|(_, text)| text.clone()))
    }
}
