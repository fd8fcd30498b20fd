//! Source text: files with their names, and spans that point into them.
//!
//! All files of one compilation share one position space: each file has a base, so a [`Span`] of eight bytes names
//! its file too. Nothing here reads a disk; texts come through [`crate::load::Sources`].

use std::cell::OnceCell;

/// One position after the last byte that can be addressed.
const SPACE: u64 = u32::MAX as u64;

/// A range of bytes in the text of one file of a [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One after the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end`.
    pub fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// From the start of this span to the end of `other`.
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty span just after this one.
    pub fn after(self) -> Self {
        Self { start: self.end, end: self.end }
    }

    /// Whether `other` lies inside this span.
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// A file of a [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// One source file: its name as the user gave it, and its text.
pub struct SourceFile {
    name: String,
    text: String,
    base: u32,
    line_starts: OnceCell<Vec<u32>>,
}

/// A place in a file as people count it: lines and columns from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The character in the line, from 1.
    pub column: u32,
}

impl SourceFile {
    /// The name as the user gave it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where the text starts in the position space.
    pub fn base(&self) -> u32 {
        self.base
    }

    /// The span of the whole file.
    pub fn span(&self) -> Span {
        Span::new(self.base, self.base + self.text.len() as u32)
    }

    /// The text below `span`, cut to what lies in this file.
    pub fn slice(&self, span: Span) -> &str {
        let start = span.start.saturating_sub(self.base) as usize;
        let end = span.end.saturating_sub(self.base) as usize;
        self.text.get(start..end).unwrap_or("")
    }

    /// The line and column of a position of the position space.
    pub fn position(&self, at: u32) -> Position {
        let offset = at.saturating_sub(self.base).min(self.text.len() as u32);
        let line = self.line_of(offset);
        let start = self.line_starts().get(line).copied().unwrap_or(0);
        // A mark at the start of the file is not part of its first line.
        let before = self.text.get(start as usize..offset as usize).unwrap_or("").trim_start_matches('\u{feff}');
        Position { line: line as u32 + 1, column: before.chars().count() as u32 + 1 }
    }

    /// The line of a position, counted from 1, without the cost of its column.
    pub fn position_line(&self, at: u32) -> u32 {
        self.line_of(at.saturating_sub(self.base).min(self.text.len() as u32)) as u32 + 1
    }

    /// The text of a line, counted from 1, without its newline.
    pub fn line_text(&self, line: u32) -> &str {
        let starts = self.line_starts();
        let index = line.saturating_sub(1) as usize;
        let start = starts.get(index).copied().unwrap_or(self.text.len() as u32) as usize;
        let end = starts.get(index + 1).map_or(self.text.len(), |next| *next as usize);
        self.text.get(start..end).unwrap_or("").trim_end_matches(['\n', '\r'])
    }

    /// Where a line, counted from 1, starts in the position space.
    pub fn line_start(&self, line: u32) -> u32 {
        let offset = self.line_starts().get(line.saturating_sub(1) as usize).copied();
        self.base + offset.unwrap_or(self.text.len() as u32)
    }

    fn line_of(&self, offset: u32) -> usize {
        self.line_starts().partition_point(|start| *start <= offset).saturating_sub(1)
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let newlines = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0).chain(newlines.map(|(at, _)| at as u32 + 1)).collect()
        })
    }
}

/// All files of one compilation.
#[derive(Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a file. `None` where the texts together would not fit the position space (4 GiB).
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> Option<FileId> {
        let text = text.into();
        let base = self.files.last().map_or(0, |file| u64::from(file.span().end) + 1);
        if base + text.len() as u64 >= SPACE {
            return None;
        }
        let id = FileId(self.files.len() as u32);
        self.files.push(SourceFile { name: name.into(), text, base: base as u32, line_starts: OnceCell::new() });
        Some(id)
    }

    /// How long all texts are together.
    pub fn bytes(&self) -> usize {
        self.files.iter().map(|it| it.text.len()).sum()
    }

    /// The file behind an id of this map.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// The file that a span points into.
    pub fn file_of(&self, span: Span) -> Option<&SourceFile> {
        let index = self.files.partition_point(|file| file.base <= span.start).checked_sub(1)?;
        self.files.get(index)
    }

    /// The line that a span starts in, counted from 1, and its file.
    pub fn line_of(&self, span: Span) -> Option<(FileId, u32)> {
        let index = self.files.partition_point(|file| file.base <= span.start).checked_sub(1)?;
        Some((FileId(index as u32), self.files.get(index)?.position_line(span.start)))
    }

    /// The text below a span.
    pub fn slice(&self, span: Span) -> &str {
        self.file_of(span).map_or("", |file| file.slice(span))
    }

    /// All files, in the order they were added.
    pub fn files(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter()
    }
}

#[cfg(test)]
mod tests;
