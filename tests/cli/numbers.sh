#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Numbers on the command line are whole numbers in range, or the run does not start.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

for option in --seed --cycles; do
    for junk in 0 -1 +1 1x x 0x10 1e3 1.5 '' ' 1' 18446744073709551616 99999999999999999999; do
        expect 2 run "$DATA/pair.yaml" "$option" "$junk"
        says "$option"
        [ "$junk" != -1 ] || says "$option must be 1 or more, not -1"
        [ ! -s out ] || fail "$option '$junk' started a run"
    done
done
for junk in 5 5:5 6:5 a:b -1:5 1:-5 1:2:3 18446744073709551616:; do
    expect 2 run "$DATA/pair.yaml" --vcd waves.vcd --vcd-window "$junk"
    says "--vcd-window"
done
for junk in 0 -1 x 1x 0x1 inf nan 1e999; do
    expect 2 show "$DATA/pair.yaml" --rate "$junk"
    says "--rate"
done
expect 2 run "$DATA/pair.yaml" --links 1x
says "--links"
expect 2 run "$DATA/pair.yaml" --vcd-scope 'gpu0.*'
says "need --vcd"
expect 2 run "$DATA/pair.yaml" --cycles 1000 --vcd waves.vcd --vcd-window 1000:2000
says "--vcd-window begins at cycle 1000, but the run has no more than 1000 cycles"
[ ! -e waves.vcd ] || fail "waves were begun that would be empty"
expect 0 run "$DATA/pair.yaml" --cycles 1000 --vcd waves.vcd --vcd-window 999:2000
expect 0 run "$DATA/pair.yaml" --cycles 1000 --set run.drain=true --vcd waves.vcd --vcd-window 1000:2000
# A folder is no configuration, trace, schedule or event log.
expect 2 run .
says ".: cannot be opened: Is a directory"
expect 2 run "$DATA/pair.yaml" --set workload.kind=trace --set workload.trace=.
says "workload.trace: cannot read \".\": Is a directory"
expect 2 events .
says ".: cannot open: Is a directory"
# A trace without an end of line is not read to the end of memory.
expect 2 run "$DATA/pair.yaml" --set workload.kind=trace --set workload.trace=/dev/zero
says "/dev/zero:1: a line of more than 1024 bytes"
expect 2 run "$DATA/pair.yaml" --set pod.rows
says "KEY=VALUE"
expect 2 run "$DATA/pair.yaml" --set
says "a value is missing after '--set'"
expect 2 run "$DATA/pair.yaml" --jsn out.json
says "did you mean '--json'"
expect 2 run
says "needs CONFIG"
expect 2 run "$DATA/pair.yaml" another.yaml
says "another.yaml"

expect 0 run "$DATA/pair.yaml" --cycles 300 --seed 18446744073709551615
grep -qx 'seed 18446744073709551615' out
