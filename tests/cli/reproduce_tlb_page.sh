#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# docs/results-tlb.md is what flitlock reproduce tlb prints on this code.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

expect 0 reproduce tlb --configs "$FLITLOCK_SOURCE_DIR/configs" --format markdown --out page.md
if ! diff -u "$FLITLOCK_SOURCE_DIR/docs/results-tlb.md" page.md; then
    fail "docs/results-tlb.md is not what the program prints; write it anew:" \
        "flitlock reproduce tlb --format markdown --out docs/results-tlb.md"
fi
