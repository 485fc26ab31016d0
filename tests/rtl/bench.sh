# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# For the tests that run benches of tb/unit in Icarus Verilog: a function, in rtl/.
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
