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

# points_of DIR: how many points are in its database, which may be about to be made.
points_of() {
    local count=0
    [ ! -s "$1/sweep.db" ] || count=$(query "$1" 'SELECT count(*) FROM point' 2>/dev/null) || count=0
    echo "${count:-0}"
}

# random_sleep MICROSECONDS: up to so long.
random_sleep() {
    local delay=$((RANDOM * 32768 + RANDOM))
    delay=$((delay % ($1 + 1)))
    sleep "$(printf '%d.%06d' $((delay / 1000000)) $((delay % 1000000)))"
}

# killed_sweep SWEEP POINTS KILLS: a sweep that is killed so often, at random moments, ends with the content of one
# that was left alone.
killed_sweep() {
    local sweep=$1 points=$2 kills=$3
    local seed=${FLITLOCK_SEED:-$((SRANDOM % 32768))} begin start n until process code done_now done_before=0 behind history=''
    echo "seed $seed (FLITLOCK_SEED=$seed repeats the choices, not the moments)"
    RANDOM=$seed
    expect 0 sweep "$sweep" --out alone --jobs 2
    equals "points" "$points" "$(query alone 'SELECT count(*) FROM point WHERE outcome = "ok"')"
    begin=$(date +%s%N)
    expect 0 sweep "$sweep" --dry-run --quiet
    start=$((($(date +%s%N) - begin) / 1000)) # microseconds until the first point is simulated

    for n in $(seq "$kills"); do
        # One kill in four comes as the sweep starts, and so do those for which too few points are left. The others come
        # after some more points, at any moment of the next.
        until=$((done_before + 1 + RANDOM % (points * 8 / 10 / kills + 1)))
        if [ $((RANDOM % 4)) -eq 0 ] || [ "$done_before" -ge $((points * 7 / 10)) ]; then until=0; fi
        "$FLITLOCK" sweep "$sweep" --out killed --jobs 2 >out 2>err &
        process=$!
        if [ "$until" -eq 0 ]; then
            random_sleep "$start"
        else
            while [ "$(points_of killed)" -lt "$until" ] && kill -0 "$process" 2>/dev/null; do sleep 0.02; done
            random_sleep 50000
        fi
        kill -KILL "$process" 2>/dev/null || fail "the sweep had ended before kill $n: $(cat out err)"
        code=0
        wait "$process" 2>/dev/null || code=$?
        equals "exit code after kill $n" 137 "$code"
        # Nothing that was finished is lost.
        done_now=$(points_of killed)
        [ "$done_now" -ge "$done_before" ] || fail "kill $n lost points: $done_now of $done_before are left"
        history+=" $done_now"
        done_before=$done_now
        # The simulations end with the sweep.
        for _ in $(seq 100); do
            behind=$(left_behind)
            [ -n "$behind" ] || break
            sleep 0.05
        done
        [ -z "$behind" ] || fail "processes go on after kill $n: $behind"
    done
    echo "$kills kills; points in the database after each:$history"
    [ "$done_before" -ge $((points / 5)) ] || fail "only $done_before points were done by the runs that were killed"
    # Nothing is done again.
    expect 0 sweep "$sweep" --out killed --jobs 2
    grep -qF "$points points: $((points - done_before)) done now, $done_before before" out ||
        fail "after $done_before points, the last run said: $(cat out)"
    same_content alone killed
}
