#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An error planted into what the RTL presents, and one planted into golden, are found and reported. (tests/mutants plants
# errors into the RTL's source.)
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
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
if [ -x "$FLITLOCK_SOURCE_DIR/node_modules/.bin/wavedrom-cli" ]; then
    grep -q '<svg' payload/wave.svg || fail "no timing diagram"
fi
