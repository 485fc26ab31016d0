#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# write_list.sh LIST OUT FILES MODEL_FOLDER...: the mutants of LIST that are in FILES ("arbiter,fifo", of flitlock_*.sv),
# each with 1 in an eighth column if its number is in the C++ of a model, and with 0 if it is not: its code is part of no
# model, or makes no difference that Verilator leaves in.
set -euo pipefail
list=$1 out=$2 files=$3
shift 3
folders=("$@")
cat "${folders[@]/%//all.cpp}" >/dev/null # they must be there
find "${folders[@]}" -name 'V*.cpp' -exec grep -hoiE '0x5a[0-9a-f]{4}U' {} + | tr 'A-F' 'a-f' | tr -d U | sort -u >"$out.numbers" || true
[ -s "$out.numbers" ] || { echo "write_list.sh: no model knows a mutant" >&2; exit 1; }
awk -F '\t' -v files=",$files," -v numbers="$out.numbers" '
    BEGIN { while ((getline line < numbers) > 0) present[tolower(line)] = 1 }
    {
        name = $2
        sub(/^.*\/flitlock_/, "", name)
        sub(/\.sv$/, "", name)
        if (index(files, "," name ",")) printf "%s\t%d\n", $0, (sprintf("0x%x", $1) in present)
    }' "$list" >"$out"
rm "$out.numbers"
