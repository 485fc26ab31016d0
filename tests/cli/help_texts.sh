#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Manual page and shell completion are what the program's own tables say, the page renders without a warning, and help
# knows every command.
set -euo pipefail

# same_as COMMITTED OPTION: the committed file equals what 'flitlock help OPTION' prints.
same_as() {
    "$FLITLOCK" help "$2" >now
    if ! diff -u "$FLITLOCK_SOURCE_DIR/$1" now; then
        echo "$1 is not what the program says; write it anew: flitlock help $2 >$1"
        exit 1
    fi
}

same_as docs/flitlock.1 --man
same_as scripts/completion/flitlock.bash --completion

MANWIDTH=80 man --warnings -l "$FLITLOCK_SOURCE_DIR/docs/flitlock.1" >page 2>warnings
if [ -s warnings ]; then
    echo "the manual page does not render cleanly:"
    cat warnings
    exit 1
fi

"$FLITLOCK" --help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' >commands
[ "$(wc -l <commands)" -ge 1 ]
while read -r command; do
    "$FLITLOCK" help "$command" >by_help
    "$FLITLOCK" "$command" --help >by_option
    cmp by_help by_option
    grep -q "^usage: flitlock $command" by_help
    grep -q "flitlock $command" page
done <commands

# Lines fit a terminal.
if awk 'length > 80 { print FILENAME ": " $0; found = 1 } END { exit !found }' by_help page; then
    exit 1
fi
