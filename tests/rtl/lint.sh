#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Three tools read every module of rtl/ without a finding, and the script does find a fault.
set -euo pipefail

"$FLITLOCK_SOURCE_DIR/scripts/lint-rtl" >report.txt
cat report.txt
modules=$(find "$FLITLOCK_SOURCE_DIR/rtl" -name "*.sv" ! -name "*_pkg.sv" | wc -l)
grep -q "^Verilator, Icarus Verilog, Yosys: $modules modules each" report.txt

# The same tree with a name that does not exist in one module fails.
mkdir -p tree/scripts
cp -r "$FLITLOCK_SOURCE_DIR/rtl" tree/rtl
cp "$FLITLOCK_SOURCE_DIR"/scripts/{lib.sh,lint-rtl} tree/scripts/
sed -i 's/else if (valid_q) flit_q/else if (absent) flit_q/' tree/rtl/flitlock_level3.sv
if tree/scripts/lint-rtl flitlock_level3 >planted.txt 2>&1; then
    echo "a name that does not exist was not found"
    exit 1
fi
grep -q "flitlock_level3.sv: Verilator finds faults" planted.txt
