# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Functions of the sweep tests. Source it after lib.sh.

# content DIR: everything in a sweep's database, the same for the same content.
content() {
    sqlite3 "$1/sweep.db" .dump
}

# same_content DIR DIR
same_content() {
    content "$1" >first.sql
    content "$2" >second.sql
    cmp first.sql second.sql || fail "the databases of $1 and $2 differ: $(diff first.sql second.sql | cut -c 1-300 | head)"
}

# query DIR SQL
query() {
    sqlite3 "$1/sweep.db" "$2"
}

# left_behind: numbers of the processes of this test's flitlock that run.
left_behind() {
    local link
    # Processes end while they are looked at, which find complains of.
    { find /proc/[0-9]* -maxdepth 1 -name cwd -lname "$PWD" 2>/dev/null || true; } | while read -r link; do
        link=${link%/cwd}
        [ "$(readlink "$link/exe" 2>/dev/null)" != "$(readlink -f "$FLITLOCK")" ] || echo "${link#/proc/}"
    done
}

# killed_sweep SWEEP POINTS KILLS: a sweep that is killed so often, at random moments, ends with the content of one
# that was left alone.
killed_sweep() {
    local sweep=$1 points=$2 kills=$3
    local seed=${FLITLOCK_SEED:-$((SRANDOM % 32768))} begin took n delay process code before done_before=0 behind
    echo "seed $seed (FLITLOCK_SEED=$seed repeats it)"
    RANDOM=$seed
    begin=$(date +%s%N)
    expect 0 sweep "$sweep" --out alone --jobs 2
    took=$((($(date +%s%N) - begin) / 1000))
    equals "points" "$points" "$(query alone 'SELECT count(*) FROM point WHERE outcome = "ok"')"

    # Over all kills, about 40 % of the time that the sweep takes; so the last ones find it at work, too.
    for n in $(seq "$kills"); do
        delay=$((took * 8 / 10 / kills * RANDOM / 32768))
        "$FLITLOCK" sweep "$sweep" --out killed --jobs 2 >out 2>err &
        process=$!
        sleep "$(printf '%d.%06d' $((delay / 1000000)) $((delay % 1000000)))"
        kill -KILL "$process" 2>/dev/null || fail "the sweep had ended before kill $n: $(cat out err)"
        code=0
        wait "$process" 2>/dev/null || code=$?
        equals "exit code after kill $n" 137 "$code"
        # Nothing that was finished is lost.
        before=0
        [ ! -s killed/sweep.db ] || before=$(query killed 'SELECT count(*) FROM sqlite_master' 2>/dev/null || echo 0)
        [ "$before" = 0 ] || before=$(query killed 'SELECT count(*) FROM point')
        [ "$before" -ge "$done_before" ] || fail "kill $n lost points: $before of $done_before are left"
        done_before=$before
        # The simulations end with the sweep.
        for _ in $(seq 100); do
            behind=$(left_behind)
            [ -n "$behind" ] || break
            sleep 0.05
        done
        [ -z "$behind" ] || fail "processes go on after kill $n: $behind"
    done
    echo "$kills kills within $((took * 8 / 10)) us of running; $done_before of $points points done by then"
    # Nothing is done again.
    expect 0 sweep "$sweep" --out killed --jobs 2
    grep -qF "$points points: $((points - done_before)) done now, $done_before before" out ||
        fail "after $done_before points, the last run said: $(cat out)"
    same_content alone killed
}
