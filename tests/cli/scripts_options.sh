#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every script of scripts/ prints its usage when asked, and refuses what it does not know with
# code 2 before it does anything.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/scripts/lib.sh"

count=0
while IFS= read -r file; do
    [ -x "$FLITLOCK_ROOT/$file" ] || continue
    count=$((count + 1))
    "$FLITLOCK_ROOT/$file" --help >help </dev/null
    if ! head -n 1 help | grep -q "^Usage: $file"; then
        echo "$file --help does not begin with 'Usage: $file' but with: $(head -n 1 help)"
        exit 1
    fi
    code=0
    "$FLITLOCK_ROOT/$file" --no-such-option >out 2>err </dev/null || code=$?
    if [ "$code" -ne 2 ] || ! grep -q -e '--no-such-option' err; then
        echo "$file --no-such-option: expected code 2 and the option's name; got code $code and"
        cat out err
        exit 1
    fi
done < <(tracked_files 'scripts/*')
[ "$count" -ge 4 ] || { echo "only $count scripts found"; exit 1; }
