#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# On a terminal a long run shows a bar with percentage and time left, and takes it away at the end.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

# terminal ARGUMENT...: a run on a terminal of its own, interrupted after two seconds; what was shown goes to 'shown'.
terminal() {
    script -qec "timeout -s INT 2 '$FLITLOCK' run '$DATA/pair.yaml' --cycles 1000000000 $*" /dev/null >shown || true
}

terminal
grep -Eq '\[[#.]{30}\] +[0-9]+ %  cycle [0-9]+  [0-9]+:[0-9]{2}:[0-9]{2} left' shown || fail "no bar: $(cat -v shown)"
# The last picture is removed before the summary.
tr '\r' '\n' <shown | grep -aF -A1 ' left' | tail -n 1 | grep -qaF $'\033[K' || fail "the bar stays: $(cat -v shown)"

terminal --quiet
if grep -q ' left' shown; then
    fail "a bar though --quiet"
fi
