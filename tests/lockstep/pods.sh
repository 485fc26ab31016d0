#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every router, DST and switch of whole pods in lockstep with the RTL: no divergence. The same event log with golden, RTL,
# lockstep and every mix.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
configs=$FLITLOCK_SOURCE_DIR/configs

# passes BLOCKS ARGUMENT...: all blocks compared, flits and credits seen, nothing found.
passes() {
    local blocks=$1
    shift
    expect 0 check "$@"
    grep -q "^$blocks of $blocks routers, DSTs and switches in lockstep with rtl" out || fail "$*: $(cat out)"
    grep -Eq ' [1-9][0-9]{2,} flits, [1-9][0-9]{2,} credits, ([0-9]+ windows, )?0 divergences$' out ||
        fail "$*: $(cat out)"
}

passes 28 "$configs/tiny2.yaml" --cycles 2000
passes 28 "$configs/tiny2.yaml" --cycles 2000 --follow device --set workload.op=read --set workload.bytes=64B --seed 5
passes 28 "$configs/tiny2.yaml" --cycles 2000 --set defaults.credit_latency=3 --set defaults.latency=2 \
    --set clients.stall=0.9 --set workload.op=read
passes 28 "$configs/tiny2.yaml" --cycles 3000 --set workload.injection=bernoulli --set workload.rate=0.05 --mode hash
passes 8 "$configs/chain.yaml" --cycles 4000
passes 152 "$configs/pod4-write64.yaml" --cycles 250
passes 152 "$configs/pod4-write64.yaml" --cycles 250 --set workload.bytes=256B --set workload.op=read

expect 0 run "$configs/tiny2.yaml" --cycles 600 --events c.log --quiet
mixes=('--impl *=rtl' '--impl *=lockstep' '--impl *=lockstep --impl *.dst.*=rtl --impl gpu1.*.E.*=c')
for mix in "${mixes[@]}"; do
    set -f
    # shellcheck disable=SC2086 # words of the command
    expect 0 run "$configs/tiny2.yaml" --cycles 600 --events mix.log --quiet $mix
    set +f
    cmp c.log mix.log || fail "another event log with $mix"
done

# A pod with other depths has no RTL in this program: named, with what to do, and not passed over in silence.
expect 2 run "$configs/tiny2.yaml" --set defaults.input_depth=5 --impl 'gpu0.dst.req=rtl'
says "gpu0.dst.req"
says "flitlock_rtl_pod_shapes"
expect 5 check "$configs/tiny2.yaml" --cycles 600 --set defaults.input_depth=5
grep -q '28 golden and not compared' out || fail "$(cat out)"
