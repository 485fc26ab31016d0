#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# docs/results-tlb.md is what flitlock reproduce tlb --short prints on this code, and no figure is missed without a reason.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

expect 0 reproduce tlb --short --configs "$FLITLOCK_SOURCE_DIR/configs" --format markdown --out page.md --json table.json
if ! diff -u "$FLITLOCK_SOURCE_DIR/docs/results-tlb.md" page.md; then
    fail "docs/results-tlb.md is not what the program prints; write it anew:" \
        "flitlock reproduce tlb --short --format markdown --out docs/results-tlb.md"
fi
equals "topic" tlb "$(value table.json topic)"
equals "met, missed and printed" "$(grep -c '^| `' page.md)" \
    "$(($(value table.json met) + $(value table.json missed) + $(value table.json printed)))"
