#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# One mesh with its DST under a SystemVerilog top: golden C, RTL and two mixes present the same flits and credits in the
# same cycles, and every packet arrives.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

line='^mesh_dst_top: Rtl ([01]{7}): 420 packets sent and received, ([0-9]{4,}) flits presented, [0-9]+ cycles, hash ([0-9a-f]{16})$'
first=
rtl=
for program in mesh_dst_c mesh_dst_rtl mesh_dst_mixed mesh_dst_mixed_other_way; do
    "$FLITLOCK_BUILD_DIR/sv/$program" "+trace=$program.trace" >out 2>&1 || fail "$program: $(cat out)"
    result=$(grep -E "$line" out) || fail "$program says: $(cat out)"
    echo "$result"
    [[ $result =~ $line ]]
    equals "$program: flits in the trace" "${BASH_REMATCH[2]}" "$(grep -c ' flit ' "$program.trace")"
    # Without a trace the run is the same.
    "$FLITLOCK_BUILD_DIR/sv/$program" >out 2>&1 || fail "$program: $(cat out)"
    equals "$program without a trace" "$result" "$(grep -E "$line" out)"
    rtl+=" ${BASH_REMATCH[1]}"
    if [ -z "$first" ]; then
        first=${BASH_REMATCH[3]}
    fi
    equals "hash of $program" "$first" "${BASH_REMATCH[3]}"
    cmp mesh_dst_c.trace "$program.trace" || fail "$program presents something else than mesh_dst_c"
done
equals "what was RTL" " 0000000 1111111 1000010 0110001" "$rtl"
grep -q 'gpu0.dst.req 1 flit' mesh_dst_c.trace || fail "no flit has left for the other GPU"
