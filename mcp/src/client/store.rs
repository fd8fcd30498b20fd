//! What somebody got who has signed in: a file for each server, in a folder of the user's, which nobody else can read.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use async_trait::async_trait;
use reqwest::Url;
use ring::digest::{SHA256, digest};
use rmcp::transport::auth::{AuthError, CredentialStore, StoredCredentials};

use super::desk::locked;
use crate::config::Http;

/// Where the tokens of one server are kept: in a file, or where there is no place for one, for as long as we run.
pub(super) struct Store {
    path: Option<PathBuf>,
    kept: Mutex<Option<StoredCredentials>>,
}

impl Store {
    pub(super) fn of(http: &Http, url: &Url) -> Self {
        let name = format!("{}-{}.json", url.host_str().unwrap_or("server"), &hex(url.as_str())[..16]);
        Self { path: http.oauth.store.as_ref().map(|it| it.join(name)), kept: Mutex::default() }
    }

    pub(super) fn is_there(&self) -> bool {
        self.path.as_ref().is_some_and(|it| it.is_file())
    }

    /// What was granted so far.
    pub(super) fn scopes(&self) -> Vec<String> {
        self.read().ok().flatten().map(|it| it.granted_scopes).unwrap_or_default()
    }

    fn read(&self) -> Result<Option<StoredCredentials>, String> {
        let Some(path) = &self.path else { return Ok(locked(&self.kept).clone()) };
        match fs::read(path) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes).ok()),
            Err(problem) if problem.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(problem) => Err(problem.to_string()),
        }
    }

    fn write(&self, credentials: StoredCredentials) -> Result<(), String> {
        let Some(path) = &self.path else {
            *locked(&self.kept) = Some(credentials);
            return Ok(());
        };
        let text = serde_json::to_vec(&credentials).map_err(|it| it.to_string())?;
        write_secret(path, &text).map_err(|it| it.to_string())
    }
}

/// Writes a file as a whole, which only its owner can read.
fn write_secret(path: &Path, text: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    }
    let draft = path.with_extension(format!("{}.new", std::process::id()));
    let mut file = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&draft)?;
    file.write_all(text)?;
    file.sync_all()?;
    fs::rename(&draft, path)
}

fn hex(text: &str) -> String {
    digest(&SHA256, text.as_bytes()).as_ref().iter().map(|it| format!("{it:02x}")).collect()
}

#[async_trait]
impl CredentialStore for Store {
    async fn load(&self) -> Result<Option<StoredCredentials>, AuthError> {
        self.read().map_err(AuthError::CredentialStoreError)
    }

    async fn save(&self, credentials: StoredCredentials) -> Result<(), AuthError> {
        self.write(credentials).map_err(AuthError::CredentialStoreError)
    }

    async fn clear(&self) -> Result<(), AuthError> {
        *locked(&self.kept) = None;
        match self.path.as_ref().map(fs::remove_file) {
            Some(Err(problem)) if problem.kind() != std::io::ErrorKind::NotFound => {
                Err(AuthError::CredentialStoreError(problem.to_string()))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::config::OAuth;

    #[test]
    fn only_their_owner_can_read_tokens_and_a_server_has_a_file_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let tokens = folder.path().join("concerto").join("mcp");
        let store = |address: &str| {
            let oauth = OAuth { store: Some(tokens.clone()), ..OAuth::default() };
            let http = Http { url: address.to_owned(), headers: Vec::new(), oauth };
            Store::of(&http, &Url::parse(address).unwrap())
        };
        let (first, second) = (store("https://one.example.org/mcp"), store("https://one.example.org/other"));
        let scopes = vec!["read".to_owned()];
        first.write(StoredCredentials::new("client".to_owned(), None, scopes.clone(), None)).unwrap();
        assert!(first.is_there() && !second.is_there());
        assert_eq!(store("https://one.example.org/mcp").scopes(), scopes);
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(first.path.as_ref().unwrap()), 0o600);
        assert_eq!(mode(&tokens), 0o700);
    }

    #[test]
    fn a_file_that_holds_no_tokens_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store { path: Some(folder.path().join("a.json")), kept: Mutex::default() };
        fs::write(folder.path().join("a.json"), "{\"client_id\":").unwrap();
        assert!(store.read().unwrap().is_none());
    }
}
