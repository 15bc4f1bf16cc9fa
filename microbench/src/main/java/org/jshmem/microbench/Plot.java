// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/// Draws a figure as SVG: dark on white, the text as outlines, so that it looks the same without this machine's fonts.
final class Plot {
    /*
     * The library draws through AWT, which knows no dashes in SVG: dashed lines get a colour that differs in its last
     * bit from the solid one, and the dash where that colour comes out. It also places ticks by itself, so the scales
     * ask for steps that fall on the places they want (see Scale), and the grid is drawn as lines of its own.
     */
    private static final int WIDTH = 880;
    private static final int HEIGHT = 440;
    private static final int FEW = 3;
    private static final Color TEXT = new Color(34, 34, 34);
    private static final Color GRID = new Color(222, 222, 222);

    // distinguishable on white, and for most colour-blind readers
    private static final Color[] PALETTE = {
        new Color(0, 114, 178), new Color(214, 94, 0), new Color(0, 158, 116), new Color(190, 90, 160),
        new Color(150, 120, 0), new Color(60, 170, 220), new Color(120, 110, 230), new Color(200, 60, 70),
        new Color(90, 140, 60), new Color(90, 90, 90),
    };
    private static final Color[] FLOORS = {new Color(128, 128, 126), new Color(176, 176, 174)};

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
        Chart<?, ?> chart = switch (figure) {
            case Figure.Lines lines -> chart(lines);
            case Figure.Bars bars -> chart(bars);
        };
        var bytes = new ByteArrayOutputStream();
        VectorGraphicsEncoder.saveVectorGraphic(chart, bytes, VectorGraphicsFormat.SVG);
        return finish(figure, bytes.toString(StandardCharsets.UTF_8));
    }

    private static XYChart chart(Figure.Lines figure) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .xAxisTitle(figure.x())
                .yAxisTitle(figure.y())
                .build();
        style(chart.getStyler());
        Scale x = Scale.ofPowers(figure.lines());
        Scale y = Scale.ofDecades(figure.lines());
        scale(chart.getStyler(), x, y);
        grid(chart, x, y);
        int floors = 0;
        for (Figure.Line line : figure.lines()) {
            // logarithms on linear axes: the library's own logarithmic axis cannot be labelled with sizes
            List<Figure.Point> points =
                    line.points().stream().filter(p -> y.holds(p.y())).toList();
            if (points.size() < Math.min(FEW, line.points().size())) continue; // a floor far from everything
            double[] xs = points.stream().mapToDouble(p -> x.place(p.x())).toArray();
            double[] ys = points.stream().mapToDouble(p -> y.place(p.y())).toArray();
            XYSeries series = chart.addSeries(line.name(), xs, ys);
            if (line.style() == Figure.Style.FLOOR) floor(series, floors++);
            else style(series, line);
        }
        return chart;
    }

    private static CategoryChart chart(Figure.Bars figure) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .yAxisTitle(figure.y())
                .build();
        style(chart.getStyler());
        chart.getStyler().setPlotGridVerticalLinesVisible(false);
        chart.getStyler().setAvailableSpaceFill(0.8);
        chart.getStyler().setYAxisMin(0.0);
        int colour = 0;
        for (Figure.Bar bar : figure.bars()) {
            chart.addSeries(bar.name(), figure.groups(), bar.values())
                    .setFillColor(bar.floor() ? FLOORS[1] : PALETTE[colour++ % PALETTE.length]);
        }
        return chart;
    }

    private static void style(AxesChartStyler s) {
        Font plain = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
        s.setChartBackgroundColor(Color.WHITE);
        s.setPlotBackgroundColor(Color.WHITE);
        s.setLegendBackgroundColor(Color.WHITE);
        s.setLegendBorderColor(Color.WHITE);
        s.setPlotBorderColor(GRID);
        s.setAxisTicksMarksVisible(false);
        s.setAxisTicksLineVisible(false);
        s.setPlotGridLinesColor(GRID);
        s.setPlotGridLinesStroke(new BasicStroke(0.7f));
        s.setChartFontColor(TEXT);
        s.setXAxisTickLabelsColor(TEXT);
        s.setYAxisTickLabelsColor(TEXT);
        s.setAxisTickLabelsFont(plain);
        s.setAxisTitleFont(plain);
        s.setLegendFont(plain);
        s.setLegendPosition(LegendPosition.OutsideE);
        s.setLegendSeriesLineLength(28);
        s.setChartTitleVisible(false);
        s.setChartPadding(8);
    }

    private static void scale(XYStyler s, Scale x, Scale y) {
        s.setPlotGridLinesVisible(false);
        s.setMarkerSize(6);
        s.setPlotContentSize(0.97); // labels right at the ends would be left out
        s.setPlotBorderVisible(false);
        s.setXAxisMin(x.from());
        s.setXAxisMax(x.to());
        s.setYAxisMin(y.from());
        s.setYAxisMax(y.to());
        s.setXAxisTickMarkSpacingHint(x.spacing(WIDTH - 250));
        s.setYAxisTickMarkSpacingHint(y.spacing(HEIGHT - 70));
        s.setxAxisTickLabelsFormattingFunction(x::distinct);
        s.setyAxisTickLabelsFormattingFunction(y::distinct);
    }

    private static void grid(XYChart chart, Scale x, Scale y) {
        for (double at : x.ticks()) {
            line(chart, "x" + at, new double[] {at, at}, new double[] {y.from(), y.to()});
        }
        for (double at : y.ticks()) {
            line(chart, "y" + at, new double[] {x.from(), x.to()}, new double[] {at, at});
        }
    }

    private static void line(XYChart chart, String name, double[] xs, double[] ys) {
        XYSeries series = chart.addSeries("grid " + name, xs, ys);
        series.setShowInLegend(false);
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(GRID);
        series.setLineStyle(new BasicStroke(0.7f));
    }

    private static void floor(XYSeries series, int number) {
        series.setLineColor(FLOORS[number % FLOORS.length]);
        series.setMarker(SeriesMarkers.NONE);
        series.setLineStyle(new BasicStroke(1.4f));
    }

    private static void style(XYSeries series, Figure.Line line) {
        Color colour = PALETTE[line.colour() % PALETTE.length];
        series.setLineColor(line.style() == Figure.Style.DASHED ? dashed(colour) : colour);
        series.setMarkerColor(colour);
        series.setMarker(MARKERS[line.colour() % MARKERS.length]);
        series.setLineStyle(new BasicStroke(line.style() == Figure.Style.DASHED ? 1.5f : 2f));
    }

    private static Color dashed(Color solid) {
        return new Color(solid.getRed(), solid.getGreen(), solid.getBlue() ^ 1);
    }

    private static String finish(Figure figure, String svg) {
        String text = svg.substring(svg.indexOf("<svg"));
        for (Color colour : PALETTE) {
            String mark = "stroke:" + rgb(dashed(colour)) + ";";
            text = text.replace(mark, mark + "stroke-dasharray:7 4;");
        }
        text = text.replace("\"clip", "\"" + figure.id() + "-clip").replace("#clip", "#" + figure.id() + "-clip");
        text = LONG_DECIMAL.matcher(text).replaceAll("$1");
        return text.replaceFirst(
                "<svg ",
                "<svg role=\"img\" aria-label=\"" + Page.escape(figure.title())
                        + "\" style=\"max-width:100%;height:auto;background:#fff\" ");
    }

    private static String rgb(Color c) {
        return "rgb(" + c.getRed() + "," + c.getGreen() + "," + c.getBlue() + ")";
    }
}
