// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeSet;

/// A figure as SVG: seconds over numbers of PEs, both logarithmic, in the text colour of the page around it.
final class Chart {
    /// One line of a figure.
    ///
    /// @param name in the legend
    /// @param colour which colour of the palette
    /// @param dashed how it is drawn
    /// @param points seconds by number of PEs
    record Line(String name, int colour, boolean dashed, NavigableMap<Integer, Double> points) {}

    private static final String[] PALETTE = {"#2563eb", "#d97706", "#059669", "#db2777", "#7c3aed", "#0891b2"};
    private static final int WIDTH = 720;
    private static final int HEIGHT = 400;
    private static final int LEFT = 86;
    private static final int RIGHT = 20;
    private static final int TOP = 20;
    private static final int BOTTOM = 90;

    private final StringBuilder svg = new StringBuilder();
    private final TreeSet<Integer> pes = new TreeSet<>();
    private double low = Double.MAX_VALUE;
    private double high;

    private Chart() {}

    /// The picture; `vertical` says what the seconds are of.
    static String svg(String vertical, List<Line> lines) {
        return new Chart().draw(vertical, lines);
    }

    private String draw(String vertical, List<Line> lines) {
        for (Line line : lines) {
            pes.addAll(line.points.keySet());
            for (double seconds : line.points.values()) {
                low = Math.min(low, seconds);
                high = Math.max(high, seconds);
            }
        }
        low = below(low);
        high = Math.max(-below(-high), 2 * low);
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"system-ui, sans-serif\""
                        + " font-size=\"13\" fill=\"currentColor\">%n",
                WIDTH, HEIGHT);
        axes(vertical);
        // dashed lines on top: through their gaps those below can be seen
        for (int i = 0; i < lines.size(); i++) if (!lines.get(i).dashed) line(lines.get(i), i);
        for (int i = 0; i < lines.size(); i++) if (lines.get(i).dashed) line(lines.get(i), i);
        return svg.append("</svg>\n").toString();
    }

    /// The next of 1, 2 and 5 times a power of ten away from zero for a negative number, towards it for a
    /// positive one.
    private static double below(double seconds) {
        double size = Math.abs(seconds);
        double ten = Math.pow(10, Math.floor(Math.log10(size)));
        double[] steps = {1, 2, 5, 10};
        if (seconds > 0) {
            for (int i = 3; i >= 0; i--) if (steps[i] * ten <= size * 1.0001) return steps[i] * ten;
        }
        for (double step : steps) if (step * ten >= size * 0.9999) return -step * ten;
        return seconds;
    }

    private void axes(String vertical) {
        for (double tick = low; tick <= high * 1.0001; tick = next(tick)) {
            add(
                    "<path d=\"M%d %.1fH%d\" stroke=\"currentColor\" stroke-opacity=\".18\"/>%n",
                    LEFT, y(tick), WIDTH - RIGHT);
            add("<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>%n", LEFT - 8, y(tick) + 4, plain(tick));
        }
        int bottom = HEIGHT - BOTTOM;
        for (int n : pes) add("<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>%n", x(n), bottom + 20, n);
        add("<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">PEs</text>%n", (LEFT + WIDTH - RIGHT) / 2, bottom + 40);
        add(
                "<text x=\"14\" y=\"%d\" text-anchor=\"middle\" transform=\"rotate(-90 14 %d)\">%s</text>%n",
                (TOP + bottom) / 2, (TOP + bottom) / 2, vertical);
    }

    private void line(Line line, int number) {
        String style = "stroke=\"%s\" stroke-width=\"2\"%s"
                .formatted(PALETTE[line.colour % PALETTE.length], line.dashed ? " stroke-dasharray=\"7 4\"" : "");
        StringBuilder path = new StringBuilder();
        for (Map.Entry<Integer, Double> point : line.points.entrySet()) {
            path.append(path.isEmpty() ? 'M' : 'L').append(two(x(point.getKey()), y(point.getValue())));
        }
        add("<path d=\"%s\" fill=\"none\" %s/>%n", path, style);
        for (Map.Entry<Integer, Double> point : line.points.entrySet()) {
            add(
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>%n",
                    x(point.getKey()), y(point.getValue()), PALETTE[line.colour % PALETTE.length]);
        }
        int left = LEFT + number % 3 * 215;
        int top = HEIGHT - 26 + number / 3 * 18;
        add("<path d=\"M%d %dh28\" %s/>%n", left, top - 4, style);
        add("<text x=\"%d\" y=\"%d\">%s</text>%n", left + 36, top, line.name);
    }

    private static double next(double tick) {
        double ten = Math.pow(10, Math.floor(Math.log10(tick * 1.0001)));
        double digit = Math.round(tick / ten);
        return digit == 1 ? 2 * ten : digit == 2 ? 5 * ten : 10 * ten;
    }

    private double x(int n) {
        double all = Math.log(pes.last()) - Math.log(pes.first());
        double part = all == 0 ? 0.5 : (Math.log(n) - Math.log(pes.first())) / all;
        return LEFT + 20 + part * (WIDTH - LEFT - RIGHT - 40);
    }

    private double y(double seconds) {
        double part = (Math.log(seconds) - Math.log(low)) / (Math.log(high) - Math.log(low));
        return HEIGHT - BOTTOM - part * (HEIGHT - BOTTOM - TOP);
    }

    private static String plain(double tick) {
        String s = String.format(Locale.ROOT, "%.6f", tick);
        return s.replaceFirst("\\.?0+$", "");
    }

    private static String two(double x, double y) {
        return String.format(Locale.ROOT, "%.1f %.1f", x, y);
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values));
    }
}
