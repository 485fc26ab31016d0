#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The writer of shapes: what the sources hold is what it writes, of pods and of L2 profiles, whose shape probe asks for.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
shapes=$FLITLOCK_BUILD_DIR/tb/verilated/flitlock_rtl_pod_shapes

# body FILE: without the lines that say where it comes from.
body() {
    grep -v '^#' "$1"
}
"$shapes" slice_mini48 MINI48 >mini48.txt
diff <(body "$FLITLOCK_SOURCE_DIR/tb/verilated/shapes/mini48.txt" | tail -n +2) <(body mini48.txt | tail -n +2) ||
    fail "another shape of MINI48"
"$shapes" tiny2 "$FLITLOCK_SOURCE_DIR/configs/tiny2.yaml" >tiny2.txt
diff <(body "$FLITLOCK_SOURCE_DIR/tb/verilated/shapes/tiny2.txt") <(body tiny2.txt) || fail "other shapes of tiny2"

# Where the program has no RTL of a slice, the advice it gives can be followed, word for word.
printf 'ways: 8\nprofile: MINI48\n' >mine.yaml
expect 2 probe mine.yaml --set mshrs=8 --impl rtl
says "flitlock_rtl_pod_shapes NAME CONFIG >NAME.txt', with the same --set"
"$shapes" mine mine.yaml --set mshrs=8 >mine.txt
grep -qx 'shape mine_l2_slice l2_slice' mine.txt || fail "no shape: $(cat mine.txt)"
grep -qx '  ways 8' mine.txt || fail "not the ways of the file: $(cat mine.txt)"
grep -qx '  mshrs 8' mine.txt || fail "not the MSHRs of --set: $(cat mine.txt)"
# Equal ones once, and those of a file are left out.
"$shapes" twice SEED SEED-LIT "$FLITLOCK_SOURCE_DIR/configs/tiny2-l2.yaml" --not mini48.txt >twice.txt
grep -q '^shape twice_l2_slice ' twice.txt || fail "no slice of SEED"
! grep -q '^  map MINI48' twice.txt || fail "MINI48 was to be left out"

"$shapes" --help >help 2>err
grep -q '^Usage: flitlock_rtl_pod_shapes' help || fail "no help on standard output"
[ ! -s err ] || fail "help on standard error"
for wrong in '' 'mine' 'mine mine.yaml --bogus' 'mine mine.yaml --set' 'mine mine.yaml --set way=1' 'mine none.yaml'; do
    code=0
    # shellcheck disable=SC2086 # words of the command
    "$shapes" $wrong >out 2>err || code=$?
    equals "exit code of '$wrong'" 2 "$code"
    if [ ! -s err ] || [ -s out ]; then fail "'$wrong' is not refused on standard error alone"; fi
done
