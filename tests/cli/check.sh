#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# flitlock check: exit codes, what it prints, the files of a divergence. Golden against golden, so that it runs in builds
# without RTL, too; tests/lockstep has the RTL.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
without_diagrams

# has TEXT: the last run printed TEXT on standard output.
has() {
    grep -qF -e "$1" out || fail "expected '$1' on standard output, got: $(cat out)"
}
golden=("$DATA/pair.yaml" --device golden --cycles 1500)

# A pass: counts, no folder.
expect 0 check "${golden[@]}" --report-json pass.json
has "seed 7"
has "12 of 12 routers, DSTs and switches in lockstep with golden"
grep -Eq '^1500 cycles: [0-9]+ outputs compared, [1-9][0-9]* flits, [1-9][0-9]* credits, 0 divergences$' out
[ ! -e flitlock-check ] || fail "a check that passes left a folder"
equals status OK "$(value pass.json status)"
equals divergences 0 "$(value pass.json compared/divergences)"

# A planted error: report, waves, exit code; the line printed repeats it.
planted=("${golden[@]}" --plant credit-late@300 --plant-at gpu0.dst.req)
expect 1 check "${planted[@]}" --out found
says "gpu0.dst.req port"
has "R-L1-6"
has "late: device presents it in cycle"
for file in report.txt report.json wave.vcd wave.gtkw wave.json; do
    [ -s "found/$file" ] || fail "no $file"
done
equals status E_MISMATCH "$(value found/report.json status)"
equals kind CREDIT_LATE "$(value found/report.json divergences/0/kind)"
cycle=$(value found/report.json divergences/0/cycle)
grep -q "^\*-[0-9.]* $cycle " found/wave.gtkw || fail "the marker is not at cycle $cycle"
for scope in input golden device diff; do
    grep -q "^\$scope module $scope \$end" found/wave.vcd || fail "no scope $scope in the waves"
done
grep -q "^#$((cycle - 30))\$" found/wave.vcd || fail "the waves do not begin 30 cycles before"
files=(found/*)
again=$(sed -n 's/^again    flitlock //p' found/report.txt)
cp found/report.txt first.txt
rm -r found
code=0
eval "\"\$FLITLOCK\" $again" >out 2>err || code=$?
equals "exit code of the line that repeats it" 1 "$code"
cmp first.txt found/report.txt

# Hashes find the same; several divergences; planted into golden.
expect 1 check "${planted[@]}" --mode hash --window 128 --out hash
equals "cycle by hash" "$cycle" "$(value hash/report.json divergences/0/cycle)"
expect 1 check "${golden[@]}" --plant delay@100 --plant-at gpu1.dst.req --continue 3 --out three
equals "third" gpu1.dst.req "$(value three/report.json divergences/2/block)"
expect 1 check "${golden[@]}" --plant payload@200 --plant-at gpu0.mesh0.B.req --plant-into golden --out in-golden
equals kind PAYLOAD "$(value in-golden/report.json divergences/0/kind)"

# Quiet says less, and leaves the same files.
expect 1 check "${planted[@]}" --out found --quiet
[ ! -s out ] || fail "--quiet prints: $(cat out)"
for file in "${files[@]}"; do
    [ -s "$file" ] || fail "with --quiet no $file"
done

# Another reader of the waves, where there is one.
if command -v vcd2fst >/dev/null; then
    vcd2fst found/wave.vcd found/wave.fst >log 2>&1 || fail "vcd2fst does not read the waves: $(cat log)"
fi

# Tolerances.
delayed=("${golden[@]}" --plant delay --plant-at gpu0.dst.req --impl '*=c' --impl 'gpu0.dst.req=lockstep')
expect 0 check "${delayed[@]}" --tolerance latency:3
has "by the tolerance"
expect 1 check "${delayed[@]}" --tolerance skew:2 --out skew
expect 5 check "${golden[@]}" --tolerance order
says "never used"

# Without RTL there is nothing to check; without RTL of the shape nothing was checked.
if grep -q '^FLITLOCK_RTL:BOOL=OFF' "$FLITLOCK_BUILD_DIR/CMakeCache.txt"; then
    expect 2 check "$DATA/pair.yaml"
    says "FLITLOCK_RTL=ON"
    expect 2 run "$DATA/pair.yaml" --impl '*=rtl'
    says "FLITLOCK_RTL=ON"
else
    # No model is built for buffers of 13 flits.
    expect 5 check "$DATA/pair.yaml" --cycles 1500 --set defaults.output_depth=13
    has "12 golden and not compared"
fi

# Nothing compared.
expect 5 check "${golden[@]}" --impl '*=c'
says "no block was compared"
expect 5 check "${golden[@]}" --set workload.rate=0.000001

# A planted error that was never made shows nothing of the check. One that delays begins in its cycle, not before.
for mode in full hash; do
    expect 5 check "${golden[@]}" --plant payload@1000000 --mode "$mode" --out never
    says "the planted error was never made"
done
[ ! -e never ] || fail "a check without a divergence left a folder"
expect 1 check "${golden[@]}" --plant delay@300 --plant-at gpu0.dst.req --out delay
first=$(value delay/report.json divergences/0/cycle)
[ "$first" -ge 300 ] || fail "planted from cycle 300 on, but the outputs differ in cycle $first"

# The same event log as a run of golden.
expect 0 run "$DATA/pair.yaml" --cycles 1500 --events golden.log
expect 0 check "${golden[@]}" --events lockstep.log
cmp golden.log lockstep.log

# Wrong use.
expect 2 check "$DATA/pair.yaml" --device golden --impl 'gpu9.*=lockstep'
says "matches no router"
expect 2 check "$DATA/pair.yaml" --device golden --impl nonsense
says "--impl needs PATTERN=USE"
expect 2 check "$DATA/pair.yaml" --device golden --tolerance sometimes
says "latency:N"
expect 2 check "$DATA/pair.yaml" --device golden --mode hash --tolerance order
expect 2 check "$DATA/pair.yaml" --device golden --plant nonsense
says "credit-vc"
expect 2 check "$DATA/pair.yaml" --device golden --plant-at '*'
expect 2 check "$DATA/pair.yaml" --device golden --plant delay --plant-at nobody
expect 2 check "$DATA/pair.yaml" --device nothing
expect 2 check "$DATA/pair.yaml" --device golden --continue 0
for option in --out --report-json --events; do
    expect 2 check "$DATA/pair.yaml" --device golden "$option" ''
    says "$option needs a name"
done

# A full disk does not hide the mismatch, and is told; of a pass it is the failure.
expect 6 check "${golden[@]}" --report-json /dev/full
says /dev/full
mkdir full
ln -s /dev/full full/report.txt
expect 1 check "${planted[@]}" --out full
says "full/report.txt"
for file in report.json wave.vcd wave.gtkw wave.json; do
    mkdir "full-$file"
    ln -s /dev/full "full-$file/$file"
    expect 1 check "${planted[@]}" --out "full-$file"
    says "full-$file/$file"
done
expect 1 check "${planted[@]}" --out "$DATA/pair.yaml"
says "pair.yaml"
if grep -F 'files in' out; then fail "files are named where none could be written"; fi

# Ctrl-C is no pass, and leaves a report of how far it got.
for signal in INT TERM; do
    "$FLITLOCK" check "$DATA/pair.yaml" --device golden --cycles 1000000000 --out "after-$signal" >out 2>err &
    run=$!
    for _ in $(seq 200); do
        grep -q '^seed' out && break
        sleep 0.05
    done
    sleep 0.3
    kill "-$signal" "$run"
    code=0
    wait "$run" || code=$?
    equals "exit code after SIG$signal" 4 "$code"
    says "interrupted at cycle"
    equals "status after SIG$signal" E_TIMEOUT "$(value "after-$signal/report.json" status)"
    grep -q '^no verdict: interrupted at cycle' "after-$signal/report.txt" || fail "$(cat "after-$signal/report.txt")"
done
