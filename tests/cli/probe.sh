#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# flitlock probe: text, JSON, pictures, the same bytes twice, refusals.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

expect 0 probe SEED --short --experiment E2 --experiment split
mv out first
expect 0 probe SEED --short --experiment ways --experiment E14 --experiment E2
cmp first out || fail "two runs differ"
grep -Eq '^  hit +210$' out || fail "no latency of a hit: $(cat out)"

# What docs/probe.md shows is what is printed.
expect 0 probe SEED --experiment E2 --short
sed -n '/^\$ flitlock probe/,/^```/p' "$FLITLOCK_SOURCE_DIR/docs/probe.md" | sed '1d;$d' >shown
diff -u shown <(sed '$d' out) || fail "docs/probe.md does not show what is printed"

expect 0 probe MINI48 --short --experiment E6 --noise 0.05 --json found.json
grep -q 'address bits 7 8 9' out || fail "no mask: $(cat out)"
grep -q '"masks": \[' found.json || fail "no masks in JSON"
expect 0 probe MINI48 --short --experiment E4 --json -
[[ $(head -c 1 out) == '{' ]] || fail "--json - prints more than JSON"

cat >l2.yaml <<'END'
profile: SEED
reserved: 0
p_rand: 0
END
expect 0 probe l2.yaml --set memory_latency=300 --experiment E14
grep -Eq '^  miss +515$' out || fail "--set memory_latency=300: $(cat out)"

expect 0 probe SEED --short --experiment E2 --quiet --plot pictures
[ ! -s out ] || fail "--quiet prints"
grep -q '</svg>' pictures/E2.svg || fail "no picture"

refuses() {
    expect 2 probe "$@"
    [ ! -s out ] || fail "probe $*: printed before it refused: $(cat out)"
}
refuses SEED --experiment E15
refuses SEED --impl rtl
refuses SEED --noise 0.5
refuses SEED --votes 4
refuses SEED --set ways=0
refuses SEED --set way=1
refuses NOSUCH
refuses
