#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# flitlock minimise: the smallest case of an error that shows after hundreds of packets; the command, the folder of a
# failure, and the unit test that is written with it.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
without_diagrams

mesh=$FLITLOCK_SOURCE_DIR/tests/suites/mesh3x3.yaml
case=("$mesh" --set run.cycles=2000 --impl '*=c' --impl 'gpu0.mesh0.E.req=lockstep' --device golden
    --plant flit-lost/ports=3/line=3:7)
expect 0 minimise "${case[@]}" --out small --json small.json
equals kind 'divergence FLIT_LATE valid router req' "$(value small.json kind)"
equals whole true "$(value small.json whole)"
[ "$(value small.json packets_before)" -ge 100 ] || fail "$(cat small.json)"
[ "$(value small.json packets)" -lt 10 ] || fail "$(cat small.json)"
equals 'lines of the trace' "$(($(value small.json packets) + 1))" "$(wc -l <small/trace.csv)"
for file in case.yaml trace.csv case_test.cpp report.txt report.json wave.vcd wave.gtkw wave.json; do
    [ -s "small/$file" ] || fail "there is no $file"
done

# The command repeats it, and the report names the same.
command=$(value small.json command)
code=0
(cd small && eval "${command/flitlock/\"\$FLITLOCK\"} --out again") >again.out 2>&1 || code=$?
equals "exit code of $command" 1 "$code"
cmp small/wave.vcd small/again/wave.vcd
grep -qF "again    $command" small/report.txt || fail "$(cat small/report.txt)"
# Without the error it passes.
code=0
(cd small && "$FLITLOCK" check case.yaml --device golden) >again.out 2>&1 || code=$?
equals "exit code without the error" 0 "$code"

# The unit test is red with the error and green without. Sanitizers and counters would have to be linked, too.
if ! nm -C "$FLITLOCK_LIBRARY" 2>/dev/null | grep -cE '__asan_init|__gcov_init' >/dev/null; then
    libraries=$(pkg-config --libs libcyaml jansson libxml-2.0 libzstd libxxhash sqlite3 yaml-0.1 gtest_main)
    for red in 1 0; do
        [ "$red" = 1 ] || sed -i 's/self.plant = .*/self.plant = nullptr;/' small/case_test.cpp
        # shellcheck disable=SC2086 # words of pkg-config
        g++ -std=c++17 -Wall -Wextra -Werror -I "$FLITLOCK_SOURCE_DIR/include" small/case_test.cpp -o case_test \
            "$FLITLOCK_LIBRARY" $libraries -lm >compiler 2>&1 || fail "the unit test does not compile: $(cat compiler)"
        code=0
        ./case_test >unit.out 2>&1 || code=$?
        equals "exit code of the unit test" "$red" "$code"
        grep -qF 'Minimal.DivergenceFlitLateValidRouterReq' unit.out || fail "$(cat unit.out)"
    done
    grep -qF 'PASSED' unit.out || fail "$(cat unit.out)"
fi

# The folder of a failure is a case.
cat >suite.yaml <<END
entries:
  - name: lost
    base: $mesh
    set: {run.cycles: 500}
    hosts: [lockstep]
    device: golden
    plant: credit-lost@200
    plant_at: gpu0.mesh0.E.req
END
expect 1 regress suite.yaml --out failed --no-minimise
expect 0 minimise failed/runs/1-0 --out folder --json folder.json
equals packets 1 "$(value folder.json packets)"
# A regression does the same by itself, and holds an expected failure to its size.
sed -i 's/^    plant: .*/    plant: flit-lost\/ports=4\n    expect: divergence\n    packets: 3/' suite.yaml
expect 1 regress suite.yaml --out shrunk
grep -qF 'at most 3 packets were expected' out || fail "$(cat out)"
sed -i 's/packets: 3/packets: 9/' suite.yaml
expect 0 regress suite.yaml --out shrunk
grep -qE 'shrunk to [4-9] of [1-9][0-9]+ packets' out || fail "$(cat out)"
equals 'files of the smallest case' yes "$([ -s shrunk/runs/2-0/minimal/case.yaml ] && echo yes)"

# When the time is over what is smallest so far is the result.
expect 0 minimise "${case[@]}" --out short --time-budget 0.5s --json short.json
equals whole false "$(value short.json whole)"

# What does not fail has nothing to leave out, and mistakes are told.
expect 5 minimise "$mesh" --set run.cycles=200 --device golden --out none
says 'does not fail'
expect 2 minimise "$mesh" --plant nothing --device golden --out none
says "unknown planted error 'nothing'"
expect 2 minimise failed/runs/1-0 --seed 4
says '--seed is for a configuration'
expect 2 minimise no-such-folder
says 'no-such-folder'
expect 2 minimise . --out none
says './config.yaml'
expect 2 minimise "$FLITLOCK_SOURCE_DIR/configs/scale-up2-tlb.yaml" --plant flit-lost@300 --out none
says 'a scale-up pod is not minimised'
expect 2 minimise "$mesh" --device verilog
says '--device is rtl or golden'

# With RTL in play the shapes stay those that there are.
if grep -q '^FLITLOCK_RTL:BOOL=ON' "$FLITLOCK_BUILD_DIR/CMakeCache.txt"; then
    expect 0 minimise "$FLITLOCK_SOURCE_DIR/configs/tiny2.yaml" --set run.cycles=150 --plant credit-late@100 \
        --plant-at gpu0.mesh0.E.req --out rtl --json rtl.json
    [ "$(value rtl.json packets)" -lt 10 ] || fail "$(cat rtl.json)"
    command=$(value rtl.json command)
    code=0
    (cd rtl && eval "${command/flitlock/\"\$FLITLOCK\"} --out again") >again.out 2>&1 || code=$?
    equals 'exit code of the smallest case in RTL' 1 "$code"
    grep -qF 'golden and rtl differ' rtl/report.txt || fail "$(cat rtl/report.txt)"
fi
