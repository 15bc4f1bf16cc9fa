// SPDX-License-Identifier: Apache-2.0
// Builds the page from its results: headings, figures that are drawn when they come into view, tables that sort,
// percentiles of a row on a click, and a comparison with a file that is dropped on it.
(function () {
  var data = JSON.parse(document.getElementById('data').textContent);
  var files = Array.from(document.querySelectorAll('script[type="application/jsonl"]')).map(function (e) {
    return { name: e.dataset.name, rows: e.textContent.split('\n').filter(Boolean).map(JSON.parse) };
  });
  var dropped = 0;
  var keys;
  var main = document.querySelector('main'), nav = document.querySelector('nav');
  var system = window.matchMedia('(prefers-color-scheme: dark)');
  var chosen = null;
  var drawn = [];

  function theme() { return chosen || (system.matches ? 'dark' : 'light'); }
  function add(parent, tag, text, attributes) {
    var e = document.createElement(tag);
    if (text) e.textContent = text;
    for (var name in attributes || {}) e.setAttribute(name, attributes[name]);
    parent.appendChild(e);
    return e;
  }

  function draw(box) {
    if (box.chart) {
      var legend = box.chart.getOption().legend;
      box.selected = legend && legend[0] && box.all === box.drawnAll ? legend[0].selected : null;
      box.chart.dispose();
    } else drawn.push(box);
    box.area.style.height = Charts.height(box.figure, box.area.clientWidth, box.all) + 'px';
    box.chart = echarts.init(box.area, null, { renderer: 'canvas' });
    var option = Charts.option(box.figure, keys, theme(), box.area.clientWidth, false, box.all);
    box.drawnAll = box.all;
    if (box.selected) option.legend.selected = box.selected;
    box.chart.setOption(option);
    box.chart.on('click', function (d) { if (d.data && d.data.p && d.data.p.row) samples(box.outer, d.data.p.row); });
  }
  function redraw() { drawn.forEach(draw); }

  // the samples of a row, and of the same row of the other files, below what was clicked
  async function samples(parent, row) {
    var old = parent.querySelector(':scope > .samples');
    if (old) old.remove();
    var panel = add(parent, 'div', '', { 'class': 'samples' });
    var text = [row.benchmark, row.variant, row.access, row.bytes ? row.bytes + ' bytes' : ''].filter(Boolean).join(', ');
    add(panel, 'h3', 'Samples of ' + text);
    add(panel, 'button', 'close', { type: 'button' }).addEventListener('click', function () { panel.remove(); });
    var lines = [];
    for (var file of files) {
      for (var other of file.rows) {
        if (Rows.key(other) !== Rows.key(row) || !other.time.histogram || (file === files[0] && other.where.npes !== row.where.npes)) continue;
        lines.push({ name: file.name, points: await Histogram.percentiles(other.time.histogram) });
        break;
      }
    }
    if (!lines.length) return add(panel, 'p', 'The file has no samples of this row, only their summary.');
    var area = add(panel, 'div', '', { 'class': 'percentiles' });
    echarts.init(area).setOption(Charts.percentiles(lines, row.time.unit, theme()));
  }

  function save(box, kind) {
    var url;
    var legend = box.chart.getOption().legend[0].selected;
    var copy = JSON.parse(JSON.stringify(box.figure));
    copy.series.forEach(function (s) { s.shown = legend[s.name] !== false; });
    var width = Math.max(640, box.area.clientWidth), height = box.area.clientHeight;
    var option = Charts.option(copy, keys, theme(), width, true);
    if (kind === 'svg') {
      var silent = echarts.init(null, null, { renderer: 'svg', ssr: true, width: width, height: height });
      silent.setOption(option);
      url = URL.createObjectURL(new Blob([silent.renderToSVGString()], { type: 'image/svg+xml' }));
      silent.dispose();
    } else {
      var hidden = document.createElement('div');
      hidden.style.cssText = 'position:absolute;left:-9999px;width:' + width + 'px;height:' + height + 'px';
      document.body.appendChild(hidden);
      var chart = echarts.init(hidden, null, { renderer: 'canvas' });
      chart.setOption(option);
      url = chart.getDataURL({ type: 'png', pixelRatio: 2 });
      chart.dispose();
      hidden.remove();
    }
    var link = add(document.body, 'a', '', { href: url, download: box.figure.id + '.' + kind });
    link.click();
    link.remove();
  }

  var seen = new IntersectionObserver(function (entries) {
    entries.forEach(function (entry) {
      if (!entry.isIntersecting) return;
      seen.unobserve(entry.target);
      draw(entry.target.box);
    });
  }, { rootMargin: '300px' });

  function figure(parent, f) {
    var outer = add(parent, 'figure', '', { id: f.id });
    var head = add(outer, 'div', '', { 'class': 'head' });
    add(head, 'h3', f.title);
    var buttons = add(head, 'span', '', { 'class': 'buttons' });
    var box = { figure: f, outer: outer, area: add(outer, 'div', '', { 'class': 'chart' }) };
    ['svg', 'png'].forEach(function (kind) {
      add(buttons, 'button', kind, { type: 'button', title: 'save as ' + kind.toUpperCase() })
        .addEventListener('click', function () { save(box, kind); });
    });
    if (f.series.some(function (s) { return !s.shown; })) {
      add(buttons, 'button', 'all lines', { type: 'button' }).addEventListener('click', function () {
        box.all = true;
        draw(box);
      });
    }
    if (f.note) add(outer, 'figcaption', f.note);
    box.area.box = box;
    seen.observe(box.area);
  }

  function table(parent, t) {
    var holder = parent;
    if (t.folded) {
      holder = add(parent, 'details');
      add(holder, 'summary', t.title + ', ' + t.rows.length + (t.rows.length === 1 ? ' row' : ' rows'));
    } else if (t.title) add(parent, 'h3', t.title);
    var build = function () {
      var e = add(add(holder, 'div', '', { 'class': 'wide' }), 'table'), head = add(add(e, 'thead'), 'tr'), body = add(e, 'tbody');
      t.columns.forEach(function (name, k) {
        var numbers = t.rows.some(function (row) { return /^-?\d/.test(row[k]); });
        add(head, 'th', name, { title: 'sort', 'class': numbers ? '' : 'text' });
      });
      t.rows.forEach(function (row, k) {
        var line = add(body, 'tr');
        row.forEach(function (cell) {
          add(line, 'td', cell, /^-?\d/.test(cell) ? { 'data-sort': parseFloat(cell) } : { 'class': 'text' });
        });
        if (!t.results) return;
        line.title = 'samples';
        line.addEventListener('click', function () { samples(holder, t.results[k]); });
      });
      new Tablesort(e);
    };
    if (!t.folded) build();
    else holder.addEventListener('toggle', build, { once: true });
  }

  function section(s) {
    var e = add(main, 'section', '', { id: 's' + nav.childElementCount });
    add(e, 'h2', s.title);
    add(nav, 'a', s.title, { href: '#' + e.id });
    if (s.text) add(e, 'p', s.text);
    var figures = add(e, 'div', '', { 'class': 'figures' });
    s.figures.forEach(function (f) { figure(figures, f); });
    s.tables.forEach(function (t) { table(e, t); });
  }
  function build() {
    drawn.forEach(function (box) { box.chart.dispose(); });
    drawn = [];
    main.textContent = nav.textContent = '';
    var there = files.length ? Rows.sections(data.description, files) : [], sections = there.concat(data.sections);
    keys = Charts.keys(sections.reduce(function (all, s) { return all.concat(s.figures); }, []));
    for (var k = files.length - dropped; k < files.length; k++) section(Rows.comparison(files[0], files[k]));
    sections.forEach(section);
    if (!files.length) return;
    section({
      title: 'All rows', figures: [], tables: Rows.tables(files[0].rows),
      text: 'A click on a row shows its samples. n: launches x operations of one PE. op: operations timed one by one. PE: the' +
        " PEs' own medians from a common start, with the skew of that start. harness: what the clock adds to an operation."
    });
  }

  function compare(file) {
    file.text().then(function (text) {
      files.push(Rows.read(file.name, text));
      dropped++;
      build();
      window.scrollTo(0, main.offsetTop);
    }).catch(function (e) { status.textContent = e.message; });
    status.textContent = '';
  }
  if (files.length) {
    var line = document.createElement('p');
    line.className = 'facts';
    nav.before(line);
    var label = add(line, 'label', 'Drop another results.jsonl here to compare, or choose it: ');
    var input = add(label, 'input', '', { type: 'file', accept: '.jsonl' });
    var status = add(line, 'span', '', { 'class': 'problem', role: 'status' });
    input.addEventListener('change', function () { Array.from(input.files).forEach(compare); });
    document.addEventListener('dragover', function (e) { e.preventDefault(); });
    document.addEventListener('drop', function (e) {
      e.preventDefault();
      Array.from(e.dataTransfer.files).forEach(compare);
    });
  }
  build();

  var wait;
  window.addEventListener('resize', function () { clearTimeout(wait); wait = setTimeout(redraw, 150); });
  system.addEventListener('change', redraw);
  document.getElementById('theme').addEventListener('click', function () {
    chosen = theme() === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset.theme = chosen;
    redraw();
  });
})();
