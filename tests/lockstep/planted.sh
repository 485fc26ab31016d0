#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An error planted into what the RTL presents, and one planted into golden, are found and reported. (tests/mutants plants
# errors into the RTL's source.)
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
without_diagrams
tiny=("$FLITLOCK_SOURCE_DIR/configs/tiny2.yaml" --cycles 600)

for kind in flit-late flit-lost flit-port field.birth payload credit-late credit-lost credit-twice credit-level credit-vc; do
    for model in device golden; do
        expect 1 check "${tiny[@]}" --plant "$kind@250" --plant-at gpu0.mesh0.E.rsp --plant-into "$model" --out "$kind"
        says "gpu0.mesh0.E.rsp"
        cycle=$(value "$kind/report.json" divergences/0/cycle)
        # A flit or a credit in every few cycles; one that comes again shows a cycle later.
        if [ "$cycle" -lt 250 ] || [ "$cycle" -gt 300 ]; then
            fail "$kind in $model: found in cycle $cycle"
        fi
        grep -q "^.scope module rtl .end\$" "$kind/wave.vcd" || fail "$kind: no waves of the RTL"
    done
done

# The timing diagram, where wavedrom-cli is installed.
[ ! -e payload/wave.svg ] || fail "a timing diagram, drawn by 'false'"
if [ -x "$FLITLOCK_SOURCE_DIR/node_modules/.bin/wavedrom-cli" ]; then
    rm -r node_modules
    expect 1 check "${tiny[@]}" --plant payload@250 --plant-at gpu0.mesh0.E.rsp --out payload
    grep -q '<svg' payload/wave.svg || fail "no timing diagram"
fi
