#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The completion offers commands, a command's options, and files or folders after the options that take them.
set -euo pipefail
# shellcheck source=scripts/completion/flitlock.bash
source "$FLITLOCK_SOURCE_DIR/scripts/completion/flitlock.bash"

# offers EXPECTED WORD...: completing the last word gives exactly EXPECTED (words parted by spaces).
offers() {
    local expected=$1
    shift
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _flitlock
    if [ "${COMPREPLY[*]}" != "$expected" ]; then
        echo "completing '$*': expected '$expected', got '${COMPREPLY[*]}'"
        exit 1
    fi
}

offers help flitlock he
offers --version flitlock --v
offers '' flitlock nothing ''
offers --man flitlock help --m
offers help flitlock help hel
offers '--rate' flitlock show --ra
offers '' flitlock show --rate ''
offers '--set --rate --all --json --help' flitlock show a.yaml --
mkdir folder && touch first.yaml second.yaml
offers 'first.yaml' flitlock show fir
offers 'second.yaml' flitlock show --json sec
