// SPDX-License-Identifier: Apache-2.0
// The page of 'flitlock report' for a regression: reads the data that stands in it (docs/report.md).
'use strict';
(function () {
  const data = JSON.parse(document.getElementById('data').textContent);
  const page = document.getElementById('page');
  const OUTCOMES = [['pass', '#3b7a3b'], ['divergence', '#b5482f'], ['invariant', '#7a4fa0'], ['no-progress', '#8a6d2f'],
    ['vacuous', '#9aa5b1'], ['time-out', '#d98c6f'], ['crash', '#1c2430'], ['error', '#c2557f']];
  const runs = data.runs;
  const session = data.sessions.find((each) => each.session === data.regression);
  const minimal = new Map(data.minimal.map((each) => [each.run, each]));
  const bad = runs.filter((run) => !run.good);

  function el(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const key in attributes || {}) made.setAttribute(key, attributes[key]);
    for (const child of children) made.append(child);
    return made;
  }
  function section(id, title, text) {
    const made = el('section', { id: id }, el('h2', {}, title));
    if (text) made.append(el('p', {}, text));
    page.append(made);
    return made;
  }
  function label(run) {
    return [run.entry, run.block, run.host, run.traffic, run.settings].filter((part) => part !== '').join(' / ') +
      ' / seed ' + run.seed;
  }
  function table(head, body) {
    return el('div', { class: 'scroll' }, el('table', {}, el('thead', {}, el('tr', {}, ...head.map((text) => el('th', {}, text)))),
      el('tbody', {}, ...body.map((line) => el('tr', {}, ...line.map((cell) =>
        el('td', typeof cell === 'number' ? { class: 'n' } : {}, cell === null ? '' : cell instanceof Node ? cell : String(cell))))))));
  }
  function facts(list) {
    return el('div', { class: 'facts' }, ...list.map(([name, value]) => el('span', {}, name + ' ', el('b', {}, String(value)))));
  }
  function seconds(value) { return value < 10 ? value.toFixed(2) + ' s' : value.toFixed(0) + ' s'; }

  // ---- Head

  page.append(el('h1', {}, 'Regression: ' + session.suite));
  page.append(facts([['session', session.session + (session.label ? ' (' + session.label + ')' : '')], ['seed', session.seed],
    ['shard', session.shard], ['runs', runs.length], ['not as expected', bad.length], ['shrunk', data.minimal.length],
    ['state', session.state], ['time of all runs', seconds(session.seconds)], ['flitlock', session.version]]));
  if (bad.length > 0) {
    const box = el('div', { class: 'bad', id: 'bad' });
    bad.slice(0, 12).forEach((run) => box.append(el('p', {}, el('a', { href: '#run-' + run.run }, label(run)), ': ' + run.outcome +
      ' instead of ' + run.expected)));
    if (bad.length > 12) box.append(el('p', {}, 'and ' + (bad.length - 12) + ' more'));
    page.append(box);
  }
  if (session.state !== 'complete') {
    page.append(el('div', { class: 'bad' }, el('p', {}, session.state === 'budget' ? 'Its time was over before all had been run.'
      : 'It is not complete.')));
  }

  // ---- Matrix

  function addMatrix() {
    const part = section('matrix', 'Entries and hosts', 'Runs as expected of all runs; a cell leads to the first that is not.');
    const columns = [...new Set(runs.map((run) => run.host + (run.block && run.block !== 'all' ? ' ' + run.block : '')))];
    const entries = [...new Set(runs.map((run) => run.entry))];
    const body = entries.map((entry) => [entry, ...columns.map((column) => {
      const cell = runs.filter((run) => run.entry === entry &&
        run.host + (run.block && run.block !== 'all' ? ' ' + run.block : '') === column);
      if (cell.length === 0) return '';
      const wrong = cell.filter((run) => !run.good);
      const text = (cell.length - wrong.length) + ' / ' + cell.length;
      return wrong.length === 0 ? el('span', { class: 'good' }, text)
        : el('a', { class: 'wrong', href: '#run-' + wrong[0].run }, text);
    })]);
    part.append(table(['entry', ...columns], body));
  }

  // ---- Coverage

  function percent(kind) { return kind.points > 0 ? 100 * kind.met / kind.points : 0; }
  function addCoverage() {
    const now = data.coverage.filter((kind) => kind.session === data.regression);
    if (now.length === 0) return;
    const part = section('coverage', 'Coverage', 'Of this session, merged over its runs; below, by place, what was not met.');
    part.append(facts(now.map((kind) => [kind.kind, kind.met + ' of ' + kind.points + ' (' + percent(kind).toFixed(2) + ' %)' +
      (kind.goal === null ? '' : ', at least ' + kind.goal + ' %')])));
    now.filter((kind) => kind.goal !== null && percent(kind) < kind.goal && session.shard === '1/1').forEach((kind) => part.append(
      el('div', { class: 'bad' }, el('p', {}, kind.kind + ': less than the ' + kind.goal + ' % that the suite asks for'))));
    now.forEach((kind) => {
      const open = kind.places.filter((place) => place.met < place.points);
      part.append(el('h3', {}, kind.kind));
      if (open.length === 0) {
        part.append(el('p', {}, 'No hole.'));
        return;
      }
      part.append(table(['place', 'points', 'met', '%', 'holes'], open.map((place) => [place.place, place.points, place.met,
        Number(percent(place).toFixed(2)), place.holes.join(', ') +
        (place.points - place.met > place.holes.length ? ', and ' + (place.points - place.met - place.holes.length) + ' more' : '')])));
    });
  }

  // ---- Failures

  function files(folder, list) {
    const line = el('p', { class: 'files' });
    list.forEach((name) => line.append(el('a', { href: encodeURI(folder + '/' + name) }, name), ' '));
    return line;
  }
  function picture(text, title) {
    return el('img', { class: 'wave', alt: title, src: 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(text) });
  }
  function addRun(part, run) {
    const small = minimal.get(run.run);
    const box = el('div', { class: 'run', id: 'run-' + run.run }, el('h3', {}, label(run)));
    box.append(facts([['outcome', run.outcome], ['expected', run.expected], ['kind', run.kind || '-'],
      ['cycle', run.instance ? run.at : '-'], ['block', run.instance || '-'], ['failed before', run.again ? 'yes' : 'no']]));
    if (run.message) box.append(el('p', {}, run.message));
    if (run.command) box.append(el('code', {}, run.command));
    if (run.files.length > 0) box.append(files(run.folder, run.files));
    if (small && small.found) {
      box.append(facts([['smallest case', small.packets + ' of ' + small.packets_before + ' packets'],
        ['cycles', small.cycles + ' of ' + small.cycles_before], ['attempts', small.tries],
        ['whole', small.whole ? 'nothing more can be left out' : 'the time was over']]));
      box.append(el('code', {}, small.command), files(small.folder, small.files));
    } else if (small) {
      box.append(el('p', {}, 'Not shrunk: ' + (small.message || 'it depends on more than its traffic.')));
    }
    if (small && small.picture) {
      box.append(picture(small.picture, 'timing diagram of the smallest case'));
    } else if (run.picture) {
      box.append(picture(run.picture, 'timing diagram of the first difference'));
    }
    part.append(box);
  }
  function addFailures(id, title, text, list) {
    if (list.length === 0) return;
    const part = section(id, title, text);
    list.forEach((run) => addRun(part, run));
  }

  // ---- Trend

  // Per cent of each kind, on the axis of its own.
  function coverageSeries() {
    const colors = { cross: '#2a8f8f', line: '#7d8f2a', toggle: '#8f2a6b' };
    return [...new Set(data.coverage.map((kind) => kind.kind))].map((name) => ({ name: name + ' covered', type: 'line', yAxisIndex: 2,
      color: colors[name], connectNulls: true, data: data.sessions.map((each) => {
        const found = data.coverage.find((kind) => kind.session === each.session && kind.kind === name);
        return found ? Number(percent(found).toFixed(2)) : null;
      }) }));
  }
  function addTrend() {
    const part = section('trend', 'Sessions', 'Outcomes of each session in this database.');
    const plot = el('div', { class: 'plot' });
    part.append(plot);
    const names = data.sessions.map((each) => each.session + (each.label ? ' ' + each.label : ''));
    const chart = echarts.init(plot, null, { renderer: 'svg' });
    chart.setOption({
      animation: false, tooltip: { trigger: 'axis' }, legend: { top: 0 }, grid: { left: 60, right: data.coverage.length > 0 ? 110 : 60, top: 40, bottom: 50 },
      xAxis: { type: 'category', data: names }, yAxis: [{ type: 'value', name: 'runs' }, { type: 'value', name: 'seconds' },
        { type: 'value', name: '%', min: 0, max: 100, offset: 50, show: data.coverage.length > 0, splitLine: { show: false } }],
      series: [...OUTCOMES.map(([name, color]) => ({ name: name, type: 'bar', stack: 'runs', color: color,
        data: data.sessions.map((each) => each.outcomes[name] || 0) })),
      { name: 'not as expected', type: 'line', color: '#b5482f', data: data.sessions.map((each) => each.bad) },
      ...coverageSeries(),
      { name: 'seconds', type: 'line', yAxisIndex: 1, color: '#1f5fa8', lineStyle: { type: 'dashed' },
        data: data.sessions.map((each) => Number(each.seconds.toFixed(2))) }],
    });
    window.addEventListener('resize', () => chart.resize());
    part.append(table(['session', 'suite', 'label', 'seed', 'shard', 'state', 'runs', 'not as expected', 'refused draws', 'seconds',
      'flitlock'], data.sessions.map((each) => [each.session, each.suite, each.label, each.seed, each.shard, each.state, each.done,
      each.bad, each.refused, Number(each.seconds.toFixed(2)), each.version])));
  }

  function addRuns() {
    const part = section('runs', 'All runs');
    part.append(table(['run', 'entry', 'block', 'host', 'traffic', 'settings', 'seed', 'outcome', 'as expected', 'cycles',
      'compared', 'completed', 'seconds'], runs.map((run) => [run.run, run.entry, run.block, run.host, run.traffic, run.settings,
      run.seed, run.outcome, run.good ? 'yes' : 'no', run.cycles, run.compared, run.completed, Number(run.seconds.toFixed(2))])));
  }

  // ---- Mutation score

  function addMutation() {
    if (data.mutation.length === 0) return;
    const part = section('mutation', 'Mutation score', 'Errors made by rule in the RTL, and how many of them the checks see.');
    part.append(table(['block', 'mutants', 'in no model', 'killed', 'equivalent', 'survived', 'not run', 'score'],
      data.mutation.map((each) => [each.block, each.mutants, each.absent, each.killed, each.equivalent, each.survived,
        each.not_run, each.score.toFixed(1) + ' %'])));
    data.mutation.filter((each) => each.survivors.length > 0).forEach((each) => part.append(el('details', {},
      el('summary', {}, each.block + ': not seen by any check'), table(['where', 'kind', 'original', 'mutant', 'is it a change?'],
        each.survivors.map((one) => [one.file + ':' + one.line + ':' + one.column, one.kind, one.original, one.replacement,
          one.verdict ? one.verdict + ': ' + one.how : 'not asked'])))));
  }

  addMatrix();
  addCoverage();
  addFailures('failures', 'Not as expected', 'Smallest cases with their pictures, where there is one.', bad);
  addFailures('expected', 'Expected failures', 'Errors that were planted, to see that they are found.',
    runs.filter((run) => run.good && run.outcome !== 'pass'));
  addMutation();
  addTrend();
  addRuns();
}());
