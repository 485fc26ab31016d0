#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A sweep of 500 points on two cores, killed 20 times at random moments, has the same database as one that was left
# alone.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
source "$FLITLOCK_SOURCE_DIR/tests/cli/sweep_lib.sh"

sed -e "s|^base: ..|base: $FLITLOCK_SOURCE_DIR/configs|" -e 's/^seeds: 6/seeds: 50/' \
    "$FLITLOCK_SOURCE_DIR/configs/sweeps/tiny.yaml" >five_hundred.yaml
killed_sweep five_hundred.yaml 500 20
