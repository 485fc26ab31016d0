#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The benches of the suites: each host passes, an error that is planted is found by its name, mistakes are refused.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

# bench NAME CODE TEXT [OPTION...]: TEXT are lines of the case.
bench() {
    local name=$1 wanted=$2 text=$3 code=0
    shift 3
    printf 'bench: %s\n%s\n' "$name" "$text" >case.yaml
    "$FLITLOCK_BUILD_DIR/benches/$name" case.yaml --json result.json --cover cover.txt "$@" >out 2>err || code=$?
    equals "exit code of $name $text $*" "$wanted" "$code"
}
result() { jq -r ".$1" result.json; }

for name in router tlb l2; do
    for host in c rtl lockstep; do
        rm -f cover.txt
        bench "$name" 0 "host: $host
seed: 3"
        equals outcome pass "$(result outcome)"
        [ "$(result completed)" -gt 20 ] || fail "$name in $host: $(cat result.json)"
        if [ "$host" = lockstep ]; then
            [ "$(result flits)" -gt 100 ] || fail "$name: $(cat result.json)"
        else
            equals compared 0 "$(result compared)"
        fi
        # Golden and RTL meet the same points.
        if [ "$host" != c ]; then cmp cover.txt "cover.$name"; else mv cover.txt "cover.$name"; fi
    done
    grep -qP '^cross\tshape=\w+\t.*\t[1-9][0-9]*$' "cover.$name" || fail "$(head "cover.$name")"
    code=0
    "$FLITLOCK_BUILD_DIR/benches/$name" --help >out || code=$?
    equals 'exit code of --help' 0 "$code"
    grep -q "^Usage: $name CASE" out || fail "$(cat out)"
    bench "$name" 2 'host: lockstep
colour: red'
    equals outcome error "$(result outcome)"
    grep -qF "unknown key 'colour'" err || fail "$(cat err)"
    bench "$name" 2 'host: lockstep
shape: none'
    bench "$name" 2 'host: verilog'
    bench "$name" 2 'host: c' --plant flit-lost
    bench "$name" 1 'host: lockstep' --plant flit-lost@50
    equals 'a lost flit' divergence "$(result outcome)"
    bench "$name" 1 'host: lockstep' --plant credit-twice@100 --plant-into golden
    [ "$(result kind | cut -d' ' -f1)" = divergence ] || fail "$(cat result.json)"
    bench "$name" 5 'host: lockstep' --plant flit-lost@100000000
    equals 'an error that is not made' vacuous "$(result outcome)"
    bench "$name" 1 'host: lockstep' --plant credit-late@50 --device golden
done
bench tlb 1 'host: lockstep' --plant payload@50 --plant-at l1tlb
equals kind 'divergence PAYLOAD payload l1' "$(result kind)"
