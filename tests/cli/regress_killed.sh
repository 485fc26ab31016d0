#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A regression that is killed at random moments ends with the content of one that was left alone: nothing is lost and
# nothing done twice. A disk that is full ends it, and it goes on when there is room.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
source "$FLITLOCK_SOURCE_DIR/tests/cli/sweep_lib.sh"
source "$FLITLOCK_SOURCE_DIR/tests/cli/regress_lib.sh"
without_diagrams

suite=$DATA/regress-many.yaml
kills=5
seed=${FLITLOCK_SEED:-$((SRANDOM % 32768))}
echo "seed $seed (FLITLOCK_SEED=$seed repeats the choices, not the moments)"
RANDOM=$seed

# Everything but the times.
runs_of() {
    regress_query "$1" "SELECT session, run, again, key, entry, settings, seed, outcome, good, kind, cycles, compared,
        completed, folder, command FROM run ORDER BY session, run;
        SELECT suite, hash, seed, shard, runs, state FROM session; SELECT key, session FROM failing"
}
count_of() {
    local count=0
    [ ! -s "$1/regress.db" ] || count=$(regress_query "$1" 'SELECT count(*) FROM run' 2>/dev/null) || count=0
    echo "${count:-0}"
}

expect 1 regress "$suite" --no-minimise --out alone --seed 3 --jobs 2
total=$(count_of alone)
equals runs 50 "$total"
equals 'runs that are not as expected' 4 "$(regress_query alone 'SELECT count(*) FROM failing')"

before=0
history=
for n in $(seq "$kills"); do
    "$FLITLOCK" regress "$suite" --no-minimise --out killed --seed 3 --jobs 2 >out 2>err &
    process=$!
    until=$((before + 1 + RANDOM % 6))
    while [ "$(count_of killed)" -lt "$until" ] && kill -0 "$process" 2>/dev/null; do sleep 0.02; done
    random_sleep 30000
    kill -KILL "$process" 2>/dev/null || fail "the regression had ended before kill $n: $(cat out err)"
    code=0
    wait "$process" 2>/dev/null || code=$?
    equals "exit code after kill $n" 137 "$code"
    now=$(count_of killed)
    [ "$now" -ge "$before" ] || fail "kill $n lost runs: $now of $before are left"
    before=$now
    history+=" $now"
done
echo "$kills kills; runs in the database after each:$history"
[ "$before" -ge "$kills" ] || fail "only $before runs were done by the processes that were killed"
expect 1 regress "$suite" --no-minimise --out killed --seed 3 --jobs 2 --resume
grep -qF "$total runs: $((total - before)) done now, $before before" out ||
    fail "after $before runs, the last process said: $(cat out)"
runs_of alone >first
runs_of killed >second
cmp first second || fail "the databases differ: $(diff first second | cut -c 1-300 | head)"

# Ctrl-C ends it at once, and says that it can be gone on with.
"$FLITLOCK" regress "$suite" --no-minimise --out stopped --seed 3 --jobs 1 >out 2>err &
process=$!
while [ "$(count_of stopped)" -lt 3 ]; do sleep 0.02; done
kill -INT "$process"
code=0
wait "$process" || code=$?
equals 'exit code after Ctrl-C' 4 "$code"
says 'the same command goes on from there'
expect 1 regress "$suite" --no-minimise --out stopped --jobs 2 --resume
runs_of stopped >second
cmp first second || fail "the databases differ: $(diff first second | cut -c 1-300 | head)"

# A full disk, as far as files may grow: the run that has no room is not stored, all before it are.
code=0
(
    ulimit -f 160
    trap '' XFSZ
    exec "$FLITLOCK" regress "$suite" --no-minimise --out full --seed 3 --jobs 1
) >out 2>err || code=$?
equals 'exit code on a full disk' 6 "$code"
says 'what is in it is kept'
[ "$(count_of full)" -gt 0 ] || fail 'nothing was kept'
expect 1 regress "$suite" --no-minimise --out full --jobs 2 --resume
runs_of full >second
cmp first second || fail "the databases differ: $(diff first second | cut -c 1-300 | head)"

# Two writers at once: the second is refused.
sed 's/run.cycles: 400/run.cycles: 4000000/' "$suite" >slow.yaml
cp "$DATA/pair.yaml" .
"$FLITLOCK" regress slow.yaml --out slow --seed 3 --jobs 1 >first.out 2>&1 &
process=$!
while [ ! -e slow/regress.db ]; do sleep 0.02; done
sleep 0.2
expect 2 regress slow.yaml --out slow
says "process $process writes to the regression in 'slow'"
# Not SIGINT: it is ignored in what a script puts into the background, until the suite has begun to run.
kill -TERM "$process"
wait "$process" || true
