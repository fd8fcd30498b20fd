#!/bin/sh
# How many instructions the front end takes for a line of source: lexing and parsing alone, the same on every run of the
# same build. `./instructions.sh [LINES]`, 10,000 by default; the profile stays in callgrind.out of the target directory.
set -eu
cd "$(dirname "$0")/.."

lines="${1:-10000}"
target="${CARGO_TARGET_DIR:-target}"
out="$target/callgrind.out"
log="$target/callgrind.log"

cargo build --quiet --release -p concerto-bench
said=$(valgrind --tool=callgrind --callgrind-out-file="$out" --collect-atstart=no \
    --toggle-collect='concerto_bench::front::read*' \
    "$target/release/concerto-bench" front-once "$lines" 2>"$log")

number() { printf '%s' "$said" | sed "s/.*\"$1\":\([0-9]*\).*/\1/"; }
counted=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$log")
if [ -z "$counted" ] || [ "$counted" -eq 0 ]; then
    echo "callgrind counted nothing; see $log" >&2
    exit 1
fi
awk -v n="$counted" -v lines="$(number lines)" -v bytes="$(number bytes)" \
    'BEGIN { printf "%d instructions: %.0f a line, %.1f a byte\n", n, n / lines, n / bytes }'
echo "by function: callgrind_annotate $out | head -40"
