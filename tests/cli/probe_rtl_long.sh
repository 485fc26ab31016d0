#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# flitlock probe on the RTL of MINI48 at full length: the same numbers as golden C.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
source "$FLITLOCK_SOURCE_DIR/tests/cli/probe_lib.sh"

for experiment in E2 E3 E4 E5 E11 E12 E13 E14; do
    same --experiment "$experiment"
done
