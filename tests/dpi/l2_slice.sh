#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An L2 slice under a SystemVerilog top: golden C and RTL present the same in every cycle, the bind checker is silent
# beside good RTL and says the right words beside RTL with a bug.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/dpi/run.sh"

# The modules of golden C and of the checker have the parameters and static inputs of the RTL.
rtl=$FLITLOCK_SOURCE_DIR/rtl/flitlock_l2_slice.sv
golden=$FLITLOCK_SOURCE_DIR/tb/golden
declared "$rtl" | grep -vE '^integer (Ports|Vcs|UnitBytes) ' >rtl.txt
listed "$golden/flitlock_l2_slice_parameters.svh" | diff rtl.txt - || fail "the parameters are not those of the RTL"
sed -nE 's|^  input +wire +\[ *([0-9]+:0)\] +(cfg_[a-z_]+),.*|\1 \2|p' "$rtl" >rtl.txt
sed -nE 's|^`FLITLOCK_STATIC\(\[([0-9]+:0)\], ([a-z_]+)\)$|\1 \2|p' "$golden/flitlock_l2_slice_static.svh" |
    diff rtl.txt - || fail "the static inputs are not those of the RTL"
[ "$(wc -l <rtl.txt)" -ge 6 ] || fail "the RTL has no static inputs"

line='^l2_slice_bench: 1500 requests answered: ([0-9]+) reads, ([0-9]+) writes, ([0-9]+) atomics, ([0-9]+) flushes; ([0-9]+) hits, ([0-9]+) sector misses, ([0-9]+) misses, ([0-9]+) merged; ([0-9]+) fetches, ([0-9]+) write-backs, [0-9]+ cycles, hash [0-9a-f]{16}$'
for arguments in "+seed=1" "+seed=2 +fetch=64" "+seed=3 +fetch=128 +reset_at=700" "+seed=4 +wild=1"; do
    # shellcheck disable=SC2086  # a list of words
    run l2_slice_bench_golden 0 $arguments
    result=$(grep -E "$line" out) || fail "no result: $(cat out)"
    [[ $result =~ $line ]]
    [ "${BASH_REMATCH[4]}" -ge 2 ] || fail "too little happens: $result"
    for k in 1 2 3 5 6 7 8 9 10; do
        [ "${BASH_REMATCH[$k]}" -ge 50 ] || fail "too little happens: $result"
    done
    # The broken copies are not broken until they are asked to be.
    for program in l2_slice_bench_checked l2_slice_bench_broken l2_slice_bench_mutants; do
        # shellcheck disable=SC2086
        run $program 0 $arguments
        equals "$program $arguments" "$result" "$(grep -E "$line" out)"
        has 'l2_slice_bench.dut.i_checker: [0-9]{4,} cycles of 15 lanes compared, [0-9]{4,} flits, [0-9]{4,} credit bits, 0 cycles differ'
    done
done

run l2_slice_bench_checked fail +requests=0
has 'nothing was compared: the L2 slice has presented no flit'

# bug NAME REPORT...: is found in these words.
bug() {
    local name=$1 report
    shift
    run l2_slice_bench_broken fail +seed=7 "+bug_$name"
    has 'Assertion failed in TOP.l2_slice_bench.dut.i_checker.*: RTL and golden L2 slice differ:'
    for report in "$@"; do
        has "^  cycle [0-9]+: $report"
    done
}
bug touch 'port 4 \(event\): out_payload_o: byte 3: .* \(R-L2S-EV-2\)$' \
    'port 4 \(event\): golden shows a new read: miss, way [0-3].*; RTL shows a new read: miss, way [0-3]'
bug lfsr 'port 4 \(event\): golden shows a new read: miss, lfsr 44256; RTL shows a new read: miss, lfsr 50092$'
bug mshr 'port 4 \(event\): golden shows a new read: miss, mshr 0; RTL shows a new read: miss, mshr 2$'
bug dirty 'port 4 \(event\): golden shows a drained atomic, d 8; RTL shows a drained atomic, d 0$'
bug fill 'port (1 \(rsp\)|2 \(mem_req\)): out_payload_o: byte [0-9]+: golden .*; [0-9]+ of 128 bytes differ \(R-L2S-PORT-[56]\)$'
bug forward 'port 1 \(rsp\): out_payload_o: byte [0-9]+: golden .*; [0-9]+ of 128 bytes differ \(R-L2S-PORT-5\)$'
