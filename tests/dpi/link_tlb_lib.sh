# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What the tests of the link TLBs' checkers share.
source "$FLITLOCK_SOURCE_DIR/tests/dpi/run.sh"

manifest=$FLITLOCK_SOURCE_DIR/tests/mutants/tlb/manifest.txt
# number_of NAME: of a mutant.
number_of() {
    awk -v name="$1" '$1 == "mutant" { n++ } $1 == "mutant" && $2 == name { print n }' "$manifest"
}
