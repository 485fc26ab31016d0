#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The self-checking benches of tb/unit, in Icarus Verilog: the leaf modules in several sizes against models of their own.
set -euo pipefail
cd "$FLITLOCK_SOURCE_DIR/rtl"
here=$OLDPWD

# run BENCH MODULE PARAMETER=VALUE..
run() {
    local bench=$1 module=$2 parameter
    local -a parameters=()
    for parameter in "${@:3}"; do
        parameters+=("-P$bench.$parameter")
    done
    iverilog -g2012 -I. -s "$bench" "${parameters[@]}" -o "$here/bench.vvp" \
        flitlock_pkg.sv "${module_folder:-.}/$module.sv" "../tb/unit/$bench.sv" >"$here/notes.txt" 2>&1 || {
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
    for places in 1 2 3 5 8 9 20; do
        run arbiter_tb flitlock_arbiter "N=$places" "Kind=$kind"
    done
done

# The benches see what they are there to see: a queue one deeper, a pointer that stays.
module_folder=$here
sed 's/localparam \[15:0\] MyDepth = Depth\[g\*16+:16\];/localparam [15:0] MyDepth = Depth[g*16+:16] + 16'"'"'d1;/' \
    flitlock_fifo.sv >"$here/flitlock_fifo.sv"
sed 's/else if (grant_i) pointer_q <= after_winner;/else if (grant_i) pointer_q <= pointer_q;/' \
    flitlock_arbiter.sv >"$here/flitlock_arbiter.sv"
for pair in "fifo_tb flitlock_fifo" "arbiter_tb flitlock_arbiter"; do
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
