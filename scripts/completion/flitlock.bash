# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Completion of flitlock's commands, options and files. Made by 'flitlock help --completion'; a test compares the
# two.
#
# bash: source this file in ~/.bashrc.
# zsh:  autoload -U +X bashcompinit && bashcompinit, then source this file.

# _flitlock_offer ARGUMENT...: what compgen finds, one a line. (zsh has no mapfile.)
_flitlock_offer() {
    local line
    while IFS= read -r line; do
        [ -z "$line" ] || COMPREPLY+=("$line")
    done <<<"$(compgen "$@")"
}

_flitlock() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local options='' operands=''
    COMPREPLY=()
    if [ "$COMP_CWORD" -le 1 ]; then
        _flitlock_offer -W 'run check show tune sweep merge report regress minimise mutate probe reproduce diff events help --help --version' -- "$word"
        return
    fi
    case ${COMP_WORDS[1]} in
        run)
            options='--set --seed --cycles --impl --json --csv --events --vcd --vcd-scope --vcd-window --vcd-save --links --stream --plot --quiet' operands='file'
            case $before in
                --set | --seed | --cycles | --impl | --vcd-scope | --vcd-window | --links | --stream) operands='nothing' ;;
                --json | --events | --vcd | --vcd-save | --plot) operands='file' ;;
                --csv) operands='directory' ;;
            esac
            ;;
        check)
            options='--set --seed --cycles --impl --continue --mode --window --tolerance --follow --out --wave-before --wave-after --report-json --events --device --plant --plant-at --plant-into --quiet' operands='file'
            case $before in
                --set | --seed | --cycles | --impl | --continue | --mode | --window | --tolerance | --follow | --wave-before | --wave-after | --device | --plant | --plant-at | --plant-into) operands='nothing' ;;
                --report-json | --events) operands='file' ;;
                --out) operands='directory' ;;
            esac
            ;;
        show)
            options='--set --rate --all --json' operands='file'
            case $before in
                --set | --rate) operands='nothing' ;;
                --json) operands='file' ;;
            esac
            ;;
        tune)
            options='--set --seed --cycles --target --depths --jobs --no-sweep --csv --json --plot --quiet' operands='file'
            case $before in
                --set | --seed | --cycles | --target | --depths | --jobs) operands='nothing' ;;
                --json | --plot) operands='file' ;;
                --csv) operands='directory' ;;
            esac
            ;;
        sweep)
            options='--out --jobs --shard --timeout --retry-failed --dry-run --json --quiet' operands='file'
            case $before in
                --jobs | --shard | --timeout) operands='nothing' ;;
                --json) operands='file' ;;
                --out) operands='directory' ;;
            esac
            ;;
        merge)
            options='--json --complete --quiet' operands='file'
            case $before in
                --json) operands='file' ;;
            esac
            ;;
        report)
            options='--out --json --echarts --quiet' operands='directory'
            case $before in
                --out | --json | --echarts) operands='file' ;;
            esac
            ;;
        regress)
            options='--out --jobs --shard --seed --entry --hosts --without-rtl --benches --time-budget --coverage --fill-holes --minimise --no-minimise --resume --new --label --junit --json --list --quiet' operands='file'
            case $before in
                --jobs | --shard | --seed | --entry | --hosts | --time-budget | --coverage | --fill-holes | --minimise | --label) operands='nothing' ;;
                --junit | --json) operands='file' ;;
                --out | --benches) operands='directory' ;;
            esac
            ;;
        minimise)
            options='--set --seed --cycles --impl --device --plant --plant-at --plant-into --out --time-budget --json --quiet' operands='file'
            case $before in
                --set | --seed | --cycles | --impl | --device | --plant | --plant-at | --plant-into | --time-budget) operands='nothing' ;;
                --json) operands='file' ;;
                --out) operands='directory' ;;
            esac
            ;;
        mutate)
            options='--out --jobs --timeout --every --programs --json --require --quiet' operands='nothing'
            case $before in
                --jobs | --timeout | --every | --require) operands='nothing' ;;
                --json) operands='file' ;;
                --out | --programs) operands='directory' ;;
            esac
            ;;
        probe)
            options='--experiment --impl --set --seed --noise --votes --short --json --plot --benchmark --quiet' operands='file'
            case $before in
                --experiment | --impl | --set | --seed | --noise | --votes) operands='nothing' ;;
                --json) operands='file' ;;
                --plot) operands='directory' ;;
            esac
            ;;
        reproduce)
            options='--short --format --out --json --configs --jobs --quiet' operands='nothing'
            case $before in
                --format | --jobs) operands='nothing' ;;
                --out | --json) operands='file' ;;
                --configs) operands='directory' ;;
            esac
            ;;
        diff)
            options='' operands='file'
            ;;
        events)
            options='' operands='file'
            ;;
        help)
            options='--man --completion' operands='run check show tune sweep merge report regress minimise mutate probe reproduce diff events help'
            ;;
        *)
            return
            ;;
    esac
    if [ "${word:0:1}" = - ]; then
        _flitlock_offer -W "$options --help" -- "$word"
        return
    fi
    case $operands in
        file) _flitlock_offer -f -- "$word" ;;
        directory) _flitlock_offer -d -- "$word" ;;
        nothing) ;;
        *) _flitlock_offer -W "$operands" -- "$word" ;;
    esac
}

complete -o filenames -o bashdefault -F _flitlock flitlock
