#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The JSON of a run holds the keys that docs/results.md promises, and its numbers fit each other.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

expect 0 run "$DATA/pair.yaml" --json r.json --set run.warmup=500 --set run.window=5000
equals seed 7 "$(value r.json seed)"
equals cycles 6000 "$(value r.json cycles)"
equals "window.from" 500 "$(value r.json window/from)"
equals "window.to" 5500 "$(value r.json window/to)"
equals status OK "$(value r.json status)"
equals stages 11 "$(value r.json latency/stages)"
value r.json config_hash requests/issued requests/completed accepted_rate/mean accepted_rate/by_node/A \
    accepted_rate/by_node/B accepted_rate_whole/mean latency/mean latency/p50 latency/p99 latency/max >/dev/null
[ "$(value r.json requests/issued)" -ge "$(value r.json requests/completed)" ]
[ "$(value r.json requests/completed)" -gt 1000 ]
links=$(value r.json --links)
equals "links" 36 "$links"

equals "window.asked" 5000 "$(value r.json window/asked)"
if grep -q 'run.window' out; then
    fail "a window as long as asked is complained of: $(cat out)"
fi
expect 0 run "$DATA/pair.yaml" --set run.warmup=auto --set run.window=5999 --json short.json
length=$(($(value short.json window/to) - $(value short.json window/from)))
grep -q "^the window has $length of the 5999 cycles that run.window asks for" out || fail "$(cat out)"

# A finite workload with a drain: nothing is left.
expect 0 run "$DATA/pair.yaml" --set workload.count=100 --json finite.json
equals issued 400 "$(value finite.json requests/issued)"
equals completed 400 "$(value finite.json requests/completed)"
equals "in flight" 0 "$(value finite.json requests/in_flight)"
expect 0 run "$DATA/pair.yaml" --set run.drain=true --json drained.json
equals "in flight" 0 "$(value drained.json requests/in_flight)"
[ "$(value drained.json cycles)" -gt 6000 ]

# The summary names the seed first and shows every part.
equals "first line" "seed 7" "$(head -n 1 out)"
for part in 'requests:' 'accepted rate' 'latency' 'links' 'cause5'; do
    grep -q "$part" out || fail "the summary has no '$part'"
done
if grep -q $'\033' out err; then
    fail "control characters though the output is no terminal"
fi
