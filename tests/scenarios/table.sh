#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Each scenario of docs/scenarios.md names a file and a test or text that is in it.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

seen=0
while IFS='|' read -r _ number _ file text _; do
    [[ $file == *'`'* ]] || continue
    file=${file#*\`} file=${file%\`*}
    text=${text#*\`} text=${text%\`*}
    grep -qF -e "$text" "$FLITLOCK_SOURCE_DIR/$file" || fail "$file has no '$text'"
    [ -z "${number// /}" ] || seen=$((seen + 1))
done <"$FLITLOCK_SOURCE_DIR/docs/scenarios.md"
equals "scenarios" 18 "$seen"
