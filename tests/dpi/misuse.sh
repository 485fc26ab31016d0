#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A SystemVerilog host that makes a mistake is told at once, by a status of its own.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

# mistake NAME LINE LAST: the first line that is printed, and the last but the simulator's.
mistake() {
    "$FLITLOCK_BUILD_DIR/sv/misuse" "+mistake=$1" >out 2>&1 || fail "mistake $1: $(cat out)"
    if [ -n "$2" ]; then
        equals "mistake $1" "$2" "$(head -n 1 out)"
    fi
    grep -qxF "misuse_top: mistake $1, $3" out || fail "mistake $1: $(cat out)"
}

mistake none "" "6 steps, status 0"
equals "lines without a mistake" 2 "$(wc -l <out)"
# Which of two blocks comes second is the simulator's choice.
mistake twice "" "12 steps, status 214"
grep -qxE "cycle 0, (first|second) always block: status 214: misuse_top.dut: cycle 0: stepped again after cycle 0: one call for each clock edge, from one always_ff" out ||
    fail "mistake twice: $(cat out)"
mistake again "cycle 0, first always block, again: status 214: misuse_top.dut: cycle 0: stepped again after cycle 0: one call for each clock edge, from one always_ff" \
    "12 steps, status 214"
mistake missed "cycle 4, first always block: status 215: misuse_top.dut: cycle 4: the step before was cycle 2: 1 cycles were missed" \
    "5 steps, status 215"
mistake freed "cycle 4, first always block: status 212: the handle has been given to flitlock_dpi_destroy" \
    "6 steps, status 212"
mistake null "create: status 210: the handle is null: flitlock_dpi_create has not been called, or there was no memory" \
    "6 steps, status 210"
mistake abi "create: status 213: misuse_top.dut: handshake: the version of the interface (ABI) is 2 in SystemVerilog and 1 in C" \
    "6 steps, status 213"
mistake width "create: status 213: misuse_top.dut: handshake: the width of a step's vectors is 760 in SystemVerilog and 768 in C" \
    "6 steps, status 213"
mistake depth "create: status 213: handshake: router misuse_top.dut: port 0 (0): output_depth of VC 0 is 3 entries, but the largest packet (4 units) has 4 flits at a width of 1: make it at least 4" \
    "6 steps, status 213"
mistake incomplete "create: status 216: " "6 steps, status 216"
grep -qxF "cycle 0, first always block: status 216: misuse_top.dut: the block is not complete: flitlock_dpi_complete comes before" out ||
    fail "mistake incomplete: $(cat out)"
mistake parameter "create: status 213: misuse_top.dut: handshake: the width of parameter Domain is 256 in SystemVerilog and 768 in C" \
    "6 steps, status 213"
