//! OpenAI's Chat Completions API, and every server that speaks it.
