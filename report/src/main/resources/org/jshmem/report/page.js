// SPDX-License-Identifier: Apache-2.0
// Builds the page: a chart of each benchmark, and one table of all rows. Files after the first one become further lines
// of the charts, and the last one two columns of the table.
(() => {
  const titles = JSON.parse(document.getElementById('titles').textContent);
  const files = [...document.querySelectorAll('script[type="application/jsonl"]')].map(e =>
    ({ name: e.dataset.name, rows: (e.textContent.match(/.+/g) || []).map(line => JSON.parse(line)) }));
  const main = document.querySelector('main'), nav = document.querySelector('nav'), root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const charts = [];

  function add(parent, tag, text, attributes) {
    const e = parent.appendChild(document.createElement(tag));
    if (text) e.textContent = text;
    Object.entries(attributes || {}).forEach(([name, value]) => e.setAttribute(name, value));
    return e;
  }

  const unique = list => [...new Set(list)];
  const isOwn = r => r.source === 'jshmem';
  const test = r => r.row.benchmark.replace(/^stream-.*/, 'stream');
  const unstable = r => (r.score.high - r.score.low) / 2 > 0.1 * r.score.median || r.score.compiling > 0.1;
  const source = r => r.source + (r.extra && r.extra.setting ? ', ' + r.extra.setting : '');
  const job = w => w.npes + (w.npes === 1 ? ' PE' : ' PEs') + (w.machine !== 'real' || w.jvms === w.npes || !w.jvms ? '' : ` in ${w.jvms} JVMs`) +
    (w.hosts > 1 ? ` on ${w.hosts} hosts` : w.machine === 'real' ? '' : ' on ' + w.machine);
  const key = r => [r.source, ...['benchmark', 'variant', 'access', 'pairs', 'bytes'].map(k => r.row[k]), r.where.npes, r.where.jvms, r.where.hosts].join();
  const number = v => v.toFixed(Math.abs(v) < 10 ? 3 : Math.abs(v) < 1000 ? 1 : 0);
  function bytes(v) {
    let k = 0;
    while (k < 3 && v >= 1024 && v % 1024 === 0) { v /= 1024; k++; }
    return v + ['', ' Ki', ' Mi', ' Gi'][k];
  }

  // ---- the chart: sizes, or without several of them variants, against the time ----

  const PALETTE = ['#3b82f6', '#d97706', '#10b981', '#ec4899', '#8b5cf6', '#06b6d4', '#dc2626', '#65a30d', '#b45309', '#64748b'];
  const theme = () => root.dataset.theme || (system.matches ? 'dark' : 'light');
  function whisker(params, api) {
    const low = api.coord([api.value(0), api.value(1)]), high = api.coord([api.value(0), api.value(2)]);
    const line = (x1, y1, x2, y2) => ({ type: 'line', shape: { x1, y1, x2, y2 }, style: { stroke: api.visual('color'), opacity: 0.6 } });
    return { type: 'group', children: [line(...low, ...high), line(low[0] - 3, low[1], low[0] + 3, low[1]), line(high[0] - 3, high[1], high[0] + 3, high[1])] };
  }
  function option(rows) {
    const dark = theme() === 'dark', text = dark ? '#ddd' : '#222', faint = dark ? '#3a3a3a' : '#e2e2e2', paper = dark ? '#17181a' : '#fff';
    const sized = unique(rows.map(r => r.row.bytes)).length > 1, jobs = unique(rows.map(r => r.job)).length > 1;
    const x = r => sized ? bytes(r.row.bytes) : r.row.variant || r.row.benchmark, at = unique(rows.map(x));
    if (sized) at.splice(0, at.length, ...unique(rows.map(r => r.row.bytes)).sort((a, b) => a - b).map(bytes));
    const name = r => [sized ? r.row.variant : '', isOwn(r) ? r.row.access : source(r), r.row.pairs > 1 ? r.row.pairs + ' pairs' : '', jobs ? r.job : '']
      .filter(Boolean).join(', ') || 'jshmem';
    const names = unique(rows.map(name)), series = [], small = at.length <= 5 || sized;
    names.forEach((n, k) => {
      const its = rows.filter(r => name(r) === n), peer = !isOwn(its[0]);
      const colour = peer ? '#888' : PALETTE[k % 10];
      its.sort((a, b) => at.indexOf(x(a)) - at.indexOf(x(b)));
      series.push({ type: 'line', name: n, symbolSize: 7, z: 3, connectNulls: true, symbol: ['circle', 'triangle', 'rect', 'diamond'][k % 4],
        lineStyle: { type: peer ? 'dotted' : n.includes('putget') ? 'dashed' : 'solid', width: sized ? 2 : 0, color: colour }, itemStyle: { color: colour },
        data: its.map(r => ({ value: [x(r), r.score.median], r: r, itemStyle: unstable(r) ? { color: paper, borderColor: colour, borderWidth: 1.5 } : undefined })) });
      series.push({ type: 'custom', name: n, renderItem: whisker, silent: true, z: 2, itemStyle: { color: colour }, encode: { x: 0, y: [1, 2] },
        data: its.map(r => [x(r), r.score.low, r.score.high]) });
    });
    return {
      backgroundColor: paper, animation: false, grid: { left: 84, right: 18, top: 30, bottom: small ? 90 : 150 },
      legend: { type: 'scroll', bottom: 2, textStyle: { color: text }, data: names },
      xAxis: { type: 'category', data: at, name: sized ? 'bytes' : '', nameLocation: 'middle', nameGap: 26, nameTextStyle: { color: text },
        axisLabel: { color: text, hideOverlap: sized, interval: sized ? 'auto' : 0, rotate: small ? 0 : 30 } },
      yAxis: { type: 'log', name: rows[0].score.unit + ', median', nameLocation: 'middle', nameGap: 64, nameTextStyle: { color: text }, axisLabel: { color: text },
        splitLine: { lineStyle: { color: faint } } },
      series: series, toolbox: { right: 8, feature: { dataZoom: { filterMode: 'none' }, restore: {}, saveAsImage: { name: test(rows[0]) } } },
      tooltip: { confine: true, backgroundColor: paper, textStyle: { color: text }, formatter: d => {
        const r = d.data.r, s = r.score;
        return echarts.format.encodeHTML(`${d.seriesName}, ${d.name}: ${number(s.median)} ${s.unit}, 95 %: ${number(s.low)} to ${number(s.high)}, ` +
          `${s.medians.length} fork${s.medians.length > 1 ? 's' : ''}${unstable(r) ? ', unstable' : ''}`);
      } }
    };
  }

  // ---- the table of all rows; with a second file, that file's time and the ratio to it ----

  function table(parent) {
    const there = files.length > 1 ? new Map(files[files.length - 1].rows.map(r => [key(r), r])) : null;
    const columns = ['benchmark', 'variant', 'access', 'source', 'job', 'pairs', 'bytes', 'median', 'unit', '95 % interval', 'forks', 'p99 of batches', 'MB/s', ''];
    const rows = files[0].rows.map(r => [r.row.benchmark, r.row.variant, r.row.access, source(r), job(r.where), r.row.pairs || '', r.row.bytes || '', number(r.score.median),
      r.score.unit, number(r.score.low) + ' – ' + number(r.score.high), r.score.medians.length, number(r.score.p99), r.score.rate ? r.score.rate.toFixed(1) : '',
      unstable(r) ? 'unstable' : ''].concat(!there ? [] : there.has(key(r)) ?
      [number(there.get(key(r)).score.median), (r.score.median / there.get(key(r)).score.median).toFixed(2)] : ['', '']).map(String));
    if (there) columns.push('there', 'ratio');
    const holder = add(parent, 'details', '', there ? { open: '' } : {}), isNumber = cell => /^-?\d/.test(cell);
    add(holder, 'summary', `All rows: ${rows.length}` + (there ? `, compared with ${files[files.length - 1].name}; oshrun judge tests whether a difference is more than chance` : ''));
    const e = add(add(holder, 'div', '', { 'class': 'wide' }), 'table'), head = add(add(e, 'thead'), 'tr'), body = add(e, 'tbody');
    columns.forEach((name, k) => add(head, 'th', name, { 'class': rows.some(row => isNumber(row[k])) ? '' : 'text' }));
    rows.forEach(row => {
      const line = add(body, 'tr');
      row.forEach(cell => add(line, 'td', cell, isNumber(cell) ? { 'data-sort': parseFloat(cell) } : { 'class': 'text' }));
    });
    new Tablesort(e);
  }
  if (files.length) {
    const all = files.flatMap((file, k) => file.rows.map(r => ({ ...r, job: job(r.where) + (k ? ', ' + file.name : '') }))), figures = add(main, 'div', '', { 'class': 'figures' });
    unique(all.map(test)).forEach(name => {
      const figure = add(figures, 'figure', '', { id: name }), its = all.filter(r => test(r) === name && r.score.median > 0);
      add(nav, 'a', name, { href: '#' + name });
      add(figure, 'h3', name);
      const chart = echarts.init(add(figure, 'div', '', { 'class': 'chart' }), null, { renderer: 'svg' });
      chart.draw = () => { chart.resize(); chart.setOption(option(its), true); };
      if (its.length) { chart.draw(); charts.push(chart); }
      add(figure, 'figcaption', titles[name]);
    });
    add(main, 'p', 'Solid: loads and stores through ptr; dashed: put and get; dotted grey: other libraries and C. Whiskers are 95 % intervals; hollow points are unstable.');
    table(main);
  }

  const redraw = () => charts.forEach(c => c.draw());
  addEventListener('resize', redraw);
  system.addEventListener('change', redraw);
  document.getElementById('theme').addEventListener('click', () => { root.dataset.theme = theme() === 'dark' ? 'light' : 'dark'; redraw(); });
})();
