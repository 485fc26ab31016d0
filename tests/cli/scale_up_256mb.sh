#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The largest size of the study that the tests run: all-to-all of 256 MB among 16 GPUs with link TLBs, to its end, in less
# than 1 GiB of memory.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

ulimit -v 1048576
expect 0 run "$FLITLOCK_SOURCE_DIR/configs/scale-up16.yaml" --set collective.bytes=256MiB --set link_tlb.mode=modelled \
    --set run.cycles=10000000 --quiet --json run.json
# 15 parts of 16 MiB go to other GPUs, 12 of them to other nodes, in requests of 256 bytes from each of 16 GPUs.
equals "requests to other nodes" $((16 * 12 * 65536)) "$(value run.json requests/other_node/count)"
equals "requests to the same node" $((16 * 3 * 65536)) "$(value run.json requests/same_node/count)"
# 12 parts of 8 pages of 2 MiB at each GPU, each walked once.
equals walks $((16 * 12 * 8)) "$(value run.json link_tlbs/walks)"
