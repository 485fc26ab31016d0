# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Functions of the regression tests. Source it after lib.sh.

# regress_query DIR SQL: waits for a writer, and for the recovery of what a killed one left.
regress_query() {
    sqlite3 -cmd '.timeout 10000' "$1/regress.db" "$2"
}

# outcomes DIR SESSION: "entry outcome" of its runs, in their order.
outcomes() {
    sqlite3 -separator ' ' "$1/regress.db" "SELECT entry, outcome FROM run WHERE session = $2 ORDER BY run"
}

# junit FILE: it is what others read.
junit() {
    xmllint --noout --schema "$DATA/junit.xsd" "$1" 2>xmllint.err || fail "$1: $(cat xmllint.err)"
}
