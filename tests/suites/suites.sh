#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every entry of the suites is a test of ctest, and every such test an entry.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

for suite in smoke full nightly; do
    rtl=
    known=$(ctest --test-dir "$FLITLOCK_BUILD_DIR" --show-only -R "^$suite\\." | sed -n "s/^ *Test *#[0-9]*: $suite\\.//p" | sort)
    # Without the RTL there is the smoke suite alone.
    grep -q '^FLITLOCK_RTL:BOOL=ON' "$FLITLOCK_BUILD_DIR/CMakeCache.txt" || rtl=--without-rtl
    if [ -n "$rtl" ] && [ "$suite" != smoke ]; then continue; fi
    expect 0 regress "$FLITLOCK_SOURCE_DIR/tests/suites/$suite.yaml" --list --seed 1 $rtl
    listed=$(sed -n 's/^ *[0-9]\+  \([^/]*\).*/\1/p' out | sort -u)
    equals "entries of $suite" "$listed" "$known"
done
