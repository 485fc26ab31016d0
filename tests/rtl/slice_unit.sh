#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The self-checking benches of the L2 slice and its parts, in Icarus Verilog.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/rtl/bench.sh"

# The maps of the specification's table, victims, MSHRs, and whole slices against flat memory.
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

# Protocol errors and impossible inputs make the assertion of their rule fire, and what is allowed none.
run slice_errors_tb flitlock_l2_slice
errors() {
    local rule=$1 case
    for case in "${@:2}"; do
        vvp -n "$here/bench.vvp" "+case=$case" >"$here/errors.txt"
        grep -q "ERROR.*$rule" "$here/errors.txt" || {
            cat "$here/errors.txt"
            echo "case $case of slice_errors_tb: no assertion of $rule"
            return 1
        }
    done
    echo "assertions of $rule: $(($# - 1)) cases"
}
errors "R-L2S-PORT-10: a request of another slice" 1
errors "R-L2S-PORT-10: a request of no form" {2..14}
errors "R-L2S-PORT-10: a fill for an MSHR that is not live" 20 21 22
errors "R-L2S-PORT-10: a fill of a sector that is not pending" 23
errors "R-L2S-PORT-10: a fill of another line" 24
errors "R-L2S-PORT-10: a fill of no form" 25 26
errors "R-IN-2: a flit is pushed into a full buffer" 27
errors "R-CH-9: more credits than the buffer has entries" 28 29
errors "R-L2S-MAP-5" 30
errors "R-L2S-STATE-1: no way is enabled" 31
errors "R-L2S-VIC-3" 32
errors "R-L2S-NEW-5" 33

# The benches see what they are there to see: a residue that is wrong for some tags, a tree that is walked without its
# candidates, a drained MSHR that stays live; in whole slices data without forwarding, a fill that ignores the byte mask.
# "BENCH/MODULE/FILE/COMMAND": the command of sed is for FILE, which MODULE is made of.
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
