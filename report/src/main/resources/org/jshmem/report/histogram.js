// SPDX-License-Identifier: Apache-2.0
// Reads a histogram as HdrHistogram writes it, encoding V2, compressed, in Base64: counts of samples in buckets that
// double, each halved as often as its digits need.
var Histogram = (function () {
  var COMPRESSED = 0x1c849304, PLAIN = 0x1c849303, LENGTH = 0x10, PER_UNIT = 1000;

  async function inflate(bytes) {
    var stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }
  // counts, one after the other; a negative one is a run of empty buckets
  function counts(view, from, to) {
    var found = [], at = from, index = 0;
    while (at < to) {
      var n = 0, scale = 1, byte;
      do {
        byte = view.getUint8(at++);
        n += (byte & 127) * scale;
        scale *= 128;
      } while (byte & 128);
      var count = n % 2 ? -(n + 1) / 2 : n / 2;
      if (count < 0) index -= count;
      else found.push([index++, count]);
    }
    return found.filter(function (entry) { return entry[1] > 0; });
  }
  // [value, samples] in ascending order, values in the unit of the row
  async function decode(text) {
    var bytes = Uint8Array.from(atob(text), function (c) { return c.charCodeAt(0); });
    var outer = new DataView(bytes.buffer);
    if ((outer.getInt32(0) & ~LENGTH) !== COMPRESSED) throw new Error('not a histogram');
    var view = new DataView((await inflate(bytes.subarray(8, 8 + outer.getInt32(4)))).buffer);
    if ((view.getInt32(0) & ~LENGTH) !== PLAIN) throw new Error('not a histogram');
    var digits = view.getInt32(12), lowest = Number(view.getBigInt64(16));
    var half = Math.ceil(Math.log2(2 * Math.pow(10, digits))) - 1, unit = Math.floor(Math.log2(lowest));
    return counts(view, 40, 40 + view.getInt32(4)).map(function (entry) {
      var bucket = (entry[0] >> half) - 1, sub = (entry[0] & ((1 << half) - 1)) + (1 << half);
      if (bucket < 0) {
        bucket = 0;
        sub -= 1 << half;
      }
      return [(sub + 0.5) * Math.pow(2, bucket + unit) / PER_UNIT, entry[1]];
    });
  }
  // [percent, value]: the value that this percentage of samples does not exceed
  async function percentiles(text) {
    var buckets = await decode(text), total = 0, sum = 0;
    buckets.forEach(function (b) { total += b[1]; });
    return buckets.map(function (b) {
      sum += b[1];
      return [100 * sum / total, b[0]];
    });
  }
  return { percentiles: percentiles };
})();
