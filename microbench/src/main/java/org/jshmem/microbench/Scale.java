// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A logarithmic axis as a linear one of exponents: where it begins and ends, and where it says what.
///
/// @param base 2 for sizes and PEs, 10 for times and bandwidths
/// @param origin the exponent that lies at 0: the library's steps count from there
/// @param from where the axis begins
/// @param to where it ends
/// @param step from one label to the next; 0.1 stands for labels at 1, 2 and 5 of each decade
record Scale(int base, int origin, double from, double to, double step) {
    private static final double FINE = 0.1;
    private static final int FEW_DECADES = 3;
    private static final int MANY_DECADES = 9;
    private static final int MANY_POWERS = 13;
    private static final int MOST_PIXELS = 150; // smaller steps only add blank labels, larger ones would not fit

    // log10 of 2 and 5, as near as steps of a tenth come: 0.3 is 1.995 and 0.7 is 5.01
    private static final double[] TWO_AND_FIVE = {0, 0.3, 0.7, 1};

    /// For sizes: all powers of two between the first and the last, or every other one.
    static Scale ofPowers(List<Figure.Line> lines) {
        double least = Double.MAX_VALUE;
        double most = -Double.MAX_VALUE;
        for (Figure.Line line : lines) {
            for (Figure.Point point : line.points()) {
                least = Math.min(least, log(2, point.x()));
                most = Math.max(most, log(2, point.x()));
            }
        }
        double margin = (most - least) / 80;
        int step = most - least > MANY_POWERS ? 2 : 1;
        int origin = Math.floorMod(Math.round(least), step);
        return new Scale(2, origin, least - margin - origin, most + margin - origin, step);
    }

    /// For times and bandwidths, from the lines that are no floors: whole decades, or 1, 2 and 5 where there are few.
    static Scale ofDecades(List<Figure.Line> lines) {
        double least = Double.MAX_VALUE;
        double most = -Double.MAX_VALUE;
        for (Figure.Line line : lines) {
            if (line.style() == Figure.Style.FLOOR) continue;
            for (Figure.Point point : line.points()) {
                least = Math.min(least, log(10, point.y()));
                most = Math.max(most, log(10, point.y()));
            }
        }
        // a floor is shown as far as it lies within a decade of what was measured
        for (Figure.Line line : lines) {
            if (line.style() != Figure.Style.FLOOR) continue;
            for (Figure.Point point : line.points()) {
                double at = log(10, point.y());
                if (at > least - 1 && at < least) least = at;
                if (at < most + 1 && at > most) most = at;
            }
        }
        if (most - least > FEW_DECADES) {
            return new Scale(10, 0, Math.floor(least), Math.ceil(most), most - least > MANY_DECADES ? 2 : 1);
        }
        double from = Math.floor(least);
        double to = Math.floor(most);
        for (double f : TWO_AND_FIVE) if (Math.floor(least) + f <= least) from = Math.floor(least) + f;
        for (int k = TWO_AND_FIVE.length - 1; k >= 0; k--) {
            if (Math.floor(most) + TWO_AND_FIVE[k] >= most) to = Math.floor(most) + TWO_AND_FIVE[k];
        }
        return new Scale(10, 0, from, Math.max(to, from + 1), FINE);
    }

    private static double log(int base, double value) {
        return Math.log(value) / Math.log(base);
    }

    double place(double value) {
        return log(base, value) - origin;
    }

    boolean holds(double value) {
        return place(value) >= from - 1e-9 && place(value) <= to + 1e-9;
    }

    /// The places that have a label and a line of the grid.
    List<Double> ticks() {
        var all = new ArrayList<Double>();
        for (long k = (long) Math.ceil(from / step - 1e-6); k * step <= to + 1e-6; k++) {
            if (!label(k * step).isEmpty()) all.add(k * step);
        }
        return all;
    }

    /// Pixels between two steps that make the library step by `step`: it takes 1, 2 or 5 times a power of ten.
    int spacing(int pixels) {
        return Math.clamp(Math.round(pixels * step * 1.05 / (to - from)), 1, MOST_PIXELS);
    }

    /// As [#label], but blank differently at every step: the library widens its steps until all labels are different.
    String distinct(double place) {
        String text = label(place);
        return text.isEmpty() ? " ".repeat(1 + Math.floorMod(Math.round(place / FINE), 1 << 10)) : text;
    }

    /// What stands at a place; empty between the labels.
    String label(double place) {
        double steps = place / step;
        if (Math.abs(steps - Math.rint(steps)) > 1e-6) return "";
        double exponent = place + origin;
        if (base == 2) return exponent > -1e-6 ? Sizes.label(1L << Math.round(exponent)) : "";
        double decade = Math.floor(exponent + 1e-6);
        int leading = switch ((int) Math.round((exponent - decade) * 10)) {
            case 0 -> 1;
            case 3 -> 2;
            case 7 -> 5;
            default -> 0;
        };
        return leading == 0 ? "" : number(leading, (int) decade);
    }

    /// `10 k` for 10000, as axis labels have room for.
    private static String number(int leading, int decade) {
        double value = leading * Math.pow(10, decade);
        if (decade >= 9) return whole(value / 1e9) + " G";
        if (decade >= 6) return whole(value / 1e6) + " M";
        if (decade >= 3) return whole(value / 1e3) + " k";
        if (decade >= 0) return whole(value);
        return String.format(Locale.ROOT, "%." + -decade + "f", value);
    }

    private static String whole(double value) {
        return Long.toString(Math.round(value));
    }
}
