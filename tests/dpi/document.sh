#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The outputs quoted in docs/co-simulation.md are those of its commands.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

page=$FLITLOCK_SOURCE_DIR/docs/co-simulation.md
# quoted LINE: is a line of the page.
quoted() {
    grep -qxF -e "$1" "$page" || fail "docs/co-simulation.md does not quote '$1'"
}

for program in mesh_dst_c mesh_dst_mixed; do
    "$FLITLOCK_BUILD_DIR/sv/$program" >out
    quoted "$(head -n 1 out)"
done
config=$FLITLOCK_SOURCE_DIR/tb/sv/pod.yaml
"$FLITLOCK" run "$config" --set seed=7 --events run.events >/dev/null
"$FLITLOCK_BUILD_DIR/sv/pod" "+config=$config" +set=seed=7 +events=sv.events +rtl=a0c17 >out
quoted "$(head -n 1 out)"
quoted "$("$FLITLOCK" diff run.events sv.events)"
"$FLITLOCK_BUILD_DIR/sv/router_bench_checked" +seed=7 >out
quoted "$(head -n 1 out)"
quoted "$(tail -n 1 out)"
("$FLITLOCK_BUILD_DIR/sv/router_bench_broken" +bug_credit) >out 2>&1 && fail "the bug is not found"
quoted "$(grep '^  cycle ' out)"
"$FLITLOCK_BUILD_DIR/sv/link_tlb_bench_golden" +seed=7 >out
quoted "$(head -n 1 out)"
"$FLITLOCK_BUILD_DIR/sv/link_tlb_bench_checked" +seed=7 >out
while read -r line; do
    quoted "$line"
done < <(grep -v finish out)
(FLITLOCK_MUTANT=2 "$FLITLOCK_BUILD_DIR/sv/link_tlb_bench_mutants" +seed=7) >out 2>&1 && fail "the mutant is not found"
while read -r line; do
    quoted "  $line"
done < <(grep '^  cycle ' out)
"$FLITLOCK_BUILD_DIR/sv/l2_slice_bench_checked" +seed=7 >out
quoted "$(head -n 1 out)"
("$FLITLOCK_BUILD_DIR/sv/l2_slice_bench_broken" +seed=7 +bug_touch) >out 2>&1 && fail "the bug is not found"
while read -r line; do
    quoted "  $line"
done < <(grep '^  cycle ' out)
mutants=$(awk '$1 == "file" && $2 ~ /^rtl\// { n++ } END { print n }' "$FLITLOCK_SOURCE_DIR/tests/mutants/tlb/manifest.txt")
grep -qF "All $mutants of the RTL are found" "$page" || fail "docs/co-simulation.md counts other mutants than $mutants"
# Files that the page names are there.
grep -oE '(tb|rtl|docs)/[a-z_0-9/]+\.(svh?|h|cmake)' "$page" | sort -u >files
[ "$(wc -l <files)" -ge 6 ] || fail "the page names no files"
while read -r file; do
    [ -e "$FLITLOCK_SOURCE_DIR/$file" ] || fail "docs/co-simulation.md names $file, which is not there"
done <files
