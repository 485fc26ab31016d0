#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# flitlock reproduce tlb: the table of the short setting, byte for byte, with no figure missed without a reason.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

expect 0 reproduce tlb --short --configs "$FLITLOCK_SOURCE_DIR/configs" --format markdown --out page.md --json table.json
if ! diff -u "$DATA/results-tlb-short.md" page.md; then
    fail "tests/cli/data/results-tlb-short.md is not what the program prints; write it anew:" \
        "flitlock reproduce tlb --short --format markdown --out tests/cli/data/results-tlb-short.md"
fi
equals "topic" tlb "$(value table.json topic)"
equals "met, missed and printed" "$(grep -c '^| `' page.md)" \
    "$(($(value table.json met) + $(value table.json missed) + $(value table.json printed)))"
