#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every night: the companion of each block is built, a part of its mutants runs, and the score may not fall. What became of
# the mutants stays in the build folder, in mutation/, for the report of a regression. docs/mutation.md.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

mkdir -p "$FLITLOCK_BUILD_DIR/mutation"
# BLOCK: every N-th mutant, and at least so many percent of them seen, without any proof that the others are no change.
while read -r block every floor; do
    cmake --build "$FLITLOCK_BUILD_DIR" --target "mutate-$block" >build.log 2>&1 || fail "$(tail -n 20 build.log)"
    expect 0 mutate "$block" --programs "$FLITLOCK_BUILD_DIR/mutate" --every "$every" --out "$block" \
        --json "$FLITLOCK_BUILD_DIR/mutation/$block.json"
    cat out
    score=$(value "$FLITLOCK_BUILD_DIR/mutation/$block.json" score)
    awk -v score="$score" -v floor="$floor" 'BEGIN { exit !(score >= floor) }' ||
        fail "$block: the score is $score %, and was more than $floor %"
done <"$FLITLOCK_SOURCE_DIR/tests/mutate/floors.txt"
