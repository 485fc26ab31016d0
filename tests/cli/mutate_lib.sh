# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Functions of the tests of 'flitlock mutate'. Source it after lib.sh.

# companion NAME NUMBER...: a block NAME with these mutants, in the folder programs; number 4 is in no model.
companion() {
    local name=$1 number
    shift
    mkdir -p programs
    cp "$DATA/mutate/fake" "programs/$name"
    for number in "$@"; do
        printf '%s\trtl/a.sv\t%s\t5\t%s\ta && b\ta || b\t%s\n' "$number" "$((100 + number))" \
            "$( ((number % 2)) && echo operator || echo constant)" "$((number != 4))"
    done >"programs/$name.list"
}

# mutation_query FOLDER SQL
mutation_query() {
    sqlite3 -separator ' ' "$1/mutation.db" "$2"
}
