//! Who answers on a connection, and which subset of JSON Schema they enforce.

/// Who answers on a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Provider {
    /// OpenAI's Responses API.
    OpenAi,
    /// OpenAI's Chat Completions API, and every server that speaks it.
    OpenAiChat,
    /// Anthropic's Messages API.
    Anthropic,
    /// Google's Gemini API.
    Google,
    /// A local Ollama server.
    Ollama,
    /// The built-in stand-in without a network.
    Simulated,
}

/// A subset of JSON Schema that a provider enforces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// What OpenAI takes with `strict: true`.
    OpenAi,
    /// What Anthropic takes with `strict: true`.
    Anthropic,
    /// The subset of OpenAPI 3.0 that Gemini takes as `parameters`.
    Google,
}

impl Provider {
    /// All of them, in the order in which documents list them.
    pub const ALL: &[Self] =
        &[Self::OpenAi, Self::OpenAiChat, Self::Anthropic, Self::Google, Self::Ollama, Self::Simulated];

    /// The name in manifests.
    pub fn text(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::OpenAiChat => "openai-chat",
            Self::Anthropic => "anthropic",
            Self::Google => "google",
            Self::Ollama => "ollama",
            Self::Simulated => "simulated",
        }
    }

    /// The provider of that name; `openai_chat` is one, too.
    pub fn parse(text: &str) -> Option<Self> {
        let text = if text == "openai_chat" { "openai-chat" } else { text };
        Self::ALL.iter().copied().find(|it| it.text() == text)
    }

    /// What its strict schemas are written in, if it has such a thing.
    pub fn dialect(self) -> Option<Dialect> {
        match self {
            Self::OpenAi | Self::OpenAiChat => Some(Dialect::OpenAi),
            Self::Anthropic => Some(Dialect::Anthropic),
            Self::Google => Some(Dialect::Google),
            Self::Ollama | Self::Simulated => None,
        }
    }
}

impl Dialect {
    /// All of them.
    pub const ALL: &[Self] = &[Self::OpenAi, Self::Anthropic, Self::Google];

    /// Whose it is, for messages.
    pub fn text(self) -> &'static str {
        match self {
            Self::OpenAi => "OpenAI",
            Self::Anthropic => "Anthropic",
            Self::Google => "Gemini",
        }
    }
}
