#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The bind checker in a bench that knows nothing of it: silent beside the RTL, not beside broken RTL, and never content
# with nothing.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/dpi/run.sh"

for arguments in "+seed=1" "+seed=2 +packets=1000" "+seed=3 +reset_at=100"; do
    # shellcheck disable=SC2086  # a list of words
    run router_bench_checked 0 $arguments
    has 'dut.i_checker: [0-9]+ cycles of 9 lanes compared, [0-9]{3,} flits, [0-9]{3,} credit bits, 0 cycles differ'
    # The broken copy is not broken until it is asked to be.
    # shellcheck disable=SC2086
    run router_bench_broken 0 $arguments
    has ' 0 cycles differ'
done

# A checker that has nothing to compare says so.
run router_bench_checked fail +packets=0
has 'nothing was compared'

# The first difference ends the simulation, with its report.
report='Assertion failed in TOP.router_bench.dut.i_checker.*: RTL and golden router differ:'
run router_bench_broken fail +bug_credit
has "$report"
has '^  cycle [0-9]+: port [0-2]: in_credit_o: VC [01]: golden 0x2, RTL 0x1, XOR 0x3 \(R-L1-6\)'
run router_bench_broken fail +bug_field
has "$report"
has '^  cycle [0-9]+: port [0-2]: out_header_o: id: golden 0x[0-9a-f]+, RTL 0x[0-9a-f]+, XOR 0x10 \(R-FL-7\)'
run router_bench_broken fail +bug_payload
has "$report"
has '^  cycle [0-9]+: port [0-2]: out_payload_o: byte 7: golden .* XOR 0x80; 1 of 16 bytes differ \(R-FL-7\)'
run router_bench_broken fail +bug_reset +reset_at=100
has "$report"
has '^  cycle [0-9]+: port [0-2]: out_valid_o: golden 0, RTL 1, XOR 1: a flit is early or too many \(R-L3-4\)'

# Told to go on, it reports as many as asked, counts the others, and fails at the end.
run router_bench_broken fail +bug_field +verilator+error+limit+1000 +flitlock_reports=3
equals "reports" 3 "$(grep -c 'RTL and golden router differ:' out)"
has 'i_checker: .* flits, .* [0-9]{3} cycles differ'
has 'RTL and golden router differ in [0-9]+ cycles'
