#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Link TLBs of whole pods in RTL: in lockstep without a divergence, the same event log with golden, RTL, lockstep and
# mixes, planted errors found; the same in a pod that scales up.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
tiny=$FLITLOCK_SOURCE_DIR/configs/tiny2-tlb.yaml
scale_up=("$FLITLOCK_SOURCE_DIR/configs/scale-up2-tlb.yaml" --set collective.bytes=256KiB)

# passes BLOCKS ARGUMENT...: all blocks compared, flits and credits seen, nothing found.
passes() {
    local blocks=$1
    shift
    expect 0 check "$@"
    grep -q "^$blocks of $blocks routers, DSTs, switches and link TLBs in lockstep with rtl" out || fail "$*: $(cat out)"
    grep -Eq ' [1-9][0-9]{2,} flits, [1-9][0-9]{2,} credits, ([0-9]+ windows, )?0 divergences$' out ||
        fail "$*: $(cat out)"
}
passes 32 "$tiny" --cycles 1500 --set check.invariants=true
passes 32 "$tiny" --cycles 1500 --follow device --set workload.op=read --set workload.bytes=64B --seed 5
passes 32 "$tiny" --cycles 1500 --set defaults.credit_latency=3 --set clients.stall=0.9 --set link_tlb.memory=64MiB
passes 32 "$tiny" --cycles 2000 --set workload.injection=bernoulli --set workload.rate=0.05 --mode hash

expect 0 run "$tiny" --cycles 600 --events c.log --quiet
mixes=('--impl *tlb=rtl' '--impl *tlb=lockstep' '--impl *=rtl' '--impl *=lockstep --impl *.l1tlb=rtl --impl gpu1.l2tlb=c')
for mix in "${mixes[@]}"; do
    set -f
    # shellcheck disable=SC2086 # words of the command
    expect 0 run "$tiny" --cycles 600 --events mix.log --json mix.json --quiet $mix
    set +f
    cmp c.log mix.log || fail "another event log with $mix"
done
equals "link TLBs that do not tell" 2 "$(value mix.json link_tlbs/not_told)"

for block in gpu1.station0.l1tlb gpu0.l2tlb; do
    for kind in flit-late field.addr credit-lost; do
        expect 1 check "$tiny" --cycles 900 --plant "$kind@300" --plant-at "$block" --out "$block.$kind"
        says "$block"
        grep -qF "$block" "$block.$kind/report.txt" || fail "$kind: no report"
        grep -q "^.scope module rtl .end\$" "$block.$kind/wave.vcd" || fail "$kind: no waves of the RTL"
    done
done

grep -qF 'message between link TLBs' gpu0.l2tlb.field.addr/report.txt || fail "a message is told as a packet"

# Of other sizes there is no RTL in this program: named, with the nearest that there is, and what to do.
expect 2 run "$FLITLOCK_SOURCE_DIR/configs/pod4-tlb.yaml" --impl 'gpu1.station0.l1tlb=rtl'
says "no Verilated model has this L1 link TLB's parameters; the nearest is"
says "flitlock_rtl_pod_shapes"
expect 2 run "$tiny" --set link_tlb.walkers=5 --impl 'gpu1.l2tlb=lockstep'
says "Walkers is 4 in the RTL and 5 in the configuration"
expect 2 run "$tiny" --set link_tlb.mode=ideal --impl '*tlb=rtl'
says "golden C alone"

# A pod that scales up: the same times, and with golden beside the RTL the same to the byte.
expect 0 run "${scale_up[@]}" --json c.json --quiet
expect 0 run "${scale_up[@]}" --json both.json --impl '*tlb=lockstep'
grep -q '^lockstep: 4 blocks, ' out || fail "the summary does not tell of lockstep: $(cat out)"
cmp c.json both.json || fail "lockstep changes the results"
expect 0 run "${scale_up[@]}" --json rtl.json --quiet --impl '*tlb=rtl'
equals "link TLBs that do not tell" 4 "$(value rtl.json link_tlbs/not_told)"
for path in time/cycles requests/other_node/round_trip/mean/cycles flits_carried; do
    equals "$path" "$(value c.json $path)" "$(value rtl.json $path)"
done
# Compared until the collective ends; errors are found there, too, and told with what such a pod has.
expect 0 check "${scale_up[@]}" --report-json check.json
grep -q '^4 of 4 link TLBs in lockstep with rtl$' out || fail "$(cat out)"
[ "$(value check.json compared/flits)" -gt 1000 ] || fail "only few flits were compared"
cycles=$(value c.json time/cycles)
[ "$(value check.json cycles)" -ge "${cycles%.*}" ] || fail "the check ended before the collective"
for mode in full hash; do
    expect 1 check "${scale_up[@]}" --mode "$mode" --plant flit-lost@2000 --plant-at gpu1.station0.l1tlb --out "up.$mode"
    grep -q '^packet   write request [0-9]* from gpu0.station0 to gpu1.station0, 1 units' "up.$mode/report.txt" ||
        fail "the report has no request: $(cat "up.$mode/report.txt")"
    grep -q '^after    lost: ' "up.$mode/report.txt" || fail "the run for the waves is another one"
    grep -q "^.scope module rtl .end\$" "up.$mode/wave.vcd" || fail "no waves of the RTL"
done
expect 1 check "${scale_up[@]}" --plant field.addr@1000 --plant-at gpu0.l2tlb --out up.message
grep -qF 'message between link TLBs' up.message/report.txt || fail "a message is told as a request"
expect 0 check "${scale_up[@]}" --follow device --set link_tlb.prefetch=stride
expect 4 check "${scale_up[@]}" --cycles 3000
expect 5 check "${scale_up[@]}" --set link_tlb.mode=off
expect 2 check "${scale_up[@]}" --events up.log
says "no event logs"
expect 2 run "${scale_up[@]}" --impl 'gpu9.*=rtl'
says "matches no link TLB"
expect 2 run "${scale_up[@]}" --impl '*.l1tlb=rtl' --set link_tlb.prefetch=stride
says "link_tlb.prefetch"
