#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A sweep of 60 points, killed 5 times at random moments, has the same database as one that was left alone.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
source "$FLITLOCK_SOURCE_DIR/tests/cli/sweep_lib.sh"

killed_sweep "$FLITLOCK_SOURCE_DIR/configs/sweeps/tiny.yaml" 60 5
