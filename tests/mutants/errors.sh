# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What is wrong with a manifest is an error, and a mutant that is not caught as the manifest says fails the run.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

programs=$FLITLOCK_BUILD_DIR/tests/mutants
manifest=$FLITLOCK_SOURCE_DIR/tests/mutants/manifest.txt
printf 'a = b + c;\nd = b + c;\n' >rtl.sv

# replace LINE NAME FILE: of mutant NAME, the line with the first word of LINE.
replace() {
    awk -v line="$1" -v name="$2" '
        /^mutant / { on = $2 == name }
        { split(line, word, " ") }
        on && $1 == word[1] { print line; next }
        { print }' "$3"
}

# mutant [LINE]: a manifest of one mutant, with this line in it.
mutant() {
    printf '%s\n' 'mutant one' 'says it' 'file rtl.sv' "at a = \`b\` + c;" 'to c' 'expect FLIT_LATE' 'on plain' \
        'within 5' >whole.txt
    replace "${1:-says it}" one whole.txt >one.txt
}

# fails TEXT COMMAND...: does not exit with 0, and says TEXT.
fails() {
    local text=$1
    shift
    if "$@" >out 2>&1; then
        fail "passes: $*: $(cat out)"
    fi
    grep -qF -e "$text" out || fail "$*: expected '$text', got: $(cat out)"
}

mutate() {
    "$programs/flitlock_mutate" one.txt rtl.sv rtl.sv mutated.sv
}

mutant
mutate
grep -qF 'a = (flitlock_pkg::mutant == 1 ? (c) : (b)) + c;' mutated.sv || fail "not replaced: $(cat mutated.sv)"
grep -qF 'd = b + c;' mutated.sv || fail "also replaced: $(cat mutated.sv)"

mutant "at = \`b\` + c;"
fails 'occurs 2 times' mutate
mutant "at e = \`b\` + c;"
fails 'occurs 0 times' mutate
mutant 'at a = b + c;'
fails 'between two backticks' mutate
mutant 'to '
fails 'line 5' mutate
mutant 'within soon'
fails "'soon' is not a cycle" mutate
mutant 'on nothing'
fails 'no stimulus nothing' "$programs/flitlock_mutants" one.txt

"$programs/flitlock_mutants" "$manifest" l1-credit-twice >out
grep -q '^1 of 1 mutants caught' out || fail "$(cat out)"
replace 'expect FLIT_LATE' l1-credit-twice "$manifest" >changed.txt
fails '0 of 1 mutants caught' "$programs/flitlock_mutants" changed.txt l1-credit-twice
replace 'on dst' split-seq-stays "$manifest" >changed.txt
fails '**nothing**' "$programs/flitlock_mutants" changed.txt split-seq-stays
replace 'within 102' weighted-keeps-used-in-reset "$manifest" >changed.txt
fails '**FAILED** 103 of 102' "$programs/flitlock_mutants" changed.txt weighted-keeps-used-in-reset
