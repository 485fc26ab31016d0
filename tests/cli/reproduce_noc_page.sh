#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# docs/results-noc.md is what flitlock reproduce noc prints on this code, one simulation at a time.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

expect 0 reproduce noc --configs "$FLITLOCK_SOURCE_DIR/configs" --jobs 1 --format markdown --out page.md
if ! diff -u "$FLITLOCK_SOURCE_DIR/docs/results-noc.md" page.md; then
    fail "docs/results-noc.md is not what the program prints; write it anew:" \
        "flitlock reproduce noc --format markdown --out docs/results-noc.md"
fi
