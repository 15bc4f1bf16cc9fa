# SPDX-License-Identifier: Apache-2.0
# The table of bench/ab: awk -v least=5 -v most=15 -f bench/verdict.awk FIGURES ROWS. FIGURES has lines "row build start figure", ROWS has lines "row unit bound".
# Prints for each row its name, a word for its verdict, and the cells of its line. A bound holds if the whole interval lies at or below it, and is missed if the
# whole interval lies above it. Otherwise the row is open, as one with fewer than `least` starts; if it is still open after `most` starts, its median decides.
function sorted(row, build, kind,  k, v, i) { # into x: its n figures, or their ratios (/) or distances (+) to those of old
  n = 0
  for (k = 1; k <= most; k++) {
    if (!((row, build, k) in f) || kind ~ /[\/+]/ && !((row, "old", k) in f)) continue
    v = f[row, build, k]
    if (kind == "/") v /= f[row, "old", k]
    if (kind == "+") v -= f[row, "old", k]
    for (i = ++n; i > 1 && x[i - 1] > v; i--) x[i] = x[i - 1]
    x[i] = v
  }
  return n
}
function middle() { return n ? (x[int((n + 1) / 2)] + x[int(n / 2) + 1]) / 2 : "-" }
function interval(  k, c, tail) { # sets low and high: an interval of 90 % leaves out equally many at each end
  c = tail = 0.5 ^ n
  for (k = 0; tail <= 0.05; k++) { c *= (n - k) / (k + 1); tail += c }
  if (k > 0) k--
  low = x[1 + k]; high = x[n - k]
}
function shown(row, build) { return sorted(row, build) ? sprintf("%.4g", middle()) : "-" }
function verdict(number) {
  if (n < least) return "open"
  if (low > number) return "missed"
  if (high <= number) return "holds"
  return n < most ? "open" : middle() > number ? "open-missed" : "open-holds"
}
FILENAME != "-" { f[$1, $2, $3] = $4; next }
{
  kind = substr($3, 1, 1); number = $3
  if (!sub(/^[+<]/, "", number)) kind = "/"
  noise = ""
  if (sorted($1, "again", kind)) { interval(); noise = sprintf(" %.4g (%.4g to %.4g) |", middle(), low, high) }
  old = shown($1, "old"); new = shown($1, "new")
  if (!sorted($1, "new", kind)) { print $1, "none | " $2 " | - | - | - | - | " $3 " | no figure |"; next }
  interval()
  word = text = verdict(number + 0)
  sub(/-/, ", by its median ", text)
  printf "%s %s | %s | %s | %s | %.4g | %.4g to %.4g, %d | %s | %s |%s\n", $1, word, $2, old, new, middle(), low, high, n, $3, text, noise
}
