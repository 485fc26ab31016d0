#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The pod fits into 64 MiB with every check and every output on, deep buffers, and a trace of a million requests; and
# memory does not grow with the cycles of a run.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

bound=65536 # KiB
configs=$FLITLOCK_SOURCE_DIR/configs

# resident ARGUMENT...: the largest resident set of flitlock with these arguments, in KiB, into the variable 'rss'.
resident() {
    local code=0
    "$FLITLOCK_BUILD_DIR/tests/cli/max_rss" rss "$FLITLOCK" "$@" >out 2>err || code=$?
    [ "$code" -eq 0 ] || fail "flitlock $*: exit code $code: $(cat err)"
    rss=$(<rss)
}

# within WHAT: 'rss' is below the bound.
within() {
    echo "$1: $rss KiB"
    [ "$rss" -lt "$bound" ] || fail "$1: $rss KiB, the bound is $bound"
}

for preset in pod4-write64 pod4-read64 pod4-write256 pod4-read256 pod4-mixed; do
    resident run "$configs/$preset.yaml" --set run.warmup=500 --cycles 2000
    within "$preset"
done

observed=(run "$configs/pod4-mixed.yaml" --set check.invariants=true --set defaults.input_depth=64
    --set defaults.crossbar_depth=64 --set defaults.output_depth=64
    --json results.json --csv tables --events events.log --vcd waves.vcd --vcd-window 0:500)
resident "${observed[@]}" --cycles 2000
within "every output, depths of 64"
short=$rss
resident "${observed[@]}" --cycles 8000
within "every output, depths of 64, four times the cycles"
[ "$((rss - short))" -lt 4096 ] || fail "from 2000 to 8000 cycles memory grew from $short to $rss KiB"

# Requests of all clients in the order of the cycles, as a recorder writes them.
awk 'BEGIN {
    print "cycle,source,destination,op,bytes,address"
    split("A C D F", node, " ")
    for (i = 0; i < 1000000; i++) {
        gpu = i % 4
        printf "%d,gpu%d.mesh%d.%s.req_client%d,gpu%d.mesh%d.%s.rsp_client%d,write,64,%d\n", i / 8, gpu,
            i % 3, node[i % 4 + 1], i % 2, (gpu + 1 + i % 3) % 4, i % 3, node[(i + 1) % 4 + 1], i % 2, i * 64
    }
}' >million.csv
code=0
"$FLITLOCK_BUILD_DIR/tests/cli/max_rss" rss "$FLITLOCK" run "$configs/pod4-write64.yaml" --cycles 500 \
    --set workload.kind=trace --set workload.trace=million.csv >out 2>err || code=$?
equals "exit code of a trace that is cut" 4 "$code"
rss=$(<rss)
within "a trace of a million requests"
rm million.csv waves.vcd events.log
