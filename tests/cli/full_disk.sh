#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A disk that is full is exit code 6 for every output, and an older file is not lost over it.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

short=("$DATA/pair.yaml" --cycles 500)
expect 6 run "${short[@]}" --json /dev/full
says /dev/full
says 'No space left on device'
expect 6 run "${short[@]}" --events /dev/full
says /dev/full
expect 6 run "${short[@]}" --vcd /dev/full
says /dev/full

# More than a stream keeps back: the cause is that of the write, not of the end.
l2=$FLITLOCK_SOURCE_DIR/configs/tiny2-l2.yaml
expect 6 run "$l2" --cycles 500 --json /dev/full --quiet
says "cannot write '/dev/full': No space left on device"
expect 6 probe MINI48 --short --experiment E2 --experiment E9 --json /dev/full
says "cannot write '/dev/full': No space left on device"
code=0
"$FLITLOCK" run "$l2" --cycles 500 --json - --quiet >/dev/full 2>err || code=$?
equals "exit code of JSON on a full standard output" 6 "$code"
says "cannot write 'standard output': No space left on device"

mkdir csv
ln -s /dev/full csv/rates.csv
expect 6 run "${short[@]}" --csv csv
says csv/rates.csv

for command in "run ${short[*]}" "run --quiet --json - ${short[*]}" "show $DATA/pair.yaml" "help run" "--version"; do
    code=0
    # shellcheck disable=SC2086 # words of the command
    "$FLITLOCK" $command >/dev/full 2>err || code=$?
    equals "exit code of '$command' on a full disk" 6 "$code"
    says "standard output"
done

expect 0 run "${short[@]}" --events events.log
code=0
"$FLITLOCK" events events.log >/dev/full 2>err || code=$?
equals "exit code of 'events' on a full disk" 6 "$code"

echo old >kept.json
chmod 500 .
if [ "$(id -u)" -ne 0 ]; then
    expect_code=0
    "$FLITLOCK" run "${short[@]}" --json kept.json >/dev/null 2>&1 || expect_code=$?
    equals "exit code where no file can be made" 6 "$expect_code"
fi
chmod 700 .
equals "older file" old "$(cat kept.json)"
if compgen -G '*.tmp' >/dev/null; then
    fail "a temporary file was left: $(echo *.tmp)"
fi
