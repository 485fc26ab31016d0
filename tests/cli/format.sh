#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# C and C++ files are laid out as .clang-format says; "scripts/lint --fix format" does it.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/scripts/lib.sh"

formatter=$(find_clang_format)
mapfile -t files < <(tracked_files '*.c' '*.h' '*.cpp' '*.hpp')
if [ ${#files[@]} -eq 0 ]; then
    echo "no C or C++ file found: is $FLITLOCK_ROOT a git work tree?"
    exit 1
fi
cd "$FLITLOCK_ROOT"
"$formatter" --dry-run -Werror "${files[@]}"
