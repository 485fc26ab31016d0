#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every mutant of the link TLBs' RTL is found by the bind checkers (or by an assertion of the RTL) in the bench that knows
# nothing of them.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/dpi/link_tlb_lib.sh"

found=0
while read -r number name; do
    caught=
    for arguments in "+seed=7" "+seed=3 +packets=1000 +reset_at=300" "+seed=5 +packets=4000"; do
        # shellcheck disable=SC2086  # a list of words
        if ! (FLITLOCK_MUTANT=$number "$FLITLOCK_BUILD_DIR/sv/link_tlb_bench_mutants" $arguments) >out 2>&1; then
            caught=yes
            break
        fi
    done
    [ -n "$caught" ] || fail "mutant $name is not found"
    grep -qE '%Error: .*\.svh?:[0-9]+: Assertion failed in ' out || fail "mutant $name: no report: $(tail -n 5 out)"
    found=$((found + 1))
done < <(awk '$1 == "mutant" { n++; name = $2 } $1 == "file" && $2 ~ /^rtl\// { print n, name }' "$manifest")
[ "$found" -ge 140 ] || fail "there are $found mutants of the RTL"
echo "$found mutants found"
