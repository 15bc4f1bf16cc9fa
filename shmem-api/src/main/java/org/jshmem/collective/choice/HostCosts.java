// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.choice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.jshmem.transport.LineCosts;

/// The costs of the collectives' algorithms on a host: the result of a calibration, as a launcher passes it to all
/// PEs.
///
/// ```
/// 2                                                       cores
/// 1.0 100.0 30.0 10.0 300.0 0.0 1048576.0                 LineCosts, in its order
/// REDUCE rd 100.0 0.125 8.0 1.0 4096.0 0.5                an algorithm: message, residual, a byte's price at each size
/// ```
///
/// @param cores processors that jobs may use
/// @param lines the costs of cache lines
/// @param algorithms the costs of algorithms
public record HostCosts(int cores, LineCosts lines, List<Algorithm> algorithms) {

    /// Copies what may be changed.
    public HostCosts {
        algorithms = List.copyOf(algorithms);
    }

    /// The costs of an algorithm with a core for each PE: factors for its formula's counts.
    ///
    /// @param collective the name in `Collective`
    /// @param name the name in its table
    /// @param message nanoseconds of a message, the formula's alpha
    /// @param perByte nanoseconds of a byte moved or combined, its beta and gamma, by the size of the operation
    /// @param residual the median relative deviation of the formula from the measured times
    public record Algorithm(String collective, String name, double message, List<Point> perByte, double residual) {

        /// Copies what may be changed.
        public Algorithm {
            perByte = List.copyOf(perByte);
        }

        /// Returns the cost of a byte in ns: interpolated linearly between the measured sizes, constant outside them.
        public double perByte(double bytes) {
            Point before = null;
            for (Point point : perByte) {
                if (point.bytes() >= bytes) {
                    if (before == null) return point.nanos();
                    double share = (bytes - before.bytes()) / (point.bytes() - before.bytes());
                    return before.nanos() + share * (point.nanos() - before.nanos());
                }
                before = point;
            }
            return before == null ? 0 : before.nanos();
        }
    }

    /// A cost in ns at a size in bytes.
    public record Point(double bytes, double nanos) {}

    /// Returns the text that [#parse] reads.
    public String text() {
        var text = new StringBuilder("%d%n".formatted(cores));
        var l = lines;
        line(text, DoubleStream.of(l.local(), l.remote(), l.reader(), l.each(), l.start(), l.saved(), l.held()));
        for (Algorithm a : algorithms) {
            text.append(a.collective()).append(' ').append(a.name()).append(' ');
            DoubleStream points = a.perByte().stream().flatMapToDouble(p -> DoubleStream.of(p.bytes(), p.nanos()));
            line(text, DoubleStream.concat(DoubleStream.of(a.message(), a.residual()), points));
        }
        return text.toString();
    }

    private static void line(StringBuilder text, DoubleStream numbers) {
        text.append(String.join(" ", numbers.mapToObj(Double::toString).toList()))
                .append('\n');
    }

    /// Reads what [#text] wrote.
    public static HostCosts parse(String text) {
        List<String> rows = text.lines().toList();
        try {
            double[] l = numbers(rows.get(1).split(" "), 0);
            List<Algorithm> algorithms = new ArrayList<>();
            for (String row : rows.subList(2, rows.size())) algorithms.add(algorithm(row.split(" ")));
            return new HostCosts(
                    Integer.parseInt(rows.getFirst()),
                    new LineCosts(l[0], l[1], l[2], l[3], l[4], l[5], l[6]),
                    algorithms);
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException(
                    "'%s' is not a list of prices; the launcher makes it".formatted(text), e);
        }
    }

    private static Algorithm algorithm(String... words) {
        double[] n = numbers(words, 2);
        List<Point> points = new ArrayList<>();
        for (int k = 2; k < n.length; k += 2) points.add(new Point(n[k], n[k + 1]));
        return new Algorithm(words[0], words[1], n[0], points, n[1]);
    }

    private static double[] numbers(String[] words, int from) {
        return Arrays.stream(words).skip(from).mapToDouble(Double::parseDouble).toArray();
    }
}
