#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: tests/bench/run.sh [BUILD_FOLDER]
#
# Measures flitlock_bench of BUILD_FOLDER (else FLITLOCK_BUILD_DIR, else build/release) and prints one line for each
# workload: simulated cycles per second, flit-hops per second, nanoseconds and instructions per flit-hop (a flit through
# a router), peak memory, and beside them what BookSim2 does. Times are the best of three runs by processor time; instructions are counted by
# callgrind inside the measured loop, so they are the same on every machine.
#
# Exit code 1 if a bar is missed: 1000 instructions per flit-hop on the pod at greedy load, 300,000 cycles/s on the pod
# at load .02 (not checked with FLITLOCK_BENCH_NO_TIME=1, for busy machines), 64 MiB on both planes of the pod.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
bench=${1:-${FLITLOCK_BUILD_DIR:-$root/build/release}}/tests/bench/flitlock_bench
here=$root/tests/bench
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -x "$bench" ] || { echo "run.sh: there is no $bench: build the target flitlock_bench" >&2 && exit 2; }

# BookSim2 in cycles/s and instructions per flit-hop, as measured by this project's notes on peers (2 cores, gcc 12):
# pod with the VCs of the source; mesh with 4 VCs.
booksim() {
    case "$1 $2" in
        "pod 0.02") echo 18300 18300 ;;
        "pod 0.05") echo 9200 18300 ;;
        "pod greedy") echo 4100 18300 ;;
        "mesh 0.1") echo 11600 13500 ;;
        "mesh 0.3") echo 4050 13500 ;;
        "mesh 0.42") echo 2590 13500 ;;
        *) echo 0 0 ;;
    esac
}

# value KEY LINE
value() { sed -n "s/.*\b$1=\([0-9.]*\).*/\1/p" <<<"$2"; }

missed=0
require() { # require WHAT CONDITION, by awk
    awk "BEGIN { exit !($2) }" || { echo "missed: $1 ($2)" >&2 && missed=1; }
}

printf '%-24s %11s %11s %7s %9s %6s  %s\n' workload cycles/s hops/s ns/hop instr/hop MiB 'BookSim2: cycles/s instr/hop, factor'
measure() { # measure LABEL CONFIG LOAD [KEY=VALUE...]
    local label=$1 config=$2 load=$3 line best='' hops collected peers ratio=-
    shift 3
    for _ in 1 2 3; do
        line=$("$bench" "$here/$config.yaml" "$load" 40000 "$@")
        if [ -z "$best" ] || awk "BEGIN { exit !($(value ns_per_hop "$line") < $(value ns_per_hop "$best")) }"; then
            best=$line
        fi
    done
    line=$(valgrind --tool=callgrind --toggle-collect=measured_loop --callgrind-out-file="$work/callgrind.out" \
        "$bench" "$here/$config.yaml" "$load" 4000 "$@" 2>"$work/valgrind.log")
    hops=$(value hops "$line")
    collected=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$work/valgrind.log")
    instructions=$(awk "BEGIN { printf \"%.0f\", $collected / $hops }")
    rate=$(value cycles_per_s "$best")
    memory=$(value rss_mib "$best")
    read -r -a peers <<<"$(booksim "$config" "$load")"
    if [ "${peers[0]}" -gt 0 ] && [ $# -eq 0 ]; then
        ratio=$(awk "BEGIN { printf \"%d %d, x%.0f\", ${peers[0]}, ${peers[1]}, $rate / ${peers[0]} }")
    fi
    printf '%-24s %11s %11s %7s %9s %6s  %s\n' "$label" "$rate" "$(value hops_per_s "$best")" \
        "$(value ns_per_hop "$best")" "$instructions" "$memory" "$ratio"
}

measure 'pod .02' pod 0.02
[ -n "${FLITLOCK_BENCH_NO_TIME:-}" ] || require 'cycles/s of the pod at load .02' "$rate >= 300000"
measure 'pod .05' pod 0.05
measure 'pod greedy' pod greedy
require 'instructions per flit-hop of the greedy pod' "$instructions <= 1000"
measure 'pod greedy, both planes' pod greedy pod.planes_rsp=true workload.posted=false
require 'MiB of the pod' "$memory < 64"
measure '8x8 mesh .1' mesh 0.1
measure '8x8 mesh .3' mesh 0.3
measure '8x8 mesh .42' mesh 0.42
exit "$missed"
