#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# docs/results-l2.md is what flitlock reproduce l2 prints on this code, one measurement at a time.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

expect 0 reproduce l2 --jobs 1 --format markdown --out page.md
if ! diff -u "$FLITLOCK_SOURCE_DIR/docs/results-l2.md" page.md; then
    fail "docs/results-l2.md is not what the program prints; write it anew:" \
        "flitlock reproduce l2 --format markdown --out docs/results-l2.md"
fi
