#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: tests/bench/l2.sh [BUILD_FOLDER]
#
# Measures the golden L2 slices in the probe's harness, with the program flitlock of BUILD_FOLDER (else
# FLITLOCK_BUILD_DIR, else build/release), and prints one line for each experiment: accesses per second of processor
# time (best of three) and instructions per access, counted by callgrind over the whole program, so they are the same on
# every machine. The experiments differ in how many of their accesses miss and in how the set is searched.
#
# Exit code 1 if a bar is missed: 10 million accesses a second where nearly all hit (not checked with
# FLITLOCK_BENCH_NO_TIME=1, for busy machines), and the most instructions per access that each line tells.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
flitlock=${1:-${FLITLOCK_BUILD_DIR:-$root/build/release}}/flitlock
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -x "$flitlock" ] || { echo "l2.sh: there is no $flitlock: build the target flitlock" >&2 && exit 2; }

missed=0
require() { # require WHAT CONDITION, by awk
    awk "BEGIN { exit !($2) }" || { echo "missed: $1 ($2)" >&2 && missed=1; }
}

printf '%-8s %-4s %10s %12s %13s %6s  %s\n' profile run accesses M/s instr/access most 'what it does'
measure() { # measure PROFILE EXPERIMENT MOST_INSTRUCTIONS WHAT
    local line accesses collected instructions
    rate=0
    for _ in 1 2 3; do
        line=$("$flitlock" probe "$1" --experiment "$2" --short --benchmark --quiet 2>&1)
        accesses=$(sed -n "s/^$2: \([0-9]*\) accesses.*/\1/p" <<<"$line")
        rate=$(awk "BEGIN { rate = $(sed -n 's/.* \([0-9.]*\) million a second.*/\1/p' <<<"$line"); print (rate > $rate) ? rate : $rate }")
    done
    valgrind --tool=callgrind --callgrind-out-file="$work/callgrind.out" \
        "$flitlock" probe "$1" --experiment "$2" --short --quiet 2>"$work/valgrind.log"
    collected=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$work/valgrind.log")
    instructions=$(awk "BEGIN { printf \"%.0f\", $collected / $accesses }")
    printf '%-8s %-4s %10s %12s %13s %6s  %s\n' "$1" "$2" "$accesses" "$rate" "$instructions" "$3" "$4"
    require "instructions per access of $1 $2" "$instructions <= $3"
}

measure MINI48 E8 600 'set hash recovered: nearly all hit'
[ -n "${FLITLOCK_BENCH_NO_TIME:-}" ] || require 'million accesses/s of MINI48 E8' "$rate >= 10"
measure MINI48 E1 1200 'capacity staircase: hits, then misses alone'
measure SEED E1 1200 'the same in 6 MiB: most miss'
exit "$missed"
