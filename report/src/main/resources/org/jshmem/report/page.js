// SPDX-License-Identifier: Apache-2.0
// Builds the page from its data: headings, figures that are drawn when they come into view, tables that sort.
(function () {
  var data = JSON.parse(document.getElementById('data').textContent);
  var keys = { colours: data.colours, markers: data.markers };
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
  }
  function redraw() { drawn.forEach(draw); }

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
    var box = { figure: f, area: add(outer, 'div', '', { 'class': 'chart' }) };
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

  function value(text) {
    var n = parseFloat(text.replace(/[^0-9.eE+-].*$/, ''));
    return text === '' ? -Infinity : isNaN(n) ? text : n;
  }
  function table(parent, t) {
    var holder = parent;
    if (t.folded) {
      holder = add(parent, 'details');
      add(holder, 'summary', t.title + ', ' + t.rows.length + (t.rows.length === 1 ? ' row' : ' rows'));
    } else if (t.title) add(parent, 'h3', t.title);
    var build = function () {
      var wide = add(holder, 'div', '', { 'class': 'wide' });
      var e = add(wide, 'table'), head = add(add(e, 'thead'), 'tr'), body = add(e, 'tbody');
      function fill() {
        body.textContent = '';
        t.rows.forEach(function (row) {
          var line = add(body, 'tr');
          row.forEach(function (cell) { add(line, 'td', cell); });
        });
      }
      t.columns.forEach(function (name, k) {
        var th = add(head, 'th');
        var button = add(th, 'button', name, { type: 'button', title: 'sort' });
        var up = true;
        button.addEventListener('click', function () {
          t.rows.sort(function (a, b) {
            var x = value(a[k]), y = value(b[k]);
            if (typeof x !== typeof y) { x = String(a[k]); y = String(b[k]); }
            return (x < y ? -1 : x > y ? 1 : 0) * (up ? 1 : -1);
          });
          head.querySelectorAll('th').forEach(function (other) { other.removeAttribute('aria-sort'); });
          th.setAttribute('aria-sort', up ? 'ascending' : 'descending');
          up = !up;
          fill();
        });
      });
      fill();
    };
    if (!t.folded) build();
    else holder.addEventListener('toggle', build, { once: true });
  }

  data.sections.forEach(function (s, k) {
    var section = add(main, 'section', '', { id: 's' + k });
    add(section, 'h2', s.title);
    add(nav, 'a', s.title, { href: '#s' + k });
    if (s.text) add(section, 'p', s.text);
    var figures = add(section, 'div', '', { 'class': 'figures' });
    s.figures.forEach(function (f) { figure(figures, f); });
    s.tables.forEach(function (t) { table(section, t); });
  });

  var wait;
  window.addEventListener('resize', function () { clearTimeout(wait); wait = setTimeout(redraw, 150); });
  system.addEventListener('change', redraw);
  document.getElementById('theme').addEventListener('click', function () {
    chosen = theme() === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset.theme = chosen;
    redraw();
  });
})();
