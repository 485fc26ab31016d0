#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The self-checking benches of tb/unit, in Icarus Verilog: the leaf modules in several sizes against models of their own.
set -euo pipefail
cd "$FLITLOCK_SOURCE_DIR/rtl"
here=$OLDPWD

# run BENCH MODULE PARAMETER=VALUE..: with the files of the array below, which MODULE is made of.
below=()
run() {
    local bench=$1 module=$2 parameter
    local -a parameters=()
    for parameter in "${@:3}"; do
        parameters+=("-P$bench.$parameter")
    done
    iverilog -g2012 -I. -s "$bench" "${parameters[@]}" -o "$here/bench.vvp" \
        flitlock_pkg.sv "${module_folder:-.}/$module.sv" "${below[@]}" "../tb/unit/$bench.sv" \
        >"$here/notes.txt" 2>&1 || {
        cat "$here/notes.txt"
        return 1
    }
    vvp -n "$here/bench.vvp" >"$here/result.txt"
    cat "$here/result.txt"
    # One line that begins with PASS, and not one of an assertion.
    [ "$(grep -c '^PASS' "$here/result.txt")" -eq 1 ] && [ "$(wc -l <"$here/result.txt")" -eq 1 ]
}

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

# L2 slices: the maps of the specification's table, victims, MSHRs, and whole slices against flat memory.
below=(flitlock_slice_residue.sv flitlock_slice_map.sv)
for sizes in "LowBits=6 SetBits=4 Residue=1 Ps=67 Ph=25" "LowBits=4 SetBits=6 Residue=2 Ps=19 Ph=97" \
    "LowBits=6 SetBits=5 Residue=0 Ps=67 Ph=41" "LowBits=1 SetBits=4 Residue=1 Ps=3 Ph=25"; do
    read -ra parameters <<<"$sizes"
    run slice_map_tb flitlock_slice_unmap "${parameters[@]}"
done
below=(flitlock_slice_lfsr.sv flitlock_slice_plru.sv)
for sizes in "Ways=16" "Ways=16 Reserved=3 PRand=26" "Ways=24 Sets=2 PRand=256" "Ways=1 Sets=1" "Ways=2 PRand=0" \
    "Ways=5 Reserved=2" "Ways=32"; do
    read -ra parameters <<<"$sizes"
    run slice_victim_tb flitlock_slice_victim "${parameters[@]}"
done
below=()
for sizes in "Mshrs=5 List=3" "Mshrs=1 List=1" "Mshrs=8 List=4" "Mshrs=3 List=7"; do
    read -ra parameters <<<"$sizes"
    run slice_mshr_tb flitlock_slice_mshr "${parameters[@]}"
done
slice=(flitlock_fifo.sv flitlock_credit_counter.sv)
for file in flitlock_slice_*.sv; do
    slice+=("$file")
done
below=("${slice[@]}")
for sizes in "Requests=800" "Requests=500 Ways=1 Reserved=0 Mshrs=1 List=1 ReqDepth=1 RspDepth=1 OrderDepth=1 FetchBytes=64 Events=0" \
    "Requests=500 Ways=16 Reserved=13 PRand=26 FetchBytes=128 Mshrs=16 List=4 ReqDepth=8 RspDepth=8 OrderDepth=8"; do
    read -ra parameters <<<"$sizes"
    run l2_slice_tb flitlock_l2_slice "${parameters[@]}"
done
below=()

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

# The same for slices: a residue of one number too few, a tree walked without its candidates, a freed MSHR that stays, and in the whole
# slice data without forwarding and a fill that ignores the byte mask. "MODULE/FILE/COMMAND OF SED/BENCH", FILE of MODULE.
for planted in \
    "slice_map_tb/flitlock_slice_unmap/flitlock_slice_map/s:r3, st}:r3 ^ {1'b0, tag_o[0]}, st}:" \
    "slice_victim_tb/flitlock_slice_victim/flitlock_slice_plru/s/if (!having/if (1'b0 \&\& !having/" \
    "slice_mshr_tb/flitlock_slice_mshr/flitlock_slice_mshr/s/else if (frees_o)/else if (frees_o \&\& !remove_i)/" \
    "l2_slice_tb/flitlock_l2_slice/flitlock_slice_data/s/forward_q ? forwarded_q : read_q/read_q/" \
    "l2_slice_tb/flitlock_l2_slice/flitlock_l2_slice/s/bytes_of(fill_sectors) \& ~old_bytes;/bytes_of(fill_sectors);/"; do
    IFS=/ read -r bench module file command <<<"$planted"
    sed "$command" "$file.sv" >"$here/$file.sv"
    if cmp -s "$file.sv" "$here/$file.sv"; then
        echo "no fault was planted in $file"
        exit 1
    fi
    module_folder=.
    [ "$module" != "$file" ] || module_folder=$here
    below=()
    for other in "${slice[@]}"; do
        [ "$other" != "$module.sv" ] || continue
        [ "$other" != "$file.sv" ] || other=$here/$other
        below+=("$other")
    done
    parameters=()
    [ "$bench" != l2_slice_tb ] || parameters=(Requests=500)
    if run "$bench" "$module" "${parameters[@]}" >"$here/planted.txt"; then
        echo "$bench does not see the fault planted in $file"
        exit 1
    fi
    grep -q '^FAIL' "$here/planted.txt"
done
