#!/usr/bin/env bash
# What the machine's unsafe code does with memory: its tests under the address sanitizer, which also finds what is never freed, and the
# programs of the tests under valgrind. Takes about ten minutes; needs valgrind. A folder of programs may be given.
set -euo pipefail
cd "$(dirname "$0")/.."
folders=("${@:-tests/programs/run}")

echo "== the machine's tests under the address sanitizer"
# The switch lets a stable compiler take an option of nightly ones.
RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=address" \
    cargo test --quiet -p concerto-vm --lib --target x86_64-unknown-linux-gnu --target-dir target/asan

echo "== programs under valgrind"
cargo build --quiet --release -p concerto
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0 count=0
while IFS= read -r program; do
    # What the compiler learnt about a small program is not freed on purpose, so programs are built first.
    target/release/concerto build "$program" -o "$work/program.conc-ir" >/dev/null 2>&1 || continue
    # 99 says that valgrind found something; any other code is the program's own.
    valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect \
        target/release/concerto run "$work/program.conc-ir" >/dev/null 2>"$work/log" </dev/null && code=0 || code=$?
    count=$((count + 1))
    if [ "$code" -eq 99 ]; then
        bad=$((bad + 1))
        printf '%s\n' "$program" && grep '^==' "$work/log" | head -n 20
    fi
done < <(find "${folders[@]}" -name '*.conc' | sort)
printf '%d programs, %d with something found\n' "$count" "$bad"
[ "$bad" -eq 0 ]
