#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: tests/bench/scale_up.sh [BUILD_FOLDER]
#
# Measures scale_up_bench of BUILD_FOLDER (else FLITLOCK_BUILD_DIR, else build/release): all-to-all of 64 MB among 16 and
# 64 GPUs with link TLBs, and without. Prints nanoseconds of processor time and instructions a request, and peak memory.
# Instructions are counted by callgrind on a collective of 2 MB.
#
# Exit code 1 if a bar is missed: 120 s at 16 GPUs and 600 s at 64 (processor time; not checked with
# FLITLOCK_BENCH_NO_TIME=1), 2048 MiB, and 1.5 times the instructions a request from 16 to 64 GPUs.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
bench=${1:-${FLITLOCK_BUILD_DIR:-$root/build/release}}/tests/bench/scale_up_bench
config=$root/configs/scale-up16.yaml
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -x "$bench" ] || { echo "scale_up.sh: there is no $bench: build the target scale_up_bench" >&2 && exit 2; }

# value KEY LINE
value() { sed -n "s/.*\b$1=\([0-9.]*\).*/\1/p" <<<"$2"; }

missed=0
require() { # require WHAT CONDITION, by awk
    awk "BEGIN { exit !($2) }" || { echo "missed: $1 ($2)" >&2 && missed=1; }
}

printf '%-22s %10s %9s %11s %13s %6s\n' pod requests seconds ns/request instr/request MiB
measure() { # measure GPUS MODE SECONDS
    local line small collected
    line=$("$bench" "$config" "pod.gpus=$1" "link_tlb.mode=$2" collective.bytes=64MiB)
    small=$(valgrind --tool=callgrind --toggle-collect=measured_run --callgrind-out-file="$work/callgrind.out" \
        "$bench" "$config" "pod.gpus=$1" "link_tlb.mode=$2" collective.bytes=2MiB 2>"$work/valgrind.log")
    collected=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$work/valgrind.log")
    instructions=$(awk "BEGIN { printf \"%.0f\", $collected / $(value requests "$small") }")
    printf '%-22s %10s %9s %11s %13s %6s\n' "$1 GPUs, $2" "$(value requests "$line")" "$(value seconds "$line")" \
        "$(value ns_per_request "$line")" "$instructions" "$(value rss_mib "$line")"
    require "MiB of $1 GPUs" "$(value rss_mib "$line") < 2048"
    [ -n "${FLITLOCK_BENCH_NO_TIME:-}" ] || require "seconds of $1 GPUs" "$(value seconds "$line") <= $3"
}

for mode in off modelled; do
    measure 16 "$mode" 120
    few=$instructions
    measure 64 "$mode" 600
    require "instructions a request, 64 GPUs against 16, $mode" "$instructions <= 1.5 * $few"
done
exit "$missed"
