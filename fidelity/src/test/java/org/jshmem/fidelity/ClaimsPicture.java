// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.List;
import java.util.Locale;
import org.jshmem.fidelity.Board.ClaimValue;
import org.jshmem.fidelity.Claim.Role;

/// A dot for each claim of the board. One with a printed number has a row: the simulated value over the printed one,
/// its range, and in grey the interval that agrees. The others are in rows below, by role.
final class ClaimsPicture {
    private static final int WIDTH = 860;
    private static final int LEFT = 130;
    private static final int RIGHT = 30;
    private static final int ROW = 15;
    private static final int TOP = 62;
    private static final double MOST = 4;

    private static final String STYLE = """
              <style>
                text { font: 12px system-ui, "DejaVu Sans", sans-serif; fill: #1f2933; }
                .page { fill: #ffffff; } .head { font-weight: bold; } .small { font-size: 11px; fill: #52606d; }
                .grid { stroke: #d5dbe1; } .one { stroke: #52606d; stroke-width: 1.5; } .agrees { fill: #e3e8ee; }
                .predicted { fill: #2563eb; stroke: #2563eb; } .looked { fill: #b45309; stroke: #b45309; }
                .fitted { fill: #7b8794; stroke: #7b8794; } .no { fill: #ffffff; stroke-width: 2; } .yes { stroke-width: 2; }
                .range { stroke-width: 1.5; fill: none; }
                @media (prefers-color-scheme: dark) {
                  .page { fill: #0d1117; } text { fill: #e4e7eb; } .small { fill: #9aa5b1; } .agrees { fill: #262c33; }
                  .grid { stroke: #33383d; } .one { stroke: #9aa5b1; } .predicted { fill: #60a5fa; stroke: #60a5fa; }
                  .looked { fill: #f59e0b; stroke: #f59e0b; } .fitted { fill: #9aa5b1; stroke: #9aa5b1; }
                  .no { fill: #0d1117; }
                }
              </style>
            """;

    private final StringBuilder svg = new StringBuilder();

    private ClaimsPicture() {}

    /// Returns the picture of the claims that were run and can fail.
    static String of(List<ClaimValue> all) {
        List<ClaimValue> claims = all.stream()
                .filter(o -> o.isRun() && o.claim().certain() == null)
                .toList();
        return new ClaimsPicture().draw(claims);
    }

    private static boolean isNumeric(ClaimValue o) {
        Double printed = o.claim().interval().printed();
        return printed != null && printed > 0;
    }

    private String draw(List<ClaimValue> claims) {
        List<ClaimValue> numeric =
                claims.stream().filter(ClaimsPicture::isNumeric).toList();
        List<ClaimValue> orderings = claims.stream().filter(o -> !isNumeric(o)).toList();
        int bottom = TOP + ROW * (numeric.size() + Role.values().length);
        int height = bottom + 60 + 3 * 22;
        String title = "All claims of the board: the simulated value over the printed one, by role";
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\""
                        + " aria-label=\"%s\">",
                WIDTH, height, WIDTH, height, title);
        add("  <!-- SPDX-License-Identifier: Apache-2.0 -->");
        add("  <title>%s</title>", title);
        svg.append(STYLE);
        add("  <rect class=\"page\" width=\"%d\" height=\"%d\"/>", WIDTH, height);
        text("head", 8, 18, "start", "simulated over printed");
        legend();
        int y = TOP;
        for (Role role : Role.values()) {
            y += ROW;
            text("head", 8, y, "start", role.toString());
            for (ClaimValue o : numeric) {
                if (o.claim().role() != role) continue;
                y += ROW;
                row(o, y);
            }
        }
        for (double tick : new double[] {0.25, 0.5, 1, 2, 4}) {
            add("  <path class=\"%s\" d=\"M%.1f %d V%d\"/>", tick == 1 ? "one" : "grid", x(tick), TOP - 8, bottom + 8);
            text(
                    "small",
                    x(tick),
                    TOP - 12,
                    "middle",
                    tick < 1 ? "1/%.0f".formatted(1 / tick) : "%.0f".formatted(tick));
        }
        text("head", 8, bottom + 32, "start", "claims without a printed number, such as orderings");
        y = bottom + 34;
        for (Role role : Role.values()) {
            y += 22;
            text("", 8, y, "start", role.toString());
            int at = LEFT;
            for (boolean agrees : new boolean[] {true, false}) {
                for (ClaimValue o : orderings) {
                    if (o.claim().role() != role || o.agrees() != agrees) continue;
                    dot(o, at, y - 4);
                    at += 16;
                }
            }
        }
        return svg.append("</svg>\n").toString();
    }

    private void legend() {
        int at = 200;
        for (Role role : Role.values()) {
            add("  <circle class=\"%s yes\" cx=\"%d\" cy=\"14\" r=\"4.5\"/>", look(role), at);
            text("small", at + 10, 18, "start", role.toString());
            at += 100;
        }
        add("  <circle class=\"predicted no\" cx=\"%d\" cy=\"14\" r=\"4.5\"/>", at);
        text("small", at + 10, 18, "start", "hollow: does not agree");
        at += 170;
        add("  <path class=\"predicted yes\" d=\"M%d 8 l6 6 l-6 6 l-6 -6 z\"/>", at);
        text("small", at + 10, 18, "start", "blind prediction");
        text(
                "small",
                200,
                36,
                "start",
                "grey: the interval that agrees; line: the range over the machine's uncertainty");
    }

    private void row(ClaimValue o, int y) {
        Claim.Interval interval = o.claim().interval();
        double printed = interval.printed();
        double low = x(interval.low() == null ? 0 : interval.low() / printed);
        double high = x(interval.high() == null ? MOST : interval.high() / printed);
        add(
                "  <rect class=\"agrees\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>",
                low, y - 10, Math.max(2, high - low), ROW - 3);
        if (o.most() > o.least())
            add(
                    "  <path class=\"range %s\" d=\"M%.1f %d H%.1f\"/>",
                    look(o.claim().role()), x(o.least() / printed), y - 4, x(o.most() / printed));
        text("", LEFT - 8, y, "end", o.claim().id());
        double ratio = o.value() / printed;
        dot(o, x(ratio), y - 4);
        if (ratio > MOST) text("small", x(MOST) - 10, y, "end", Claim.number(ratio) + " x");
        if (ratio < 1 / MOST) text("small", x(1 / MOST) + 10, y, "start", Claim.number(ratio) + " x");
    }

    private void dot(ClaimValue o, double x, int y) {
        String look = look(o.claim().role()) + (o.agrees() ? " yes" : " no");
        String title = "<title>" + o.claim().id() + "</title>";
        if (o.claim().blind())
            add("  <path class=\"%s\" d=\"M%.1f %d l6 6 l-6 6 l-6 -6 z\">%s</path>", look, x, y - 6, title);
        else add("  <circle class=\"%s\" cx=\"%.1f\" cy=\"%d\" r=\"4.5\">%s</circle>", look, x, y, title);
    }

    private static String look(Role role) {
        return role == Role.LOOKED_AT ? "looked" : role.toString();
    }

    private static double x(double ratio) {
        double share = Math.log(Math.clamp(ratio, 1 / MOST, MOST) * MOST) / Math.log(MOST * MOST);
        return LEFT + share * (WIDTH - LEFT - RIGHT);
    }

    private void text(String look, double x, int y, String anchor, String words) {
        add("  <text class=\"%s\" x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%s</text>", look, x, y, anchor, words);
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
