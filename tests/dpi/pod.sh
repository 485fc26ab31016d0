#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A pod under a SystemVerilog top and `flitlock run` of the same configuration and seed write the same event log, byte
# for byte: all golden C, all RTL, and mixes.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
pod=$FLITLOCK_BUILD_DIR/sv/pod
config=$FLITLOCK_SOURCE_DIR/tb/sv/pod.yaml

# same NAME RTL-BLOCKS SETS...: the engine's log, made anew when the settings change, and the top's.
same() {
    local name=$1 rtl=$2
    shift 2
    local sets=("${@/#/--set=}")
    [ -e "$name.events" ] || "$FLITLOCK" run "$config" "${sets[@]}" --events "$name.events" >/dev/null
    "$pod" "+config=$config" "+set=$*" "+events=sv.events" "+rtl=$rtl" >out 2>&1 || fail "$name, RTL $rtl: $(cat out)"
    grep -E "^flitlock_pod_top: rtl $rtl: [0-9]+ cycles, [0-9]{3,} packets$" out || fail "$name, RTL $rtl: $(cat out)"
    cmp "$name.events" sv.events || fail "$name, RTL $rtl: $("$FLITLOCK" diff "$name.events" sv.events)"
    "$FLITLOCK" diff "$name.events" sv.events >diff.out || fail "$name, RTL $rtl: $(cat diff.out)"
    grep -qE '^equal: [0-9]{4,} events compared' diff.out || fail "diff says: $(cat diff.out)"
}

# 20 blocks: routers A to D of two GPUs and their DSTs, for each plane.
for rtl in 00000 fffff 55555 00300 a0c17; do
    same seed1 "$rtl"
done
same seed7 00000 seed=7
same seed7 fffff seed=7
same drained 96a5a run.cycles=200 run.drain=true
same counted 69530 workload.count=25 seed=3
if cmp -s seed1.events seed7.events; then
    fail "another seed gives the same log"
fi

# Without a log the run is the same.
"$pod" "+config=$config" +rtl=00000 >out 2>&1
grep -qE '^flitlock_pod_top: rtl 00000: 1500 cycles, ' out || fail "$(cat out)"

# refused WANTED ARGUMENTS...: an error before the first cycle or at the end, with its text, and no exit code 0.
refused() {
    local wanted=$1
    shift
    if "$pod" "$@" >out 2>&1; then
        fail "$* passes: $(cat out)"
    fi
    grep -qF "$wanted" out || fail "$*: $(cat out)"
}
refused "the shape of the pod is 0x" "+config=$config" "+set=defaults.input_depth=7"
refused "run.cyclse: unknown key" "+config=$config" "+set=run.cyclse=7"
refused "+config=FILE is missing"
refused "+rtl=zz: not a hexadecimal number" "+config=$config" +rtl=zz
refused "+rtl=100000: there are 20 blocks" "+config=$config" +rtl=100000
refused "nothing was shown" "+config=$config" "+set=run.cycles=2"
refused "No space left on device" "+config=$config" +events=/dev/full

# SIGTERM ends it, with no pass and with the log whole.
"$pod" "+config=$config" +set=run.cycles=100000000 +events=ended.events >out 2>&1 &
run=$!
for _ in $(seq 600); do
    [ ! -s ended.events ] || break
    sleep 0.05
done
kill -TERM "$run"
if wait "$run"; then fail "SIGTERM is a pass: $(cat out)"; fi
grep -qE 'interrupted at cycle [0-9]+$' out || fail "after SIGTERM: $(cat out)"
expect 0 events ended.events
