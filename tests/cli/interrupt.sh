#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SIGINT and SIGTERM end a run or experiments by themselves: exit code 4, results so far, waves and event log whole.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

# interrupt SIGNAL: sends it to a run that would take hours.
interrupt() {
    local signal=$1 code=0
    "$FLITLOCK" run "$DATA/pair.yaml" --cycles 1000000000 --json "$signal.json" --csv "$signal" \
        --vcd "$signal.vcd" --vcd-window 0:300 --events "$signal.log" >out 2>err &
    local run=$!
    # The seed is printed before the first cycle; the waves show that cycles pass.
    for _ in $(seq 200); do
        [ -s "$signal.vcd" ] && grep -q '^seed' out && break
        sleep 0.05
    done
    sleep 0.3
    kill "-$signal" "$run"
    wait "$run" || code=$?
    equals "exit code after $signal" 4 "$code"
    says "interrupted at cycle"
    equals "status after $signal" E_TIMEOUT "$(value "$signal.json" status)"
    local cycles
    cycles=$(value "$signal.json" cycles)
    if [ "$cycles" -eq 0 ] || [ "$cycles" -ge 1000000000 ]; then
        fail "interrupted after $cycles cycles"
    fi
    [ -s "$signal/links.csv" ] || fail "no links.csv after $signal"
    tail -c 1 "$signal.vcd" | cmp -s - <(echo) || fail "the waves end within a line"
    expect 0 diff "$signal.log" "$signal.log"
}

# probe SIGNAL: the same of experiments that would take hours.
probe() {
    local signal=$1 code=0
    shift
    "$FLITLOCK" probe "$@" --json found.json >out 2>err &
    local run=$!
    for _ in $(seq 200); do
        grep -q '^E4 ' out && break
        sleep 0.05
    done
    sleep 0.3
    kill "-$signal" "$run"
    wait "$run" || code=$?
    equals "exit code of probe after $signal" 4 "$code"
    says "interrupted after 1 of 3 experiments"
    equals "status of probe after $signal" E_TIMEOUT "$(value found.json status)"
    equals "experiment found" E4 "$(value found.json experiments/0/id)"
    equals "experiments in JSON" 1 "$(value found.json experiments)"
}

interrupt INT
interrupt TERM
probe INT SEED --votes 101 --experiment E4 --experiment E7 --experiment E2
probe TERM SEED --votes 101 --experiment E4 --experiment E8 --experiment E2
