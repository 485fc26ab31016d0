#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# flitlock_systemc: the event log is that of flitlock run, the exit code says how the run came out, and waves are whole on
# every way out.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1
program=$FLITLOCK_BUILD_DIR/systemc/flitlock_systemc
tiny2=$FLITLOCK_SOURCE_DIR/configs/tiny2.yaml

# exits CODE ARGUMENT...
exits() {
    local expected=$1 code=0
    shift
    "$program" "$@" >out 2>err || code=$?
    [ "$code" -eq "$expected" ] || fail "flitlock_systemc $*: expected exit code $expected, got $code: $(cat out err)"
}
# whole FILE: a second reader takes the waves, and they end in a time.
whole() {
    vcd2fst "$1" "$1.fst" >reader 2>&1 || fail "$1: $(cat reader)"
    tail -n 2 "$1" | grep -Eq '^#[0-9]+$' || fail "$1 ends in: $(tail -n 2 "$1")"
}

expect 0 run "$tiny2" --seed 5 --cycles 300 --events a.events
for impl in '*=c' '*=rtl' '*.req=rtl' 'gpu1.*=lockstep'; do
    exits 0 "$tiny2" --seed 5 --cycles 300 --impl "$impl" --events d.events
    cmp a.events d.events || fail "--impl $impl: another event log than that of the engine"
    equals "the first line" "seed 5" "$(head -n 1 out)"
done
# With waves the run is the same.
exits 0 "$tiny2" --seed 5 --cycles 300 --impl '*dst*=rtl' --events d.events --vcd d.vcd
cmp a.events d.events || fail "with waves another event log"
whole d.vcd
exits 0 "$tiny2" --seed 6 --cycles 300 --events other.events
expect 1 diff a.events other.events

exits 1 "$tiny2" --cycles 300 --impl '*dst*=lockstep' --plant credit-vc@100 --vcd bad.vcd
says 'gpu0.dst.req'
whole bad.vcd
exits 0 "$tiny2" --seed 5 --cycles 300 --impl '*=rtl' --plant credit-late@100 --events d.events
expect 1 diff a.events d.events

exits 2
exits 2 "$tiny2" --no-such-option
exits 2 "$tiny2" --impl '*=verilog'
exits 2 "$tiny2" --impl 'nobody=rtl'
says nobody
exits 2 "$tiny2" --set pod.unit_bytes=8 --set defaults.width=8 --set workload.bytes=8
exits 2 "$tiny2" --vcd waves
for option in --vcd --events; do
    exits 2 "$tiny2" "$option" ''
    says "$option needs a name"
done
exits 2 "$FLITLOCK_SOURCE_DIR/configs/mesh8x8.yaml" --impl '*=rtl'
exits 2 no-such-file.yaml
exits 2 "$tiny2" --plant delay
exits 2 "$tiny2" --plant delay --plant-at nobody
exits 5 "$tiny2" --cycles 100 --impl '*dst*=lockstep' --plant delay@1000
says 'the planted error was never made'
exits 4 "$tiny2" --cycles 60 --set workload.count=200
exits 5 "$tiny2" --cycles 3
exits 0 --help
grep -q '^Usage: flitlock_systemc' out || fail "--help: $(cat out)"

# No such folder; a full disk.
exits 6 "$tiny2" --cycles 100 --vcd nowhere/waves.vcd
says 'nowhere/waves.vcd: the waves cannot be written: No such file or directory'
ln -s /dev/full full.vcd
exits 6 "$tiny2" --cycles 100 --vcd full.vcd
exits 6 "$tiny2" --cycles 100 --events /dev/full

# An interrupted run is no pass; its files are closed.
for signal in INT TERM; do
    "$program" "$tiny2" --cycles 100000000 --vcd "$signal.vcd" --events "$signal.events" >out 2>err &
    pid=$!
    for _ in $(seq 200); do
        [ "$(stat -c %s "$signal.vcd" 2>/dev/null || echo 0)" -lt 1000000 ] || break
        sleep 0.05
    done
    kill -"$signal" "$pid"
    code=0
    wait "$pid" || code=$?
    equals "exit code of SIG$signal" 4 "$code"
    whole "$signal.vcd"
    expect 0 events "$signal.events"
done
