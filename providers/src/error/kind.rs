//! Which kind of failure a status, or a provider's own word for an error, stands for.

use super::Kind;
use super::message::Said;

/// The kind that a status stands for, with what the body calls the error.
pub(super) fn of_status(status: u16, said: &Said) -> Kind {
    let is_called = |word: &str| said.words.iter().any(|it| it == word);
    match status {
        401 | 403 => Kind::Credentials,
        // Google answers a wrong key with 400.
        400 if is_called("API_KEY_INVALID") => Kind::Credentials,
        429 if is_called("insufficient_quota") => Kind::Config,
        429 => Kind::RateLimited,
        408 | 409 | 500.. => Kind::Connection,
        _ => Kind::Config,
    }
}

/// The kind that a provider's word stands for. Codes may be those of HTTP; what nobody knows is worth another try.
pub(super) fn of_word(word: &str) -> Kind {
    if let Ok(status @ 400..) = word.parse::<u16>() {
        return of_status(status, &Said::default());
    }
    let word = word.to_ascii_lowercase();
    match word.as_str() {
        "rate_limit_error" | "rate_limit_exceeded" | "resource_exhausted" | "too_many_requests" => Kind::RateLimited,
        "authentication_error"
        | "permission_error"
        | "invalid_api_key"
        | "api_key_invalid"
        | "unauthenticated"
        | "permission_denied" => Kind::Credentials,
        "insufficient_quota"
        | "billing_error"
        | "not_found_error"
        | "not_found"
        | "model_not_found"
        | "request_too_large"
        | "context_length_exceeded"
        | "failed_precondition"
        | "badrequesterror"
        | "notfounderror"
        | "data_residency_mismatch"
        | "empty_image_file"
        | "failed_to_download_image" => Kind::Config,
        _ if is_about_request(&word) => Kind::Config,
        _ => Kind::Connection,
    }
}

/// Whether a word says that the request will never do: `invalid_prompt`, `image_too_large`, `bio_policy`.
fn is_about_request(word: &str) -> bool {
    let starts = ["invalid", "unsupported", "image_"];
    starts.iter().any(|it| word.starts_with(it)) || word.ends_with("_policy") || word.ends_with("policy_violation")
}
