# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# What the tests of the link TLBs' checkers share.
source "$FLITLOCK_SOURCE_DIR/tests/dpi/run.sh"

manifest=$FLITLOCK_SOURCE_DIR/tests/mutants/tlb/manifest.txt
# number_of NAME: of a mutant.
number_of() {
    awk -v name="$1" '$1 == "mutant" { n++ } $1 == "mutant" && $2 == name { print n }' "$manifest"
}
# declared FILE, listed FILE: "type name default" of each parameter of a module, or of a list.
declared() {
    sed -n 's|//.*||; s/^  parameter \(.*\)/\1/p' "$1" |
        sed -E "s/,? *$//; s/^(integer|\[.*\]) +([A-Za-z0-9]+) *= */\1 \2 /"
}
listed() {
    sed -nE 's/^`FLITLOCK_PARAMETER\((integer|\[.*\]), ([A-Za-z0-9]+), (.*)\)$/\1 \2 \3/p' "$1"
}
