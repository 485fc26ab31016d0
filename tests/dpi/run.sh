# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Programs under a SystemVerilog top: how they end and what they say.
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

# run PROGRAM CODE ARGUMENT...: into the file out. CODE: 0, or fail for any other.
run() {
    local program=$FLITLOCK_BUILD_DIR/sv/$1 code=$2 actual=0
    shift 2
    ("$program" "$@") >out 2>&1 || actual=$?
    if [ "$actual" -eq 0 ] && [ "$code" != 0 ] || [ "$actual" -ne 0 ] && [ "$code" = 0 ]; then
        fail "$program $*: exit code $actual: $(cat out)"
    fi
}
has() {
    grep -qE -e "$1" out || fail "expected '$1' in: $(head -c 4000 out)"
}

# declared FILE, listed FILE: "type name default" of each parameter of a module, or of a list.
declared() {
    sed -n 's|//.*||; s/^  parameter \(.*\)/\1/p' "$1" |
        sed -E "s/,? *$//; s/^(integer|\[.*\]) +([A-Za-z0-9]+) *= */\1 \2 /"
}
listed() {
    sed -nE 's/^`FLITLOCK_PARAMETER\((integer|\[.*\]), ([A-Za-z0-9]+), (.*)\)$/\1 \2 \3/p' "$1"
}
