// SPDX-License-Identifier: Apache-2.0
// From a figure of the report (Figure.java) to an option of the chart library. Runs in browsers and, for SVG files,
// without one: it touches no document.
var Charts = (function () {
  var PALETTE = {
    light: ['#2563eb', '#d97706', '#059669', '#db2777', '#7c3aed', '#0891b2', '#b91c1c', '#4d7c0f', '#92400e', '#475569'],
    dark: ['#60a5fa', '#fbbf24', '#34d399', '#f472b6', '#a78bfa', '#22d3ee', '#f87171', '#a3e635', '#d6a370', '#94a3b8']
  };
  var INK = {
    light: { text: '#222', faint: '#e2e2e2', floor: '#888', paper: '#fff' },
    dark: { text: '#ddd', faint: '#3a3a3a', floor: '#999', paper: '#17181a' }
  };
  var SYMBOLS = ['circle', 'triangle', 'rect', 'diamond', 'roundRect', 'arrow', 'pin'];
  var DASHES = { putget: [6, 4], floor: [2, 3], ptr: 'solid', auto: 'solid' };

  function digits(v) {
    var a = Math.abs(v);
    if (a === 0) return '0';
    if (a >= 1e9) return digits(v / 1e9) + 'G';
    if (a >= 1e6) return digits(v / 1e6) + 'M';
    if (a >= 1e4) return digits(v / 1e3) + 'k';
    return String(Number(v.toPrecision(3)));
  }
  function bytes(v) {
    var units = ['', 'K', 'M', 'G'], k = 0;
    while (k < 3 && v >= 1024 && v % 1024 === 0) { v /= 1024; k++; }
    if (v >= 10240 && k < 3) return digits(v);
    return String(v) + units[k];
  }
  function colour(figure, series, keys, theme) {
    if (series.colour === 'floor') return INK[theme].floor;
    var palette = PALETTE[theme];
    return palette[Math.max(0, keys.colours.indexOf(series.colour)) % palette.length];
  }
  function extent(figure, pick) {
    var low = Infinity, high = -Infinity;
    figure.series.forEach(function (s) {
      s.points.forEach(function (p) { low = Math.min(low, pick(p)); high = Math.max(high, pick(p)); });
    });
    return [low, high];
  }
  // the library puts a tick at each power of the base: a base that gives a handful of them
  function logarithmic(range, unit) {
    var span = Math.log(range[1] / range[0]) / Math.log(unit);
    return Math.pow(unit, Math.max(1, Math.ceil(span / 9)));
  }
  // of a tick, which has room for six characters
  function tick(value) {
    return value > 0 && value < 1 ? String(Number(value.toPrecision(2))) : digits(value);
  }
  function axis(a, range, ink, small) {
    var o = {
      name: a.label, nameLocation: 'middle', nameTextStyle: { color: ink.text, fontSize: small ? 11 : 13 },
      axisLabel: { color: ink.text, fontSize: small ? 10 : 12, hideOverlap: true },
      axisLine: { show: true, lineStyle: { color: ink.floor } },
      splitLine: { show: true, lineStyle: { color: ink.faint } }
    };
    if (a.scale === 'linear') {
      o.type = 'value';
      o.axisLabel.formatter = tick;
      if (range[0] === Math.floor(range[0]) && range[1] === Math.floor(range[1])) o.minInterval = 1;
    } else {
      o.type = 'log';
      var powers = a.scale === 'bytes' || a.scale === 'log2' || range[1] / range[0] < 16;
      o.logBase = logarithmic(range, powers ? 2 : 10);
      o.axisLabel.formatter = a.scale === 'bytes' ? bytes : tick;
    }
    return o;
  }
  function whisker(ink) {
    return function (params, api) {
      var low = api.coord([api.value(0), api.value(1)]), high = api.coord([api.value(0), api.value(2)]);
      if (Math.abs(low[1] - high[1]) < 1.5) return null;
      var style = { stroke: api.visual('color'), lineWidth: 1, opacity: 0.6 };
      return {
        type: 'group',
        children: [
          { type: 'line', shape: { x1: low[0], y1: low[1], x2: high[0], y2: high[1] }, style: style },
          { type: 'line', shape: { x1: low[0] - 3, y1: low[1], x2: low[0] + 3, y2: low[1] }, style: style },
          { type: 'line', shape: { x1: high[0] - 3, y1: high[1], x2: high[0] + 3, y2: high[1] }, style: style }
        ]
      };
    };
  }
  function escaped(text) {
    return String(text).replace(/&/g, '&amp;').replace(/</g, '&lt;');
  }
  function told(figure, name, p, at) {
    var interval = p.low === p.high ? '' : '<br>95 %: ' + digits(p.low) + ' to ' + digits(p.high);
    return '<b>' + escaped(name) + '</b><br>' + escaped(at) + ': <b>' + digits(p.y) + '</b> ' + escaped(figure.y.label) +
      interval + '<br>' + escaped(p.n) + (p.marks ? '<br>⚠ ' + escaped(p.marks) : '');
  }
  function lines(figure, keys, theme, o, still) {
    var ink = INK[theme];
    figure.series.forEach(function (s) {
      if (still && !s.shown) return;
      var c = colour(figure, s, keys, theme);
      o.series.push({
        type: 'line', name: s.name, symbolSize: 7, showSymbol: true, z: s.dash === 'floor' ? 1 : 3,
        symbol: s.dash === 'floor' ? 'none' : SYMBOLS[Math.max(0, keys.markers.indexOf(s.marker)) % SYMBOLS.length],
        lineStyle: { type: DASHES[s.dash] || 'solid', width: s.dash === 'floor' ? 1.5 : 2, color: c },
        itemStyle: { color: c }, emphasis: { focus: 'series' }, animation: false,
        data: s.points.map(function (p) {
          var d = { value: [p.x, p.y], p: p };
          if (p.marks) d.itemStyle = { color: ink.paper, borderColor: c, borderWidth: 1.5 }; // hollow: read with care
          return d;
        })
      });
    });
    figure.series.forEach(function (s) {
      if (still && !s.shown) return;
      if (s.dash === 'floor' || !s.points.some(function (p) { return p.low !== p.high; })) return;
      o.series.push({
        type: 'custom', name: s.name, renderItem: whisker(ink), silent: true, z: 2, animation: false,
        itemStyle: { color: colour(figure, s, keys, theme) }, tooltip: { show: false },
        encode: { x: 0, y: [1, 2] },
        data: s.points.map(function (p) { return [p.x, p.low, p.high]; })
      });
    });
  }
  function bars(figure, keys, theme, o, still) {
    var few = figure.series.length * figure.categories.length <= 16;
    figure.series.forEach(function (s) {
      if (still && !s.shown) return;
      o.series.push({
        type: 'bar', name: s.name, itemStyle: { color: colour(figure, s, keys, theme) }, animation: false,
        emphasis: { focus: 'series' },
        label: { show: few, position: 'top', color: INK[theme].text, fontSize: 10,
          formatter: function (d) { return digits(d.value[1]); } },
        data: s.points.map(function (p) { return { value: [figure.categories[p.x], p.y], p: p }; })
      });
    });
  }

  // the rows that a legend of these names takes
  function rows(names, width) {
    var room = width - 24, used = 0, count = 1;
    names.forEach(function (n) {
      var w = n.length * (width < 520 ? 6 : 6.6) + 42;
      if (used + w > room && used > 0) { count++; used = 0; }
      used += w;
    });
    return count;
  }
  function names(figure, all) {
    return figure.series.filter(function (s) { return all || s.shown; }).map(function (s) { return s.name; });
  }
  // how high a chart must be for its legend not to eat it
  function height(figure, width, all) { return (width < 520 ? 290 : 330) + 17 * rows(names(figure, all), width); }

  // keys: { colours: [...], markers: [...] }; still: a picture in a file, without what answers to a pointer;
  // all: the lines too that are hidden at first
  function option(figure, keys, theme, width, still, all) {
    var ink = INK[theme], small = width < 520;
    var listed = names(figure, all && !still), selected = {};
    figure.series.forEach(function (s) { selected[s.name] = all || s.shown; });
    var o = {
      backgroundColor: still ? ink.paper : 'transparent',
      textStyle: { fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif" },
      animation: false,
      grid: { left: small ? 57 : 66, right: 18, top: still ? 16 : 30, bottom: 52 + rows(listed, width) * 17, containLabel: false },
      legend: {
        type: 'plain', bottom: 2, left: 12, right: 12, data: listed, selected: selected,
        itemWidth: 26, itemHeight: 9, itemGap: 7, inactiveColor: theme === 'light' ? '#bbb' : '#555',
        textStyle: { color: ink.text, fontSize: small ? 11 : 12 }
      },
      series: []
    };
    if (figure.kind === 'BARS') {
      o.xAxis = { type: 'category', data: figure.categories, axisLabel: { color: ink.text }, axisLine: { lineStyle: { color: ink.floor } } };
      o.yAxis = axis(figure.y, [1, 2], ink, small);
      bars(figure, keys, theme, o, still);
    } else {
      var range = extent(figure, function (p) { return p.x; });
      o.xAxis = axis(figure.x, range, ink, small);
      o.xAxis.min = range[0];
      o.xAxis.max = range[1] > range[0] ? range[1] : range[0] * 2;
      o.yAxis = axis(figure.y, extent(figure, function (p) { return p.y; }), ink, small);
      lines(figure, keys, theme, o, still);
    }
    o.xAxis.nameGap = 28;
    o.yAxis.nameGap = small ? 43 : 48;
    if (still) return o;
    o.tooltip = {
      trigger: 'item', confine: true, backgroundColor: ink.paper, borderColor: ink.floor,
      textStyle: { color: ink.text, fontSize: 12 },
      formatter: function (d) {
        if (!d.data || !d.data.p) return '';
        var at = figure.kind === 'BARS' ? d.name : figure.x.scale === 'bytes' ? bytes(d.data.p.x) + ' B' :
          digits(d.data.p.x) + ' ' + figure.x.label;
        return told(figure, d.seriesName, d.data.p, at);
      }
    };
    o.toolbox = {
      right: 8, top: 0, itemSize: 13, iconStyle: { borderColor: ink.floor },
      feature: { dataZoom: { filterMode: 'none', title: { zoom: 'zoom', back: 'back' } }, restore: { title: 'all' } }
    };
    o.dataZoom = [
      { type: 'inside', xAxisIndex: 0, filterMode: 'none', zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false },
      { type: 'inside', yAxisIndex: 0, filterMode: 'none', zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false }
    ];
    return o;
  }
  // what has a colour or a marker of its own, in the order in which they are given out
  function keys(figures) {
    var colours = new Set(), markers = new Set(['']);
    figures.forEach(function (f) {
      f.series.forEach(function (s) {
        if (s.colour !== 'floor') colours.add(s.colour);
        markers.add(s.marker);
      });
    });
    return { colours: Array.from(colours), markers: Array.from(markers) };
  }
  // samples of a row: how many of a hundred took no longer, with room for the last ones. lines: [{name, points: [percent, value]}]
  function percentiles(lines, unit, theme) {
    var ink = INK[theme];
    return {
      backgroundColor: 'transparent', animation: false, grid: { left: 66, right: 18, top: 14, bottom: 74 },
      legend: { bottom: 2, data: lines.map(function (l) { return l.name; }), textStyle: { color: ink.text } },
      tooltip: { trigger: 'item', confine: true, backgroundColor: ink.paper, borderColor: ink.floor, textStyle: { color: ink.text, fontSize: 12 },
        formatter: function (d) { return escaped(d.seriesName) + '<br>' + d.data.percent + ' %: <b>' + digits(d.value[1]) + '</b> ' + unit; } },
      xAxis: { type: 'log', min: 1, name: '% of samples', nameLocation: 'middle', nameGap: 28, nameTextStyle: { color: ink.text },
        axisLabel: { color: ink.text, formatter: function (v) { return String(Number((100 - 100 / v).toPrecision(8))); } },
        splitLine: { lineStyle: { color: ink.faint } } },
      yAxis: { type: 'log', scale: true, name: unit, nameLocation: 'middle', nameGap: 48, nameTextStyle: { color: ink.text },
        logBase: logarithmic(extent({ series: lines }, function (p) { return p[1]; }), 10),
        axisLabel: { color: ink.text, formatter: tick }, splitLine: { lineStyle: { color: ink.faint } } },
      series: lines.map(function (l, k) {
        var c = PALETTE[theme][k % PALETTE[theme].length];
        return { type: 'line', step: 'end', name: l.name, showSymbol: true, symbolSize: 4, lineStyle: { color: c }, itemStyle: { color: c },
          data: l.points.filter(function (p) { return p[0] < 100; }).map(function (p) {
            return { value: [100 / (100 - p[0]), p[1]], percent: Number(p[0].toFixed(4)) };
          }) };
      })
    };
  }
  return { option: option, height: height, keys: keys, percentiles: percentiles };
})();
