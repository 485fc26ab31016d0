#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Link TLBs under a SystemVerilog top: golden C and RTL present the same in every cycle, the bind checkers are silent
# beside good RTL and say the right words beside mutants.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/dpi/link_tlb_lib.sh"

# The modules of golden C and of the checkers have the parameters of the RTL: types, names, defaults, in their order.
for tlb in l1_link_tlb l2_link_tlb; do
    declared "$FLITLOCK_SOURCE_DIR/rtl/flitlock_$tlb.sv" >rtl.txt
    listed "$FLITLOCK_SOURCE_DIR/tb/golden/flitlock_${tlb}_parameters.svh" >list.txt
    [ "$(wc -l <list.txt)" -ge 20 ] || fail "$tlb: the list has no parameters"
    grep -vE '^integer (Ports .*|Vcs 2)$' rtl.txt | diff - list.txt ||
        fail "flitlock_${tlb}_parameters.svh is not what the RTL declares"
done

line='^link_tlb_bench: ([0-9]+) packets: ([0-9]+) good, ([0-9]+) decode errors, ([0-9]+) protection violations; ([0-9]+) walks, ([0-9]+) invalidations, ([0-9]+) prefetches, [0-9]+ cycles, hash [0-9a-f]{16}$'
hashes=
for arguments in "+seed=1" "+seed=2 +packets=2000" "+seed=3 +packets=600 +reset_at=300"; do
    # shellcheck disable=SC2086  # a list of words
    run link_tlb_bench_golden 0 $arguments
    result=$(grep -E "$line" out) || fail "no result: $(cat out)"
    [[ $result =~ $line ]]
    for k in 2 3 4 5 6 7; do
        [ "${BASH_REMATCH[$k]}" -ge 20 ] || fail "too little happens: $result"
    done
    hashes+="${result##* } "
    # What golden C presents, the RTL does, under the eyes of the checkers; so does the copy with all mutants and none on.
    for program in link_tlb_bench_checked link_tlb_bench_mutants; do
        # shellcheck disable=SC2086
        run $program 0 $arguments
        equals "$program $arguments" "$result" "$(grep -E "$line" out)"
        for path in l2 'gen_l1\[0\].dut' 'gen_l1\[1\].dut'; do
            has "link_tlb_bench.$path.i_checker: [0-9]{4,} cycles of 1[28] lanes compared, [0-9]{3,} flits, [0-9]{3,} credit bits, 0 cycles differ"
        done
    done
done
equals "different hashes" 3 "$(tr ' ' '\n' <<<"$hashes" | grep . | sort -u | wc -l)"

# A checker that has nothing to compare says so.
run link_tlb_bench_checked fail +packets=0
has 'nothing was compared: the L[12] link TLB has presented no flit'

# mutant NAME CHECKER REPORT: what the manifest calls NAME is found by the checker in that place, in these words.
mutant() {
    FLITLOCK_MUTANT=$(number_of "$1") run link_tlb_bench_mutants fail +seed=7
    has "Assertion failed in TOP.link_tlb_bench.$2.i_checker.*: RTL and golden L[12] link TLB differ:"
    has "^  cycle [0-9]+: $3"
}
l1='gen_l1\[[01]\].dut'
mutant l1-credit-of-tail-lost "$l1" 'port 0 \(link\): in_credit_o: VC [0-3]: golden 0x1, RTL 0x0, XOR 0x1 \(R-TLB-L1-2\)$'
mutant l1-spa-loses-low-bit "$l1" 'port 1 \(inside\): out_header_o: addr: golden 0x[0-9a-f]+, RTL 0x[0-9a-f]+, XOR 0x[0-9a-f]+ \(R-TLB-L1-10\)$'
mutant l1-permission-swapped "$l1" 'port 1 \(inside\): out_header_o: status: golden 0x2, RTL 0x0, XOR 0x2 \(R-TLB-L1-10\)$'
mutant l1-asks-for-other-mshr "$l1" 'port 2 \(l2\): out_header_o: id: golden 0x0, RTL 0x1, XOR 0x1 \(R-TLB-L1-7\)$'
mutant l1-trace-place-missing "$l1" 'port 3 \(trace\): golden shows [a-z -]+.*, a translation installed in place 4; RTL shows .*, a translation installed in place 0$'
mutant l2-two-walks-of-page l2 'port 4 \(mem\): out_valid_o: golden 0, RTL 1, XOR 1: a flit is early or too many \(R-TLB-W-4\); flit '
mutant array-removal-lost l2 'port 4 \(mem\): out_header_o: addr: golden .* \(R-TLB-W-2\)$'
mutant array-hit-not-touched l2 'port 5 \(trace\): golden shows .*, installed in place [0-9]+.*; RTL shows .*, installed in place [0-9]+'
mutant walker-leaf-ignored l2 'port 0 \(station0\): out_header_o: status: golden 0x1, RTL 0x0, XOR 0x1 \(R-TLB-L2-7\)$'
mutant walker-accesses-one-less l2 'port 0 \(station0\): out_header_o: bytes: golden 0x44, RTL 0x34, XOR 0x70 \(R-TLB-M-2\)$'
mutant walker-poison-lost l2 'port 0 \(station0\): out_valid_o: golden 0, RTL 1, .* \(R-TLB-L2-9\); flit '
mutant invalidate-last-station-left-out l2 'port 1 \(station1\): out_valid_o: golden 1, RTL 0, XOR 1: a flit is late or lost \(R-TLB-L2-9\); flit '

# Told to go on, it reports as many as asked, counts the others, and fails at the end.
FLITLOCK_MUTANT=$(number_of l2-trace-start-missing) run link_tlb_bench_mutants fail \
    +verilator+error+limit+1000 +flitlock_reports=3
equals "reports" 3 "$(grep -c 'RTL and golden L2 link TLB differ:' out)"
has 'RTL and golden L2 link TLB differ in [0-9]+ cycles'
