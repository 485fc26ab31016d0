#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints docs/formal.md with the tables that scripts/formal prints now:  write_page.sh >docs/formal.md.new
# With `compare`: says what differs from the page, and fails if anything does or anything is not proved.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)

page() {
    sed '/^## What is proved/q' "$root/docs/formal.md"
    echo
    "$root/scripts/formal"
    printf '\n## Each property can fail\n\n'
    "$root/scripts/formal" --planted
}

if [ "${1:-}" = compare ]; then
    page | diff "$root/docs/formal.md" -
else
    page
fi
