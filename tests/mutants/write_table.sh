#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints docs/mutants.md with the table that the runner prints now:  write_table.sh BUILD_FOLDER >docs/mutants.md.new
# With `compare` after the folder: says what differs from the page, and fails if anything does.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)

page() {
    sed '/^## The table/q' "$root/docs/mutants.md"
    echo
    "$1/tests/mutants/flitlock_mutants" "$root/tests/mutants/manifest.txt"
}

if [ "${2:-}" = compare ]; then
    page "$1" | diff "$root/docs/mutants.md" -
else
    page "$1"
fi
