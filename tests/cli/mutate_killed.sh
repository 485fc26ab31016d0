#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A count of mutants that is killed at random moments ends with the content of one that was left alone, and what was stored
# is not run again.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
source "$FLITLOCK_SOURCE_DIR/tests/cli/sweep_lib.sh"
source "$FLITLOCK_SOURCE_DIR/tests/cli/mutate_lib.sh"

kills=3
seed=${FLITLOCK_SEED:-$((SRANDOM % 32768))}
echo "seed $seed (FLITLOCK_SEED=$seed repeats the choices, not the moments)"
RANDOM=$seed

results() {
    mutation_query "$1" 'SELECT * FROM result ORDER BY number'
}
count_of() {
    local count=0
    [ ! -s "$1/mutation.db" ] || count=$(mutation_query "$1" 'SELECT count(*) FROM result' 2>/dev/null) || count=0
    echo "$count"
}

mapfile -t numbers < <(seq 10 45)
companion fake "${numbers[@]}"
expect 0 mutate fake --programs programs --out alone --quiet
equals 'results of the one left alone' 36 "$(count_of alone)"

export FAKE_LOG=$PWD/ran.log FAKE_SECONDS=0.03
touch ran.log
stored=0
for n in $(seq "$kills"); do
    "$FLITLOCK" mutate fake --programs programs --out killed --jobs 2 --quiet >out 2>err &
    process=$!
    until=$(($(wc -l <ran.log) + 2 + RANDOM % 5)) # mutant 0 is the first
    while [ "$(wc -l <ran.log)" -lt "$until" ] && kill -0 "$process" 2>/dev/null; do sleep 0.02; done
    random_sleep 30000
    kill -KILL "$process" 2>/dev/null || fail "it had ended before kill $n: $(cat out err)"
    code=0
    wait "$process" 2>/dev/null || code=$?
    equals "exit code after kill $n" 137 "$code"
    now=$(count_of killed)
    [ "$now" -ge "$stored" ] || fail "kill $n lost results: $now of $stored are left"
    stored=$now
    mutation_query killed 'SELECT number FROM result' | sort >"stored.$n"
    sort ran.log >"ran.$n"
done
echo "$kills kills; $stored results stored"
[ "$stored" -ge "$kills" ] || fail "only $stored results were stored by the processes that were killed"
expect 0 mutate fake --programs programs --out killed --jobs 2 --quiet
results alone >first
results killed >second
cmp first second || fail "the databases differ: $(diff first second | head)"
# What a kill found stored did not run after it.
for n in $(seq "$kills"); do
    sort ran.log | comm -13 "ran.$n" - | sort -u | comm -12 - "stored.$n" >twice
    [ ! -s twice ] || fail "stored before kill $n and run again: $(cat twice)"
done

# Ctrl-C ends it at once, and says that it can be gone on with; two at a time are refused.
rm ran.log
FAKE_SECONDS=0.2 "$FLITLOCK" mutate fake --programs programs --out stopped --jobs 1 --quiet >out 2>err.first &
process=$!
while [ ! -s ran.log ] && kill -0 "$process" 2>/dev/null; do sleep 0.02; done
expect 2 mutate fake --programs programs --out stopped
says 'another process works on this folder'
kill -INT "$process"
code=0
wait "$process" || code=$?
equals 'exit code after Ctrl-C' 4 "$code"
grep -qF 'goes on where it stopped' err.first || fail "said: $(cat err.first)"
FAKE_SECONDS=0 expect 0 mutate fake --programs programs --out stopped --quiet
results stopped >second
cmp first second || fail "the databases differ: $(diff first second | head)"
