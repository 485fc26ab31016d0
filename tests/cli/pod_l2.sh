#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The L2 of a pod of meshes from the command line: run, results, show, waves, and what is refused.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

tiny=$FLITLOCK_SOURCE_DIR/configs/tiny2.yaml
on=("$tiny" --set l2.mode=modelled --set workload.region=16KiB --set workload.align=4B --cycles 1500 --set run.drain=true
    --set check.invariants=true --set 'workload.mix=[{op: write, bytes: 40}, {op: read, bytes: 64}]')

expect 0 run "${on[@]}" --json run.json --csv out.csv --events a.events --vcd wave.vcd --vcd-scope 'gpu1.l2.*' \
    --vcd-window 0:200
grep -q '^L2: 4 slices, [0-9]* accesses' out || fail "the summary has no L2: $(cat out)"
grep -q '^  reads answered after ' out || fail "the summary has no latencies: $(cat out)"
reads=$(value run.json l2/reads)
[ "$reads" -gt 100 ] || fail "only $reads reads"
equals "reads that were answered" "$reads" "$(value run.json l2/read_latency/count)"
[ "$(value run.json l2/read_latency/min)" -ge 44 ] || fail "a read was answered in less than 2 F + 4 cycles"
# Every read is of 64 bytes, every write of 40, and all have ended.
compared=$(sed -n 's/^  compared with a flat memory: \([0-9]*\) bytes read, \([0-9]*\) bytes written$/\1 \2/p' out)
[[ "$compared" =~ ^[1-9] ]] || fail "the summary does not say what was compared: $(cat out)"
equals "requests compared" "$(value run.json requests/completed)" $((${compared% *} / 64 + ${compared#* } / 40))
expect 0 run "${on[@]}" --set check.invariants=false
grep -qx '  not compared with a flat memory (check.invariants)' out || fail "nothing was compared, and nobody says so: $(cat out)"
equals "slices" 'slice,reads,writes,read_hits,write_hits,sector_misses,read_misses,write_misses,merged,evictions,fetched,written_back' \
    "$(head -1 out.csv/l2.csv)"
equals "reads by slice" "$reads" "$(awk -F, 'NR > 1 { sum += $2 } END { print sum }' out.csv/l2.csv)"
for scope in fabric0 slice0 memory1; do
    grep -qF "scope module $scope" wave.vcd || fail "the waves have no $scope"
done

# The same again, to the byte; and without an L2 nothing of it is said.
expect 0 run "${on[@]}" --quiet --events b.events
cmp a.events b.events || fail "two runs differ"
expect 0 run "$tiny" --cycles 500 --json off.json --csv off.csv
if grep -q '^L2' out || grep -q '"l2"' off.json; then fail "a pod without an L2 tells of one"; fi
[ ! -e off.csv/l2.csv ] || fail "a pod without an L2 writes l2.csv"

expect 0 show "$FLITLOCK_SOURCE_DIR/configs/pod4-l2.yaml" --json show.json
grep -qF 'L2 behind the response clients: gpu*.l2.slice0..1, profile MINI48' out || fail "show does not tell of the L2"
grep -qF 'gpu*.l2.fabric*->slice*.req' out || fail "show does not list its links"
equals profile MINI48 "$(value show.json l2/profile)"
expect 0 check "$tiny" --device golden --set l2.mode=modelled --impl '*=c' --impl 'gpu*.l2.slice*=lockstep' --cycles 300
expect 1 check "$tiny" --device golden --set l2.mode=modelled --plant field.addr@200 --plant-at gpu0.l2.slice1 --cycles 500

expect 2 run "$tiny" --set l2.mode=modelled --set study.instant_credits=true
says 'l2.mode is modelled'
expect 2 run "$tiny" --set l2.mode=modelled --impl '*.l2.fabric0=c'
says 'matches no'
