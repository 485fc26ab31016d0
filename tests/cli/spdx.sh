#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every source file names its licence in its first line (in its second after a #! line).
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/scripts/lib.sh"

# check_licences FILE...: prints the first lines of source files that name no licence, then the
# number of source files. Source files are known by their names, scripts also by their #! line.
check_licences() {
    LC_ALL=C awk '
        FNR == 1 {
            script = /^#!/
            source = script || FILENAME ~ /(\.(c|h|cpp|hpp|in|svh?|vh?|vlt|f|sby|ys|py|sh|awk|gp|m?js|tcl|cmake|ya?ml)|CMakeLists\.txt)$/
            if (!source) nextfile
            count++
        }
        FNR == (script ? 2 : 1) {
            if (!/SPDX-License-Identifier: Apache-2\.0/) print FILENAME ":" FNR ": " $0
            nextfile
        }
        END { print count + 0 }' "$@"
}

# The check finds what it looks for, or it proves nothing.
printf '%s\n' 'int x;' >without.c
printf '%s\n' '#!/bin/sh' 'true' >without_suffix
printf '%s\n' '#!/bin/sh' '# SPDX-License-Identifier: Apache-2.0' >with
printf '%s\n' '// SPDX-License-Identifier: Apache-2.0' >with.sv
echo text >notes.txt
expected=$'without.c:1: int x;\nwithout_suffix:2: true\n4'
if [ "$(check_licences without.c without_suffix with with.sv notes.txt)" != "$expected" ]; then
    echo "this test does not find what it should:"
    check_licences without.c without_suffix with with.sv notes.txt
    exit 1
fi

mapfile -t files < <(tracked_files .)
cd "$FLITLOCK_ROOT"
result=$(check_licences "${files[@]}")
count=${result##*$'\n'}
if [ "$count" -lt 10 ]; then
    echo "only $count source files found: is $FLITLOCK_ROOT a git work tree?"
    exit 1
fi
if [ "$result" != "$count" ]; then
    echo "no 'SPDX-License-Identifier: Apache-2.0' in the first line (the second after #!):"
    echo "$result" | sed '$d'
    exit 1
fi
