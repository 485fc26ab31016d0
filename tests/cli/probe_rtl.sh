#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# flitlock probe on the RTL of MINI48: the same numbers as golden C, slice by slice, and what is refused.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
source "$FLITLOCK_SOURCE_DIR/tests/cli/probe_lib.sh"

few=()
for experiment in E3 E4 E11 E12 E13 E14; do
    few+=(--experiment "$experiment")
done
same --short "${few[@]}"

# One slice of the two, and both compared.
expect 0 probe MINI48 --short --experiment E14 --impl 'l2.slice1=rtl'
mv out one.txt
expect 0 probe MINI48 --short --experiment E14
cmp out one.txt || fail "with RTL in slice 1 other numbers"
expect 0 probe MINI48 --short "${few[@]}" --impl '*=lockstep' --impl 'l2.slice0=c'
grep -Eq '^lockstep: [1-9][0-9]* flits and [1-9][0-9]* credits compared, 0 divergences$' out ||
    fail "nothing was compared: $(tail -1 out)"
sed '/^lockstep: /d' out >compared.txt
cmp c.txt compared.txt || fail "in lockstep other numbers"

refuses() {
    expect 2 probe "$@"
    [ ! -s out ] || fail "probe $*: printed before it refused: $(cat out)"
}
refuses MINI48 --experiment E14 --impl 'l2.slice2=rtl'
grep -q "'l2.slice2' matches no slice; they are l2.slice0 to l2.slice1" err || fail "$(cat err)"
refuses MINI48 --experiment E14 --impl RTL
refuses MINI48 --experiment E14 --impl rtl --set mshrs=7
grep -q 'Mshrs is 16 in the RTL and 7 in the configuration' err || fail "$(cat err)"
refuses SEED --experiment E14 --impl lockstep
