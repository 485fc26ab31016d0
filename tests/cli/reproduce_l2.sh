#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# flitlock reproduce l2: the table of the short setting, byte for byte.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

expect 0 reproduce l2 --short --format markdown --out page.md --json table.json
if ! diff -u "$DATA/results-l2-short.md" page.md; then
    fail "tests/cli/data/results-l2-short.md is not what the program prints; write it anew:" \
        "flitlock reproduce l2 --short --format markdown --out tests/cli/data/results-l2-short.md"
fi
equals "topic" l2 "$(value table.json topic)"
equals "met, missed and printed" "$(grep -c '^| `' page.md)" \
    "$(($(value table.json met) + $(value table.json missed) + $(value table.json printed)))"
