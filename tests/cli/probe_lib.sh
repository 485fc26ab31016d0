# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# For the tests of flitlock probe on RTL; sourced after lib.sh.

# same ARGUMENT...: golden and RTL print the same numbers of MINI48. Those of golden stay in c.txt.
same() {
    expect 0 probe MINI48 "$@" --json c.json
    mv out c.txt
    expect 0 probe MINI48 "$@" --impl rtl --json rtl.json
    cmp c.txt out || fail "probe $*: golden and RTL print other numbers: $(diff c.txt out)"
    cmp c.json rtl.json || fail "probe $*: other numbers in JSON"
}
