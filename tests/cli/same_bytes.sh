#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The same configuration and seed give the same bytes: again, and with every other output on. Another seed does not.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

run=(run "$DATA/pair.yaml" --cycles 3000)
expect 0 "${run[@]}" --json first.json
mv out first.out
expect 0 "${run[@]}" --json second.json --csv csv_a --events a.log --vcd a.vcd
cmp first.json second.json
cmp first.out out
expect 0 "${run[@]}" --json third.json --csv csv_b --events b.log --vcd b.vcd --quiet
cmp first.json third.json
[ ! -s out ] || fail "--quiet printed a summary"
diff -r csv_a csv_b
cmp a.log b.log
cmp a.vcd b.vcd

expect 0 "${run[@]}" --json - --quiet
cmp first.json out
expect 0 "${run[@]}" --json -
cmp first.json out
cmp first.out err

expect 0 "${run[@]}" --seed 8 --json other.json
if cmp -s first.json other.json; then
    fail "another seed gave the same results"
fi

# --seed and --cycles are the keys of the configuration.
expect 0 run "$DATA/pair.yaml" --set run.cycles=3000 --set seed=8 --json by_key.json
cmp other.json by_key.json
