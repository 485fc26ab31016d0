#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: tests/bench/lockstep.sh [BUILD_FOLDER]
#
# What lockstep costs on the reference pod (configs/pod4-write64.yaml), measured by flitlock_lockstep_bench of
# BUILD_FOLDER (else FLITLOCK_BUILD_DIR, else build/release): all routers and DSTs golden, RTL in a pod that knows of no
# check, RTL with checking off, with hash check, with full check. All run in one process in turn; times are of the
# processor, the best of the rounds.
# FLITLOCK_BENCH_CYCLES (200) and FLITLOCK_BENCH_ROUNDS (3) say how long.
#
# Exit code 1 if a bar is missed: golden at least 20 times as fast as RTL, full check at most 1.15 times RTL alone,
# checking off at most 1.03 times RTL without the checker (they differ by what a machine does; that off makes no call
# is looked at by itself: the engine steps the RTL directly).
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
bench=${1:-${FLITLOCK_BUILD_DIR:-$root/build/release}}/tests/bench/flitlock_lockstep_bench
[ -x "$bench" ] || { echo "lockstep.sh: there is no $bench: build the target flitlock_lockstep_bench" >&2 && exit 2; }

"$bench" "$root/configs/pod4-write64.yaml" "${FLITLOCK_BENCH_CYCLES:-200}" "${FLITLOCK_BENCH_ROUNDS:-3}" |
    awk -F= '
        { value[$1] = $2 }
        END {
            if (!("full" in value)) exit 1
            printf "%-22s %12s %10s\n", "pod4-write64", "us per cycle", "of RTL"
            printf "%-22s %12.1f %10.3f\n", "golden alone", value["golden"], value["golden"] / value["rtl"]
            printf "%-22s %12.1f %10.3f\n", "RTL without checker", value["plain"], value["plain"] / value["rtl"]
            printf "%-22s %12.1f %10.3f\n", "RTL, checking off", value["rtl"], 1
            printf "%-22s %12.1f %10.3f\n", "RTL with hash check", value["hash"], value["hash"] / value["rtl"]
            printf "%-22s %12.1f %10.3f\n", "RTL with full check", value["full"], value["full"] / value["rtl"]
            printf "golden is %.0f times as fast as RTL; %d flits compared\n", value["rtl"] / value["golden"], value["flits"]
            missed = 0
            if (value["rtl"] < 20 * value["golden"]) { print "missed: golden at least 20 times as fast as RTL"; missed = 1 }
            if (value["full"] > 1.15 * value["rtl"]) { print "missed: full check at most 1.15 times RTL alone"; missed = 1 }
            if (value["rtl"] > 1.03 * value["plain"]) { print "missed: checking off at most 1.03 times RTL without it"; missed = 1 }
            exit missed
        }'
