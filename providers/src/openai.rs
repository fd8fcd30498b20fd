//! OpenAI's Responses API.
