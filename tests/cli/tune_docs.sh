#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The example of docs/tuning.md is what its command prints, but for the lines left out.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

page=$FLITLOCK_SOURCE_DIR/docs/tuning.md
sed -n '/^\$ flitlock tune/,/^```$/p' "$page" | grep -v -e '^\.\.\.$' -e '^```$' >example
[ "$(wc -l <example)" -gt 20 ] || fail "there is no example in docs/tuning.md"
command=$(head -n 1 example)
mapfile -t arguments < <(xargs -n 1 <<<"${command#\$ flitlock }")
mkdir -p docs/pictures
ln -s "$FLITLOCK_SOURCE_DIR/configs" configs
expect 0 "${arguments[@]}"
tail -n +2 example >lines
missing=$(grep -vxFf out lines || true)
[ -z "$missing" ] || fail "docs/tuning.md shows lines that the command does not print: $missing"
[ -s docs/pictures/tuning.svg ] || fail "no picture"
