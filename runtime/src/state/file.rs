//! Files that are replaced as a whole, and that one process at a time works with.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Result, Write};
use std::path::{Path, PathBuf};

/// Replaces a file, or makes it: whatever happens, it is whole. Only its owner can read it.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    let new = beside(path, &format!("{}.new", std::process::id()));
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&new)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all()).and_then(|()| std::fs::rename(&new, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&new);
    }
    written?;
    // The name is safe only when the folder is.
    match path.parent().filter(|it| !it.as_os_str().is_empty()) {
        Some(folder) => File::open(folder)?.sync_all(),
        None => File::open(".")?.sync_all(),
    }
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{ending}"))
}

/// The right to work with a file, which one process has. It ends with the process at the latest.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes the right to work with a file, or says who is in the way.
    pub fn take(path: &Path) -> std::result::Result<Self, String> {
        let lock = beside(path, "lock");
        let cannot = |problem: &dyn std::fmt::Display| format!("`{}` cannot be used: {problem}", path.display());
        loop {
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(&lock);
            let file = file.map_err(|it| cannot(&it))?;
            match file.try_lock() {
                Ok(()) if is_same(&file, &lock) => return Ok(Self { path: lock, _file: file }),
                // Whoever had it has removed it meanwhile.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(cannot(&"another process works with it")),
                Err(TryLockError::Error(problem)) => return Err(cannot(&problem)),
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

#[cfg(unix)]
fn is_same(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |it: std::fs::Metadata| (it.dev(), it.ino());
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(one), Ok(other)) => id(one) == id(other),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_same(_: &File, path: &Path) -> bool {
    path.exists()
}
