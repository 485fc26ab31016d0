#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Coverage of a suite: merged over its runs, held to what the suite asks for, holes named and filled. The bench is a
# script: of each shape it meets the point that its size is, and which points there are.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
source "$FLITLOCK_SOURCE_DIR/tests/cli/regress_lib.sh"

mkdir benches
cat >benches/fake <<'END'
#!/usr/bin/env bash
set -eu
config=$1 json='' cover=''
shift
while [ $# -gt 0 ]; do
    case $1 in --json) json=$2 ;; --cover) cover=$2 ;; esac
    shift 2
done
key() { sed -n "s/^$1: //p" "$config"; }
if [ -n "$cover" ]; then
    for n in 1 2 3 4 5; do
        printf 'cross\tshape=%s\tsize %s\t%s\n' "$(key shape)" "$n" "$(($(key size) == n))"
    done >"$cover"
fi
# As a model that Verilator made to count leaves it: lines 10 to 12 are met by all, 13 by the round ones.
if [ -n "${FLITLOCK_RTL_COVERAGE:-}" ]; then
    round=0
    [ "$(key shape)" != round ] || round=2
    {
        printf "# SystemC::Coverage-3\n"
        printf "C '\001f\002/x/rtl/flitlock_fifo.sv\001l\00210\001n\0021\001page\002v_line/flitlock_fifo\001o\002block\001S\00210-12\001h\002TOP.a' 3\n"
        printf "C '\001f\002/x/rtl/flitlock_fifo.sv\001l\00213\001n\0021\001page\002v_branch/flitlock_fifo\001o\002if\001S\00213\001h\002TOP.a' %s\n" $round
        printf "C '\001f\002/x/rtl/flitlock_fifo.sv\001l\0025\001n\0021\001page\002v_toggle/flitlock_fifo\001o\002pop_i\001h\002TOP.a' 4\n"
        printf "C '\001f\002/x/rtl/flitlock_fifo.sv\001l\0025\001n\0021\001page\002v_toggle/flitlock_fifo\001o\002pop_i\001h\002TOP.b' 0\n"
        printf "C '\001f\002/x/rtl/flitlock_fifo.sv\001l\0026\001n\0021\001page\002v_toggle/flitlock_fifo\001o\002full_o\001h\002TOP.a' 0\n"
        printf "C '\001f\002/x/flitlock_shape_x.sv\001l\0021\001n\0021\001page\002v_line/x\001o\002block\001S\0021\001h\002TOP' 0\n"
    } >"$FLITLOCK_RTL_COVERAGE/1.dat"
fi
outcome=pass status=0
[ "$(key shape)" != round ] || [ "$(key size)" != 5 ] || [ -z "$(key breaks)" ] || outcome=invariant status=100
echo "{\"outcome\": \"$outcome\", \"status\": $status, \"completed\": 1}" >"$json"
END
chmod +x benches/fake
cat >suite.yaml <<'END'
coverage: {cross: 90, line: 100, toggle: 50}
entries:
  - name: fixed
    bench: fake
    list: [{shape: square, size: 1}, {shape: square, size: 2}, {shape: round, size: 1}]
  - name: drawn
    bench: fake
    random:
      runs: 1
      keys:
        shape: [square, round]
        size: {from: 1, to: 5}
END
query() { regress_query "$1" "$2"; }

# Nothing is counted unless asked for.
expect 0 regress suite.yaml --benches benches --out plain --seed 1
equals points 0 "$(query plain 'SELECT count(*) FROM cover')"

# Merged over the runs, and less than what the suite asks for: a failure of its own kind.
expect 7 regress suite.yaml --benches benches --out less --seed 1 --coverage cross --entry fixed --json less.json
says 'coverage, cross: 30.00 % is less than 90 %'
grep -qF 'coverage, cross: 3 of 10 (30.00 %), at least 90 %' out || fail "$(cat out)"
grep -qF '  fake/shape=round: 1 of 5; holes: size 2, size 3, size 4, size 5' out || fail "$(cat out)"
equals 'in JSON' '3 10 90 fake/shape=square' \
    "$(jq -r '.coverage[0] | "\(.met) \(.points) \(.goal) \(.places[1].place)"' less.json)"
equals 'no files are left' 0 "$(find less/runs -type f 2>/dev/null | wc -l)"
sed 's/cross: 90/cross: 30/' suite.yaml >enough.yaml
expect 0 regress enough.yaml --benches benches --out enough --seed 1 --coverage cross --entry fixed
# A part of the suite is held to nothing, and says so.
expect 0 regress suite.yaml --benches benches --out shard --seed 1 --coverage cross --shard 1/2
grep -qF 'coverage is that of the shard alone, and is held to nothing' out || fail "$(cat out)"
# Runs that are not as expected come first.
sed 's/size: 2}/size: 2}, {shape: round, size: 5, breaks: 1}/' suite.yaml >broken.yaml
expect 1 regress broken.yaml --benches benches --out broken --seed 1 --coverage cross --entry fixed

# Verilator's counts: lines of ranges, toggles of all instances of a module together, nobody's RTL left out.
expect 0 regress suite.yaml --benches benches --out rtl --seed 1 --coverage line,toggle --entry fixed --jobs 1
equals lines '10 9
11 9
12 9
13 2' "$(sqlite3 -separator ' ' rtl/regress.db "SELECT point, hits FROM cover WHERE kind = 'line'")"
equals toggles '5:pop_i 12
6:full_o 0' "$(sqlite3 -separator ' ' rtl/regress.db "SELECT point, hits FROM cover WHERE kind = 'toggle'")"
sed 's/{shape: round, size: 1}/{shape: square, size: 1}/' suite.yaml >square.yaml
expect 7 regress square.yaml --benches benches --out square --seed 1 --coverage line --entry fixed
says 'coverage, line: 75.00 % is less than 100 %'
grep -qF '  flitlock_fifo.sv: 3 of 4; holes: 13' out || fail "$(cat out)"
# A kind of which nothing was counted is no pass.
sed 's/FLITLOCK_RTL_COVERAGE:-/UNSET:-/' benches/fake >counted
cp counted benches/fake
expect 7 regress suite.yaml --benches benches --out none --seed 1 --coverage line
says 'have to be built with FLITLOCK_RTL_COVERAGE=ON'

# The budget goes into random configurations for what is left, each of a shape that has holes.
expect 0 regress suite.yaml --benches benches --out filled --seed 1 --fill-holes 60s --jobs 2
grep -qF 'coverage, cross: 10 of 10 (100.00 %)' out || fail "$(cat out)"
grep -qE '^drawn/.*shape=(round|square) size=[1-5]/seed [0-9]+: filled 1 hole: fake/shape=(round|square) size [1-5]$' out || fail "$(cat out)"
before=$(query filled "SELECT count(*) FROM run WHERE run < 4")
equals 'runs of the suite' 4 "$before"
filled=$(grep -c ': filled 1 hole' out)
grep -qE "^[0-9]+ random configurations filled $filled holes" out || fail "$(cat out)"
# What fails among them is kept, and is run first the next time.
sed 's/size: {from: 1, to: 5}/&\n        breaks: [1]/' suite.yaml >fails.yaml
expect 1 regress fails.yaml --benches benches --out fails --seed 1 --fill-holes 60s
grep -qF 'shape=round size=5 breaks=1' out || fail "$(cat out)"
equals 'cases that fail' 1 "$(query fails 'SELECT count(*) FROM failing')"
expect 1 regress fails.yaml --benches benches --out fails --seed 1 --entry fixed
grep -qF 'first the 1 that failed before' out || fail "$(cat out)"
# The time is over, and holes are left.
sed 's/to: 5/to: 3/' suite.yaml >never.yaml
expect 7 regress never.yaml --benches benches --out never --seed 1 --fill-holes 3s
grep -qF 'size 4, size 5' out || fail "$(cat out)"
# No entry comes to the holes that are left.
expect 7 regress suite.yaml --benches benches --out nobody --seed 1 --entry fixed --fill-holes 60s
grep -qF '0 random configurations filled 0 holes' out || fail "$(cat out)"

# A database from before there was coverage gets its tables.
expect 0 regress suite.yaml --benches benches --out old --seed 1
regress_query old 'DROP TABLE cover; DROP TABLE cover_goal'
echo "// no plots here" >echarts.js
expect 0 report old --json old.json --echarts echarts.js
equals 'coverage of old ones' 0 "$(jq '.coverage | length' old.json)"
expect 7 regress suite.yaml --benches benches --out old --seed 1 --coverage cross --entry fixed

expect 2 regress suite.yaml --benches benches --out x --coverage speed
says '--coverage has cross, line and toggle'
expect 2 regress suite.yaml --benches benches --out x --fill-holes ever
says '--fill-holes is a time'
sed 's/cross: 90/cross: 101/' suite.yaml >wrong.yaml
expect 2 regress wrong.yaml --benches benches --out x
says 'per cent, 0 to 100'
sed 's/cross: 90/branches: 9/' suite.yaml >wrong.yaml
expect 2 regress wrong.yaml --benches benches --out x
says 'branches: unknown key'
