//! Ollama's `/api/chat`.
