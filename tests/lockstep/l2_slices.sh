#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# L2 slices of whole pods in RTL: in lockstep without a divergence, the same event log and results with golden, RTL,
# lockstep and mixes, planted errors found and told as what they are.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
tiny=$FLITLOCK_SOURCE_DIR/configs/tiny2-l2.yaml

# passes BLOCKS KINDS ARGUMENT...: all blocks compared, flits and credits seen, nothing found.
passes() {
    local blocks=$1 kinds=$2
    shift 2
    expect 0 check "$@"
    grep -q "^$blocks of $blocks $kinds in lockstep with rtl" out || fail "$*: $(cat out)"
    grep -Eq ' [1-9][0-9]{2,} flits, [1-9][0-9]{2,} credits, ([0-9]+ windows, )?0 divergences$' out ||
        fail "$*: $(cat out)"
}
kinds='routers, DSTs, switches and L2 slices'
passes 32 "$kinds" "$tiny" --cycles 800 --set run.drain=true --set check.invariants=true
passes 32 "$kinds" "$tiny" --cycles 600 --follow device --set workload.region=4KiB --seed 5
passes 32 "$kinds" "$tiny" --cycles 600 --mode hash --set l2.fabric_latency=1 --set l2.fabric_bytes=8 \
    --set l2.memory_latency=3 --set l2.memory_interval=1 --set clients.stall=0.5
passes 36 'routers, DSTs, switches, link TLBs and L2 slices' "$FLITLOCK_SOURCE_DIR/configs/tiny2-tlb.yaml" \
    --set l2.mode=modelled --set 'workload.mix=[{op: write, bytes: 40}, {op: read, bytes: 64}]' --cycles 800
# Long enough to replace lines.
expect 0 check "$tiny" --cycles 3000 --impl '*=c' --impl 'gpu*.l2.slice*=lockstep'
grep -q '^4 of 32 .*, 28 golden alone$' out || fail "$(cat out)"

set -f
# same CONFIG OPTION...: golden and mixes of slices give one event log and one result.
same() {
    expect 0 run "$@" --events c.log --json c.json --quiet
    [ "$(value c.json l2/reads)" -gt 100 ] || fail "$*: nothing is read"
    for mix in '--impl gpu*.l2.slice*=rtl' '--impl *.l2.slice*=lockstep --impl gpu1.l2.*=rtl --impl gpu0.l2.slice1=c'; do
        # shellcheck disable=SC2086 # words of the command
        expect 0 run "$@" --events mix.log --json mix.json --quiet $mix
        cmp c.log mix.log || fail "another event log with $mix"
        cmp c.json mix.json || fail "other results with $mix"
    done
}
same "$FLITLOCK_SOURCE_DIR/configs/pod4-l2.yaml" --cycles 1000
same "$tiny" --cycles 1000 --set run.drain=true --set check.invariants=true
# With routers in RTL, which do not tell why links idle.
for mix in '--impl *=rtl' '--impl *.slice0=lockstep --impl gpu1.*=rtl'; do
    # shellcheck disable=SC2086 # words of the command
    expect 0 run "$tiny" --cycles 1000 --set run.drain=true --set check.invariants=true --events mix.log --csv mix $mix
    cmp c.log mix.log || fail "another event log with $mix"
    equals "reads with $mix" "$(value c.json l2/reads)" \
        "$(awk -F, 'NR > 1 { sum += $2 } END { print sum }' mix/l2.csv)"
done
set +f

for kind in flit-late field.addr credit-lost; do
    expect 1 check "$tiny" --cycles 400 --plant "$kind@200" --plant-at gpu1.l2.slice0 --out "$kind"
    says "gpu1.l2.slice0"
    grep -qF "gpu1.l2.slice0" "$kind/report.txt" || fail "$kind: no report"
    grep -q "^.scope module rtl .end\$" "$kind/wave.vcd" || fail "$kind: no waves of the RTL"
done
grep -q 'the flit is a message of the L2 (R-L2S-PORT)\|the flit is an event of the slice (R-L2S-EV-2)' \
    field.addr/report.txt || fail "a message is told as a packet"
expect 1 check "$tiny" --cycles 400 --plant "payload@200/row=2" --plant-at gpu1.l2.slice0 --out row

# What there is no RTL of, and what cannot be compared so.
expect 2 run "$tiny" --set l2.profile=SEED --impl 'gpu1.l2.slice5=rtl'
says "no Verilated model has this L2 slice's parameters; the nearest is slice_mini48: LowBits is 1 in the RTL and 6"
says "flitlock_rtl_pod_shapes"
expect 2 run "$tiny" --impl '*.l2.memory0=rtl'
says "matches no router, DST, switch or L2 slice"
expect 2 check "$tiny" --cycles 300 --tolerance skew:1 --impl '*=lockstep'
says "an L2 slice is compared exactly"
expect 5 check "$tiny" --cycles 300 --tolerance skew:1
grep -q '^28 of 32 .* 4 golden and not compared:' out || fail "the slices are not left out: $(cat out)"
