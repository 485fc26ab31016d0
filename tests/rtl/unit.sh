#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The self-checking benches of tb/unit, in Icarus Verilog: the leaf modules in several sizes against models of their own.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/rtl/bench.sh"

run fifo_tb flitlock_fifo Writers=1 PerWriter=1
run fifo_tb flitlock_fifo Writers=2 PerWriter=3
run fifo_tb flitlock_fifo Writers=3 PerWriter=3 Registered=1
run fifo_tb flitlock_fifo Writers=1 PerWriter=4 Peek=1
run fifo_tb flitlock_fifo Writers=1 PerWriter=4 Peek=1 Registered=1
for kind in 0 1 2; do
    for places in 1 2 3 4 5 6 7 8 9 20; do
        run arbiter_tb flitlock_arbiter "N=$places" "Kind=$kind"
    done
done

# Arrays of link TLBs with each replacement, one way and one set; MSHRs.
below=(flitlock_tlb_order.sv)
for sizes in "Policy=0 Sets=2 Ways=4" "Policy=0 Sets=1 Ways=9" "Policy=0 Sets=8 Ways=1 Mixed=0" \
    "Policy=1 Sets=4 Ways=3" "Policy=2 Sets=2 Ways=4" "Policy=3 Sets=2 Ways=8" "Policy=3 Sets=1 Ways=2 Mixed=0"; do
    read -ra parameters <<<"$sizes"
    run tlb_array_tb flitlock_tlb_array "${parameters[@]}"
done
below=()
for sizes in "Mshrs=5 Targets=3" "Mshrs=1 Targets=1" "Mshrs=8 Targets=0" "Mshrs=16 Targets=2"; do
    read -ra parameters <<<"$sizes"
    run tlb_mshr_tb flitlock_tlb_mshr "${parameters[@]}"
done

# Inputs may change at any time but the edge; reset needs no edge.
for file in flitlock_{arbiter,credit_counter,fifo,grant,level1,level2,level3,route,width_in}.sv; do
    below+=("$file")
done
run edges_tb flitlock_router Registered=0
run edges_tb flitlock_router Registered=5

# A router that samples at the other edge is seen.
sed 's/posedge clk_i or negedge rst_ni/negedge clk_i or negedge rst_ni/' flitlock_level3.sv >"$here/flitlock_level3.sv"
if cmp -s flitlock_level3.sv "$here/flitlock_level3.sv"; then
    echo "no fault was planted in flitlock_level3"
    exit 1
fi
for k in "${!below[@]}"; do
    [ "${below[k]}" != flitlock_level3.sv ] || below[k]=$here/flitlock_level3.sv
done
if run edges_tb flitlock_router Registered=0 Cycles=20 >"$here/planted.txt"; then
    echo "edges_tb does not see a router that samples at the other edge"
    exit 1
fi
grep -q '^FAIL' "$here/planted.txt"
below=()

# The benches see what they are there to see: a queue one deeper, a pointer that stays, a look-up that sees what was
# removed, an MSHR that is free an edge late.
module_folder=$here
below=(flitlock_tlb_order.sv)
sed 's/assign l_old = matching(l_kept,/assign l_old = matching(valid_q[look_set_i*Ways+:Ways],/' \
    flitlock_tlb_array.sv >"$here/flitlock_tlb_array.sv"
sed 's/assign free_number_o = lowest(~busy);/assign free_number_o = lowest(~busy_q);/' \
    flitlock_tlb_mshr.sv >"$here/flitlock_tlb_mshr.sv"
sed 's/localparam \[15:0\] MyDepth = Depth\[g\*16+:16\];/localparam [15:0] MyDepth = Depth[g*16+:16] + 16'"'"'d1;/' \
    flitlock_fifo.sv >"$here/flitlock_fifo.sv"
sed 's/else if (grant_i) pointer_q <= after_winner;/else if (grant_i) pointer_q <= pointer_q;/' \
    flitlock_arbiter.sv >"$here/flitlock_arbiter.sv"
for pair in "fifo_tb flitlock_fifo" "arbiter_tb flitlock_arbiter" "tlb_array_tb flitlock_tlb_array" \
    "tlb_mshr_tb flitlock_tlb_mshr"; do
    read -r bench module <<<"$pair"
    if cmp -s "$module.sv" "$here/$module.sv"; then
        echo "no fault was planted in $module"
        exit 1
    fi
    if run "$bench" "$module" >"$here/planted.txt"; then
        echo "$bench does not see the fault planted in $module"
        exit 1
    fi
    grep -q '^FAIL' "$here/planted.txt"
done
