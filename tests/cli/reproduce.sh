#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# docs/reproduction.md is what scripts/reproduce prints on this code.
set -euo pipefail

"$FLITLOCK_SOURCE_DIR/scripts/reproduce" --out "$PWD/out" >reproduction.md
diff -u "$FLITLOCK_SOURCE_DIR/docs/reproduction.md" reproduction.md
