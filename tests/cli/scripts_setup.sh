#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# scripts/setup asks the package manager only for what is missing, and says what to do when it may
# not. The system's commands are replaced by ones that note how they were called.
set -euo pipefail

mkdir commands
for name in bash env dirname basename sed awk cat; do
    ln -s "$(command -v "$name")" "commands/$name"
done
command_named() {
    printf '#!%s\n%s\n' "$(command -v bash)" "$2" >"commands/$1"
    chmod +x "commands/$1"
}
# As the real one: a line for each package that it knows, code 1 when it does not know one. The
# file "unknown" names a package that it does not know, "removed" one whose configuration is left.
# shellcheck disable=SC2016  # the command's own variables
command_named dpkg-query 'code=0
for package; do
    if [[ $package == --* ]]; then continue; fi
    if [[ $(cat unknown) == "$package" ]]; then code=1
    elif [[ $(cat removed) == "$package" ]]; then echo "$package config-files"
    elif [[ $package == man-db ]]; then echo "$package triggers-pending"
    else echo "$package installed"; fi
done
exit $code'
command_named apt-get 'echo "apt-get $*" >>calls'
command_named id 'cat user'
command_named npm "echo \"npm \$*\" >>'$PWD/npm_calls'"  # it is called in the repository

setup() {
    : >calls
    code=0
    PATH=$PWD/commands "$(command -v bash)" "$FLITLOCK_SOURCE_DIR/scripts/setup" "$@" \
        >out 2>err </dev/null || code=$?
}
fail() {
    echo "$1; code $code, calls and output:"
    cat calls out err
    exit 1
}

: >unknown
: >removed
echo 1000 >user
setup
[ "$code" -eq 0 ] || fail "all installed: expected code 0 for any user"
[ ! -s calls ] || fail "all installed: expected no call of apt-get"

echo cmake >unknown
echo gcovr >removed
setup --list
[ "$(cat out)" = $'cmake\ngcovr' ] || fail "--list: expected cmake and gcovr"
[ ! -s calls ] || fail "--list: expected no call of apt-get"

echo munge >unknown
setup --list
[ "$(cat out)" = gcovr ] || fail "--list: expected no package of a cluster"
setup --list --slurm
[ "$(cat out)" = $'gcovr\nmunge' ] || fail "--list --slurm: expected munge, too"
echo cmake >unknown

setup
[ "$code" -eq 1 ] || fail "neither root nor sudo: expected code 1"
grep -q "apt-get install cmake gcovr' as root" err || fail "neither root nor sudo: expected advice"
[ ! -s calls ] || fail "neither root nor sudo: expected no call of apt-get"

echo 0 >user
setup
[ "$code" -eq 0 ] || fail "root: expected code 0"
[[ $(sed -n 1p calls) == 'apt-get update '* ]] || fail "root: expected an update first"
[[ $(sed -n 2p calls) == 'apt-get install -q -y '*' cmake gcovr' ]] ||
    fail "root: expected the two missing packages"

echo 1000 >user
# shellcheck disable=SC2016  # the command's own arguments
command_named sudo 'echo "sudo $*" >>calls; exec "$@"'
setup
[ "$code" -eq 0 ] || fail "sudo: expected code 0"
grep -q '^sudo .*apt-get install .*cmake gcovr$' calls || fail "sudo: expected it before apt-get"

# Where there is no npm, it is a package like the others.
rm commands/npm
setup --list
[[ $(cat out) == *$'\n'npm ]] || fail "no npm: expected it among the missing packages"
