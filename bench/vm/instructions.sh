#!/bin/sh
# How many instructions Concerto takes for each kernel at a small size, without those of `hello`. Unlike times, the same
# on every run of the same build, but for a fraction of a percent. `./instructions.sh [KERNEL…]`, all by default;
# CONCERTO is the command to measure, the release build by default. The profiles stay in callgrind.vm.KERNEL.out of the
# target directory.
set -eu
cd "$(dirname "$0")/../.."

target="${CARGO_TARGET_DIR:-target}"
concerto="${CONCERTO:-$target/release/concerto}"

cargo build --quiet --release -p concerto-bench
if [ -z "${CONCERTO:-}" ]; then
    cargo build --quiet --release -p concerto
fi

# count KERNEL SIZE: the instructions of one run.
count() {
    log="$target/callgrind.vm.$1.log"
    if ! valgrind --tool=callgrind --callgrind-out-file="$target/callgrind.vm.$1.out" \
        "$concerto" run "bench/vm/$1/$1.conc" -- "$2" >"$log" 2>&1; then
        echo "$1 failed; see $log" >&2
        exit 1
    fi
    counted=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$log")
    if [ "${counted:-0}" -eq 0 ]; then
        echo "callgrind counted nothing for $1; see $log" >&2
        exit 1
    fi
    echo "$counted"
}

start=$(count hello 0)
printf '%-12s%10s%16s\n' "" size instructions
printf '%-12s%10s%16d\n' hello "" "$start"

"$target/release/concerto-bench" vm --list | while read -r kernel _ size; do
    case " $* " in
    "  " | *" $kernel "*) ;;
    *) continue ;;
    esac
    counted=$(count "$kernel" "$size")
    printf '%-12s%10s%16d\n' "$kernel" "$size" $((counted - start))
done
echo "by function: callgrind_annotate $target/callgrind.vm.KERNEL.out | head -40"
