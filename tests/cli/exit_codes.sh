#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every class of exit code, and that each failure says on standard error what it is.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

expect 0 run "$DATA/pair.yaml" --cycles 500 --events a.log
expect 0 diff a.log a.log

expect 0 run "$DATA/pair.yaml" --cycles 500 --seed 8 --events b.log
expect 1 diff a.log b.log
says "differ"
grep -q 'cycle' out

expect 2 run "$DATA/pair.yaml" --seed 0
says "--seed"
expect 2 run no-such-file.yaml
says "no-such-file.yaml"
expect 2 run "$DATA/pair.yaml" --set pod.rows=0
says "pod.rows"
expect 2 run "$DATA/pair.yaml" --set nonsense.key=1
says "nonsense"
expect 2 diff a.log no-such-file.log
says "no-such-file.log"

expect 3 run "$DATA/ring.yaml" --json stuck.json
says "no progress"
grep -q 'gpu0.mesh0.A' err
equals status E_NO_PROGRESS "$(value stuck.json status)"

expect 4 run "$DATA/pair.yaml" --set workload.count=10000 --json late.json
says "run.cycles"
equals status E_TIMEOUT "$(value late.json status)"
equals cycles 6000 "$(value late.json cycles)"

expect 5 run "$DATA/pair.yaml" --set workload.rate=0.000001 --json nothing.json
says "no request"
equals status E_VACUOUS "$(value nothing.json status)"

expect 6 run "$DATA/pair.yaml" --cycles 500 --json no/such/folder/r.json
says "no/such/folder/r.json"

# What cannot be written is told before the run, what would be lost is refused, and a run that cannot begin says nothing.
touch file
expect 6 run "$DATA/pair.yaml" --cycles 500 --csv file/below
says "file/below"
[ ! -s out ] || fail "a summary though nothing was to be simulated: $(cat out)"
expect 2 run "$DATA/pair.yaml" --cycles 500 --json same --events same
says "--json and --events both name 'same'"
expect 2 run "$DATA/pair.yaml" --cycles 500 --events -
says "--events cannot be standard output"
expect 2 run "$DATA/pair.yaml" --cycles 500 --vcd ''
says "--vcd needs a name"
expect 2 run "$DATA/pair.yaml" --set defaults.input_depth=1
says "defaults.input_depth"
[ ! -s out ] || fail "output though the configuration is impossible: $(cat out)"

# A collective that did not end has no time.
expect 4 run "$DATA/pair.yaml" --cycles 100 --set workload.kind=msccl \
    --set "workload.msccl=$FLITLOCK_SOURCE_DIR/tests/data/msccl/allreduce-pair-2.xml"
grep -q 'collective .* not finished' out || fail "no word that the collective did not finish: $(cat out)"
