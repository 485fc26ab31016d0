# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Functions shared by the scripts in this folder. Source it; it runs nothing by itself:
#   source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

# shellcheck disable=SC2034  # for the scripts that source this
DATA=$FLITLOCK_SOURCE_DIR/tests/cli/data

# fail MESSAGE...: ends the test.
fail() {
    echo "$*"
    exit 1
}

# expect CODE ARGUMENT...: runs flitlock into the files out and err and looks at its exit code.
expect() {
    local expected=$1 code=0
    shift
    "$FLITLOCK" "$@" >out 2>err || code=$?
    if [ "$code" -ne "$expected" ]; then
        echo "flitlock $*: expected exit code $expected, got $code and"
        cat out err
        exit 1
    fi
}

# says TEXT: the last run wrote TEXT on standard error.
says() {
    grep -qF -e "$1" err || fail "expected '$1' on standard error, got: $(cat err)"
}

# value FILE PATH: from a JSON file.
value() {
    "$FLITLOCK_BUILD_DIR/tests/cli/json_value" "$@"
}

# equals WHAT EXPECTED ACTUAL
equals() {
    [ "$2" = "$3" ] || fail "$1: expected '$2', got '$3'"
}

# child_of PROCESS: the process that it starts; waits for that.
child_of() {
    local child
    for _ in $(seq 600); do
        child=$(tr -d ' ' <"/proc/$1/task/$1/children")
        [ -z "$child" ] || break
        sleep 0.05
    done
    [ -n "$child" ] || fail "no simulation was started" >&2
    echo "$child"
}

# without_diagrams: flitlock finds no program here that draws timing diagrams, which takes longer than most runs.
without_diagrams() {
    mkdir -p node_modules/.bin
    ln -s "$(type -P false)" node_modules/.bin/wavedrom-cli
}
