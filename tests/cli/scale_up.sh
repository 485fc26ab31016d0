#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# flitlock run on a scale-up pod: summary, JSON, CSV, the stream and its picture, and what is refused.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

pod=$FLITLOCK_SOURCE_DIR/configs/scale-up16.yaml
small=("$pod" --set collective.bytes=64KiB --set link_tlb.mode=modelled)

expect 0 run "$pod"
grep -qF 'time: 2922 ns (2922 cycles)' out || fail "the summary does not tell the time: $(cat out)"
expect 0 run "${small[@]}" --json run.json --csv out.csv --stream 1:6 --plot stream.svg
equals kind scale_up "$(value run.json kind)"
equals "walks" 16 "$(value run.json link_tlbs/walks)"
equals "translated" 3072 "$(value run.json requests/other_node/count)"
equals "lines of stream.csv" 17 "$(wc -l <out.csv/stream.csv)"
for file in summary stages iterations classes; do
    [ "$(wc -l <"out.csv/$file.csv")" -gt 1 ] || fail "$file.csv is empty"
done
[[ "$(<stream.svg)" == *"GPU 1 to GPU 6"* ]] || fail "the picture does not say whose stream it is"

# The clock changes cycles, not times: 1 GHz and 2 GHz differ by what is rounded up to cycles.
expect 0 run "$pod" --set pod.clock_ghz=2 --json fast.json --quiet
equals "cycles at 2 GHz" 5844.0 "$(value fast.json time/cycles)"
equals "ns at 2 GHz" 2922.0 "$(value fast.json time/ns)"

# refused TEXT ARGUMENT...
refused() {
    local text=$1
    shift
    expect 2 run "$@"
    says "$text"
}
refused 'there are GPUs 0 to 15' "$pod" --stream 0:16
refused '--plot needs --stream' "$pod" --plot x.svg
refused 'SRC:DST' "$pod" --stream 3
refused 'event logs' "$pod" --events x
refused 'scale-up pod' "$FLITLOCK_SOURCE_DIR/configs/tiny2.yaml" --stream 0:1
expect 2 tune "$pod"
says 'pod.kind is scale_up'
refused 'means nothing where pod.kind is scale_up' "$pod" --set link_tlb.memory=1GiB
