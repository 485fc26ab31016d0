#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints docs/mutants.md with the tables that the runners print now:  write_table.sh BUILD_FOLDER >docs/mutants.md.new
# With `compare` after the folder: says what differs from the page, and fails if anything does.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)

page() {
    sed '/^## The table/q' "$root/docs/mutants.md"
    echo
    "$1/tests/mutants/flitlock_mutants" "$root/tests/mutants/manifest.txt"
    printf '\n## The table of the link TLBs\n\n'
    "$1/tests/mutants/tlb/flitlock_tlb_mutants" "$root/tests/mutants/tlb/manifest.txt"
    printf '\n## The table of the L2 slice\n\n'
    "$1/tests/mutants/l2/flitlock_l2_mutants" "$root/tests/mutants/l2/manifest.txt"
}

if [ "${2:-}" = compare ]; then
    page "$1" | diff "$root/docs/mutants.md" -
else
    page "$1"
fi
