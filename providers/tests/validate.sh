#!/usr/bin/env bash
# Checks the request bodies in `requests/` against the types that the providers publish. Needs Python with `venv` and a
# package index; without them it says so and checks nothing.
set -euo pipefail
cd "$(dirname "$0")"
home="${CARGO_TARGET_DIR:-../../target}/published-types"

if ! python3 -m venv "$home" 2>/dev/null; then
    echo "skipped: there is no Python with venv here"
    exit 0
fi
if ! "$home/bin/pip" install --quiet --disable-pip-version-check \
    openai anthropic google-ai-generativelanguage google-genai; then
    echo "skipped: the packages with the types cannot be installed here"
    exit 0
fi
"$home/bin/python" validate_openai.py requests/openai
"$home/bin/python" validate_openai.py requests/openai-chat
"$home/bin/python" validate_anthropic.py requests/anthropic
"$home/bin/python" validate_google.py requests/google
