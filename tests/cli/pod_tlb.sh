#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Link TLBs in a pod of meshes from the command line: run, results, show, waves, and what is refused.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

tiny=$FLITLOCK_SOURCE_DIR/configs/tiny2.yaml
on=("$tiny" --set link_tlb.mode=modelled --cycles 2500 --set check.invariants=true)

expect 0 run "${on[@]}" --links 0 --json run.json --csv out.csv --events a.events --vcd wave.vcd --vcd-scope 'gpu1.station0.*' \
    --vcd-window 0:200
for text in 'link TLBs: ' 'req.translation' '  walk  ' 'gpu1.station0.l1tlb->dst.req'; do
    grep -qF -- "$text" out || fail "the summary lacks '$text': $(cat out)"
done
equals walks 64 "$(value run.json link_tlbs/walks)"
equals "walks of four accesses" 64 "$(value run.json link_tlbs/walk_requests_by_accesses/4)"
grep -qF 'l1_mshr,' out.csv/classes.csv || fail "classes.csv has no l1_mshr"
grep -qF 'stage.req.translation,' out.csv/latency.csv || fail "latency.csv has no stage of translation"
grep -qF 'scope module l1tlb' wave.vcd || fail "the waves have no link TLB"
[ -s out.csv/classes.csv ] || fail "no classes"

# The same again, to the byte; and without TLBs nothing of it is said.
expect 0 run "${on[@]}" --quiet --events b.events
cmp a.events b.events || fail "two runs differ"
expect 0 run "$tiny" --cycles 500 --json off.json
if grep -q 'translation\|link_tlbs' out off.json; then fail "a pod without link TLBs tells of them"; fi

expect 0 show "$FLITLOCK_SOURCE_DIR/configs/pod4-tlb.yaml" --json show.json
grep -qF '[L1 TLB]' out || fail "show does not draw the link TLBs"
grep -qF 'gpu*.station*.l1tlb->l2tlb.up' out || fail "show does not list their links"
equals stations 3 "$(value show.json link_tlbs/stations)"

# refused TEXT ARGUMENT...
refused() {
    local text=$1
    shift
    expect 2 run "$tiny" --set link_tlb.mode=modelled "$@"
    says "$text"
}
refused 'only a scale-up pod' --set link_tlb.prefetch=next_page
refused 'no links between GPUs' --set pod.gpus=1 --set workload.scope=local
refused 'link_tlb.acc_lsb = 22' --set link_tlb.acc_lsb=22
