#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Entries of benches, programs that run a block which stands in no pod: here scripts that end in every way.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"
source "$FLITLOCK_SOURCE_DIR/tests/cli/regress_lib.sh"

mkdir benches
cat >benches/fake <<'END'
#!/usr/bin/env bash
# CASE [--json FILE] [--cover FILE] [--plant ...]...
set -eu
config=$1
shift
echo "arguments: $*"
json=
while [ $# -gt 0 ]; do
    case $1 in --json) json=$2 ;; esac
    shift 2
done
key() { sed -n "s/^$1: //p" "$config"; }
[ "$(key bench)" = fake ] && [ -n "$(key host)" ] && [ "$(key seed)" -ge 1 ]
case $(key does) in
    pass) text='"outcome": "pass", "status": 0, "cycles": 70, "compared": 8, "flits": 5, "completed": 3' ;;
    differ) text='"outcome": "divergence", "status": 100, "kind": "divergence PAYLOAD payload slice", "block": "slice", "at": 41, "message": "byte 3"' ;;
    kill) kill -SEGV $$ ;;
    hang) sleep 1000 ;;
    silent) exit 0 ;;
    nonsense) text='"outcome": "splendid"' ;;
esac
if [ -n "$json" ]; then echo "{$text}" >"$json"; fi
END
chmod +x benches/fake
cat >suite.yaml <<'END'
entries:
  - name: passes
    bench: fake
    set: {does: pass, size: 3}
    hosts: [c, rtl, lockstep]
    traffic: {small: {size: 1}, plain: {}}
  - name: differs
    bench: fake
    set: {does: differ}
    hosts: [lockstep]
    plant: flit-lost@5
    plant_at: slice
    expect: divergence
    kind: PAYLOAD
  - name: crashes
    bench: fake
    set: {does: kill}
    expect: crash
    kind: signal 11
  - name: hangs
    bench: fake
    set: {does: hang}
    timeout: 1s
    expect: time-out
  - name: silent
    bench: fake
    set: {does: silent}
    expect: crash
  - name: nonsense
    bench: fake
    set: {does: nonsense}
    expect: crash
  - name: drawn
    bench: fake
    set: {does: pass}
    random:
      runs: 4
      keys:
        size: {from: 1, to: 9}
        shape: [square, round]
END
expect 0 regress suite.yaml --benches benches --out all --seed 5
equals runs 15 "$(regress_query all 'SELECT count(*) FROM run')"
equals 'what a bench has said' '70 8 5 3' \
    "$(sqlite3 -separator ' ' all/regress.db "SELECT cycles, compared, flits, completed FROM run WHERE entry = 'passes' LIMIT 1")"
equals 'where it differs' 'slice 41 byte 3' \
    "$(sqlite3 -separator ' ' all/regress.db "SELECT instance, at, message FROM run WHERE entry = 'differs'")"
# What passes leaves no files; what fails has the case, what was printed, and a command that repeats it.
equals folders 5 "$(find all/runs -mindepth 1 -maxdepth 1 | wc -l)"
folder=$(regress_query all "SELECT folder FROM run WHERE entry = 'differs'")
grep -qF -e '--plant flit-lost@5 --plant-at slice' "all/$folder/output.txt" || fail "$(cat "all/$folder/output.txt")"
cat >expected <<'END'
bench: fake
host: lockstep
seed: 1
does: differ
END
sed -i 's/^seed: .*/seed: 1/' expected
diff "all/$folder/config.yaml" expected
command=$(regress_query all "SELECT command FROM run WHERE entry = 'differs'")
(cd all && eval "$command") >again || fail "$command: $(cat again)"
grep -qF 'arguments: --plant flit-lost@5 --plant-at slice' again || fail "$(cat again)"
# The last setting of a key counts.
sed 's/does: pass, size: 3/does: differ, size: 3/' suite.yaml >other.yaml
expect 1 regress other.yaml --benches benches --out other --entry passes --hosts c
equals sizes 'size: 1
size: 3' "$(cat other/runs/*/config.yaml | grep size | sort)"
equals 'benches are not shrunk' 0 "$(regress_query other 'SELECT count(*) FROM minimal')"

# Mistakes.
expect 2 regress suite.yaml --out x
says "is of the bench 'fake', but there is no program"
expect 5 regress suite.yaml --out x --without-rtl
mistake() { # TEXT MESSAGE
    printf 'entries:\n  - name: a\n    bench: fake\n%s\n' "$1" >mistake.yaml
    expect 2 regress mistake.yaml --benches benches --out mistake
    says "$2"
}
mistake '    base: x.yaml' "entry 'a' is of a bench"
mistake '    blocks: [all]' "entry 'a' is of a bench"
mistake '    packets: 5' 'packets: found 5; allowed: nothing'
mistake '    config: {pod: {gpus: 1}}' "entry 'a' is of a bench"
