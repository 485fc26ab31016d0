#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# flitlock report: its data, and the page in a browser without a network: marks in every plot, lines in every table, and
# nothing on the console.
set -euo pipefail
source "$FLITLOCK_SOURCE_DIR/tests/cli/lib.sh"

echarts=$FLITLOCK_SOURCE_DIR/node_modules/echarts/dist/echarts.min.js
[ -r "$echarts" ] || fail "echarts is not installed; run scripts/setup"
report=(--echarts "$echarts")

cat >curves.yaml <<END
base: $DATA/pair.yaml
name: curves </script> & more
impossible: record
set: {run.cycles: 1500, run.warmup: 300}
grid:
  defaults.input_depth, defaults.crossbar_depth: [1, 2, 8]
  workload.rate: [0.05, 0.1, 0.2]
seeds: 2
END
expect 0 sweep curves.yaml --out curves
expect 0 report curves "${report[@]}" --json data.json
grep -qF 'report: curves/report.html' out || fail "$(cat out)"
page=$PWD/curves/report.html

# The data
equals "rows" 18 "$(value data.json rows)"
equals "keys" 4 "$(value data.json keys)"
equals "outcome" impossible "$(value data.json rows/0/outcome)"
equals "pods" 1 "$(value data.json structures)"
equals "columns" 2 "$(value data.json structures/0/pod/columns)"
[ "$(jq '[.rows[] | select(.causes) | .causes[] | add | select(. < 9990 or . > 10010)] | length' data.json)" = 0 ] ||
    fail "shares do not add up"
equals "latency" "$(sqlite3 curves/sweep.db 'SELECT printf("%.15g", latency_mean) FROM point WHERE point = 7')" \
    "$(value data.json rows/7/values/latency_mean)"
equals "stages of point 7" "$(jq '.rows[7].values.latency_mean * 1000 | round' data.json)" \
    "$(jq '.rows[7].stages | add * 1000 | round' data.json)"
expect 0 report curves/sweep.db "${report[@]}" --out again.html --quiet
cmp "$page" again.html

# browse PAGE: what a browser makes of it goes to dom, its console to console.
browse() {
    timeout 300 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
        --user-data-dir="$PWD/browser" --host-resolver-rules='MAP * ~NOTFOUND' --enable-logging=stderr \
        --window-size=1280,1000 --virtual-time-budget=20000 --dump-dom "file://$1" >dom 2>log ||
        fail "the browser failed: $(tail -n 5 log)"
    grep ':CONSOLE' log >console || true
}
# drawn SECTION PATTERN: how often a mark is in a section of the page.
drawn() {
    awk -v RS='<section ' -v id="id=\"$1\"" 'index($0, id) == 1 { sub(/<\/section>.*/, ""); print }' dom >part
    grep -oE -e "$2" part | wc -l
}
# at_least N SECTION PATTERN
at_least() {
    local count
    count=$(drawn "$2" "$3")
    [ "$count" -ge "$1" ] || fail "section $2 has $count marks '$3', expected $1 or more"
}
browse "$page"
[ ! -s console ] || fail "the page complains: $(cat console)"
grep -qF '<h1>curves &lt;/script&gt; &amp; more</h1>' dom || fail "the title is not the sweep's"
for plot in latency throughput fairness; do
    at_least 1 "$plot" '<path [^>]*stroke="#1f5fa8"'
    at_least 1 "$plot" '<path [^>]*stroke="#b5482f"'
done
at_least 2 latency 'stroke-dasharray'
at_least 1 throughput '<path [^>]*stroke="#8d8d8d"' # what is offered
at_least 2 causes '<path [^>]*fill="#dbe3ec"'
at_least 2 causes '<path [^>]*fill="#8d8d8d"'
at_least 3 stages '<path [^>]*fill="#1f5fa8"'
at_least 3 stages '<path [^>]*fill="#b5482f"'
# Two GPUs of two nodes: A->B, B->A, B->dst, dst->B, and the two links between the DSTs in both drawings.
equals "links drawn" 12 "$(drawn heat 'class="link"')"
for plot in latency throughput causes heat fairness stages points; do at_least 3 "$plot" '<tr>'; done
equals "commands" 18 "$(drawn points '<code>flitlock run base.yaml ')"
equals "lines of the latency table" 7 "$(drawn latency '<tr>')"
equals "ticks at the depths" 2 "$(drawn causes '<text [^>]*>(2|8)</text>')"

# What would be amiss is seen: curves without values, and something from outside.
sed 's/"latency_mean":[0-9.]*/"latency_mean":null/g; s/"latency_p99":[0-9.]*/"latency_p99":null/g' "$page" >empty.html
browse "$PWD/empty.html"
equals "curves without values" 0 "$(drawn latency '<path [^>]*stroke="#(1f5fa8|b5482f)"')"
sed 's|<main id="page">|<img src="https://example.invalid/a.png"><main id="page">|' "$page" >outside.html
browse "$PWD/outside.html"
grep -q 'Content Security Policy' console || fail "a picture from outside was not refused: $(cat console)"
rm -rf browser

# Refusals
expect 2 report none "${report[@]}"
says none/sweep.db
expect 2 report curves --echarts none.js
says none.js
[ -s "$page" ] || fail "the old page is gone"
expect 6 report curves "${report[@]}" --out /dev/full
says /dev/full
expect 2 report curves "${report[@]}" --out - --json -
says 'cannot both be standard output'
cp -r curves empty
sqlite3 empty/sweep.db 'DELETE FROM setting; DELETE FROM point'
expect 5 report empty "${report[@]}"
says 'has no point yet'
