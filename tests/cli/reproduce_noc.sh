#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# flitlock reproduce noc: the table of the short setting, byte for byte; forms, refusals, and an ended run.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

noc=(reproduce noc --short --configs "$FLITLOCK_SOURCE_DIR/configs")
expect 0 "${noc[@]}" --format markdown --out page.md --json table.json
[ ! -s out ] || fail "the table went to standard output, too: $(cat out)"
if ! diff -u "$DATA/results-noc-short.md" page.md; then
    fail "tests/cli/data/results-noc-short.md is not what the program prints; write it anew:" \
        "flitlock reproduce noc --short --format markdown --out tests/cli/data/results-noc-short.md"
fi
equals "topic" noc "$(value table.json topic)"
equals "met, missed and printed" "$(grep -c '^| `' page.md)" \
    "$(($(value table.json met) + $(value table.json missed) + $(value table.json printed)))"

# refused TEXT ARGUMENT...
refused() {
    local text=$1
    shift
    expect 2 reproduce "$@"
    says "$text"
    [ ! -s out ] || fail "reproduce $*: printed before it refused: $(cat out)"
}
refused "there is no topic 'nic'; topics: noc, l2, tlb" nic
refused "text, markdown or json, not 'html'" noc --format html
refused 'too small' noc --jobs 0
refused "both go to 'x'" noc --json x --out x
refused "both go to '-'" noc --json -
refused 'pod4-write64.yaml' noc --short --configs nowhere
expect 6 reproduce noc --short --out nowhere/page.md
says 'nowhere'
expect 6 "${noc[@]}" --json nowhere/table.json
