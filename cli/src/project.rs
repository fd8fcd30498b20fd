//! From what the user names to an entry file and a manifest.

use std::io::Read;
use std::path::{Path, PathBuf};

use concerto_compiler::diagnostic::Diagnostic;
use concerto_compiler::load::{Library, Sources};
use concerto_compiler::manifest::{self, Manifest};
use concerto_compiler::source::SourceMap;
use concerto_runtime::mcp::hash;
use concerto_schema::lock::Lock;

/// The name of a project's manifest.
const MANIFEST: &str = "Concerto.toml";

/// The name of the file that says what a project's servers offered.
pub(crate) const LOCK: &str = "Concerto.lock";

/// Where a project without `entry` starts.
const DEFAULT_ENTRY: &str = "src/main.conc";

/// Larger files are refused: no source is that long, and a device file has no end.
const FILE_MAX_BYTES: u64 = 1 << 30;

/// The library that every program is compiled with.
pub(crate) const LIBRARY: Library =
    Library { prelude: concerto_std::PRELUDE, agents: concerto_std::AGENTS, modules: concerto_std::MODULES };

/// Files of this machine.
pub(crate) struct Disk;

impl Sources for Disk {
    fn read(&self, path: &Path) -> Result<Option<Vec<u8>>, String> {
        let file = match std::fs::File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.to_string()),
        };
        let length = file.metadata().map_or(0, |it| it.len()).min(FILE_MAX_BYTES);
        let mut bytes = Vec::with_capacity(length as usize + 1);
        file.take(FILE_MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        match bytes.len() as u64 > FILE_MAX_BYTES {
            true => Err("it is larger than 1 GiB".to_owned()),
            false => Ok(Some(bytes)),
        }
    }
}

/// A program to be compiled.
pub(crate) struct Project {
    /// Where it starts.
    pub(crate) entry: PathBuf,
    /// Its manifest, if it has one.
    pub(crate) manifest: Option<Manifest>,
    /// The folder of the manifest.
    pub(crate) root: Option<PathBuf>,
    /// What is to be said about the manifest.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The manifest's text, for messages.
    pub(crate) sources: SourceMap,
}

/// Finds the project that `path` names: an entry file, a folder, or, without one, the folder we are in.
pub(crate) fn find(path: Option<&Path>) -> Result<Project, String> {
    let path = path.unwrap_or(Path::new("."));
    if path.is_dir() { folder(path) } else { file(path) }
}

fn file(entry: &Path) -> Result<Project, String> {
    let folder = match entry.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let mut project = Project {
        entry: entry.to_owned(),
        manifest: None,
        root: None,
        diagnostics: Vec::new(),
        sources: SourceMap::default(),
    };
    if let Some(path) = around(folder) {
        project.read_manifest(&path)?;
    }
    Ok(project)
}

fn folder(folder: &Path) -> Result<Project, String> {
    let Some(path) = around(folder) else {
        return Err(format!(
            "there is no `{MANIFEST}` in `{}` or above it\n  Help: name the file that the program starts in, or go to the folder of the project\n  Help: `concerto new NAME` makes a project",
            folder.display()
        ));
    };
    let mut project = Project {
        entry: PathBuf::new(),
        manifest: None,
        root: None,
        diagnostics: Vec::new(),
        sources: SourceMap::default(),
    };
    project.read_manifest(&path)?;
    let entry = project.manifest.as_ref().and_then(|it| it.project.as_ref()).and_then(|it| it.entry.as_ref());
    let entry = entry.map_or(DEFAULT_ENTRY, |it| it.value.as_str());
    let root = path.parent().unwrap_or(Path::new(""));
    project.entry = if root == Path::new(".") { PathBuf::from(entry) } else { root.join(entry) };
    Ok(project)
}

/// The folder of the project around the one we are in.
pub(crate) fn root() -> Result<PathBuf, String> {
    let here = Path::new(".");
    let manifest = around(here).ok_or_else(|| {
        format!(
            "there is no `{MANIFEST}` in this folder or above it\n  Help: name files or folders: `concerto fmt main.conc`"
        )
    })?;
    Ok(manifest.parent().unwrap_or(here).to_owned())
}

/// The manifest in `folder` or the nearest folder above it. Symbolic links are followed only where the path ends.
fn around(folder: &Path) -> Option<PathBuf> {
    let own = folder.join(MANIFEST);
    if own.is_file() {
        return Some(own);
    }
    let absolute = std::path::absolute(folder).ok()?;
    absolute.ancestors().skip(1).map(|it| it.join(MANIFEST)).find(|it| it.is_file())
}

impl Project {
    fn read_manifest(&mut self, path: &Path) -> Result<(), String> {
        let shown = path.display();
        let bytes = Disk.read(path).map_err(|reason| format!("`{shown}` cannot be read: {reason}"))?;
        let text = String::from_utf8(bytes.unwrap_or_default());
        let text = text.map_err(|_| format!("`{shown}` is not UTF-8\n  Help: save the file as UTF-8"))?;
        let added = self.sources.add(path.to_string_lossy(), text);
        let file = added.ok_or_else(|| format!("`{shown}` is too large"))?;
        let (mut manifest, diagnostics) = manifest::read(&self.sources, file);
        manifest.lock = read_lock(&path.with_file_name(LOCK))?;
        self.manifest = Some(manifest);
        self.root = path.parent().map(Path::to_owned);
        self.diagnostics = diagnostics;
        Ok(())
    }
}

/// What the servers of a project offered, if somebody has written it down.
pub(crate) fn read_lock(path: &Path) -> Result<Option<Lock>, String> {
    let shown = path.display();
    let bytes = Disk.read(path).map_err(|reason| format!("`{shown}` cannot be read: {reason}"))?;
    let Some(bytes) = bytes else { return Ok(None) };
    let text = String::from_utf8_lossy(&bytes);
    let lock = Lock::parse(&text, hash);
    lock.map(Some)
        .map_err(|problem| format!("`{shown}` cannot be used: {problem}\n  Help: `concerto mcp lock` writes it again"))
}
