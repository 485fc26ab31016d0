#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What docs/checking.md shows is what the program prints.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
page=$FLITLOCK_SOURCE_DIR/docs/checking.md
ln -s "$FLITLOCK_SOURCE_DIR/configs" configs

# shown FIRST: the block of the page that begins with the line FIRST.
shown() {
    awk -v first="$1" '$0 == first { on = 1 } on && /^```/ { exit } on' "$page"
}

expect 0 check configs/tiny2.yaml
diff -u <(shown "seed 1") out

# shellcheck disable=SC2016 # backquotes of the page, not of the shell
command=$(sed -n 's/^`flitlock \(check .*--plant .*\)`$/\1/p' "$page")
[ -n "$command" ] || fail "the page has no command with --plant"
# shellcheck disable=SC2086 # words of the command
expect 1 $command
diff -u <(shown "golden and rtl differ") flitlock-check/report.txt
