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

# Sizes that are not supported are refused, whoever elaborates.
cd "$FLITLOCK_SOURCE_DIR/rtl"
refused() {
    local text
    text=$(verilator --lint-only -Wall --timing +libext+.sv -y . -I. lint.vlt flitlock_pkg.sv --top-module "$1" "$1.sv" \
        "${@:3}" 2>&1) && echo "$1 was not refused: ${*:3}" && return 1
    [[ $text == *"USERFATAL"*"$2"* ]] || {
        echo "$text"
        return 1
    }
}
refused flitlock_l1_link_tlb "Width is not 1 or 2" -GWidth=3
refused flitlock_l1_link_tlb "Random and PLRU want a power of two of Ways" -GPolicy=3 -GWays=12
refused flitlock_l1_link_tlb "PageBits are not 12 to 30" "-GPageBits=32'h0c0c0c0b"
refused flitlock_l2_link_tlb "Partitions is no power of two" -GPartitions=3
refused flitlock_l2_link_tlb "LevelLsb does not fall" "-GLevelLsb=48'h0f"
refused flitlock_l2_slice "Ways is not 1 to 32" -GWays=33
refused flitlock_l2_slice "LowBits or SetBits is not 1 to 8" -GLowBits=9
refused flitlock_l2_slice "List is not 1 to 15" -GList=16
refused flitlock_l2_slice "Ports, Vcs or UnitBytes was changed" -GUnitBytes=32
