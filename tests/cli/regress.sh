#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# flitlock regress: every kind of outcome, seeds, failing cases first, JUnit, shards, budget, mistakes.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
source "$FLITLOCK_SOURCE_DIR/tests/cli/regress_lib.sh"
without_diagrams

# Each outcome is a kind of its own, in the database, in the text and in JUnit's XML.
expect 1 regress "$DATA/regress-kinds.yaml" --no-minimise --out kinds --seed 7 --junit kinds.xml --json kinds.json
equals outcomes "passes pass
diverges divergence
stands-still no-progress
is-empty vacuous
has-no-end time-out
runs-out-of-cycles time-out" "$(outcomes kinds 1)"
says "5 of 6 runs are not as expected"
grep -qF "diverges/all/lockstep/seed 1: divergence instead of pass" out || fail "$(cat out)"
junit kinds.xml
equals failures 3 "$(xmllint --xpath 'string(/testsuites/@failures)' kinds.xml)"
equals errors 2 "$(xmllint --xpath 'string(/testsuites/@errors)' kinds.xml)"
equals 'divergences in JSON' 1 "$(value kinds.json outcomes/divergence)"
equals 'kind' 'divergence FLIT_LATE valid router req' "$(regress_query kinds "SELECT kind FROM run WHERE entry = 'diverges'")"

# The command of a failure repeats it, where the database is; a run that passes leaves no files.
command=$(regress_query kinds "SELECT command FROM run WHERE entry = 'diverges'")
code=0
(cd kinds && eval "${command/flitlock/\"\$FLITLOCK\"} --out again") >again.out 2>&1 || code=$?
equals "exit code of $command" 1 "$code"
for file in report.txt report.json wave.vcd wave.gtkw wave.json config.yaml; do
    [ -s "kinds/runs/1-1/$file" ] || fail "a divergence left no $file"
done
cmp kinds/runs/1-1/wave.vcd kinds/again/wave.vcd
[ ! -e kinds/runs/1-0 ] || fail "a run that passed left $(ls kinds/runs/1-0)"

# A second session in the folder begins with what failed, and forgets what no longer does.
cp "$DATA"/*.yaml .
sed -i 's/plant: flit-lost@50/expect: pass/' regress-kinds.yaml
expect 1 regress regress-kinds.yaml --no-minimise --out kinds --seed 7 --entry 'passes,diverges' --json kinds.json
grep -qF "first the 5 that failed before" out || fail "$(cat out)"
for n in 0 1 2 3 4; do
    [ "$(value kinds.json "runs/$n/run")" -ge 2 ] || fail "run $n of the session is one of the suite's: $(cat kinds.json)"
done
equals 'the first run of the suite' 0 "$(value kinds.json runs/5/run)"
equals 'runs' 7 "$(regress_query kinds 'SELECT count(*) FROM run WHERE session = 2')"
equals 'the planted error, which is still there' divergence \
    "$(regress_query kinds "SELECT outcome FROM run WHERE session = 2 AND entry = 'diverges' AND again = 1")"
equals 'the entry without it' pass \
    "$(regress_query kinds "SELECT outcome FROM run WHERE session = 2 AND entry = 'diverges' AND again = 0")"

# What was expected is a pass, whatever it is.
sed 's/timeout: 1s/&\n    expect: time-out/' regress-kinds.yaml >expected.yaml
expect 0 regress expected.yaml --out expected --entry has-no-end --quiet
[ ! -s out ] || fail "--quiet said: $(cat out)"
sed 's/plant: .*/plant: flit-lost@50\n    expect: divergence\n    kind: CREDIT/' "$DATA/regress-kinds.yaml" >other.yaml
expect 1 regress other.yaml --out other --entry diverges

# A process that ends by a signal is a crash, and nothing else is lost over it.
sed 's/timeout: 1s/timeout: 10m/' regress-kinds.yaml >no-end.yaml
"$FLITLOCK" regress no-end.yaml --out crash --entry 'has-no-end,passes' --jobs 1 --no-minimise >out 2>err &
regression=$!
while [ "$(regress_query crash 'SELECT count(*) FROM run' 2>/dev/null || echo 0)" = 0 ]; do sleep 0.05; done
child=
while [ -z "$child" ]; do child=$(ps -o pid= --ppid "$regression" | tr -d ' '); done
kill -KILL "$child"
code=0
wait "$regression" || code=$?
equals 'exit code after a crash' 1 "$code"
equals outcomes "passes pass
has-no-end crash" "$(outcomes crash 1)"
equals kind 'crash signal 9' "$(regress_query crash "SELECT kind FROM run WHERE outcome = 'crash'")"

# One seed draws the same runs, another one others. Impossible draws are counted and drawn again.
cat >random.yaml <<END
entries:
  - name: drawn
    base: pair.yaml
    set: {run.cycles: 300}
    seeds: [5]
    fresh: 2
    random:
      runs: 8
      keys:
        workload.rate: {from: 0.01, to: 0.2}
        "defaults.input_depth, defaults.output_depth": {from: 1, to: 6}
        workload.bytes: [64B, 256B]
END
for list in 1:first 1:again 2:other; do
    expect 0 regress random.yaml --list --seed "${list%:*}"
    mv out "list.${list#*:}"
done
cmp list.first list.again
if cmp -s list.first list.other; then fail 'two seeds draw the same'; fi
grep -qE '11 runs, seed 1, [1-9][0-9]* impossible draws refused' list.first || fail "$(cat list.first)"
expect 0 regress random.yaml --out drawn --seed 1
grep -qF 'suite random, seed 1, session 1' out || fail "$(cat out)"
equals 'seeds' "$(grep -oE 'seed [0-9]+$' list.first | cut -d' ' -f2)" "$(regress_query drawn 'SELECT seed FROM run ORDER BY run')"
# Without a seed one is drawn, printed and stored.
expect 0 regress random.yaml --out drawn --entry drawn
grep -qF "seed $(regress_query drawn 'SELECT seed FROM session WHERE session = 2'), session 2" out || fail "$(cat out)"
sed 's/{from: 1, to: 6}/{from: 1, to: 1}/; s/64B, //' random.yaml >impossible.yaml
expect 2 regress impossible.yaml --list
says "none of 1000 random configurations is possible"

# Shards share the runs, each in a folder of its own.
for shard in 1 2 3; do
    expect 0 regress random.yaml --out "shard$shard" --seed 1 --shard "$shard/3" --jobs 1
done
equals 'runs of the shards' "$(seq 0 10)" \
    "$(for shard in 1 2 3; do regress_query "shard$shard" 'SELECT run FROM run'; done | sort -n)"

# When the time is over no run begins, and the session ends; without any run it is vacuous.
sed 's/run.cycles: 300/run.cycles: 300000/' random.yaml >long.yaml
expect 0 regress long.yaml --out budget --time-budget 1s --jobs 1 --seed 1
grep -qE '[1-9][0-9]* missing \(--time-budget\)' out || fail "$(cat out)"
equals state budget "$(regress_query budget 'SELECT state FROM session')"
expect 2 regress random.yaml --out budget --resume
says "no session that was interrupted"

# What needs the RTL can be left out, in any program.
sed 's/device: golden/device: rtl/' "$DATA/regress-kinds.yaml" >rtl.yaml
expect 5 regress rtl.yaml --out x --entry diverges --without-rtl
says 'no run is left'
expect 0 regress rtl.yaml --out x --entry 'diverges,passes' --without-rtl

# Mistakes are told with file and line before anything runs.
mistake() { # TEXT MESSAGE
    printf 'entries:\n  - name: a\n    base: pair.yaml\n%s\n' "$1" >mistake.yaml
    expect 2 regress mistake.yaml --out mistake
    says "$2"
    [ ! -e mistake/runs ] || fail "something ran in spite of: $1"
}
mistake '    hosts: [verilog]' 'mistake.yaml:4: hosts: found verilog; allowed: a list of c, rtl, lockstep'
mistake '    expect: good' "mistake.yaml:4: expect: found good"
mistake '    sets: 1' 'mistake.yaml:4: sets: unknown key'
mistake '    timeout: soon' 'mistake.yaml:4: timeout: found soon'
mistake '    plant: nothing' "unknown planted error 'nothing'"
mistake '    config: {pod: {gpus: 1}}' "both 'base' and 'config'"
mistake '    set: {pod.rows: 0}' 'pod.rows'
mistake '    random: {runs: 3}' 'mistake.yaml:4: random'
mistake '    seeds: 0' 'mistake.yaml:4: seeds'
mistake '  - name: a
    base: pair.yaml' "two entries 'a'"
expect 2 regress random.yaml
says '--out DIR'
expect 2 regress random.yaml --out x --hosts golden
says '--hosts has c, rtl and lockstep'
expect 2 regress random.yaml --out x --time-budget never
says '--time-budget'
expect 5 regress random.yaml --out x --entry nobody
says 'no run is left'
expect 2 regress no-such-suite.yaml --out x
says 'no-such-suite.yaml'
echo text >kinds/other.db
mkdir foreign
echo 'no database' >foreign/regress.db
expect 2 regress random.yaml --out foreign
says 'is no database of regressions'
