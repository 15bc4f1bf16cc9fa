// SPDX-License-Identifier: Apache-2.0
// From results and a description of figures to figures that charts.js draws, to tables and to a comparison. Runs in
// browsers and, for SVG files, without one: it touches no document.
//
// A description has templates and sections of figures; a figure takes what it does not have from the template `like`:
//   test, each    the benchmark of its rows; or one figure for each value of this field
//   of, own       conditions on all rows; on the library's own rows, with which a figure stands or falls
//   x, xLabel, xScale; rate, divide, yLabel   what is plotted, and over what
//   line, colour  templates such as "{variant}, {where.machine}": a line's name, and what has one colour on the page
//   most          so many of our own lines are shown at first, the best ones
//   runs          "together": runs differ in x, at least two of them
//   kind          "bars": x is the category
//   note          below it; "{ways}" stands for the description's text of that name
// A condition is a value, a list of values, "!value", "<= 4" and the like, or "least".
var Rows = (function () {
  function value(row, path) {
    if (path === 'kernel') return row.benchmark.replace(/^stream-/, '');
    return path.split('.').reduce(function (at, name) { return at === undefined || at === null ? '' : at[name]; }, row);
  }
  function filled(template, row) {
    return template.replace(/\{([\w.]+)\}/g, function (all, path) {
      var v = value(row, path);
      return v === undefined ? '' : typeof v === 'object' ? Object.values(v).join(' ') : v;
    }).replace(/(, )+$/, '').trim();
  }
  // as Result.isFigure
  function isFigure(row) {
    return !(row.marks || []).some(function (mark) { return /^not (at rest|confirmed)/.test(mark); });
  }
  function isOwn(row) { return row.role === 'OWN'; }
  function isFloor(row) { return row.role === 'FLOOR'; }
  function plural(n, noun) { return n + ' ' + noun + (n === 1 ? '' : 's'); }

  function meets(actual, condition) {
    if (Array.isArray(condition)) return condition.indexOf(actual) >= 0;
    var text = String(condition), number = /^(<=|>=|<|>) (\d+)$/.exec(text);
    if (text.charAt(0) === '!') return String(actual) !== text.slice(1);
    if (!number) return String(actual) === text;
    var n = Number(number[2]);
    return number[1] === '<=' ? actual <= n : number[1] === '>=' ? actual >= n : number[1] === '<' ? actual < n : actual > n;
  }
  function all(row, conditions) {
    return Object.keys(conditions || {}).every(function (path) { return meets(value(row, path), conditions[path]); });
  }

  function byTest(rows) {
    var tests = new Map();
    rows.forEach(function (row) {
      if (!tests.has(row.benchmark)) tests.set(row.benchmark, []);
      tests.get(row.benchmark).push(row);
    });
    return tests;
  }

  // a run as legends call it, as in Where.java
  function label(where) {
    var text = plural(where.npes, 'PE');
    if (!where.virtual && where.jvms !== where.npes && where.jvms > 0) text += ' in ' + plural(where.jvms, 'JVM');
    return text + (where.hosts > 1 ? ' on ' + where.hosts + ' hosts' : ' on ' + where.machine);
  }
  // figures: those of the first file are this run, the others' are grouped by machine, PEs and commit
  function runs(files) {
    var own = files[0].rows.filter(isFigure), here = own.length ? label(own[0].where) : '';
    var found = [{ label: files.length > 1 ? here : '', rows: own }];
    files.slice(1).forEach(function (file) {
      var groups = new Map();
      file.rows.filter(isFigure).forEach(function (row) {
        if (isFloor(row) && !row.where.virtual) return; // one floor for each machine is enough
        var name = label(row.where);
        if (name === here) name += ', ' + (row.where.commit || file.name);
        if (!groups.has(name)) groups.set(name, []);
        groups.get(name).push(row);
      });
      groups.forEach(function (rows, name) { found.push({ label: name, rows: rows }); });
    });
    found.forEach(function (run) { run.tests = byTest(run.rows); });
    return found;
  }

  function name(spec, row, run) {
    var parts = [];
    if (isFloor(row)) parts.push(spec.kind === 'bars' || row.source === row.variant ? row.source : row.source + ' ' + row.variant);
    else {
      parts.push(isOwn(row) || spec.line.indexOf('pairs') < 0 ? filled(spec.line, row) : row.variant);
      if (spec.line.indexOf('access') < 0 && row.access !== 'auto') parts.push(row.access);
      if (row.role === 'PEER') parts.push(row.source);
    }
    parts.push(run);
    return parts.filter(function (p) { return p; }).join(', ').replace(/\b1 pairs\b/, '1 pair');
  }
  function point(spec, row, x) {
    var t = row.time, divide = spec.divide || 1;
    var v = (spec.rate ? row.megabytesPerSecond : t.median) / divide;
    return {
      x: x, y: v, low: v * (spec.rate ? t.median / t.high : t.low / t.median),
      high: v * (spec.rate ? t.median / t.low : t.high / t.median),
      n: plural(t.launches, 'launch').replace('launchs', 'launches') + ' of ' + plural(t.operations, 'operation'),
      marks: (row.marks || []).join('; '), row: row
    };
  }
  // names of our own lines, those first that are best at most places
  function best(spec, own) {
    var leaders = new Map(), wins = {};
    own.forEach(function (s) {
      wins[s.name] = 0;
      s.points.forEach(function (p) {
        var cost = spec.rate ? -p.y : p.y, leader = leaders.get(p.x);
        if (!leader || cost < leader.cost) leaders.set(p.x, { name: s.name, cost: cost });
      });
    });
    leaders.forEach(function (leader) { wins[leader.name]++; });
    return Object.keys(wins).sort(function (a, b) { return wins[b] - wins[a]; }).slice(0, spec.most || Infinity);
  }

  function series(spec, chosen, categories) {
    var grouped = new Map();
    chosen.forEach(function (each) {
      var row = each.row, n = name(spec, row, each.run), x = value(row, spec.x);
      if ((spec.rate ? row.megabytesPerSecond : row.time.median) <= 0) return;
      if (!grouped.has(n)) {
        grouped.set(n, {
          name: n, colour: isFloor(row) ? 'floor' : isOwn(row) ? filled(spec.colour || spec.line, row) : row.source,
          dash: isFloor(row) ? 'floor' : row.access, marker: row.role === 'PEER' ? row.source : each.run, shown: true,
          own: isOwn(row), points: []
        });
      }
      if (categories) {
        if (categories.indexOf(x) < 0) categories.push(x);
        x = categories.indexOf(x);
      }
      var points = grouped.get(n).points.filter(function (p) { return p.x !== x; });
      points.push(point(spec, row, x));
      grouped.get(n).points = points.sort(function (a, b) { return a.x - b.x; });
    });
    return Array.from(grouped.values());
  }

  // null where no row of our own belongs to it
  function figure(spec, found) {
    var bars = spec.kind === 'bars', together = spec.runs === 'together', of = Object.assign({}, spec.of);
    if (spec.test && !of.benchmark) of.benchmark = spec.test;
    var rows = [], tests = of.benchmark === undefined ? null : [].concat(of.benchmark);
    found.forEach(function (run) {
      (tests || Array.from(run.tests.keys())).forEach(function (test) {
        (run.tests.get(test) || []).forEach(function (row) { rows.push({ row: row, run: together ? '' : run.label }); });
      });
    });
    if (of.bytes === 'least') {
      delete of.bytes;
      rows = rows.filter(function (each) { return all(each.row, of); });
      of.bytes = rows.reduce(function (least, each) { return Math.min(least, each.row.bytes); }, Infinity);
    }
    if (bars) {
      var first = rows.filter(function (each) { return all(each.row, of); })[0];
      if (first) of['where.npes'] = first.row.where.npes;
    }
    var chosen = rows.filter(function (each) {
      return all(each.row, of) && (!isOwn(each.row) || all(each.row, spec.own));
    });
    if (!chosen.some(function (each) { return isOwn(each.row); })) return null;
    if (together && new Set(chosen.map(function (each) { return value(each.row, spec.x); })).size < 2) return null;
    var categories = bars ? [] : null, lines = series(spec, chosen, categories);
    if (spec.most) {
      new Set(lines.map(function (s) { return s.marker; })).forEach(function (run) {
        var own = lines.filter(function (s) { return s.own && s.marker === run; }), shown = best(spec, own);
        own.forEach(function (s) { s.shown = shown.indexOf(s.name) >= 0; });
      });
    }
    var any = chosen[0].row, text = function (t) { return filled(t || '', any).replace(/\b1 PEs\b/, '1 PE'); };
    return {
      id: text(spec.id), title: text(spec.title), note: spec.note, kind: bars ? 'BARS' : 'LINES',
      x: { label: bars ? '' : spec.xLabel, scale: bars ? 'category' : spec.xScale },
      y: { label: text(spec.yLabel), scale: bars ? 'linear' : 'log' }, categories: categories || [], series: lines
    };
  }
  var DEFAULTS = { x: 'bytes', xLabel: 'bytes', xScale: 'bytes', yLabel: 'ns, median', line: '{variant}' };
  function complete(spec, description) {
    var full = Object.assign({}, DEFAULTS, (description.templates || {})[spec.like], spec);
    full.id = (full.id || full.test || '').replace('{test}', full.test);
    full.title = full.title || full.test || '';
    full.note = (full.note || '').replace('{ways}', description.ways);
    return full;
  }
  // of one description, as many as its field `each` has values
  function figures(spec, found) {
    if (!spec.each) return [figure(spec, found)];
    var values = new Set();
    found.forEach(function (run) { run.rows.forEach(function (row) { values.add(value(row, spec.each)); }); });
    return Array.from(values).map(function (v) {
      var of = Object.assign({}, spec.of);
      of[spec.each] = v;
      return figure(Object.assign({}, spec, { of: of }), found);
    });
  }
  // the sections of a page with the figures that these files make
  function sections(description, files) {
    var found = runs(files);
    return description.sections.map(function (s) {
      var there = [];
      s.figures.forEach(function (spec) { there = there.concat(figures(complete(spec, description), found)); });
      return { title: s.title, text: s.text || '', figures: there.filter(function (f) { return f; }), tables: [] };
    }).filter(function (s) { return s.figures.length; });
  }

  // as Result.key() has it
  function key(row) {
    var sorted = Object.keys(row.parameters || {}).sort().map(function (k) { return k + '=' + row.parameters[k]; });
    return [row.role, row.source, row.benchmark, row.variant, row.access, row.pairs, row.bytes, sorted].join(',');
  }
  function floor(row, rows) {
    if (isFloor(row)) return null;
    return rows.find(function (f) {
      return isFloor(f) && isFigure(f) && f.benchmark === row.benchmark && f.bytes === row.bytes &&
        f.where.npes === row.where.npes && f.where.machine === row.where.machine &&
        (!(f.limits || []).length || f.limits.indexOf(row.variant) >= 0);
    });
  }
  function overFloor(row, rows) {
    var f = isFigure(row) && floor(row, rows);
    return f ? row.time.median / f.time.median : null;
  }
  // as Table.number has it
  function number(v) {
    if (v === null || v === undefined) return '';
    var a = Math.abs(v);
    return v.toFixed(a === 0 ? 0 : a < 10 ? 3 : a < 1000 ? 1 : 0);
  }
  function ratio(v) { return v === null ? '' : v.toFixed(2); }

  // all that is known of the rows of a test
  function table(title, rows, file) {
    var tails = rows.some(function (r) { return r.tails; }), over = rows.some(function (r) { return r.overPes; });
    var several = new Set(rows.map(function (r) { return r.where.npes; })).size > 1;
    var columns = ['variant', 'access', 'source'].concat(several ? ['PEs'] : [], ['pairs', 'bytes', rows[0].time.unit,
      '95 % interval', 'n', 'min', 'p99', 'x floor', 'MB/s', 'harness', 'warm after s'],
      tails ? ['op p50', 'op p99', 'op p99.9', 'op max'] : [], over ? ['PE min', 'PE avg', 'PE max', 'skew'] : [], 'read with care');
    return {
      title: title, folded: true, columns: columns, results: rows,
      rows: rows.map(function (r) {
        var t = r.time, o = r.tails || {}, p = r.overPes || {};
        var extra = Object.keys(r.parameters || {}).concat(Object.keys(r.measured || {})).map(function (k) {
          return k + ' ' + ((r.parameters || {})[k] || r.measured[k]);
        });
        return [r.variant + (extra.length ? ' (' + extra.join(', ') + ')' : ''), isFloor(r) ? 'floor' : r.access, r.source]
          .concat(several ? [String(r.where.npes)] : [], [String(r.pairs || ''), String(r.bytes || ''), number(t.median),
            number(t.low) + ' – ' + number(t.high), t.launches + ' x ' + t.operations, number(t.min), number(t.p99),
            ratio(overFloor(r, file)), r.megabytesPerSecond ? r.megabytesPerSecond.toFixed(1) : '', number(t.overhead),
            r.warmAfter ? r.warmAfter.toFixed(2) : ''], tails ? [o.p50, o.p99, o.p999, o.max].map(number) : [],
            over ? [p.min, p.avg, p.max, p.skew].map(number) : [], (r.marks || []).join('; '));
      })
    };
  }
  function tables(rows) {
    return Array.from(byTest(rows), function (test) { return table(test[0], test[1], rows); });
  }

  // our own rows that both files have: the ratio of their times, and of their ratios to floors, which is what a verdict
  // goes by
  function comparison(here, there) {
    var by = new Map(), tests = new Map(), rows = [], results = [];
    there.rows.filter(isFigure).forEach(function (r) { by.set(key(r), r); });
    here.rows.filter(isFigure).filter(isOwn).forEach(function (r) {
      var other = by.get(key(r));
      if (!other) return;
      var a = overFloor(r, here.rows), b = overFloor(other, there.rows), change = r.time.median / other.time.median;
      var judged = a && b ? a / b : change;
      tests.set(r.benchmark, (tests.get(r.benchmark) || []).concat([Math.log(judged)]));
      results.push(r);
      rows.push([r.benchmark, r.variant, r.access, String(r.pairs || ''), String(r.bytes || ''), number(r.time.median),
        number(other.time.median), ratio(change), ratio(a), ratio(b), ratio(judged)]);
    });
    var means = Array.from(tests, function (t) {
      var mean = t[1].reduce(function (sum, x) { return sum + x; }, 0) / t[1].length;
      return [t[0], String(t[1].length), ratio(Math.exp(mean)), ratio(Math.exp(Math.min.apply(null, t[1]))),
        ratio(Math.exp(Math.max.apply(null, t[1])))];
    });
    return {
      title: 'Compared with ' + there.name,
      text: rows.length ? 'Above 1 this page is slower. Ratios to floors are compared where both files have the floor, times elsewhere.' +
        ' Whether a difference is more than chance, oshrun judge tells.' : 'The two files have no row in common.',
      figures: [],
      tables: rows.length ? [
        { title: '', folded: false, columns: ['test', 'rows', 'mean ratio', 'least', 'largest'], rows: means },
        { title: 'Rows', folded: true, columns: ['test', 'variant', 'access', 'pairs', 'bytes', 'here', 'there', 'here / there',
          'here x floor', 'there x floor', 'ratio'], rows: rows, results: results }] : []
    };
  }

  // JSON lines, with comments; an Error names the line that is none
  function read(name, text) {
    var rows = [];
    text.split('\n').forEach(function (line, k) {
      if (!line.trim() || line.charAt(0) === '#') return;
      var row = null;
      try { row = JSON.parse(line); } catch (e) { /* named below */ }
      if (!row || !row.where || !row.benchmark || !row.time) {
        throw new Error(name + ':' + (k + 1) + ' is not a result; drop a results.jsonl that --report or --record wrote');
      }
      rows.push(row);
    });
    if (!rows.length) throw new Error(name + ' has no results; drop a results.jsonl that --report or --record wrote');
    return { name: name, rows: rows };
  }
  return { sections: sections, tables: tables, comparison: comparison, read: read, key: key, number: number };
})();
