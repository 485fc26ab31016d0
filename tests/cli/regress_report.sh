#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# flitlock report of a regression: its data, and the page in a browser without a network: matrix, failures with pictures
# and links to files that are there, the smallest case, the trend.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

echarts=$FLITLOCK_SOURCE_DIR/node_modules/echarts/dist/echarts.min.js
[ -r "$echarts" ] || fail "echarts is not installed; run scripts/setup"
cp "$DATA/pair.yaml" .
cat >suite.yaml <<END
name: night </script> & day
entries:
  - name: good
    base: pair.yaml
    set: {run.cycles: 300}
    traffic: {slow: {workload.rate: 0.05}, fast: {workload.rate: 0.2}}
  - name: broken
    base: pair.yaml
    set: {run.cycles: 300}
    hosts: [c, lockstep]
    device: golden
    plant: flit-lost@100
END
cd "$FLITLOCK_SOURCE_DIR" && code=0 && "$FLITLOCK" regress "$OLDPWD/suite.yaml" --out "$OLDPWD/night" --label first --quiet \
    >"$OLDPWD/out" 2>"$OLDPWD/err" || code=$?
cd "$OLDPWD"
equals 'exit code' 1 "$code"
expect 1 regress suite.yaml --out night --label second --quiet
mkdir -p night/mutation
echo '{"block": "router", "mutants": 9, "absent": 1, "killed": 6, "equivalent": 0, "survived": 2, "not_run": 0, "score": 75.0,
    "survivors": [{"file": "rtl/a.sv", "line": 7, "column": 3, "kind": "operator", "original": "a<b", "replacement": "a<=b"}]}' \
    >night/mutation/router.json
echo '{}' >night/mutation/other.json
expect 0 report night --echarts "$echarts" --json data.json
grep -qF 'report: night/report.html' out || fail "$(cat out)"
equals sessions 2 "$(value data.json sessions)"
equals session 2 "$(value data.json regression)"
equals runs 4 "$(value data.json runs)"
equals 'failed before' 1 "$(value data.json runs/3/again)"
equals 'shrunk to' 1 "$(value data.json minimal/0/packets)"
equals 'mutation scores' 'router 75' "$(jq -r '.mutation[] | "\(.block) \(.score)"' data.json)"
equals 'bad runs of both' '1 1' "$(jq -r '[.sessions[].bad] | join(" ")' data.json)"
jq -e '.runs[3].files | index("wave.vcd") and index("wave.gtkw") and index("report.txt")' data.json >/dev/null ||
    fail "$(jq '.runs[3]' data.json)"

timeout 300 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
    --user-data-dir="$PWD/browser" --host-resolver-rules='MAP * ~NOTFOUND' --enable-logging=stderr \
    --window-size=1280,1000 --virtual-time-budget=20000 --dump-dom "file://$PWD/night/report.html" >dom 2>log ||
    fail "the browser failed: $(tail -n 5 log)"
if grep ':CONSOLE' log >console; then fail "the console has: $(cat console)"; fi
for part in matrix failures mutation trend runs; do
    grep -qF "<section id=\"$part\"" dom || fail "the page has no section $part"
done
grep -qF 'Regression: night &lt;/script&gt; &amp; day' dom || fail 'the name of the suite is not as it is'
grep -qF 'class="wrong" href="#run-3">0 / 1<' dom || fail 'the matrix does not lead to the failure'
grep -qF '<td>rtl/a.sv:7:3</td><td>operator</td><td>a&lt;b</td>' dom || fail 'the survivor is not in the page'
grep -qF 'id="run-3"' dom || fail 'there is no such place'
# The pictures are drawn where wavedrom-cli is found.
grep -qF 'src="data:image/svg+xml' dom || [ ! -s night/runs/2-3/wave.svg ] || fail 'the timing diagram is not in the page'
links=0
while read -r link; do
    [ -s "night/$link" ] || fail "the page leads to $link, which is not there"
    links=$((links + 1))
done < <(grep -oE 'href="runs/[^"]*"' dom | cut -d'"' -f2)
[ "$links" -ge 10 ] || fail "the page has $links links to files"

# An empty database has nothing to show.
expect 5 regress suite.yaml --out empty --entry nobody
code=0
"$FLITLOCK" report empty --echarts "$echarts" >out 2>err || code=$?
equals 'exit code of a report of nothing' 5 "$code"
