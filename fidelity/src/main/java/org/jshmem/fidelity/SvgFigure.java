// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// A figure as SVG: lines for simulated values, dashed ones for formulas, diamonds for values that a paper prints, and
/// circles for a reader's points.
///
/// A band of a series is the interval of its points. Below the legend stand the lines that coincide. Where the reader
/// has chosen dark pages, the picture is dark.
final class SvgFigure {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 440;
    private static final int LEFT = 70;
    private static final int RIGHT = 250;
    private static final int TOP = 40;
    private static final int BOTTOM = 50;
    private static final String[] COLOURS = {
        "#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#e377c2", "#7f7f7f"
    };

    private static final String STYLE = """
            <style>.page { fill: white } .grid { stroke: #e0e0e0 } .axis { stroke: black; fill: none } text { fill: #202020 }
            @media (prefers-color-scheme: dark) { .page { fill: #14171a } .grid { stroke: #33383d }
            .axis { stroke: #c8c8c8 } text { fill: #dcdcdc } }</style>
            """;

    private final String title;
    private final Figure figure;
    private final StringBuilder svg = new StringBuilder();
    private final Scale x;
    private final Scale y;
    private final List<String> colours = new ArrayList<>();

    /// An axis from one pixel to another.
    ///
    /// @param base of the powers that have ticks; 0 for a linear axis
    private record Scale(double low, double high, int base, double from, double to) {
        static Scale of(List<Double> values, String kind, double from, double to) {
            double low = values.stream().mapToDouble(v -> v).min().orElse(0);
            double high = values.stream().mapToDouble(v -> v).max().orElse(1);
            int base = 10;
            if (kind.equals("log2")) base = high / low > 1e4 ? 16 : high / low > 64 ? 4 : 2;
            if (kind.equals("linear")) {
                base = 0;
                low = low < high / 2 ? 0 : low * 0.95;
                high = high * 1.05;
            }
            if (kind.equals("log")) {
                low = low / 1.05;
                high = high * 1.05;
            }
            return new Scale(low, high == low ? low + 1 : high, base, from, to);
        }

        double at(double value) {
            double share = base > 0 ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
            return from + share * (to - from);
        }

        List<Double> ticks() {
            List<Double> ticks = new ArrayList<>();
            if (base > 0) {
                double first = Math.pow(base, Math.ceil(Math.log(low) / Math.log(base) - 1e-9));
                for (double v = first; v <= high * 1.001; v *= base) ticks.add(v);
                if (base != 10 || ticks.size() > 1) return ticks;
                ticks.clear(); // one label says nothing of a scale
                for (double power = first / 10; power <= high; power *= 10) {
                    for (double v : new double[] {power, 2 * power, 5 * power}) if (v >= low && v <= high) ticks.add(v);
                }
                if (ticks.size() > 1) return ticks;
                ticks.clear();
            }
            double step = Math.pow(10, Math.floor(Math.log10(high - low)));
            if ((high - low) / step < 2.5) step /= 4;
            else if ((high - low) / step < 5) step /= 2;
            for (double v = Math.ceil(low / step) * step; v <= high; v += step) ticks.add(v);
            return ticks;
        }
    }

    private SvgFigure(String title, Figure figure) {
        this.title = title;
        this.figure = figure;
        List<Figure.Point> points =
                figure.series().stream().flatMap(s -> s.points().stream()).toList();
        x = Scale.of(points.stream().map(Figure.Point::x).toList(), figure.x().scale(), LEFT, WIDTH - RIGHT);
        y = Scale.of(
                points.stream().flatMap(p -> Stream.of(p.low(), p.high())).toList(),
                figure.y().scale(),
                HEIGHT - BOTTOM,
                TOP);
    }

    /// Returns the figure as the text of an SVG file.
    static String of(String title, Figure figure) {
        return new SvgFigure(title, figure).draw();
    }

    private String draw() {
        add(
                "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='sans-serif' font-size='12'>",
                WIDTH, HEIGHT);
        svg.append(STYLE);
        add("<rect class='page' width='%d' height='%d'/>", WIDTH, HEIGHT);
        text(8, 18, "start", title, "font-weight='bold'");
        axes();
        int row = 0;
        for (FigureSeries series : figure.series()) series(series, TOP + 16 * row++);
        for (List<String> same : figure.coinciding()) {
            text(WIDTH - RIGHT + 14, TOP + 16 * ++row, "start", "these lines coincide:", "font-style='italic'");
            for (String name : same) text(WIDTH - RIGHT + 24, TOP + 16 * ++row, "start", name, "");
        }
        return svg.append("</svg>\n").toString();
    }

    private void axes() {
        for (double tick : x.ticks()) {
            add(
                    "<line x1='%.1f' y1='%d' x2='%.1f' y2='%d' class='grid'/>",
                    x.at(tick), TOP, x.at(tick), HEIGHT - BOTTOM);
            text(x.at(tick), HEIGHT - BOTTOM + 16, "middle", Claim.number(tick), "");
        }
        for (double tick : y.ticks()) {
            add(
                    "<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' class='grid'/>",
                    LEFT, y.at(tick), WIDTH - RIGHT, y.at(tick));
            text(LEFT - 6, y.at(tick) + 4, "end", Claim.number(tick), "");
        }
        add("<path d='M%d %d V%d H%d' class='axis'/>", LEFT, TOP, HEIGHT - BOTTOM, WIDTH - RIGHT);
        text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 14, "middle", figure.x().label(), "");
        text(8, TOP - 6, "start", figure.y().label(), "");
    }

    private void series(FigureSeries series, int row) {
        String colour = colour(series.colour());
        boolean dashed = series.style() == FigureSeries.Style.DASHED;
        int at = WIDTH - RIGHT + 14;
        if (!series.style().isLine()) {
            for (Figure.Point p : series.points()) mark(series, x.at(p.x()), y.at(p.y()), colour);
            mark(series, at + 10, row - 4, colour);
        } else {
            line(series, colour, dashed);
            add(
                    "<line x1='%d' y1='%d' x2='%d' y2='%d' stroke='%s' stroke-width='2'%s/>",
                    at, row - 4, at + 20, row - 4, colour, dashes(dashed));
        }
        text(at + 26, row, "start", series.name(), "");
    }

    private void line(FigureSeries series, String colour, boolean dashed) {
        StringBuilder upper = new StringBuilder();
        StringBuilder lower = new StringBuilder();
        StringBuilder middle = new StringBuilder();
        for (Figure.Point p : series.points()) {
            upper.append(pair(p.x(), p.high()));
            lower.insert(0, pair(p.x(), p.low()));
            middle.append(pair(p.x(), p.y()));
        }
        if (series.points().stream().anyMatch(p -> p.high() > p.low())) {
            add("<polygon points='%s%s' fill='%s' fill-opacity='0.15'/>", upper, lower, colour);
        }
        add("<polyline points='%s' fill='none' stroke='%s' stroke-width='1.5'%s/>", middle, colour, dashes(dashed));
    }

    private static String dashes(boolean dashed) {
        return dashed ? " stroke-dasharray='5 4'" : "";
    }

    private String pair(double px, double py) {
        return String.format(Locale.ROOT, "%.1f,%.1f ", x.at(px), y.at(py));
    }

    private void mark(FigureSeries series, double px, double py, String colour) {
        if (series.style() == FigureSeries.Style.PRINTED) {
            add("<path d='M%.1f %.1f l5 5 l5 -5 l-5 -5 z' fill='%s' stroke='black'/>", px - 5, py, colour);
        } else {
            add("<circle cx='%.1f' cy='%.1f' r='4' fill='none' stroke='%s' stroke-width='2'/>", px, py, colour);
        }
    }

    /// The same colour for the same name, in the order of first use.
    private String colour(String name) {
        if (name.equals(FigureSeries.GREY)) return "#909090";
        if (!colours.contains(name)) colours.add(name);
        return COLOURS[colours.indexOf(name) % COLOURS.length];
    }

    private void text(double px, double py, String anchor, String content, String more) {
        add(
                "<text x='%.1f' y='%.1f' text-anchor='%s' %s>%s</text>",
                px, py, anchor, more, content.replace("&", "&amp;").replace("<", "&lt;"));
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
