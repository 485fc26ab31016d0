#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# flitlock mutate and scripts/mutate-prove with a module of which everybody can say what becomes of each mutant.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

expect 0 mutate tiny --programs "$FLITLOCK_BUILD_DIR/mutate" --out tiny
grep -qx 'tiny: 26 mutants, 0 in no model, 23 killed, 0 equivalent, 3 survived, 0 not run' out || fail "said: $(cat out)"
survivors=$(sed -n 's/^  [0-9]* tests.mutate.tiny.flitlock_tiny.sv:\(.*\)/\1/p' out)
# shellcheck disable=SC2016  # the backticks are its own
equals survivors '13:20 operand: `count_q == 2'\''d2 || count_q == 2'\''d3` -> `count_q == 2'\''d2`
13:50 constant: `2'\''d3` -> `2'\''d2`
16:29 reset value: `2'\''d0` -> `count_q`' "$survivors"

# The first is no change as 3 is never reached, the second as the first condition says the same; the third is one, but reset
# never comes a second time in the stimuli.
"$FLITLOCK_SOURCE_DIR/scripts/mutate-prove" --build "$FLITLOCK_BUILD_DIR" tiny >proofs
equals proofs $'operand equivalent no difference for all inputs and times of flitlock_tiny, sets of parameters: 1
constant equivalent no difference for all inputs and times of flitlock_tiny, sets of parameters: 1
reset value differs' "$(sqlite3 -separator ' ' tiny/mutation.db "SELECT kind, verdict, iif(verdict = 'equivalent', how, '')
    FROM proof JOIN mutant USING (number) ORDER BY number" | sed 's/ $//')"
[ -n "$(find tiny/proofs -name difference.vcd -size +0)" ] || fail 'no wave of the difference'
expect 0 mutate tiny --programs "$FLITLOCK_BUILD_DIR/mutate" --out tiny --require 95.8
grep -qx 'score 95.8 % (23 of 24)' out || fail "said: $(cat out)"
