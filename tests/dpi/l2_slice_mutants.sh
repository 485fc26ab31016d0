#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every mutant of the L2 slice's RTL is found by the bind checker (or by an assertion of the RTL) in the bench that knows
# nothing of them; without a mutant nothing is.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/dpi/run.sh"

runs=("+seed=7" "+seed=7 +wild=1" "+seed=3 +fetch=64 +wild=1" "+seed=5 +fetch=128 +requests=4000 +wild=1")
# What reset leaves shows when it comes at the wrong time.
for cycle in {100..287..17}; do
    runs+=("+seed=$cycle +wild=1 +requests=500 +reset_at=$cycle")
done
for arguments in "${runs[@]}"; do
    # shellcheck disable=SC2086  # a list of words
    run l2_slice_bench_mutants 0 $arguments
    has 'i_checker: [0-9]{4,} cycles of 15 lanes compared, [0-9]{3,} flits, [0-9]{3,} credit bits, 0 cycles differ'
done

found=0
while read -r number name; do
    caught=
    for arguments in "${runs[@]}"; do
        # shellcheck disable=SC2086  # a list of words
        if ! (FLITLOCK_MUTANT=$number "$FLITLOCK_BUILD_DIR/sv/l2_slice_bench_mutants" $arguments) >out 2>&1; then
            caught=yes
            break
        fi
    done
    [ -n "$caught" ] || fail "mutant $name is not found"
    grep -qE '%Error: .*\.svh?:[0-9]+: Assertion failed in ' out || fail "mutant $name: no report: $(tail -n 5 out)"
    found=$((found + 1))
done < <(awk '$1 == "mutant" { n++; name = $2 } $1 == "file" && $2 ~ /^rtl\// { print n, name }' \
    "$FLITLOCK_SOURCE_DIR/tests/mutants/l2/manifest.txt")
[ "$found" -ge 140 ] || fail "there are $found mutants of the RTL"
echo "$found mutants found"
