// SPDX-License-Identifier: Apache-2.0
// The page of 'flitlock report': reads the data that stands in it (docs/report.md) and draws with ECharts.
'use strict';
(function () {
  const data = JSON.parse(document.getElementById('data').textContent);
  const page = document.getElementById('page');
  const COLORS = ['#1f5fa8', '#b5482f', '#3b7a3b', '#8a6d2f', '#7a4fa0', '#2a8c8c', '#c2557f', '#4a4a4a', '#6f9bd1',
    '#d98c6f', '#86b386', '#c7ab6b'];
  const CAUSES = [['in use', '#dbe3ec'], ['1 own output', '#1f5fa8'], ['2 no credit', '#b5482f'],
    ['3 own crossbar', '#3b7a3b'], ['4 own input', '#8a6d2f'], ['5 upstream', '#8d8d8d'], ['unknown', '#e7b6d1']];
  const STAGE_COLORS = ['#9aa5b1', '#1f5fa8', '#5b8fcb', '#8fb3dd', '#c0d5ec', '#4a4a4a', '#b5482f', '#d0705a', '#dd9a89',
    '#ecc7bd', '#c7ab6b'];
  const FONT = 'system-ui, "Segoe UI", "DejaVu Sans", sans-serif';
  const RATE = 'requests per cycle and client';
  const rows = data.rows;
  const charts = [];

  // ---- Elements

  function el(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const key in attributes || {}) made.setAttribute(key, attributes[key]);
    for (const child of children) made.append(child);
    return made;
  }
  function svg(name, attributes, ...children) {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const key in attributes || {}) made.setAttribute(key, attributes[key]);
    for (const child of children) made.append(child);
    return made;
  }
  function round(value, digits) {
    if (value === null || value === undefined || !isFinite(value)) return '';
    return String(Number(value.toPrecision(digits || 5)));
  }
  function mean(list) {
    const known = list.filter((value) => value !== null && value !== undefined && isFinite(value));
    return known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / known.length;
  }
  function choice(label, entries, chosen, changed) {
    const select = el('select');
    entries.forEach(([value, text]) => select.append(el('option', { value: value }, text)));
    select.value = String(chosen);
    select.addEventListener('change', () => changed(select.value));
    return el('label', {}, label, select);
  }

  // ---- Tables

  function cellText(cell) { return typeof cell === 'number' ? round(cell, 6) : cell === null ? '' : String(cell); }
  function csvOf(head, body) {
    const quote = (text) => (/[",\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text);
    return [head, ...body].map((line) => line.map((cell) => quote(cellText(cell))).join(',')).join('\n') + '\n';
  }
  function makeTable(head, body, name) {
    const lines = el('tbody');
    const fill = (list) => {
      lines.replaceChildren(...list.map((line) => el('tr', {}, ...line.map((cell) =>
        el('td', typeof cell === 'number' ? { class: 'n' } : {},
          /^flitlock /.test(cell) ? el('code', {}, cell) : cellText(cell))))));
    };
    let sorted = -1;
    const titles = head.map((title, n) => {
      const th = el('th', { title: 'sort' }, title);
      th.addEventListener('click', () => {
        const sign = sorted === n ? -1 : 1;
        sorted = sorted === n ? -1 : n;
        fill([...body].sort((a, b) => sign * (typeof a[n] === 'number' && typeof b[n] === 'number'
          ? a[n] - b[n] : cellText(a[n]).localeCompare(cellText(b[n])))));
      });
      return th;
    });
    fill(body);
    const save = el('button', {}, 'save as CSV');
    save.addEventListener('click', () => {
      const link = el('a', { download: name + '.csv',
        href: URL.createObjectURL(new Blob([csvOf(head, body)], { type: 'text/csv' })) });
      link.click();
      URL.revokeObjectURL(link.href);
    });
    return [el('div', { class: 'scroll' }, el('table', {}, el('thead', {}, el('tr', {}, ...titles)), lines)), save];
  }

  // ---- Axes: what differs from point to point. Keys that change together are one axis.

  function numberOf(text) {
    const match = /^([0-9.]+(?:e[-+]?[0-9]+)?)(?:\/([0-9.]+))? *([A-Za-z]*)$/i.exec(text === null ? '' : text);
    if (!match || !isFinite(Number(match[1]))) return null;
    return { value: Number(match[1]) / (match[2] ? Number(match[2]) : 1), unit: match[3] };
  }
  function findAxes(rows) {
    const bySignature = new Map();
    data.keys.forEach((key, k) => {
      const seen = [];
      const signature = rows.map((row) => {
        if (seen.indexOf(row.settings[k]) < 0) seen.push(row.settings[k]);
        return seen.indexOf(row.settings[k]);
      }).join();
      if (seen.length < 2) return;
      if (!bySignature.has(signature)) bySignature.set(signature, []);
      bySignature.get(signature).push(k);
    });
    const axes = [...bySignature.values()].map((keys) => makeAxis(rows, keys));
    if (axes.length === 0) axes.push(makeAxis(rows, []));
    return axes;
  }
  function nameOf(keys) {
    if (keys.length === 0) return 'point';
    const names = keys.map((k) => data.keys[k]);
    if (names.length === 1) return names[0];
    const section = names[0].slice(0, names[0].lastIndexOf('.') + 1);
    if (names.some((name) => !name.startsWith(section))) return names.join(', ');
    return section + names.map((name) => name.slice(section.length)).join(', ');
  }
  // For legends and heads of tables: "depth" for the three depths, "rate" for workload.rate.
  function shortOf(keys) {
    if (keys.length === 0) return 'point';
    const last = keys.map((k) => data.keys[k].replace(/^.*\./, ''));
    const ends = [...new Set(last.map((name) => name.replace(/^.*_/, '')))];
    return ends.length === 1 && last.length > 1 ? ends[0] : last.join('/');
  }
  function makeAxis(rows, keys) {
    const labelOf = (row) => {
      if (keys.length === 0) return String(row.point);
      const values = [...new Set(keys.map((k) => (row.settings[k] === null ? 'as the base' : row.settings[k])))];
      return values.join(' ');
    };
    let labels = [...new Set(rows.map(labelOf))];
    const numbers = labels.map(numberOf);
    const numeric = numbers.every((n) => n !== null && n.unit === numbers[0].unit);
    if (numeric) labels.sort((a, b) => numberOf(a).value - numberOf(b).value);
    const axis = { name: nameOf(keys), short: shortOf(keys), keys: keys, labels: labels, numeric: numeric,
      unit: numeric ? numbers[0].unit : '',
      labelOf: labelOf, of: (row) => labels.indexOf(labelOf(row)), values: labels.map((l) => (numeric ? numberOf(l).value : null)) };
    axis.seed = keys.some((k) => data.keys[k] === 'seed');
    axis.depth = keys.some((k) => /depth/.test(data.keys[k]));
    // An axis that the offered load goes with: its values are shown as that load.
    const loads = labels.map((l, n) => [...new Set(rows.filter((row) => axis.of(row) === n && row.values.offered_rate !== null)
      .map((row) => row.values.offered_rate))]);
    axis.load = loads.every((l) => l.length === 1) && new Set(loads.map((l) => l[0])).size === labels.length &&
      labels.length > 1;
    if (axis.load) axis.values = loads.map((l) => l[0]);
    axis.title = axis.load ? 'offered (' + RATE + ')' : axis.name + (axis.unit ? ' (' + axis.unit + ')' : '');
    return axis;
  }
  // Plots have the points that have results; the table has all.
  const good = rows.filter((row) => row.outcome === 'ok' || (row.outcome === 'failed' && row.structure !== undefined));
  const axes = findAxes(good), allAxes = findAxes(rows);
  const axisChoices = (filter) => axes.map((axis, n) => [n, axis.load ? 'offered load (' + axis.name + ')' : axis.name])
    .filter(([n]) => filter(axes[n]));

  // What a slice takes of the other axes: "series" (a curve for each value), "mean", or the number of a value.
  function startOf(axis, forCurves) {
    if (axis.seed) return 'mean';
    if (forCurves) return 'series';
    return axis.load ? axis.labels.length - 1 : 0;
  }
  function makeState(x, forCurves) {
    const state = { x: x, take: axes.map((axis) => startOf(axis, forCurves)) };
    // No more curves than a person tells apart.
    for (;;) {
      const many = axes.map((axis, n) => [n === state.x || state.take[n] !== 'series' ? 0 : axis.labels.length, n]);
      if (many.reduce((product, [count]) => product * (count || 1), 1) <= COLORS.length) return state;
      state.take[many.sort((a, b) => b[0] - a[0])[0][1]] = 0;
    }
  }
  function slice(state) {
    const series = new Map();
    for (const row of good) {
      const labels = [];
      if (axes.some((axis, n) => {
        if (n === state.x || state.take[n] === 'mean') return false;
        if (state.take[n] !== 'series') return axis.of(row) !== Number(state.take[n]);
        labels.push([axis.of(row), axis.short + ' ' + axis.labels[axis.of(row)]]);
        return false;
      })) continue;
      const label = labels.map((l) => l[1]).join(', ') || 'all';
      if (!series.has(label)) series.set(label, { label: label, order: labels.map((l) => l[0]), at: new Map() });
      const at = series.get(label).at, x = axes[state.x].of(row);
      if (!at.has(x)) at.set(x, []);
      at.get(x).push(row);
    }
    const list = [...series.values()].sort((a, b) => {
      for (let n = 0; n < a.order.length; n++) if (a.order[n] !== b.order[n]) return a.order[n] - b.order[n];
      return 0;
    });
    list.forEach((s) => { s.points = [...s.at.entries()].sort((a, b) => a[0] - b[0])
      .map(([x, list]) => ({ x: x, label: axes[state.x].labels[x], value: axes[state.x].values[x], rows: list })); });
    return list;
  }
  function controls(state, forCurves, redraw) {
    const box = el('div', { class: 'controls' });
    const fill = () => {
      box.replaceChildren(choice('across', axisChoices(() => true), state.x, (value) => {
        state.x = Number(value);
        fill();
        redraw();
      }));
      axes.forEach((axis, n) => {
        if (n === state.x) return;
        const entries = [['mean', 'mean of all ' + axis.labels.length]];
        if (forCurves) entries.unshift(['series', 'a curve each']);
        axis.labels.forEach((label, v) => entries.push([v, label]));
        box.append(choice(axis.name, entries, state.take[n], (value) => {
          state.take[n] = value;
          redraw();
        }));
      });
    };
    fill();
    return box;
  }

  // ---- Plots

  function section(id, title, text, parent) {
    const box = el('section', { id: id }, el('h2', {}, title), el('p', {}, text));
    parent.append(box);
    return box;
  }
  function makePlot(box, wide) {
    const div = el('div', { class: 'plot' + (wide ? ' wide' : '') });
    const table = el('details', {}, el('summary', {}, 'Table'));
    box.append(div, table);
    let chart = null;
    return {
      draw: (option, head, body) => {
        if (body.length === 0) {
          if (chart) chart.dispose();
          chart = null;
          div.className = 'plot none';
          div.textContent = 'No point of this choice has such a value.';
        } else {
          if (!chart) {
            div.className = 'plot' + (wide ? ' wide' : '');
            div.textContent = '';
            chart = echarts.init(div, null, { renderer: 'svg' });
            charts.push(chart);
          }
          chart.setOption(Object.assign({ animation: false, backgroundColor: '#fff', color: COLORS,
            textStyle: { fontFamily: FONT }, tooltip: { trigger: 'axis', confine: true },
            legend: { type: 'scroll', top: 0 }, grid: { left: 64, right: 24, top: 42, bottom: 52 },
            toolbox: { right: 0, bottom: 0, itemSize: 12, feature: { saveAsImage: { type: 'svg', name: box.id, title: 'save' } } } },
          option), true);
        }
        table.replaceChildren(el('summary', {}, 'Table (' + body.length + ' lines)'), ...makeTable(head, body, box.id));
      },
    };
  }
  function xAxisOf(axis, bars) {
    const name = { name: axis.title, nameLocation: 'middle', nameGap: 30, axisLine: { lineStyle: { color: '#5b6675' } } };
    if (bars || !axis.numeric) {
      return Object.assign(name, { type: 'category', data: axis.load ? axis.values.map((v) => round(v, 5)) : axis.labels,
        boundaryGap: bars, axisTick: { alignWithLabel: true } });
    }
    const spread = Math.max(...axis.values) / Math.max(1e-12, Math.min(...axis.values));
    const log = !axis.load && Math.min(...axis.values) > 0 && spread >= 16;
    return Object.assign(name, { type: log ? 'log' : 'value', logBase: 2, min: log ? Math.min(...axis.values) : 0,
      splitLine: { lineStyle: { color: '#eef1f5' } } });
  }
  function yAxisOf(name, more) {
    return Object.assign({ type: 'value', name: name, nameLocation: 'middle', nameGap: 46,
      splitLine: { lineStyle: { color: '#e8ecf1' } }, axisLabel: { formatter: (v) => round(v, 4) } }, more);
  }
  const xy = (axis, point, y) => [axis.numeric ? point.value : point.label, y];
  const metric = (name) => (point) => mean(point.rows.map((row) => row.values[name]));

  // ---- Load against latency and throughput

  const first = axes.findIndex((axis) => axis.load);
  const start = first >= 0 ? first : Math.max(0, axes.findIndex((axis) => axis.numeric && !axis.seed));
  const curves = makeState(start, true);
  const redraws = [];

  function drawLatency(plot) {
    const axis = axes[curves.x], list = [], body = [];
    slice(curves).forEach((s, n) => {
      [['mean', 'latency_mean', 'solid', 2], ['p99', 'latency_p99', 'dashed', 1.3]].forEach(([what, column, type, width]) => {
        const points = s.points.map((p) => xy(axis, p, metric(column)(p))).filter((p) => p[1] !== null);
        if (points.length === 0) return;
        list.push({ name: s.label, id: s.label + ', ' + what, type: axis.numeric ? 'line' : 'scatter', data: points,
          symbol: what === 'mean' ? 'circle' : 'emptyCircle', symbolSize: axis.numeric ? 5 : 10, showSymbol: true, lineStyle: { type: type, width: width }, color: COLORS[n % COLORS.length] });
      });
      s.points.forEach((p) => {
        if (metric('latency_mean')(p) !== null) {
          body.push([s.label, axis.load ? p.value : p.label, metric('latency_mean')(p), metric('latency_p50')(p),
            metric('latency_p99')(p), metric('latency_max')(p), p.rows.length]);
        }
      });
    });
    const least = Math.min(...list.flatMap((s) => s.data.map((point) => point[1])));
    plot.draw({ series: list, xAxis: xAxisOf(axis, !axis.numeric), yAxis: yAxisOf('latency (cycles)', { type: 'log',
      min: 10 ** Math.floor(Math.log10(Math.max(1, least))) }),
    // Both curves of a series have its name in the legend.
    tooltip: { trigger: 'axis', confine: true, formatter: (marks) => [axis.title + ' ' + cellText(marks[0].value[0]), ...marks.map((m) =>
      m.seriesId + ': ' + cellText(m.value[1]))].map(echarts.format.encodeHTML).join('<br>') } },
    ['series', axis.title, 'mean (cycles)', 'p50', 'p99', 'max', 'points'], body);
  }
  function drawThroughput(plot) {
    const axis = axes[curves.x], list = [], body = [];
    slice(curves).forEach((s, n) => {
      const points = s.points.map((p) => xy(axis, p, metric('accepted_rate')(p))).filter((p) => p[1] !== null);
      list.push({ name: s.label, type: axis.numeric ? 'line' : 'scatter', data: points, symbol: 'circle',
        symbolSize: axis.numeric ? 5 : 10, lineStyle: { width: 2 },
        color: COLORS[n % COLORS.length] });
      s.points.forEach((p) => {
        if (metric('accepted_rate')(p) !== null) {
          body.push([s.label, axis.load ? p.value : p.label, metric('accepted_rate')(p), metric('accepted_rate_whole')(p),
            p.rows.every((row) => row.values.steady) ? 'yes' : 'no', p.rows.length]);
        }
      });
    });
    if (axis.load && body.length > 0) {
      list.push({ name: 'all that is offered', type: 'line', symbol: 'none', data: axis.values.map((v) => [v, v]),
        lineStyle: { type: 'dotted', width: 1.2, color: '#8d8d8d' }, color: '#8d8d8d' });
    }
    plot.draw({ series: list, xAxis: xAxisOf(axis, !axis.numeric), yAxis: yAxisOf('accepted (' + RATE + ')', { min: 0 }) },
      ['series', axis.title, 'accepted', 'accepted, whole run', 'steady', 'points'], body);
  }

  // ---- Bars of one slice

  function makeBars(box, x, drawer) {
    const state = makeState(x, false);
    const extra = el('div', { class: 'controls' });
    const plot = makePlot(box, true);
    const redraw = () => drawer(plot, axes[state.x], (slice(state)[0] || { points: [] }).points);
    const bar = controls(state, false, redraw);
    const line = el('div', { class: 'controls' }, extra, bar);
    box.insertBefore(line, box.children[2]);
    redraw();
    return { redraw: redraw, extra: extra };
  }
  // A value at each place of the x axis; null where there is no point.
  const spread = (axis, points, value) => axis.labels.map((label, n) => {
    const point = points.find((p) => p.x === n);
    return point ? value(point) : null;
  });

  function addCauses(parent) {
    const box = section('causes', 'Idle causes', 'What links of one kind do with their cycles: the mean of the links whose ' +
      'names differ in the numbers of GPU, mesh and client alone.', parent);
    const depth = axes.findIndex((axis) => axis.depth);
    const classes = new Map();
    good.forEach((row) => (row.causes || []).forEach((parts, n) => {
      const name = data.structures[row.structure].classes[n];
      classes.set(name, Math.max(classes.get(name) || 0, parts[0]));
    }));
    const names = [...classes.keys()].sort((a, b) => classes.get(b) - classes.get(a) || a.localeCompare(b));
    let chosen = names[0];
    const partsOf = (point) => {
      const list = point.rows.filter((row) => row.causes).map((row) =>
        row.causes[data.structures[row.structure].classes.indexOf(chosen)]).filter((parts) => parts !== undefined);
      return list.length === 0 ? null : CAUSES.map((c, n) => mean(list.map((parts) => parts[n])) / data.share);
    };
    const bars = makeBars(box, depth >= 0 ? depth : start, (plot, axis, points) => {
      const known = points.filter((p) => partsOf(p) !== null);
      const list = CAUSES.map(([name, color], n) => ({ name: name, type: 'bar', stack: 'all', color: color, barMaxWidth: 64,
        data: spread(axis, known, (p) => partsOf(p)[n]) })).filter((s, n) => n < 6 || s.data.some((v) => v > 0));
      plot.draw({ series: list, xAxis: xAxisOf(axis, true), yAxis: yAxisOf('share of cycles', { min: 0, max: 1,
        axisLabel: { formatter: (v) => Math.round(v * 100) + ' %' } }),
      tooltip: { trigger: 'axis', confine: true, valueFormatter: (v) => (v === null ? '' : (v * 100).toFixed(2) + ' %') } },
      [axis.title, ...CAUSES.map((c) => c[0]), 'points'],
      known.map((p) => [axis.load ? p.value : p.label, ...partsOf(p), p.rows.length]));
    });
    bars.extra.append(choice('links', names.map((name) => [name, name + '  (' + (classes.get(name) / data.share * 100).toFixed(1) +
      ' % at most)']), chosen, (value) => {
      chosen = value;
      bars.redraw();
    }));
  }

  function addFairness(parent) {
    const box = section('fairness', 'Fairness by node', 'Accepted rate of the clients of each node of a mesh, over all GPUs and ' +
      'meshes. Jain\u2019s index is 1 when all get the same.', parent);
    const names = [...new Set(good.flatMap((row) => Object.keys(row.nodes || {})))].sort();
    makeBars(box, start, (plot, axis, points) => {
      const rate = (p, node) => mean(p.rows.map((row) => (row.nodes || {})[node]));
      const known = points.filter((p) => names.some((node) => rate(p, node) !== null));
      const jain = (p) => {
        const list = names.map((node) => rate(p, node)).filter((v) => v !== null);
        const squares = list.reduce((a, b) => a + b * b, 0);
        return squares > 0 ? list.reduce((a, b) => a + b, 0) ** 2 / (list.length * squares) : null;
      };
      // Where curves lie on each other, the first shows beside the later ones.
      const list = names.slice(0, 40).map((node, n) => ({ name: node, type: axis.numeric ? 'line' : 'bar', symbolSize: 5, symbol: 'circle',
        lineStyle: { width: Math.max(1.5, 5.5 - 1.5 * n) }, color: COLORS[n % COLORS.length], barMaxWidth: 32,
        data: axis.numeric ? known.map((p) => xy(axis, p, rate(p, node))) : spread(axis, known, (p) => rate(p, node)) }));
      list.push({ name: 'Jain\u2019s index (right)', type: 'line', yAxisIndex: 1, symbol: 'none', color: '#8d8d8d',
        lineStyle: { type: 'dashed', width: 1.3 },
        data: axis.numeric ? known.map((p) => xy(axis, p, jain(p))) : spread(axis, known, jain) });
      plot.draw({ series: list, grid: { left: 64, right: 56, top: 42, bottom: 52 }, xAxis: xAxisOf(axis, !axis.numeric),
        yAxis: [yAxisOf('accepted (' + RATE + ')', { min: 0 }),
          yAxisOf('Jain\u2019s index', { min: 0, max: 1, nameGap: 34, splitLine: { show: false } })] },
      [axis.title, ...names, 'largest / smallest', 'Jain\u2019s index', 'points'],
      known.map((p) => {
        const list = names.map((node) => rate(p, node));
        return [axis.load ? p.value : p.label, ...list, Math.max(...list) / Math.min(...list.filter((v) => v !== null)), jain(p),
          p.rows.length];
      }));
    });
  }

  function addStages(parent) {
    const box = section('stages', 'Latency by stage', 'Where a request spends its time; the stages add up to its mean latency.',
      parent);
    makeBars(box, start, (plot, axis, points) => {
      const of = (p, n) => mean(p.rows.map((row) => (row.stages || [])[n]));
      const known = points.filter((p) => of(p, 0) !== null);
      const list = data.stages.map((name, n) => ({ name: name, type: 'bar', stack: 'all', color: STAGE_COLORS[n % STAGE_COLORS.length],
        barMaxWidth: 64, data: spread(axis, known, (p) => of(p, n)) })).filter((s) => s.data.some((v) => v > 0));
      plot.draw({ series: list, xAxis: xAxisOf(axis, true), yAxis: yAxisOf('latency (cycles)', { min: 0 }),
        tooltip: { trigger: 'axis', confine: true, valueFormatter: (v) => round(v, 5) } },
      [axis.title, ...data.stages, 'sum (cycles)', 'points'],
      known.map((p) => {
        const parts = data.stages.map((name, n) => of(p, n));
        return [axis.load ? p.value : p.label, ...parts, parts.reduce((a, b) => a + b, 0), p.rows.length];
      }));
    });
  }

  // ---- Links on the drawn pod

  const HEAT = [[0, [216, 222, 230]], [0.25, [143, 179, 217]], [0.5, [240, 199, 94]], [0.75, [224, 123, 57]], [1, [163, 22, 31]]];
  function heat(use) {
    const at = Math.min(1, Math.max(0, use));
    let n = 1;
    while (HEAT[n][0] < at) n++;
    const part = (at - HEAT[n - 1][0]) / (HEAT[n][0] - HEAT[n - 1][0]);
    return 'rgb(' + HEAT[n][1].map((high, c) => Math.round(HEAT[n - 1][1][c] + part * (high - HEAT[n - 1][1][c]))).join() + ')';
  }
  // Where a link goes: [gpu, from, to] by places in the drawing of a GPU; a link between GPUs is in both drawings.
  function ends(name) {
    let m = /^gpu(\d+)\.mesh(\d+)\.(\w+)->(\w+)$/.exec(name);
    const place = (mesh, node) => (node === 'dst' ? 'dst' : mesh + ':' + node);
    if (m && !/client/.test(name)) return [[Number(m[1]), place(m[2], m[3]), place(m[2], m[4])]];
    m = /^gpu(\d+)\.dst->gpu(\d+)\.dst$/.exec(name);
    if (m) return [[Number(m[1]), 'dst', 'gpu' + m[2]], [Number(m[2]), 'gpu' + m[1], 'dst']];
    m = /^gpu(\d+)\.dst->switch(\d+)$/.exec(name);
    if (m) return [[Number(m[1]), 'dst', 'switch' + m[2]]];
    m = /^switch(\d+)->gpu(\d+)\.dst$/.exec(name);
    return m ? [[Number(m[2]), 'switch' + m[1], 'dst']] : [];
  }
  function nodeIndex(name, columns) {
    const m = /^r(\d+)c(\d+)$/.exec(name);
    return m ? Number(m[1]) * columns + Number(m[2]) : name.charCodeAt(0) - 65;
  }
  function drawGpu(gpu, pod, links) {
    const cell = 76, gap = 26, width = pod.meshes * pod.columns * cell + (pod.meshes - 1) * gap + 20;
    const away = [...new Set(links.flatMap((l) => [l.from, l.to]).filter((p) => /^(gpu|switch)/.test(p)))]
      .sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
    const bottom = 64 + (pod.rows - 1) * cell, hasDst = links.some((l) => l.from === 'dst' || l.to === 'dst');
    const places = { dst: [width / 2, bottom + 92] };
    away.forEach((name, n) => { places[name] = [width * (n + 1) / (away.length + 1), bottom + 172]; });
    const at = (place) => {
      if (places[place]) return places[place];
      const [mesh, node] = place.split(':'), index = nodeIndex(node, pod.columns);
      return [10 + Number(mesh) * (pod.columns * cell + gap) + (index % pod.columns + 0.5) * cell, 64 + Math.floor(index / pod.columns) * cell];
    };
    const height = (hasDst ? bottom + (away.length ? 196 : 120) : bottom + 36);
    const drawing = svg('svg', { viewBox: '0 0 ' + width + ' ' + height, role: 'img', 'aria-label': 'use of the links of GPU ' + gpu,
      'font-family': 'system-ui, DejaVu Sans, sans-serif', style: 'max-width: ' + width * 1.15 + 'px' });
    drawing.append(svg('text', { x: 10, y: 18, 'font-size': 14, 'font-weight': 600, fill: '#1c2430' }, 'GPU ' + gpu));
    for (let mesh = 0; mesh < pod.meshes && pod.meshes > 1; mesh++) {
      drawing.append(svg('text', { x: at(mesh + ':A')[0] - 18, y: 36, 'font-size': 11, fill: '#5b6675' }, 'mesh ' + mesh));
    }
    const seen = new Set();
    links.forEach((l) => {
      const [fx, fy] = at(l.from), [tx, ty] = at(l.to), length = Math.hypot(tx - fx, ty - fy) || 1;
      const ux = (tx - fx) / length, uy = (ty - fy) / length, ox = -uy * 4.5, oy = ux * 4.5, radius = 17, color = heat(l.use);
      const x1 = fx + ux * radius + ox, y1 = fy + uy * radius + oy, x2 = tx - ux * (radius + 6) + ox, y2 = ty - uy * (radius + 6) + oy;
      const group = svg('g', { class: 'link' }, svg('title', {}, l.name + ': ' + (l.use * 100).toFixed(1) + ' %'),
        svg('line', { x1: x1, y1: y1, x2: x2, y2: y2, stroke: color, 'stroke-width': l.width > 1 ? 6 : 4 }),
        svg('path', { d: 'M' + (x2 + ux * 7) + ' ' + (y2 + uy * 7) + 'L' + (x2 - uy * 5.5) + ' ' + (y2 + ux * 5.5) + 'L' +
          (x2 + uy * 5.5) + ' ' + (y2 - ux * 5.5) + 'Z', fill: color }));
      drawing.append(group);
      seen.add(l.from).add(l.to);
    });
    seen.forEach((place) => {
      const [x, y] = at(place), name = place.includes(':') ? place.split(':')[1] : place;
      const size = name.length > 3 ? 9.5 : 12;
      drawing.append(svg('circle', { cx: x, cy: y, r: 16, fill: '#fff', stroke: name === pod.exit || name === 'dst' ? '#1c2430' : '#8a94a1',
        'stroke-width': 1.5 }), svg('text', { x: x, y: y + 4, 'text-anchor': 'middle', 'font-size': size, fill: '#1c2430' }, name));
    });
    return drawing;
  }

  function addHeat(parent) {
    const box = section('heat', 'Use of links', 'Share of cycles in which a link carries a flit, at one point. Wide links carry two ' +
      'units. A link\u2019s name and use show under the pointer.', parent);
    const drawn = good.filter((row) => row.structure !== undefined && data.structures[row.structure].pod !== null);
    if (drawn.length === 0) {
      box.append(el('p', {}, 'No point has links to draw.'));
      return;
    }
    let row = drawn.reduce((best, r) => ((r.values.accepted_rate || 0) > (best.values.accepted_rate || 0) ? r : best));
    let plane = 'req', from = 0;
    const pods = el('div', { class: 'pods' }), table = el('details'), bar = el('div', { class: 'controls' });
    const draw = () => {
      const structure = data.structures[row.structure], pod = structure.pod, byGpu = new Map();
      structure.links.forEach((name, n) => {
        if (!name.endsWith('.' + plane)) return;
        ends(name.slice(0, -plane.length - 1)).forEach(([gpu, a, b]) => {
          if (!byGpu.has(gpu)) byGpu.set(gpu, []);
          byGpu.get(gpu).push({ name: name, from: a, to: b, use: row.use[n] / data.share, width: structure.widths[n] });
        });
      });
      const shown = [...byGpu.keys()].sort((a, b) => a - b).slice(from, from + 4);
      pods.className = shown.length === 1 || pod.meshes * pod.columns > 12 ? 'pods one' : 'pods';
      pods.replaceChildren(...shown.map((gpu) => drawGpu(gpu, pod, byGpu.get(gpu))));
      const body = structure.links.map((name, n) => [name, row.use[n] / data.share, structure.widths[n]]).sort((a, b) => b[1] - a[1]);
      table.replaceChildren(el('summary', {}, 'Table (' + body.length + ' links of point ' + row.point + ', those used most first)'),
        ...makeTable(['link', 'use', 'width (units)'], body, 'links-' + row.point));
      const controls = [choice('point', drawn.map((r) => [r.point, r.point + ': ' + axes.map((axis) => axis.labels[axis.of(r)]).join(', ')]),
        row.point, (value) => { row = drawn.find((r) => r.point === Number(value)); draw(); }),
      choice('plane', [['req', 'requests'], ['rsp', 'responses']], plane, (value) => { plane = value; draw(); })];
      if (byGpu.size > 4) {
        const starts = [];
        for (let n = 0; n < byGpu.size; n += 4) starts.push([n, n + ' to ' + Math.min(n + 3, byGpu.size - 1)]);
        controls.push(choice('GPUs', starts, from, (value) => { from = Number(value); draw(); }));
      }
      bar.replaceChildren(...controls);
    };
    const gradient = 'background: linear-gradient(to right, ' + HEAT.map(([at]) => heat(at) + ' ' + at * 100 + '%').join() + ')';
    const legend = el('i');
    legend.style.cssText = gradient;
    box.append(bar, el('div', { class: 'scale' }, '0 %', legend, '100 % of cycles'), pods, table);
    draw();
  }

  // ---- Points

  function addPoints(parent) {
    const box = section('points', 'Points', 'Commands work in the folder of the sweep, where base.yaml is.', parent);
    const busiest = (row) => (row.use ? Math.max(...row.use) / data.share : null);
    const body = rows.map((row) => [row.point, ...allAxes.map((axis) => axis.labelOf(row)), row.outcome === 'ok' ? 'ok' :
      row.outcome + ' (' + row.status + ')', row.values.steady === null ? '' : row.values.steady ? 'yes' : 'no', row.values.offered_rate,
    row.values.accepted_rate, row.values.latency_mean, row.values.latency_p99, busiest(row), row.command]);
    box.append(...makeTable(['point', ...allAxes.map((axis) => axis.short), 'outcome', 'steady', 'offered', 'accepted', 'latency mean', 'p99',
      'busiest link', 'command'], body, 'points'));
  }

  function addHead() {
    const count = (outcome) => rows.filter((row) => row.outcome === outcome).length;
    const failed = rows.filter((row) => !['ok', 'impossible'].includes(row.outcome));
    document.title = data.name + ' \u2013 Flitlock';
    page.append(el('h1', {}, data.name));
    const fact = (name, value) => el('span', {}, name + ' ', el('b', {}, value));
    const facts = el('div', { class: 'facts' }, fact('points', rows.length + ' of ' + data.points), fact('ok', String(count('ok'))));
    if (failed.length > 0) facts.append(fact('failed', String(failed.length)));
    if (count('impossible') > 0) facts.append(fact('impossible', String(count('impossible'))));
    facts.append(fact('hash', data.hash), fact('flitlock', data.flitlock));
    const pod = (data.structures[0] || {}).pod;
    if (pod) facts.append(fact('clock', round(pod.clock_ghz, 4) + ' GHz (a cycle is ' + round(1 / pod.clock_ghz, 4) + ' ns)'));
    data.keys.forEach((key, k) => {
      if (new Set(rows.map((row) => row.settings[k])).size === 1) facts.append(fact(key, rows[0].settings[k]));
    });
    page.append(facts);
    if (failed.length > 0) {
      const box = el('div', { class: 'bad', id: 'failed' });
      failed.slice(0, 8).forEach((row) => box.append(el('p', {}, 'point ' + row.point + ' ' + row.outcome + ' (' + row.status + '): ' +
        row.message.slice(0, 240)), el('code', {}, row.command)));
      if (failed.length > 8) box.append(el('p', {}, 'and ' + (failed.length - 8) + ' more, in the table of points'));
      page.append(box);
    }
    if (rows.length < Number(data.points)) {
      page.append(el('div', { class: 'bad' }, el('p', {}, (Number(data.points) - rows.length) + ' points are not simulated yet.')));
    }
  }

  // ---- All together

  addHead();
  const redrawCurves = () => redraws.forEach((redraw) => redraw());
  page.append(el('nav', {}, controls(curves, true, redrawCurves)));
  const two = el('div', { class: 'two' });
  page.append(two);
  const latency = makePlot(section('latency', 'Latency', 'Mean, and 99th percentile (dashed), of the window.', two));
  const throughput = makePlot(section('throughput', 'Throughput', 'Accepted in the window.', two));
  redraws.push(() => drawLatency(latency), () => drawThroughput(throughput));
  redrawCurves();
  addCauses(page);
  addHeat(page);
  addFairness(page);
  addStages(page);
  addPoints(page);
  const details = el('details', {}, el('summary', {}, 'All that decides on these results'));
  const text = el('pre');
  text.textContent = data.description;
  details.append(el('div', { class: 'scroll' }, text));
  page.append(details);
  window.addEventListener('resize', () => charts.forEach((chart) => { if (!chart.isDisposed()) chart.resize(); }));
}());
