//! Gemini's `generateContent`.
