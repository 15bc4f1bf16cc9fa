// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.choice;

/// The cost of an algorithm in the terms of the literature (Thakur, Rabenseifner, Gropp 2005): `a` for a message, `b`
/// for a byte moved, `c` for a byte combined, for `p` members on `h` hosts and `n` bytes. Every PE can send and receive
/// one message at the same time; `lg p` is a real number.
///
/// @param formula the formula, which is both printed and evaluated
public record Cost(String formula) {

    /// Returns the time for `p` members on `h` hosts and `n` bytes, in the unit of the three prices.
    public double of(int p, int h, double n, double a, double b, double c) {
        return new Formula(formula, name -> switch (name) {
                    case 'p' -> p;
                    case 'h' -> h;
                    case 'n' -> n;
                    case 'a' -> a;
                    case 'b' -> b;
                    case 'c' -> c;
                    default -> throw unknown(name);
                })
                .value();
    }

    private IllegalArgumentException unknown(char name) {
        return new IllegalArgumentException(
                "'%c' in the cost '%s' is unknown; use a, b, c, p, h, n, lg, log_2, ceil".formatted(name, formula));
    }

    /// Returns the number of messages on one host.
    public double messages(int p) {
        return of(p, 1, 0, 1, 0, 0);
    }

    /// Returns the number of times that each byte is moved or combined on one host.
    public double uses(int p) {
        return of(p, 1, 1, 0, 1, 1);
    }

    /// Returns nanoseconds on one host with the costs that were fitted to this formula.
    public double of(int p, double bytes, HostCosts.Algorithm prices) {
        double each = prices.perByte(bytes);
        return of(p, 1, bytes, prices.message(), each, each);
    }

    @Override
    public String toString() {
        return formula;
    }

    /// The value of a variable.
    @FunctionalInterface
    private interface Variables {
        double of(char name);
    }

    /// A formula as people write it: factors in a row are multiplied, and a division is of all factors before it.
    private static final class Formula {
        private final String text;
        private final Variables variables;
        private int at;

        Formula(String text, Variables variables) {
            this.text = text.replace(" ", "");
            this.variables = variables;
        }

        double value() {
            double value = sum();
            if (at < text.length()) throw new IllegalArgumentException("'%s' ends at %d".formatted(text, at));
            return value;
        }

        private double sum() {
            double sum = product();
            while (true) {
                if (reads("+")) sum += product();
                else if (reads("-")) sum -= product();
                else return sum;
            }
        }

        private double product() {
            double product = factor();
            while (true) {
                if (reads("/")) product /= factor();
                else if (isAtFactor()) product *= factor();
                else return product;
            }
        }

        private boolean isAtFactor() {
            return at < text.length() && (text.charAt(at) == '(' || Character.isLetterOrDigit(text.charAt(at)));
        }

        private double factor() {
            if (reads("(")) {
                double sum = sum();
                if (!reads(")")) throw new IllegalArgumentException("'%s' lacks a bracket".formatted(text));
                return sum;
            }
            if (reads("ceil")) return Math.ceil(factor());
            if (reads("log_")) return log(number(), factor());
            if (reads("lg")) return log(2, factor());
            if (at < text.length() && Character.isDigit(text.charAt(at))) return number();
            if (!isAtFactor()) throw new IllegalArgumentException("'%s' lacks a factor".formatted(text));
            return variables.of(text.charAt(at++));
        }

        private static double log(double base, double of) {
            return StrictMath.log(of) / StrictMath.log(base); // all PEs choose by it: the same bits in every JVM
        }

        private double number() {
            int from = at;
            while (at < text.length() && Character.isDigit(text.charAt(at))) at++;
            return Integer.parseInt(text, from, at, 10);
        }

        private boolean reads(String word) {
            if (!text.startsWith(word, at)) return false;
            at += word.length();
            return true;
        }
    }
}
