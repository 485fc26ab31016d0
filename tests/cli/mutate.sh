#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# flitlock mutate with a companion that needs no RTL: what is counted, what is refused, what goes on.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
source "$FLITLOCK_SOURCE_DIR/tests/cli/mutate_lib.sh"

companion good 1 2 3 4 5 6
expect 0 mutate good --programs programs --out good --json good.json
grep -qx 'good: 6 mutants, 1 in no model, 3 killed, 0 equivalent, 2 survived, 0 not run' out || fail "said: $(cat out)"
grep -qx 'score 60.0 % (3 of 5)' out || fail "said: $(cat out)"
grep -qE '^  FLIT_LATE +3 +cycle 1 to 5, mean 3$' out || fail "said: $(cat out)"
# shellcheck disable=SC2016  # the backticks are its own
grep -qF '3 rtl/a.sv:103:5 operator: `a && b` -> `a || b`' out || fail "no survivor by line: $(cat out)"
for pair in block=good mutants=6 absent=1 killed=3 equivalent=0 survived=2 not_run=0 score=60.0 survivors/1/line=106; do
    equals "${pair%=*}" "${pair#*=}" "$(value good.json "${pair%=*}")"
done

# Nothing is run again; a proof counts, and only of a survivor.
mutation_query good "INSERT INTO proof VALUES (3, 'equivalent', 'by hand'), (5, 'equivalent', 'by hand'), (6, 'differs', 'a wave')"
FAKE_LOG=$PWD/again.log expect 0 mutate good --programs programs --out good
[ ! -e again.log ] || fail "run again: $(cat again.log)"
grep -qx 'score 75.0 % (3 of 4)' out || fail "said: $(cat out)"
grep -qF 'equivalent: by hand' out
grep -qF 'differs: a wave' out
expect 0 mutate good --programs programs --out good --require 75 --quiet
[ ! -s out ] || fail "--quiet said: $(cat out)"
expect 1 mutate good --programs programs --out good --require 75.1
says 'the score is 75.0 %'

# Some of them: the others are not run, and no score is enough.
expect 0 mutate good --programs programs --out some --every 3
grep -qF '4 not run' out || grep -qF '3 not run' out || fail "said: $(cat out)"
expect 1 mutate good --programs programs --out some --every 3 --require 1
says 'mutants not run'

# Ends of a process that are no answer.
companion ends 7 8
expect 0 mutate ends --programs programs --out ends --timeout 5
equals 'crash and time-out' $'7 killed CRASH\n8 killed TIMEOUT' \
    "$(mutation_query ends 'SELECT number, outcome, seen_by FROM result ORDER BY number')"
companion nonsense 9
expect 6 mutate nonsense --programs programs --out nonsense
says 'mutant 9'
equals 'stored of nonsense' 0 "$(mutation_query nonsense 'SELECT count(*) FROM result')"

# If something is seen without a mutant, no mutant is killed by it.
FAKE_BROKEN=$'killed\tFLIT_LATE\tmany\t1\t2\tlate' expect 1 mutate good --programs programs --out broken
says 'without a mutant'
equals 'stored beside a broken model' 0 "$(mutation_query broken 'SELECT count(*) FROM result')"

# Refused.
expect 2 mutate other --programs programs
says "ninja mutate-other"
expect 2 mutate ../other --programs programs
says 'no name of a block'
companion good 1 2 3 4 5 6 10
expect 2 mutate good --programs programs --out good
says 'results of another block or of other RTL'
printf '1\tshort\n' >programs/good.list
expect 2 mutate good --programs programs --out short
says '2 fields, not 8'
touch file
companion good 1
expect 6 mutate good --programs programs --out file/below
