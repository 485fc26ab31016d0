#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# flitlock tune: bounds and knees, the same bytes however many simulations run at a time, and clear refusals.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

tune=(tune "$DATA/pair.yaml" --cycles 600 --set workload.injection=greedy --set workload.op=read)

# Read responses are two flits here, so a depth of 1 is skipped.
expect 0 "${tune[@]}" --depths 8,1,2,4,2 --jobs 1 --json one.json --csv one
mv out one.out
expect 0 "${tune[@]}" --depths 1,2,4,8 --jobs 2 --json two.json --csv two
cmp one.json two.json
cmp one.out out
diff -r one two
equals files "bounds.csv knees.csv sweep.csv" "$(cd one && echo *)"
grep -Eq '^  gpu\*\.mesh\*\.B->dst\.rsp +3 crossbar W +2 .* 8$' out
grep -q 'skipped: the largest packet needs 2 in input' out
grep -Eq '^ +1( +skipped){4}$' out
grep -Eq '^ +8( +[01]\.[0-9]{4}){4}$' out
grep -Eq '^ +bound( +[0-9]+){4}$' out
grep -Eq '^ +knee( +[248]){4}$' out
if awk 'length > 120 || / $/ { exit 1 }' out; then :; else fail "a line is too long or ends in a space"; fi
equals "points" 12 "$(value one.json sweep)"
equals "kinds" 4 "$(value one.json knees)"
equals "lines of sweep.csv" 13 "$(wc -l <one/sweep.csv)"
equals "lines of bounds.csv" "$(value one.json buffers)" "$(($(wc -l <one/bounds.csv) - 1))"

# JSON on standard output leaves the tables to standard error.
expect 0 "${tune[@]}" --depths 2,4,8 --json -
grep -q '^sweep: use of' err
"$FLITLOCK" "${tune[@]}" --depths 1,2,4,8 --json - --quiet >three.json 2>err
[ ! -s err ] || fail "--quiet printed: $(cat err)"
cmp one.json three.json

# Only the bounds, for a target.
expect 0 "${tune[@]}" --no-sweep --target '*.A->B.rsp=0.5' --json bounds.json --csv bounds
equals "points" 0 "$(value bounds.json sweep)"
equals "target" 0.5 "$(value bounds.json targets/0/target)"
equals "targets" 2 "$(value bounds.json targets)"
[ ! -e bounds/sweep.csv ] || fail "a sweep.csv without a sweep"

# Pictures, and what happens where there is no gnuplot.
expect 0 "${tune[@]}" --depths 2,8 --plot plot.svg --quiet
grep -q '<svg' plot.svg
grep -q 'depth (flits)' plot.svg
expect 0 "${tune[@]}" --depths 2,8 --plot plot.png --quiet
head -c 8 plot.png | grep -q PNG
mkdir nothing
code=0
PATH=$PWD/nothing "$FLITLOCK" "${tune[@]}" --depths 2,8 --plot none.svg >out 2>err || code=$?
equals "exit code without gnuplot" 2 "$code"
says "gnuplot"
[ ! -e none.svg ] || fail "a plot without gnuplot"

# refused TEXT ARGUMENT...
refused() {
    local text=$1
    shift
    expect 2 tune "$DATA/pair.yaml" "$@"
    says "$text"
    [ ! -s out ] || fail "tune $*: printed before it refused: $(cat out)"
}
refused 'PATTERN=FRACTION' --target junk
refused 'PATTERN=FRACTION' --target =1
refused 'not a number above 0' --target 'x='
refused 'not a number above 0' --target 'x=-1'
refused 'more than 1' --target '*=1.5'
refused 'no link has such a name' --target 'nowhere=1'
refused 'not a whole number' --depths ''
refused 'not a whole number' --depths 2,,4
refused 'not a whole number' --depths 2,4,
refused 'not a whole number' --depths two
refused 'too small' --depths 0
refused '65535' --depths 70000
refused 'too large' --depths 1000000000000000000000000000000000000000000
refused 'too small' --jobs 0
refused 'too large' --jobs 1000
refused '--no-sweep' --plot a.svg --no-sweep
printf 'cycle,source,destination,op,bytes,address\n0,gpu0.mesh0.A.req_client0,gpu1.mesh0.A.rsp_client0,write,64,0\n' >trace.csv
refused 'a trace has no rate' --set workload.kind=trace --set "workload.trace=$PWD/trace.csv"
expect 2 tune "$DATA/pair.yaml" --depths 1
says "holds the largest packet: it needs 2"
expect 6 tune "$DATA/pair.yaml" --json no/such/folder/t.json
says "no/such/folder/t.json"

# A simulation that fails ends the sweep: which depth, and why.
expect 3 tune "$DATA/ring.yaml" --cycles 6000 --depths 4,8 --jobs 2
says "depth 4 of input buffers: "
says "no progress"

expect 5 tune "$DATA/pair.yaml" --cycles 600 --depths 4 --set workload.rate=0.000001
says "depth 4 of input buffers: no request"

# The largest seed is more than JSON's numbers hold.
expect 0 "${tune[@]}" --no-sweep --quiet --seed 18446744073709551615 --json seed.json
equals seed 18446744073709551615 "$(value seed.json seed)"

# A simulation that is killed is missed.
"$FLITLOCK" "${tune[@]}" --cycles 1000000000 --jobs 1 >out 2>err &
parent=$!
child=$(child_of "$parent")
kill -KILL "$child"
code=0
wait "$parent" || code=$?
equals "exit code after a lost simulation" 6 "$code"
says "depth 2 of input buffers: the simulation ended without a result (signal 9)"

# Ctrl-C.
"$FLITLOCK" "${tune[@]}" --cycles 1000000000 >out 2>err &
parent=$!
child_of "$parent" >/dev/null
kill -INT "$parent"
code=0
wait "$parent" || code=$?
equals "exit code after SIGINT" 4 "$code"
says "interrupted after 0 of"
