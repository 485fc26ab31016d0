#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The examples for SystemC users: the line of docs/co-simulation.md compiles, what the page quotes is what is printed, and
# the router that Verilator made a SystemC module of is the golden one.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1
page=$FLITLOCK_SOURCE_DIR/docs/co-simulation.md
# quoted FILE: every line of it is one of the page.
quoted() {
    while IFS= read -r line; do
        grep -qxF -e "$line" "$page" || fail "docs/co-simulation.md does not quote '$line'"
    done <"$1"
}

# The compile line, with this build's folder in the place of build/release.
line=$(sed -n '/^g++ .*one_router/,/[^\\]$/p' "$page")
[ -n "$line" ] || fail "docs/co-simulation.md has no line that compiles one_router"
program=$PWD/one_router
line=${line//build\/release\//$FLITLOCK_BUILD_DIR/}
line=${line//-o one_router/-o $program}
(cd "$FLITLOCK_SOURCE_DIR" && bash -ec "$line") >out 2>&1 || fail "it does not compile: $line: $(cat out)"
"$program" | grep ' port 1 ' >out
equals "lines of one_router" 5 "$(wc -l <out)"
quoted out
tail -n 1 one_router.vcd | grep -q '^#75$' || fail "one_router.vcd ends in: $(tail -n 1 one_router.vcd)"

"$FLITLOCK_BUILD_DIR/systemc/verilated_router" | grep '^verilated_router' >out
quoted out
if "$FLITLOCK_BUILD_DIR/systemc/verilated_router" plant >out; then
    fail "verilated_router does not see a bit turned over: $(cat out)"
fi
grep -Eq '^cycle [0-9]+: out_header_o of port [01]: golden 0x[0-9a-f]+, RTL 0x[0-9a-f]+$' out || fail "$(cat out)"

"$FLITLOCK_BUILD_DIR/systemc/flitlock_systemc" "$FLITLOCK_SOURCE_DIR/configs/tiny2.yaml" --cycles 500 \
    --impl '*.rsp=rtl' --impl '*dst*=lockstep' | grep -v '^seed' >out
quoted out
