#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# flitlock sweep: the same database however it was made, points that fail, and clear refusals.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
source "$FLITLOCK_SOURCE_DIR/tests/cli/sweep_lib.sh"

# sweep_file NAME LINE...: a sweep over the test's pair of GPUs.
sweep_file() {
    local name=$1
    shift
    { echo "base: $DATA/pair.yaml"; printf '%s\n' "$@"; } >"$name.yaml"
}
sweep_file small 'set: {run.cycles: 600, run.warmup: 100}' 'grid: {workload.op: [write, read]}' 'seeds: 3'

# The list of points, and its parts.
expect 0 sweep small.yaml --dry-run --json points.json
[ ! -e small ] || fail "--dry-run made something"
grep -qF '     5  flitlock run base.yaml --set workload.op=read --set seed=3' out || fail "no point 5: $(cat out)"
equals "points" 6 "$(value points.json points)"
equals "command" 'flitlock run base.yaml --set workload.op=write --set seed=2' "$(value points.json points/1/command)"
equals "setting" read "$(value points.json points/5/settings/workload.op)"
expect 0 sweep small.yaml --dry-run --shard 2/4
equals "points of shard 2/4" '1 5' "$(awk 'NR > 1 { print $1 }' out | xargs)"

# However many at a time, the content is the same; a point's command gives its result again.
expect 0 sweep small.yaml --out one --jobs 1 --json one.json
grep -qF '6 points: 6 done now, 0 before; in one/sweep.db' out || fail "summary: $(cat out)"
equals "ok" 6 "$(value one.json outcomes/ok)"
equals "failures" 0 "$(value one.json failures)"
expect 0 sweep small.yaml --out two --jobs 4 --quiet
[ -z "$(cat out err)" ] || fail "--quiet printed: $(cat out err)"
same_content one two
command=$(query one 'SELECT command FROM point WHERE point = 4')
(cd one && eval "\"\$FLITLOCK\" ${command#flitlock} --quiet --json ../again.json")
query one 'SELECT results FROM point WHERE point = 4' | jq . >stored.json
jq . again.json | cmp - stored.json || fail "'$command' gives another result"
equals "accepted rate" "$(value again.json accepted_rate/mean)" \
    "$(query one 'SELECT printf("%.15g", accepted_rate) FROM point WHERE point = 4')"
expect 0 sweep small.yaml --out one --json one.json
equals "done before" 6 "$(value one.json done_before)"
equals "done now" 0 "$(value one.json done_now)"

# Shards, joined.
for shard in 1 2 3; do
    expect 0 sweep small.yaml --out "shard$shard" --shard "$shard/3"
done
expect 0 merge merged shard1 shard2
grep -qF 'merged: 4 of 6 points: 4 added, 0 the same twice, 2 missing' out || fail "merge said: $(cat out)"
expect 1 merge merged shard1 --complete
says '2 of 6 points are missing and 0 failed'
expect 0 merge merged shard3/sweep.db shard1 --complete --json merged.json
equals "points" 6 "$(value merged.json points)"
equals "the same" 2 "$(value merged.json same)"
same_content one merged
cmp one/base.yaml merged/base.yaml
query shard1 'UPDATE point SET latency_p99 = 7 WHERE point = 3'
expect 1 merge merged shard1
says "point 3 has two results"
says "latency_p99 is $(query one 'SELECT latency_p99 FROM point WHERE point = 3') in 'merged' and 7 in 'shard1'"
same_content one merged

# Another sweep's folder.
sed 's/600/700/' small.yaml >changed.yaml
expect 2 sweep changed.yaml --out one
says '- base run.cycles = 600'
says '+ base run.cycles = 700'
same_content one two
expect 0 sweep changed.yaml --out changed --shard 1/6
expect 2 merge merged changed
says 'has the results of another sweep'
says '+ base run.cycles = 700'

# A sweep that takes hours: one at a time, Ctrl-C, a simulation that is killed, one that takes too long.
sweep_file long 'grid: {run.cycles: [500, 1000000000000]}'
"$FLITLOCK" sweep long.yaml --out long --jobs 1 >out 2>err &
sweep=$!
# one_point: waits until the short point is in the database of DIR.
one_point() {
    for _ in $(seq 400); do
        if [ -s "$1/sweep.db" ] && [ "$(query "$1" 'SELECT count(*) FROM point' 2>/dev/null)" = 1 ]; then return; fi
        sleep 0.05
    done
    fail "the first point did not end: $(cat out err)"
}
one_point long
expect 2 sweep long.yaml --out long
says "process $sweep writes to the sweep in 'long'"
kill -INT "$sweep"
code=0
wait "$sweep" || code=$?
equals "exit code after SIGINT" 4 "$code"

"$FLITLOCK" sweep long.yaml --out long --jobs 1 >out 2>err &
sweep=$!
child=$(child_of "$sweep")
kill -KILL "$child"
code=0
wait "$sweep" || code=$?
equals "exit code after a crash" 1 "$code"
says "1 of 2 points failed"
grep -qF 'point 1 crashed: E_INTERNAL: the simulation ended without a result (signal 9)' out || fail "$(cat out)"
expect 1 sweep long.yaml --out long --json long.json
equals "done now" 0 "$(value long.json done_now)"
equals "outcome" crashed "$(value long.json failures/0/outcome)"
expect 1 sweep long.yaml --out long --retry-failed --timeout 0.3 --json long.json
equals "done now" 1 "$(value long.json done_now)"
equals "outcome" timed_out "$(value long.json failures/0/outcome)"
equals "status" E_TIMEOUT "$(value long.json failures/0/status)"

# On Ctrl-C it says how to go on.
rm -r long
"$FLITLOCK" sweep long.yaml --out long --jobs 1 --json - >long.json 2>err &
sweep=$!
one_point long
kill -INT "$sweep"
code=0
wait "$sweep" || code=$?
equals "exit code after SIGINT" 4 "$code"
says "1 of 2 points are in 'long' and are kept; the same command goes on from there"
equals "open" 1 "$(value long.json outcomes/open)"

# A point that the model fails; the others go on.
{ echo "base: $DATA/ring.yaml"; echo 'set: {run.cycles: 6000, workload.rate: 0.001}'
    echo 'grid: {workload.injection: [bernoulli, greedy]}'; } >ring.yaml
expect 1 sweep ring.yaml --out ring --json ring.json
equals "failures" 1 "$(value ring.json failures)"
equals "status" E_NO_PROGRESS "$(value ring.json failures/0/status)"
value ring.json failures/0/message | grep -q 'no progress' || fail "no reason: $(cat ring.json)"
[ -n "$(query ring 'SELECT results FROM point WHERE outcome = "failed"')" ] || fail "no result of the failed point"

# A configuration that cannot be.
sweep_file impossible 'set: {run.cycles: 600}' 'grid: {defaults.input_depth: [1, 8], workload.bytes: [256B]}'
expect 2 sweep impossible.yaml --out impossible
says 'point 0 of 2 (defaults.input_depth=1 workload.bytes=256B)'
[ ! -e impossible ] || fail "a folder although the sweep was refused"
echo 'impossible: record' >>impossible.yaml
expect 0 sweep impossible.yaml --out impossible
grep -qF '2 points: 2 done now, 0 before, 1 impossible; in' out || fail "$(cat out)"

# A file that grows no further, then a disk that is full for all to see, then a folder that cannot be written.
code=0
(trap '' XFSZ && ulimit -f 100 && "$FLITLOCK" sweep small.yaml --out limited --quiet) >out 2>err || code=$?
equals "exit code where the file cannot grow" 6 "$code"
says "cannot write 'limited/sweep.db'"
says 'the same command goes on'
[ "$(query limited 'SELECT count(*) FROM point')" -lt 6 ] || fail "the limit did not limit"
expect 0 sweep small.yaml --out limited
same_content one limited
# on_disk OPTIONS DIR: a sweep on a disk of its own, mounted with these options.
on_disk() {
    local code=0
    # shellcheck disable=SC2016 # its own arguments
    unshare -rm bash -c 'mount -t tmpfs -o "$2" none disk && exec "$1" sweep small.yaml --out "$3" --quiet' \
        on_disk "$FLITLOCK" "$1" "$2" 2>err || code=$?
    equals "exit code on a disk with $1" 6 "$code"
}
# Where users may have name spaces of their own.
if unshare -rm true 2>/dev/null; then
    mkdir disk
    on_disk size=200k disk/full
    says "cannot write 'disk/full/sweep.db': database or disk is full"
    on_disk ro disk/full
    says "cannot make files in the folder 'disk/full'"
fi
touch file
expect 6 sweep small.yaml --out file
says "cannot make files in the folder 'file'"

# On a terminal there is a bar, which counts what was there before; in a file there is none.
rm -r long
sweep_file bar 'grid: {run.cycles: [500, 501, 1000000000000]}'
expect 0 sweep bar.yaml --out bar --shard 1/3
[ ! -s err ] || fail "a bar in a file: $(cat err)"
script -qec "echo \$\$ >sweep.pid; exec '$FLITLOCK' sweep bar.yaml --out bar --jobs 1" /dev/null >shown &
shown=$!
bar='\[#{20}\.{10}\] +66 %  point 2  0:00:0[0-9] left'
for _ in $(seq 600); do
    ! grep -Eq "$bar" shown || break
    sleep 0.05
done
kill -INT "$(cat sweep.pid)"
wait "$shown" || true
grep -Eq "$bar" shown || fail "no bar: $(cat -v shown)"

# refused TEXT ARGUMENT...
refused() {
    local text=$1
    shift
    expect 2 sweep small.yaml "$@"
    says "$text"
}
refused 'needs --out DIR'
refused 'not of the form I/N' --out x --shard 3
refused 'I is 1 to N' --out x --shard 4/3
refused 'too small' --out x --shard 0/3
refused 'not a whole number' --out x --shard a/3
refused '7 shards for 6 points' --out x --shard 1/7
refused 'too small' --out x --jobs 0
refused 'too large' --out x --jobs 5000
refused 'not a number above 0' --out x --timeout 0
[ ! -e x ] || fail "a refused sweep made a folder"
expect 2 sweep none.yaml --out x
says 'none.yaml'
expect 2 merge one
says 'needs OUT IN...'
