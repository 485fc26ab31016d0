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
commands=0
while read -r -a words; do
    expect 0 "${words[@]:2}"
    sed -n "/^${words[*]}\$/,/^\`\`\`/p" "$FLITLOCK_SOURCE_DIR/docs/probe.md" | sed '1d;$d' >shown
    diff -u shown <(sed '$d' out) || fail "docs/probe.md does not show what is printed by: ${words[*]:1}"
    commands=$((commands + 1))
done < <(grep '^\$ flitlock probe' "$FLITLOCK_SOURCE_DIR/docs/probe.md")
equals "commands shown in docs/probe.md" 5 "$commands"

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
# Several curves: each by its name, in the picture and in JSON.
expect 0 probe SEED --short --experiment E15 --quiet --plot pictures --json curves.json
for curve in SEED48 SEED-LIT 'no hash'; do
    grep -qF ">$curve<" pictures/E15.svg || fail "no curve $curve in the picture"
    grep -qF "\"series\": \"$curve\"" curves.json || fail "no curve $curve in JSON"
done

# What has no curve is not passed over in silence.
expect 0 probe SEED --short --experiment E14 --experiment E2 --plot pictures
grep -qx 'E14 has no curve to draw' out || fail "nothing said of E14: $(cat out)"
! grep -q 'E2 has no curve' out || fail "E2 has a curve"
expect 6 probe SEED --experiment E14 --plot /dev/full
says "/dev/full"
[ ! -s out ] || fail "printed before it refused"

# Answers are waited for as long as the latencies say.
for latencies in '--set req_latency=60000 --set rsp_latency=60000' '--set memory_latency=60000 --set memory_interval=60000'; do
    # shellcheck disable=SC2086 # words of the command
    expect 0 probe MINI48 --short $latencies --experiment E14 --experiment E13 --experiment E10
done

refuses() {
    expect 2 probe "$@"
    [ ! -s out ] || fail "probe $*: printed before it refused: $(cat out)"
}
refuses SEED --experiment E19
refuses SEED --impl rtl
refuses SEED --noise 0.5
refuses SEED --votes 4
refuses SEED --set ways=0
refuses SEED --set way=1
refuses SEED --set ways=1
says "reserved is 3"
expect 0 probe SEED --set ways=1 --set reserved=0 --experiment E14 --quiet
printf 'profile: SEED\nways: 16\nways: 8\n' >twice.yaml
refuses twice.yaml --experiment E14
says "twice.yaml:3: key 'ways' is given twice"
refuses .
says "Is a directory"
refuses SEED --seed -1
says "--seed must be 1 or more, not -1"
refuses NOSUCH
refuses
