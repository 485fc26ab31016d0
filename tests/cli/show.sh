#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# flitlock show draws the pod and names the links that fill first.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

pod=$FLITLOCK_SOURCE_DIR/configs/pod4-write64.yaml
expect 0 show "$pod"
grep -q '\[A 2+2\].*64/128.*\[B\]' out
grep -q '\[E dst\]' out
grep -q '64/64' out
grep -Eq '^  gpu\*\.mesh\*\.E->dst\.req +12 +64 +8 +8 +8 +1 +1 +1\.0000 +0\.12500  first$' out
grep -q 'at r = 0.125 ' out
if awk 'length > 120 || / $/ { exit 1 }' out; then :; else fail "a line is too long or ends in a space"; fi

# Loads of the reference pod at r = 0.10, and depths by rule.
expect 0 show "$pod" --rate 0.1 --json - --set workload.bytes=64B --set 'links.0.input_depth=16'
mv out pod.json
equals rate 0.1 "$(value pod.json rate)"
equals saturation 0.125 "$(value pod.json saturation)"
names=$("$FLITLOCK" show "$pod" --all --rate 0.1 | awk '/^  gpu/ && NF > 8 { print $1 }' | sort -u | wc -l)
equals "lines of --all" "$(value pod.json links)" "$names"
"$FLITLOCK" show "$pod" --all --rate 0.1 >all
check_load() {
    grep -Eq "^  $1 .* $2 " all || fail "$1 should carry $2: $(grep -F "$1" all)"
}
check_load 'gpu0\.mesh0\.A->B\.req' 0.2000
check_load 'gpu0\.mesh0\.B->E\.req' 0.4000
check_load 'gpu0\.mesh0\.E->dst\.req' 0.8000
check_load 'gpu3\.dst->gpu0\.dst\.req' 0.8000
