// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.util.Locale;
import java.util.Map;

/// A bar for each measured row: to the right of the line in the middle jshmem is faster than the fastest other side, to
/// its left it is slower, and red.
final class RatioPicture {
    private static final int WIDTH = 860;
    private static final int LEFT = 400;
    private static final int RIGHT = 60;
    private static final int ROW = 15;
    private static final int TOP = 34;
    private static final double MOST = 32;

    private static final String STYLE = """
              <style>
                text { font: 12px system-ui, "DejaVu Sans", sans-serif; fill: #1f2933; }
                .page { fill: #ffffff; } .block { font-weight: bold; } .small { font-size: 11px; fill: #52606d; }
                .grid { stroke: #d5dbe1; } .one { stroke: #52606d; stroke-width: 1.5; }
                .win { fill: #2563eb; } .loss { fill: #dc2626; }
                @media (prefers-color-scheme: dark) {
                  .page { fill: #0d1117; } text { fill: #e4e7eb; } .small { fill: #9aa5b1; }
                  .grid { stroke: #33383d; } .one { stroke: #9aa5b1; } .win { fill: #60a5fa; } .loss { fill: #f87171; }
                }
              </style>
            """;

    private final StringBuilder svg = new StringBuilder();

    private RatioPicture() {}

    /// Returns the picture of rows with their ratios, by block.
    static String of(Map<String, Map<String, Double>> blocks) {
        return new RatioPicture().draw(blocks);
    }

    private String draw(Map<String, Map<String, Double>> blocks) {
        int rows = blocks.values().stream().mapToInt(block -> block.size() + 2).sum();
        int height = TOP + ROW * rows + 8;
        String title = "Times of the fastest other side over those of jshmem, row by row; losses are red";
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\""
                        + " aria-label=\"%s\">",
                WIDTH, height, WIDTH, height, title);
        add("  <!-- SPDX-License-Identifier: Apache-2.0 -->");
        add("  <title>%s</title>", title);
        svg.append(STYLE);
        add("  <rect class=\"page\" width=\"%d\" height=\"%d\"/>", WIDTH, height);
        for (double tick = 1 / MOST; tick <= MOST; tick *= 2) {
            add("  <path class=\"%s\" d=\"M%.1f %d V%d\"/>", tick == 1 ? "one" : "grid", x(tick), TOP - 8, height - 8);
            if (tick >= 1) text("small", x(tick), 18, "middle", "%.0f x".formatted(tick));
            else text("small", x(tick), 18, "middle", "1/%.0f".formatted(1 / tick));
        }
        int y = TOP;
        for (var block : blocks.entrySet()) {
            y += ROW + ROW / 2;
            text("block", 8, y, "start", block.getKey());
            for (var row : block.getValue().entrySet()) {
                y += ROW;
                double ratio = row.getValue();
                double end = x(Math.clamp(ratio, 1 / MOST, MOST));
                text("", LEFT - 8, y, "end", row.getKey().replace("`", ""));
                add(
                        "  <rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>",
                        ratio < 1 ? "loss" : "win", Math.min(end, x(1)), y - 10, Math.abs(end - x(1)), ROW - 4);
                text("small", ratio < 1 ? x(1) + 4 : x(1) - 4, y, ratio < 1 ? "start" : "end", shown(ratio));
            }
            y += ROW / 2;
        }
        return svg.append("</svg>\n").toString();
    }

    private static String shown(double ratio) {
        return String.format(Locale.ROOT, "%.3g", ratio);
    }

    private static double x(double ratio) {
        double share = Math.log(ratio * MOST) / Math.log(MOST * MOST);
        return LEFT + share * (WIDTH - LEFT - RIGHT);
    }

    private void text(String look, double x, double y, String anchor, String words) {
        add(
                "  <text class=\"%s\" x=\"%.1f\" y=\"%.0f\" text-anchor=\"%s\">%s</text>",
                look, x, y, anchor, words.replace("&", "&amp;").replace("<", "&lt;"));
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
