// SPDX-License-Identifier: Apache-2.0
// Builds the page: figures and tables of its results. A figure is
// { id, title, note, kind: LINES | BARS, x: { label, scale }, y: { label, scale }, categories, series: [{ name, colour, dash, marker,
// points: [{ x, y, low, high, n, marks }] }] }.
(() => {
  const titles = JSON.parse(document.getElementById('titles').textContent);
  const files = [...document.querySelectorAll('script[type="application/jsonl"]')].map(e => ({ name: e.dataset.name, rows: lines(e.textContent) }));
  const given = files.length;
  const main = document.querySelector('main'), nav = document.querySelector('nav'), root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  let drawn = [];

  function lines(text) { return text.split('\n').filter(line => line.trim() && line[0] !== '#').map(line => JSON.parse(line)); }
  function add(parent, tag, text, attributes) {
    const e = parent.appendChild(document.createElement(tag));
    if (text) e.textContent = text;
    Object.entries(attributes || {}).forEach(([name, value]) => e.setAttribute(name, value));
    return e;
  }

  // ---- from rows to figures: one of times for each benchmark, one of rates where bytes move, one over PEs ----

  const unique = list => [...new Set(list)];
  const isOwn = r => r.source === 'jshmem';
  const unstable = r => (r.score.high - r.score.low) / 2 > 0.1 * r.score.median || r.score.compiling > 0.1;
  const label = w => w.npes + (w.npes === 1 ? ' PE' : ' PEs') + (w.machine !== 'real' || w.jvms === w.npes || !w.jvms ? '' : ` in ${w.jvms} JVMs`) +
    (w.hosts > 1 ? ` on ${w.hosts} hosts` : w.machine === 'real' ? '' : ' on ' + w.machine);
  const source = r => r.source + (r.extra && r.extra.setting ? ', ' + r.extra.setting : '');

  function byTest(rows) {
    const tests = new Map();
    rows.forEach(r => {
      const name = r.row.benchmark.replace(/^stream-.*/, 'stream');
      tests.set(name, [...(tests.get(name) || []), r]);
    });
    return tests;
  }
  // every row with its run: the file, machine and PEs of our own rows, which those of other sources belong to
  function withRuns() {
    return files.flatMap((file, k) => file.rows.map(r => {
      const own = file.rows.find(o => isOwn(o) && o.where.npes === r.where.npes) || r;
      return { ...r, run: label((isOwn(r) ? r : own).where) + (k ? ', ' + (own.where.commit || file.name) : '') };
    }));
  }
  function figure(test, all, kind, xOf, value) {
    const several = unique(all.map(r => r.run)).length > 1 && kind.runs !== 'x';
    const pairs = unique(all.filter(isOwn).map(r => r.row.pairs)).length > 1, series = new Map(), categories = [];
    all.forEach(r => {
      const y = value(r);
      if (!(y > 0)) return;
      const own = isOwn(r), what = r.row.variant + (pairs && r.row.pairs ? `, ${r.row.pairs} pair${r.row.pairs > 1 ? 's' : ''}` : '');
      const name = [kind.bars ? '' : what, own ? (r.row.access === 'auto' ? '' : r.row.access) : r.source, several ? r.run : '']
        .filter(Boolean).join(', ') || 'jshmem';
      let x = xOf(r, what);
      if (kind.bars) {
        if (!categories.includes(x)) categories.push(x);
        x = categories.indexOf(x);
      }
      if (!series.has(name)) {
        series.set(name, { name: name, colour: own ? (kind.bars ? name : what) : 'reference', dash: own ? r.row.access : 'reference',
          marker: own ? r.run : r.source, points: [] });
      }
      const s = r.score, scale = v => kind.rate ? y * s.median / v : y * v / s.median;
      series.get(name).points.push({ x: x, y: y, low: scale(kind.rate ? s.high : s.low), high: scale(kind.rate ? s.low : s.high),
        n: `${source(r)}: ${s.medians.length} fork${s.medians.length > 1 ? 's' : ''}`, marks: unstable(r) ? 'unstable' : '' });
    });
    const list = [...series.values()];
    list.forEach(s => s.points.sort((a, b) => a.x - b.x));
    return { id: test + kind.id, title: test + kind.title, note: titles[test] || '', kind: kind.bars ? 'BARS' : 'LINES', categories: categories,
      x: { label: kind.x, scale: kind.scale }, y: { label: kind.y, scale: kind.bars ? 'linear' : 'log' }, series: list };
  }
  function figures(test, all) {
    const unit = all[0].score.unit, found = [], one = unique(all.map(r => r.row.bytes)).length < 2;
    const bars = { id: '', title: '', bars: true, x: '', y: unit + ', median', scale: 'category' };
    if (test === 'stream') {
      found.push(figure(test, all, { ...bars, rate: true, y: 'GB/s of all PEs together' },
        r => r.row.benchmark.slice(7) + ' ' + (isOwn(r) ? r.row.variant : ''), r => r.score.rate / 1000));
    } else if (one && unique(all.map(r => r.row.variant + r.source + r.run)).length > 1) {
      found.push(figure(test, all, bars, (r, what) => what, r => r.score.median));
    } else if (!one) {
      const over = { x: 'bytes', scale: 'bytes' };
      found.push(figure(test, all, { ...over, id: '', title: ', time', y: unit + ', median' }, r => r.row.bytes, r => r.score.median));
      if (all.some(r => isOwn(r) && r.score.rate)) {
        found.push(figure(test, all, { ...over, id: '-rate', title: ', bandwidth', y: 'MB/s', rate: true }, r => r.row.bytes, r => r.score.rate));
      }
    }
    const least = Math.min(...all.map(r => r.row.bytes)), pes = all.filter(r => r.row.bytes === least);
    if (unique(pes.map(r => r.where.npes)).length > 1 && test !== 'stream') {
      found.push(figure(test, pes, { id: '-pes', title: ' over PEs', x: 'PEs', y: unit + ', median', scale: 'log2', runs: 'x' },
        r => r.where.npes, r => r.score.median));
    }
    return found.filter(f => f.series.length);
  }

  // ---- options of the chart library: the only place ----

  const PALETTE = {
    light: ['#2563eb', '#d97706', '#059669', '#db2777', '#7c3aed', '#0891b2', '#b91c1c', '#4d7c0f', '#92400e', '#475569'],
    dark: ['#60a5fa', '#fbbf24', '#34d399', '#f472b6', '#a78bfa', '#22d3ee', '#f87171', '#a3e635', '#d6a370', '#94a3b8']
  };
  const INK = { light: { text: '#222', faint: '#e2e2e2', grey: '#888', paper: '#fff' }, dark: { text: '#ddd', faint: '#3a3a3a', grey: '#999', paper: '#17181a' } };
  const SYMBOLS = ['circle', 'triangle', 'rect', 'diamond', 'roundRect', 'arrow', 'pin'];
  const DASHES = { putget: [6, 4], reference: [2, 3] };
  let colours = [], markers = [];

  function digits(v) {
    const a = Math.abs(v);
    if (a >= 1e9) return digits(v / 1e9) + 'G';
    if (a >= 1e6) return digits(v / 1e6) + 'M';
    if (a >= 1e4) return digits(v / 1e3) + 'k';
    return String(Number(v.toPrecision(a < 1 ? 2 : 3)));
  }
  function bytes(v) {
    let k = 0;
    while (k < 3 && v >= 1024 && v % 1024 === 0) { v /= 1024; k++; }
    return v >= 10240 ? digits(v) : v + ['', 'K', 'M', 'G'][k];
  }
  const escaped = text => String(text).replace(/&/g, '&amp;').replace(/</g, '&lt;');
  function axis(a, values, ink, small, gap) {
    const low = Math.min(...values), high = Math.max(...values), linear = a.scale === 'linear';
    const powers = a.scale === 'bytes' || a.scale === 'log2' || high / low < 16 ? 2 : 10;
    // the library puts a tick at each power of the base: a base that gives a handful of them
    const base = Math.pow(powers, Math.max(1, Math.ceil(Math.log(high / low) / Math.log(powers) / 9)));
    return {
      type: linear ? 'value' : 'log', logBase: linear ? undefined : base, name: a.label, nameLocation: 'middle', nameGap: gap,
      nameTextStyle: { color: ink.text, fontSize: small ? 11 : 13 }, axisLine: { show: true, lineStyle: { color: ink.grey } },
      splitLine: { lineStyle: { color: ink.faint } },
      axisLabel: { color: ink.text, fontSize: small ? 10 : 12, hideOverlap: true, formatter: a.scale === 'bytes' ? bytes : digits }
    };
  }
  // the rows that a legend of these names takes
  function legendRows(f, width) {
    let used = 0, count = 1;
    f.series.forEach(s => {
      const w = s.name.length * 6.6 + 42;
      if (used + w > width - 24 && used) { count++; used = 0; }
      used += w;
    });
    return count;
  }
  const height = (f, width) => (width < 520 ? 290 : 330) + 17 * legendRows(f, width);
  function whisker(params, api) {
    const low = api.coord([api.value(0), api.value(1)]), high = api.coord([api.value(0), api.value(2)]);
    if (Math.abs(low[1] - high[1]) < 1.5) return null;
    const line = (x1, y1, x2, y2) => ({ type: 'line', shape: { x1, y1, x2, y2 }, style: { stroke: api.visual('color'), opacity: 0.6 } });
    return { type: 'group', children: [line(...low, ...high), line(low[0] - 3, low[1], low[0] + 3, low[1]), line(high[0] - 3, high[1], high[0] + 3, high[1])] };
  }
  // still: a picture in a file, without what answers to a pointer
  function option(f, theme, width, still, selected) {
    const ink = INK[theme], small = width < 520, isBars = f.kind === 'BARS', points = f.series.flatMap(s => s.points);
    const colour = s => s.colour === 'reference' ? ink.grey : PALETTE[theme][Math.max(0, colours.indexOf(s.colour)) % PALETTE[theme].length];
    const series = f.series.map(s => isBars ? {
      type: 'bar', name: s.name, itemStyle: { color: colour(s) },
      label: { show: points.length <= 16, position: 'top', color: ink.text, fontSize: 10, formatter: d => digits(d.value[1]) },
      data: s.points.map(p => ({ value: [f.categories[p.x], p.y], p: p }))
    } : {
      type: 'line', name: s.name, symbolSize: 7, z: 3, symbol: s.dash === 'reference' ? 'none' : SYMBOLS[Math.max(0, markers.indexOf(s.marker)) % SYMBOLS.length],
      lineStyle: { type: DASHES[s.dash] || 'solid', width: 2, color: colour(s) }, itemStyle: { color: colour(s) }, emphasis: { focus: 'series' },
      data: s.points.map(p => ({ value: [p.x, p.y], p: p, itemStyle: p.marks ? { color: ink.paper, borderColor: colour(s), borderWidth: 1.5 } : undefined }))
    });
    if (!isBars) {
      f.series.filter(s => s.points.some(p => p.low !== p.high)).forEach(s => series.push({
        type: 'custom', name: s.name, renderItem: whisker, silent: true, z: 2, itemStyle: { color: colour(s) }, tooltip: { show: false },
        encode: { x: 0, y: [1, 2] }, data: s.points.map(p => [p.x, p.low, p.high])
      }));
    }
    const x = isBars ? { type: 'category', data: f.categories, axisLabel: { color: ink.text, interval: 0, rotate: f.categories.length > 5 ? 30 : 0 } }
      : axis(f.x, points.map(p => p.x), ink, small, 28);
    if (!isBars) [x.min, x.max] = [Math.min(...points.map(p => p.x)), Math.max(...points.map(p => p.x))];
    return {
      backgroundColor: still ? ink.paper : 'transparent', animation: false, textStyle: { fontFamily: 'system-ui, -apple-system, sans-serif' },
      grid: { left: small ? 57 : 66, right: 18, top: still ? 16 : 30, bottom: (isBars && f.categories.length > 5 ? 110 : 52) + 17 * legendRows(f, width) },
      legend: { bottom: 2, left: 12, right: 12, selected: selected,
        itemWidth: 26, itemHeight: 9, itemGap: 7, textStyle: { color: ink.text, fontSize: small ? 11 : 12 }, data: f.series.map(s => s.name) },
      xAxis: x, yAxis: axis(f.y, points.map(p => p.y), ink, small, small ? 43 : 48), series: series,
      tooltip: still ? undefined : {
        confine: true, backgroundColor: ink.paper, borderColor: ink.grey, textStyle: { color: ink.text, fontSize: 12 },
        formatter: d => {
          const p = d.data && d.data.p;
          if (!p) return '';
          return `<b>${escaped(d.seriesName)}</b><br>${escaped(isBars ? d.name : (f.x.scale === 'bytes' ? bytes(p.x) : digits(p.x)) + ' ' + f.x.label)}: ` +
            `<b>${digits(p.y)}</b> ${escaped(f.y.label)}${p.low === p.high ? '' : `<br>95 %: ${digits(p.low)} to ${digits(p.high)}`}<br>${escaped(p.n)}` +
            (p.marks ? '<br>⚠ ' + escaped(p.marks) : '');
        }
      },
      toolbox: still ? undefined : { right: 8, top: 0, itemSize: 13, iconStyle: { borderColor: ink.grey }, feature: { dataZoom: { filterMode: 'none' }, restore: {} } }
    };
  }

  // ---- the document ----

  const theme = () => root.dataset.theme || (system.matches ? 'dark' : 'light');
  function draw(box) {
    const selected = box.chart && box.chart.getOption().legend[0].selected;
    if (box.chart) box.chart.dispose();
    else drawn.push(box);
    box.area.style.height = height(box.figure, box.area.clientWidth) + 'px';
    box.chart = echarts.init(box.area);
    box.chart.setOption(option(box.figure, theme(), box.area.clientWidth, false, selected));
  }
  function save(box) {
    const size = { renderer: 'svg', ssr: true, width: Math.max(640, box.area.clientWidth), height: box.area.clientHeight };
    const chart = echarts.init(null, null, size);
    chart.setOption(option(box.figure, theme(), size.width, true, box.chart.getOption().legend[0].selected));
    const url = URL.createObjectURL(new Blob([chart.renderToSVGString()], { type: 'image/svg+xml' }));
    chart.dispose();
    add(document.body, 'a', '', { href: url, download: box.figure.id + '.svg' }).click();
  }
  const seen = new IntersectionObserver(entries => entries.filter(e => e.isIntersecting).forEach(e => {
    seen.unobserve(e.target);
    draw(e.target.box);
  }), { rootMargin: '300px' });

  function place(parent, f) {
    const outer = add(parent, 'figure', '', { id: f.id }), head = add(outer, 'div', '', { 'class': 'head' });
    add(head, 'h3', f.title);
    const box = { figure: f, area: add(outer, 'div', '', { 'class': 'chart' }) };
    add(head, 'button', 'svg', { type: 'button', title: 'save as SVG' }).addEventListener('click', () => save(box));
    if (f.note) add(outer, 'figcaption', f.note);
    box.area.box = box;
    seen.observe(box.area);
  }
  function table(parent, t) {
    const holder = t.folded ? add(parent, 'details') : parent;
    if (t.title) add(holder, t.folded ? 'summary' : 'h3', t.title + (t.folded ? `, ${t.rows.length} row${t.rows.length > 1 ? 's' : ''}` : ''));
    const build = () => {
      const e = add(add(holder, 'div', '', { 'class': 'wide' }), 'table'), head = add(add(e, 'thead'), 'tr'), body = add(e, 'tbody');
      const number = cell => /^-?\d/.test(cell);
      t.columns.forEach((name, k) => add(head, 'th', name, { 'class': t.rows.some(row => number(row[k])) ? '' : 'text' }));
      t.rows.forEach(row => {
        const line = add(body, 'tr');
        row.forEach(cell => add(line, 'td', cell, number(cell) ? { 'data-sort': parseFloat(cell) } : { 'class': 'text' }));
      });
      new Tablesort(e);
    };
    if (t.folded) holder.addEventListener('toggle', build, { once: true });
    else build();
  }
  function section(s) {
    const e = add(main, 'section', '', { id: 's' + nav.childElementCount });
    add(e, 'h2', s.title);
    add(nav, 'a', s.title, { href: '#' + e.id });
    if (s.text) add(e, 'p', s.text);
    const figures = add(e, 'div', '', { 'class': 'figures' });
    s.figures.forEach(f => place(figures, f));
    s.tables.forEach(t => table(e, t));
  }
  const number = v => v.toFixed(Math.abs(v) < 10 ? 3 : Math.abs(v) < 1000 ? 1 : 0);
  const key = r => [r.source, r.row.benchmark, r.row.variant, r.row.access, r.row.pairs, r.row.bytes, r.where.npes, r.where.jvms, r.where.hosts].join();
  function rowTable(title, rows) {
    return { title: title, folded: true, columns: ['benchmark', 'variant', 'access', 'source', 'PEs', 'pairs', 'bytes', 'score', 'unit', '95 % interval', 'forks', 'min', 'p99 of batches', 'MB/s', ''],
      rows: rows.map(r => [r.row.benchmark, r.row.variant, r.row.access, source(r), r.where.npes, r.row.pairs || '', r.row.bytes || '', number(r.score.median), r.score.unit,
        number(r.score.low) + ' – ' + number(r.score.high), r.score.medians.length, number(r.score.min), number(r.score.p99), r.score.rate ? r.score.rate.toFixed(1) : '',
        unstable(r) ? 'unstable' : ''].map(String)) };
  }
  function comparison(there) {
    const other = new Map(there.rows.map(r => [key(r), r])), rows = files[0].rows.filter(r => isOwn(r) && other.has(key(r)));
    return { title: 'Compared with ' + there.name, figures: [], text: rows.length ? 'Above 1 this page is slower. oshrun judge tests whether a difference is more than chance.' :
      'The two files have no row in common.', tables: rows.length ? [{ title: '', folded: false, columns: ['PEs', 'benchmark', 'variant', 'access', 'bytes', 'here', 'there', 'ratio'],
        rows: rows.map(r => { const o = other.get(key(r)); return [label(r.where), r.row.benchmark, r.row.variant, r.row.access, String(r.row.bytes || ''), number(r.score.median),
          number(o.score.median), (r.score.median / o.score.median).toFixed(2)]; }) }] : [] };
  }
  function build() {
    drawn.forEach(box => box.chart.dispose());
    drawn = [];
    main.textContent = nav.textContent = '';
    const found = [...byTest(withRuns())].map(([test, rows]) => figures(test, rows));
    const every = found.flat();
    colours = unique(every.flatMap(f => f.series.map(s => s.colour))).filter(c => c !== 'reference');
    markers = unique(every.flatMap(f => f.series.map(s => s.marker)));
    files.slice(given).forEach(file => section(comparison(file)));
    if (found.some(list => list.length)) {
      section({ title: 'Figures', text: 'Solid: loads and stores through ptr; dashed: put and get calls; dotted grey: other libraries and C. Whiskers are 95 % intervals; hollow points are unstable.',
        figures: found.flat(), tables: [] });
    }
    if (files.length) section({ title: 'All rows', text: '', figures: [], tables: [...byTest(files[0].rows)].map(([test, rows]) => rowTable(test, rows)) });
  }
  if (given) {
    const line = document.createElement('p');
    nav.before(line);
    const input = add(add(line, 'label', 'Drop another file of results here to compare, or choose it: '), 'input', '', { type: 'file', accept: '.jsonl' });
    const status = add(line, 'span', '', { 'class': 'problem', role: 'status' });
    const compare = file => file.text().then(text => {
      const rows = lines(text);
      if (!rows.length || !rows.every(r => r.row && r.score && r.where)) throw new Error('is not a file of results; drop one that --jsonl wrote');
      const builds = unique(rows.filter(isOwn).map(r => r.where.commit));
      if (builds.length > 1) throw new Error(`has rows of several builds, ${builds.join(', ')}; drop files of one build each`);
      files.push({ name: file.name, rows: rows });
      status.textContent = '';
      build();
    }).catch(e => { status.textContent = file.name + ' ' + (e instanceof SyntaxError ? 'is not a file of results; drop one that --jsonl wrote' : e.message); });
    input.addEventListener('change', () => [...input.files].forEach(compare));
    document.addEventListener('dragover', e => e.preventDefault());
    document.addEventListener('drop', e => { e.preventDefault(); [...e.dataTransfer.files].forEach(compare); });
  }
  build();
  let wait;
  const redraw = () => drawn.forEach(draw);
  addEventListener('resize', () => { clearTimeout(wait); wait = setTimeout(redraw, 150); });
  system.addEventListener('change', redraw);
  document.getElementById('theme').addEventListener('click', () => { root.dataset.theme = theme() === 'dark' ? 'light' : 'dark'; redraw(); });
})();
