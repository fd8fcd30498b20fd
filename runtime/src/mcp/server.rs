//! What a manifest says of a server.

/// A server of tools.
#[derive(Clone, Debug)]
pub struct Server {
    /// What programs call it.
    pub name: String,
    /// How it is reached. Texts may hold `$NAME`, a variable.
    pub transport: Transport,
    /// How long it may take until it is ready.
    pub connect_timeout_ms: Option<u64>,
    /// How long one request may take.
    pub timeout_ms: Option<u64>,
    /// The tools that may be used, all where there is none; `*` stands for any text.
    pub allow: Vec<String>,
    /// The tools that may not.
    pub deny: Vec<String>,
}

/// How a server is reached.
#[derive(Clone, Debug)]
pub enum Transport {
    /// A process, over its standard input and output.
    Process {
        /// The program and its arguments.
        command: Vec<String>,
        /// Variables for it.
        env: Vec<(String, String)>,
    },
    /// An address.
    Http {
        /// The address.
        url: String,
        /// What is sent with every request.
        headers: Vec<(String, String)>,
        /// How somebody signs in.
        oauth: OAuth,
    },
}

/// How somebody signs in to a server that asks for it.
#[derive(Clone, Debug, Default)]
pub struct OAuth {
    /// The client that was registered by hand.
    pub client_id: Option<String>,
    /// The variable that holds its secret.
    pub client_secret_env: Option<String>,
    /// Where a description of the client stands.
    pub client_metadata_url: Option<String>,
    /// What to ask for, instead of what the server says.
    pub scopes: Vec<String>,
    /// The port of this machine that a browser is sent back to.
    pub redirect_port: Option<u16>,
}

impl Server {
    /// Whether a tool may be used.
    pub fn allows(&self, tool: &str) -> bool {
        let has = |list: &[String]| list.iter().any(|it| matches(it, tool));
        (self.allow.is_empty() || has(&self.allow)) && !has(&self.deny)
    }
}

/// Whether a text is what a pattern says, in which `*` stands for any text.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

/// The variables of this process that a server gets: none of them is a key.
const PASSED_ON: &[&str] = &[
    "HOME",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LOGNAME",
    "PATH",
    "SHELL",
    "TERM",
    "TMPDIR",
    "TZ",
    "USER",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_RUNTIME_DIR",
];

/// What a server gets of our variables.
pub(super) fn passed_on() -> impl Iterator<Item = (String, String)> {
    PASSED_ON.iter().filter_map(|it| Some(((*it).to_owned(), std::env::var(it).ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_text() {
        let cases = [
            ("read", "read", true),
            ("read", "read_file", false),
            ("read_*", "read_file", true),
            ("read_*", "write_file", false),
            ("*", "", true),
            ("*_file", "read_file", true),
            ("a*b*c", "aXbYc", true),
            ("a*b*c", "abc", true),
            ("a*b*c", "acb", false),
            ("a*a", "a", false),
        ];
        for (pattern, text, wanted) in cases {
            assert_eq!(matches(pattern, text), wanted, "{pattern} {text}");
        }
    }

    #[test]
    fn what_is_denied_is_denied_also_where_it_is_allowed() {
        let server = Server {
            name: "files".to_owned(),
            transport: Transport::Process { command: Vec::new(), env: Vec::new() },
            connect_timeout_ms: None,
            timeout_ms: None,
            allow: vec!["read_*".to_owned()],
            deny: vec!["read_secret".to_owned()],
        };
        assert!(server.allows("read_file"));
        assert!(!server.allows("read_secret"));
        assert!(!server.allows("write_file"));
    }
}
