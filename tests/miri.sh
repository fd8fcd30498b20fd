#!/usr/bin/env bash
# The machine's own tests under Miri, which finds undefined behaviour that no run of them would show. Takes between one and two hours on
# one core; needs a nightly toolchain. Names of tests may be given.
#
# Provenance is permissive, since registers are 64-bit words that hold references as numbers. Two tests that fill more memory than Miri
# gets through say so themselves and are left out; those that try random programs try fewer of them here.
set -euo pipefail
cd "$(dirname "$0")/.."
rustup component add --toolchain nightly miri rust-src
MIRIFLAGS="-Zmiri-disable-isolation -Zmiri-permissive-provenance" \
    cargo +nightly miri test -p concerto-vm --lib --target-dir target/miri -- --test-threads=1 "$@"
