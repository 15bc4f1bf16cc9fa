// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/// Draws a figure as SVG that takes its text and grid colours from the page around it.
final class Plot {
    /*
     * The library draws through AWT, which knows neither page colours nor SVG's dashes. Three colours stand for "the
     * page's text", "the grid" and "nothing", and are replaced in what comes out; dashed lines get a colour that
     * differs in its last bit from the solid one, and the dash where it occurs. Text comes out as outlines, so the page
     * looks the same without the fonts of this machine.
     */
    private static final int WIDTH = 720;
    private static final int HEIGHT = 420;
    private static final Color TEXT = new Color(1, 2, 3);
    private static final Color GRID = new Color(4, 5, 6);
    private static final Color NOTHING = new Color(7, 8, 9);

    // distinguishable on white and on black, and for most colour-blind readers
    private static final Color[] PALETTE = {
        new Color(0, 114, 178), new Color(214, 94, 0), new Color(0, 158, 116), new Color(190, 90, 160),
        new Color(150, 120, 0), new Color(60, 170, 220), new Color(120, 110, 230), new Color(200, 60, 70),
        new Color(90, 140, 60), new Color(130, 130, 130),
    };
    private static final Color FLOOR = new Color(128, 128, 126);

    private static final Marker[] MARKERS = {
        SeriesMarkers.CIRCLE,
        SeriesMarkers.SQUARE,
        SeriesMarkers.TRIANGLE_UP,
        SeriesMarkers.DIAMOND,
        SeriesMarkers.TRIANGLE_DOWN,
        SeriesMarkers.CROSS,
    };

    private static final Pattern LONG_DECIMAL = Pattern.compile("(\\d\\.\\d{2})\\d+");

    private Plot() {}

    static String svg(Figure figure) throws IOException {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .xAxisTitle(figure.x())
                .yAxisTitle(figure.y())
                .build();
        style(chart.getStyler());
        range(chart.getStyler(), figure);
        for (Figure.Line line : figure.lines()) {
            // logarithms on linear axes: the library's own logarithmic axis cannot be labelled with sizes
            double[] x = line.points().stream()
                    .mapToDouble(p -> Math.log(p.x()) / Math.log(2))
                    .toArray();
            double[] y =
                    line.points().stream().mapToDouble(p -> Math.log10(p.y())).toArray();
            style(chart.addSeries(line.name(), x, y), line);
        }
        var bytes = new ByteArrayOutputStream();
        VectorGraphicsEncoder.saveVectorGraphic(chart, bytes, VectorGraphicsFormat.SVG);
        return finish(figure, bytes.toString(StandardCharsets.UTF_8));
    }

    private static void style(XYStyler s) {
        Font plain = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
        s.setxAxisTickLabelsFormattingFunction(exponent ->
                exponent == Math.rint(exponent) && exponent >= 0 ? Sizes.label(1L << exponent.intValue()) : "");
        s.setyAxisTickLabelsFormattingFunction(exponent -> number(Math.pow(10, exponent)));
        s.setYAxisTickMarkSpacingHint(36);
        s.setXAxisTickMarkSpacingHint(60);
        s.setXAxisMaxLabelCount(13);
        s.setChartBackgroundColor(NOTHING);
        s.setPlotBackgroundColor(NOTHING);
        s.setLegendBackgroundColor(NOTHING);
        s.setLegendBorderColor(NOTHING);
        s.setPlotBorderColor(GRID);
        s.setAxisTickMarksColor(GRID);
        s.setPlotGridLinesColor(GRID);
        s.setPlotGridLinesStroke(new BasicStroke(0.5f));
        s.setChartFontColor(TEXT);
        s.setXAxisTickLabelsColor(TEXT);
        s.setYAxisTickLabelsColor(TEXT);
        s.setAxisTickLabelsFont(plain);
        s.setAxisTitleFont(plain);
        s.setLegendFont(plain);
        s.setLegendPosition(LegendPosition.OutsideE);
        s.setLegendSeriesLineLength(24);
        s.setChartTitleVisible(false);
        s.setMarkerSize(6);
        s.setChartPadding(8);
    }

    /// Whole decades where there are several, halves where there are few.
    private static void range(XYStyler s, Figure figure) {
        double least = Double.MAX_VALUE;
        double most = -Double.MAX_VALUE;
        for (Figure.Line line : figure.lines()) {
            for (Figure.Point point : line.points()) {
                least = Math.min(least, Math.log10(point.y()));
                most = Math.max(most, Math.log10(point.y()));
            }
        }
        double grid = most - least > 2 ? 1 : 2;
        s.setYAxisMin(Math.floor(least * grid) / grid);
        s.setYAxisMax(Math.ceil(most * grid) / grid);
    }

    private static void style(XYSeries series, Figure.Line line) {
        if (line.style() == Figure.Style.FLOOR) {
            series.setLineColor(FLOOR);
            series.setMarker(SeriesMarkers.NONE);
            series.setLineStyle(new BasicStroke(1.2f));
            return;
        }
        Color colour = PALETTE[line.colour() % PALETTE.length];
        series.setLineColor(line.style() == Figure.Style.DASHED ? dashed(colour) : colour);
        series.setMarkerColor(colour);
        series.setMarker(MARKERS[line.colour() % MARKERS.length]);
        series.setLineStyle(new BasicStroke(line.style() == Figure.Style.DASHED ? 1.4f : 2f));
    }

    private static Color dashed(Color solid) {
        return new Color(solid.getRed(), solid.getGreen(), solid.getBlue() | 1);
    }

    private static String finish(Figure figure, String svg) {
        String text = svg.substring(svg.indexOf("<svg"));
        for (Color colour : PALETTE) {
            String mark = "stroke:" + rgb(dashed(colour)) + ";";
            text = text.replace(mark, mark + "stroke-dasharray:7 4;");
        }
        text = text.replace(rgb(TEXT), "currentColor")
                .replace(rgb(GRID), "var(--grid,#8888)")
                .replace(rgb(NOTHING), "none")
                .replace("\"clip", "\"" + figure.id() + "-clip")
                .replace("#clip", "#" + figure.id() + "-clip");
        text = LONG_DECIMAL.matcher(text).replaceAll("$1");
        return text.replaceFirst(
                "<svg ",
                "<svg role=\"img\" aria-label=\"" + Page.escape(figure.title())
                        + "\" color=\"#777\" style=\"max-width:100%;height:auto\" ");
    }

    private static String rgb(Color c) {
        return "rgb(" + c.getRed() + "," + c.getGreen() + "," + c.getBlue() + ")";
    }

    /// `10 k` for 10000, as axis labels have room for.
    private static String number(double value) {
        if (value >= 1e9) return trimmed(value / 1e9) + " G";
        if (value >= 1e6) return trimmed(value / 1e6) + " M";
        if (value >= 1e3) return trimmed(value / 1e3) + " k";
        return trimmed(value);
    }

    private static String trimmed(double value) {
        if (value >= 9.95) return Long.toString(Math.round(value));
        String text = String.format(Locale.ROOT, value >= 0.0995 ? "%.2g" : "%.1g", value);
        return text.replaceFirst("\\.0+$", "");
    }
}
