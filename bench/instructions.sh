#!/bin/sh
# How many instructions the compiler takes for a line of source, phase by phase: lexing and parsing alone, resolving
# names, checking types. The same on every run of the same build. `./instructions.sh [LINES]`, 10,000 by default; the
# profiles stay in callgrind.PHASE.out of the target directory.
set -eu
cd "$(dirname "$0")/.."

lines="${1:-10000}"
target="${CARGO_TARGET_DIR:-target}"

cargo build --quiet --release -p concerto-bench

# count PHASE COMMAND FUNCTION: runs the command and counts inside the function.
count() {
    out="$target/callgrind.$1.out"
    log="$target/callgrind.$1.log"
    said=$(valgrind --tool=callgrind --callgrind-out-file="$out" --collect-atstart=no --toggle-collect="$3*" \
        "$target/release/concerto-bench" "$2" "$lines" 2>"$log")
    counted=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$log")
    if [ -z "$counted" ] || [ "$counted" -eq 0 ]; then
        echo "callgrind counted nothing; see $log" >&2
        exit 1
    fi
    awk -v phase="$1" -v n="$counted" -v lines="$(number lines)" -v bytes="$(number bytes)" \
        'BEGIN { printf "%-8s%12d instructions: %6.0f a line, %6.1f a byte\n", phase, n, n / lines, n / bytes }'
}

number() { printf '%s' "$said" | sed "s/.*\"$1\":\([0-9]*\).*/\1/"; }

count read front-once 'concerto_bench::front::read'
count load check-once 'concerto_bench::check::load_all'
count resolve check-once 'concerto_bench::check::resolve_names'
count types check-once 'concerto_bench::check::check_types'
echo "by function: callgrind_annotate $target/callgrind.PHASE.out | head -40"
