#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every source file names its licence in its first line (in its second after a #! line).
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/scripts/lib.sh"

# By name, and scripts without a suffix by their #! line.
sources() {
    tracked_files '*.c' '*.h' '*.cpp' '*.hpp' '*.in' '*.sv' '*.svh' '*.v' '*.vh' '*.sby' '*.ys' \
        '*.py' '*.sh' '*.awk' '*.gp' '*.js' '*.mjs' '*.tcl' '*CMakeLists.txt' '*.cmake' \
        '*.yml' '*.yaml' '*.vlt' '*.f'
    tracked_files . | while IFS= read -r file; do
        if [[ $file != *.* || $file == .ci/* ]] && [ -f "$FLITLOCK_ROOT/$file" ] &&
            [ "$(head -c 2 "$FLITLOCK_ROOT/$file" | tr -d '\0')" = '#!' ]; then
            echo "$file"
        fi
    done
}

count=0
failed=0
while IFS= read -r file; do
    count=$((count + 1))
    line=1
    [ "$(head -c 2 "$FLITLOCK_ROOT/$file" | tr -d '\0')" != '#!' ] || line=2
    if ! sed -n "${line}p" "$FLITLOCK_ROOT/$file" |
        grep -q 'SPDX-License-Identifier: Apache-2\.0'; then
        echo "$file:$line: no 'SPDX-License-Identifier: Apache-2.0'"
        failed=1
    fi
done < <(sources | sort -u)

if [ "$count" -lt 10 ]; then
    echo "only $count source files found: is $FLITLOCK_ROOT a git work tree?"
    exit 1
fi
exit "$failed"
