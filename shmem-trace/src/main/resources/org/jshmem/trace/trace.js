// SPDX-License-Identifier: Apache-2.0
// Draws a trace: a timeline on a canvas, a matrix of bytes, and tables. A track has two lanes, collectives above all other events; a lane has
// levels of detail, from the finest: { resolution, pieces: [time since the piece before, duration, name, ...] }. Times are multiples of `unit` nanoseconds.
const traceView = (() => {
  function time(ns, digits = 3) {
    let unit = 0;
    while (unit < 3 && Math.abs(ns) >= 999.5) { ns /= 1000; unit++; }
    return Number(ns.toPrecision(digits)) + ' ' + ['ns', 'us', 'ms', 's'][unit];
  }
  function bytes(n) {
    let unit = 0;
    while (unit < 4 && n >= 1024) { n /= 1024; unit++; }
    return Number(n.toPrecision(3)) + ' ' + ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'][unit];
  }
  function unpack(level) {
    const n = level.pieces.length / 3, starts = new Float64Array(n), ends = new Float64Array(n), names = new Int32Array(n);
    for (let i = 0, at = 0; i < n; i++) {
      at += level.pieces[3 * i];
      starts[i] = at; ends[i] = at + level.pieces[3 * i + 1]; names[i] = level.pieces[3 * i + 2];
    }
    return { resolution: level.resolution, starts: starts, ends: ends, names: names };
  }
  // the coarsest level that is as fine as a pixel, or the finest
  const fitting = (levels, perPixel) => levels.findLast(level => level.resolution <= perPixel) || levels[0];
  // the first piece that begins after a time
  function after(starts, t) {
    let low = 0, high = starts.length;
    while (low < high) { const middle = (low + high) >>> 1; if (starts[middle] <= t) low = middle + 1; else high = middle; }
    return low;
  }
  function zoomed(view, factor, at, span) {
    const width = Math.min(span, Math.max(10, (view.to - view.from) * factor)), share = (at - view.from) / (view.to - view.from);
    const from = Math.min(Math.max(0, at - share * width), span - width);
    return { from: from, to: from + width };
  }
  // round steps of an axis: 1, 2 or 5 times a power of ten
  function step(width, most) {
    const raw = width / most, power = Math.pow(10, Math.floor(Math.log10(raw)));
    return [1, 2, 5, 10].map(k => k * power).find(v => v >= raw);
  }
  const HUES = [210, 35, 150, 330, 265, 190, 0, 90, 20, 240];
  function colour(name, dark) {
    if (/^wait/.test(name)) return dark ? '#7f1d1d' : '#fca5a5';
    if (/^sleep|^compute/.test(name)) return dark ? '#a16207' : '#fbbf24';
    let hash = 0;
    for (const c of name) hash = (hash * 31 + c.charCodeAt(0)) >>> 0;
    return `hsl(${HUES[hash % HUES.length]} 55% ${dark ? 45 : 62}%)`;
  }

  function show(trace) {
    const main = document.querySelector('main'), nav = document.querySelector('nav'), root = document.documentElement;
    const system = matchMedia('(prefers-color-scheme: dark)'), isDark = () => root.dataset.theme ? root.dataset.theme === 'dark' : system.matches;
    const tracks = trace.tracks.map(lanes => lanes.map(levels => levels.map(unpack))), row = new Map(trace.pes.map((pe, k) => [pe, k]));
    const HEIGHT = Math.max(12, Math.min(34, 800 / tracks.length)), TOP = 22, LEFT = 52;
    const shown = (t, digits) => time(t * trace.unit, digits);
    let view = { from: 0, to: trace.span }, found = null, chosen = null, waiting = false;

    function add(parent, tag, text, attributes) {
      const e = parent.appendChild(document.createElement(tag));
      if (text) e.textContent = text;
      Object.entries(attributes || {}).forEach(([name, value]) => e.setAttribute(name, value));
      return e;
    }
    function section(title) {
      const e = add(main, 'section', '', { id: 's' + nav.childElementCount });
      add(e, 'h2', title);
      add(nav, 'a', title, { href: '#' + e.id });
      return e;
    }
    const timeline = section('Timeline'), tools = add(timeline, 'p', '', { 'class': 'tools' });
    const search = add(tools, 'input', '', { type: 'search', placeholder: 'search: routine, object, line', 'aria-label': 'search events' });
    const status = add(tools, 'span', '', { role: 'status', 'class': 'facts' });
    const button = (text, title, action) => add(tools, 'button', text, { type: 'button', title: title }).addEventListener('click', action);
    const canvas = add(timeline, 'canvas', '', { tabindex: 0, 'aria-label': 'timeline of all PEs' });
    canvas.style.cssText = `width: 100%; height: ${TOP + tracks.length * HEIGHT + 4}px; display: block; touch-action: pan-y; cursor: crosshair;`;
    const detail = add(timeline, 'p', 'Wheel or + and - zoom, dragging moves; a click on a wait shows the event that ended it. The strong line is the critical path.',
      { 'class': 'facts', role: 'status' });
    const width = () => canvas.clientWidth - LEFT, x = t => LEFT + (t - view.from) / (view.to - view.from) * width();
    const at = px => view.from + (px - LEFT) / width() * (view.to - view.from), middle = pe => TOP + row.get(pe) * HEIGHT + HEIGHT / 2;

    function draw() {
      waiting = false;
      const scale = devicePixelRatio || 1, style = getComputedStyle(root), ink = name => style.getPropertyValue(name);
      canvas.width = canvas.clientWidth * scale; canvas.height = canvas.clientHeight * scale;
      const pen = canvas.getContext('2d'), dark = isDark(), perPixel = (view.to - view.from) / width();
      pen.scale(scale, scale);
      pen.font = '11px system-ui, sans-serif'; pen.textBaseline = 'middle';
      const tick = step(view.to - view.from, Math.max(2, width() / 110));
      for (let t = Math.ceil(view.from / tick) * tick; t <= view.to; t += tick) {
        pen.fillStyle = ink('--line'); pen.fillRect(x(t), 0, 1, canvas.clientHeight);
        pen.fillStyle = ink('--soft'); pen.fillText(shown(t), x(t) + 3, 9);
      }
      pen.save(); pen.beginPath(); pen.rect(LEFT, TOP - 2, width(), canvas.clientHeight); pen.clip();
      tracks.forEach((lanes, k) => lanes.forEach((levels, lane) => {
        const level = fitting(levels, perPixel), y = TOP + k * HEIGHT + (lane ? HEIGHT * 0.4 : 1), tall = lane ? HEIGHT * 0.52 : HEIGHT * 0.36;
        for (let i = Math.max(0, after(level.starts, view.from) - 2); i < level.starts.length && level.starts[i] <= view.to; i++) {
          if (level.ends[i] < view.from) continue;
          const left = Math.max(LEFT, x(level.starts[i])), wide = Math.max(1, x(level.ends[i]) - left), name = trace.names[level.names[i]];
          pen.globalAlpha = found && !found.has(level.names[i]) ? 0.15 : 1;
          pen.fillStyle = colour(name, dark); pen.fillRect(left, y, wide, tall);
          if (wide > 60 && tall > 9) { pen.fillStyle = ink('--text'); pen.fillText(name.slice(0, Math.floor(wide / 6)), left + 3, y + tall / 2); }
        }
      }));
      pen.globalAlpha = 1;
      drawPath(pen, ink('--warn'));
      drawArrows(pen, ink('--link'), perPixel);
      pen.restore();
      pen.fillStyle = ink('--text');
      if (HEIGHT >= 12) trace.pes.forEach(pe => pen.fillText('PE ' + pe, 2, middle(pe)));
    }
    function drawPath(pen, ink) {
      pen.strokeStyle = ink; pen.lineWidth = 2; pen.beginPath();
      let before = null; // the path goes backwards in time
      for (const [pe, from, to] of trace.path) {
        if (to >= view.from && from <= view.to) {
          if (before) { pen.moveTo(x(before.from), middle(before.pe)); pen.lineTo(x(to), middle(pe)); }
          pen.moveTo(x(to), middle(pe)); pen.lineTo(x(from), middle(pe));
        }
        before = { pe: pe, from: from };
      }
      pen.stroke();
    }
    function drawArrows(pen, ink, perPixel) {
      const inView = trace.arrows.filter(a => a === chosen || (a[5] >= view.from && a[2] <= view.to && a[5] - a[4] > 6 * perPixel));
      if (inView.length > 600 && !chosen) return;
      (inView.length > 600 ? [chosen] : inView).forEach(a => {
        pen.strokeStyle = pen.fillStyle = ink; pen.globalAlpha = chosen && a !== chosen ? 0.2 : 0.9; pen.lineWidth = a === chosen ? 2.5 : 1;
        const tipX = x(a[5]), tipY = middle(a[3]), up = a[0] < a[3] ? -1 : 1;
        pen.beginPath();
        if (a[1] >= 0) { pen.moveTo(x(a[1]), middle(a[0])); pen.lineTo(x(a[2]), middle(a[0])); } else pen.moveTo(x(a[2]), middle(a[0]));
        pen.lineTo(tipX, tipY); pen.stroke();
        pen.beginPath(); pen.moveTo(tipX, tipY); pen.lineTo(tipX - 4, tipY + 7 * up); pen.lineTo(tipX + 4, tipY + 7 * up); pen.fill();
      });
      pen.globalAlpha = 1;
    }
    function later() { if (!waiting) { waiting = true; requestAnimationFrame(draw); } }
    function zoom(factor, t) { view = zoomed(view, factor, t, trace.span); later(); }
    const centre = () => (view.from + view.to) / 2;

    function click(px, py) {
      const k = Math.floor((py - TOP) / HEIGHT), t = at(px), lanes = tracks[k];
      if (!lanes) return;
      const pe = trace.pes[k], perPixel = (view.to - view.from) / width();
      chosen = trace.arrows.filter(a => a[3] === pe && a[4] - 2 * perPixel <= t && t <= a[5] + 2 * perPixel).sort((a, b) => (a[5] - a[4]) - (b[5] - b[4]))[0] || null;
      const texts = lanes.map(levels => {
        const level = fitting(levels, perPixel), i = after(level.starts, t + perPixel) - 1;
        return i >= 0 && level.ends[i] >= t - perPixel ? `${trace.names[level.names[i]]}: ${shown(level.ends[i] - level.starts[i])} from ${shown(level.starts[i], 6)}` : '';
      }).filter(Boolean);
      detail.textContent = `PE ${pe}: ` + (texts.reverse().join(' in ') || 'no event') +
        (chosen ? `. PE ${chosen[0]} ended this wait at ${shown(chosen[2], 6)}${chosen[1] < 0 ? '' : ', after its put at ' + shown(chosen[1], 6)}.` : '.');
      later();
    }
    let from = null;
    canvas.addEventListener('wheel', e => { e.preventDefault(); zoom(Math.exp(e.deltaY / 400), at(e.offsetX)); }, { passive: false });
    canvas.addEventListener('pointerdown', e => { from = { px: e.offsetX, view: view, moved: false }; canvas.setPointerCapture(e.pointerId); });
    canvas.addEventListener('pointermove', e => {
      if (!from) return;
      const by = (from.px - e.offsetX) / width() * (from.view.to - from.view.from), size = from.view.to - from.view.from;
      from.moved = from.moved || Math.abs(from.px - e.offsetX) > 3;
      const start = Math.min(Math.max(0, from.view.from + by), trace.span - size);
      view = { from: start, to: start + size };
      later();
    });
    canvas.addEventListener('pointerup', e => { if (from && !from.moved) click(e.offsetX, e.offsetY); from = null; });
    canvas.addEventListener('keydown', e => { if (e.key === '+') zoom(0.5, centre()); if (e.key === '-') zoom(2, centre()); });
    button('+', 'zoom in', () => zoom(0.5, centre()));
    button('-', 'zoom out', () => zoom(2, centre()));
    button('all', 'the whole job', () => { view = { from: 0, to: trace.span }; later(); });
    function searched() {
      const text = search.value.trim().toLowerCase();
      found = text ? new Set(trace.names.map((name, k) => name.toLowerCase().includes(text) ? k : -1).filter(k => k >= 0)) : null;
      status.textContent = found ? `${found.size} of ${trace.names.length} kinds of events; Enter goes to the next` : '';
      later();
    }
    function next() {
      if (!found) return;
      let best = null;
      tracks.forEach((lanes, k) => lanes.forEach(levels => {
        const level = levels[0];
        for (let i = after(level.starts, centre() + 1); i < level.starts.length; i++) {
          if (best && level.starts[i] >= best.start) break;
          if (found.has(level.names[i])) { best = { start: level.starts[i], end: level.ends[i], pe: trace.pes[k], name: level.names[i] }; break; }
        }
      }));
      status.textContent = best ? `PE ${best.pe}: ${trace.names[best.name]} at ${shown(best.start, 6)}` : 'no later one';
      if (!best) return;
      const size = Math.max(50, Math.min(view.to - view.from, (best.end - best.start) * 4 || trace.span / 1000));
      view = { from: best.start - size / 2, to: best.start + size / 2 };
      later();
    }
    search.addEventListener('input', searched);
    search.addEventListener('keydown', e => { if (e.key === 'Enter') next(); });

    function table(t) {
      const [name, text] = t.title.split(': '), part = section(name[0].toUpperCase() + name.slice(1));
      if (text) add(part, 'p', text, { 'class': 'facts' });
      const e = add(add(part, 'div', '', { 'class': 'wide' }), 'table'), head = add(add(e, 'thead'), 'tr'), body = add(e, 'tbody');
      const isText = k => k >= t.columns.length - 2;
      t.columns.forEach((name, k) => add(head, 'th', name, isText(k) ? { 'class': 'text' } : {}));
      t.rows.forEach(cells => { const line = add(body, 'tr'); cells.forEach((cell, k) => add(line, 'td', cell, isText(k) ? { 'class': 'text' } : {})); });
    }
    function matrix() {
      if (!trace.bytes.length) return;
      const e = section('Bytes from PE to PE'), n = Math.max(...trace.bytes.map(b => Math.max(b[0], b[1]))) + 1, most = Math.max(...trace.bytes.map(b => b[2]));
      const size = Math.max(4, Math.min(32, Math.floor(440 / n))), svg = add(e, 'div');
      const name = k => trace.block > 1 ? `PEs ${k * trace.block} to ${(k + 1) * trace.block - 1}` : 'PE ' + k;
      const cell = ([f, t, b]) => `<rect x="${30 + t * size}" y="${18 + f * size}" width="${size - 1}" height="${size - 1}" fill="var(--link)" fill-opacity="${
        (0.15 + 0.85 * Math.sqrt(b / most)).toFixed(2)}"><title>${name(f)} to ${name(t)}: ${bytes(b)}</title></rect>`;
      svg.innerHTML = `<svg width="${Math.max(300, 36 + n * size)}" height="${24 + n * size}" role="img" aria-label="bytes from PE (row) to PE (column)" font-size="10" fill="var(--soft)">` +
        `<text x="30" y="12">to PE 0 to ${n * trace.block - 1}; at most ${bytes(most)}</text><text x="2" y="${18 + size / 2 + 3}">from</text>${trace.bytes.map(cell).join('')}</svg>`;
    }
    trace.tables.slice(-1).forEach(table);
    matrix();
    trace.tables.slice(0, -1).forEach(table);
    addEventListener('resize', later);
    system.addEventListener('change', later);
    document.getElementById('theme').addEventListener('click', () => { root.dataset.theme = isDark() ? 'light' : 'dark'; later(); });
    draw();
  }
  return { time, bytes, unpack, fitting, after, zoomed, step, show };
})();
if (typeof document === 'undefined') module.exports = traceView;
else traceView.show(JSON.parse(document.getElementById('trace').textContent));
