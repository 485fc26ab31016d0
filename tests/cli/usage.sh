#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A command line that cannot be understood is exit code 2, names what is wrong on standard error,
# and prints nothing on standard output. Asking for help is no error.
set -euo pipefail

# expect_usage_error TEXT ARGUMENT...
expect_usage_error() {
    local text=$1 code=0
    shift
    "$FLITLOCK" "$@" >out 2>err || code=$?
    if [ "$code" -ne 2 ] || [ -s out ] || ! grep -qF -e "$text" err; then
        echo "flitlock $*: expected code 2 and '$text' on standard error; got code $code and"
        cat out err
        exit 1
    fi
}

expect_usage_error usage
expect_usage_error --nonsense --nonsense
expect_usage_error extra --version extra

"$FLITLOCK" --help >out
grep -q '^usage: flitlock' out

# What comes near is named; what comes near to nothing is not.
expect_usage_error "did you mean 'help'?" hepl
expect_usage_error "did you mean '--version'?" --versoin
expect_usage_error "did you mean '--man'?" help --men
expect_usage_error "unknown command 'zzzzzzzz' (try" zzzzzzzz
expect_usage_error "unknown option '--bogus' (try" probe SEED --bogus
expect_usage_error "unknown option '--ab' (try" run a.yaml --ab
expect_usage_error "takes no value: '--man=3'" help --man=3
expect_usage_error "unexpected argument 'b'" help a b
expect_usage_error "no command 'nonsense'" help nonsense
