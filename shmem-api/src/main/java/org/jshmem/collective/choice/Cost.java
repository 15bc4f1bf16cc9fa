// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.choice;

/// The cost of an algorithm in the terms of the literature (Thakur, Rabenseifner, Gropp 2005): `alpha` for a message,
/// `beta` for a byte moved, `gamma` for a byte combined, for `p` members and `n` bytes. Every PE can send and receive
/// one message at the same time; `lg p` is a real number.
///
/// @param formula the formula as text
/// @param alpha the number of messages
/// @param beta the number of times that each of the `n` bytes is moved
/// @param gamma the number of times that each of the `n` bytes is combined
public record Cost(String formula, Term alpha, Term beta, Term gamma) {

    /// A coefficient as a function of the number of members.
    @FunctionalInterface
    public interface Term {

        /// Its value for `p` members.
        double of(int p);
    }

    /// No part of the cost.
    public static final Term NONE = p -> 0;

    /// Each byte once.
    public static final Term ONCE = p -> 1;

    /// The number of rounds of doubling.
    public static final Term LG = Cost::lg;

    /// A share from each of the others.
    public static final Term SHARE = p -> (p - 1.0) / p;

    /// Returns the time for `p` members and `bytes` bytes, in the unit of the three factors.
    public double of(int p, double bytes, double alphaPrice, double betaPrice, double gammaPrice) {
        return alpha.of(p) * alphaPrice + bytes * (beta.of(p) * betaPrice + gamma.of(p) * gammaPrice);
    }

    /// Returns nanoseconds with the costs that were fitted to this formula.
    public double of(int p, double bytes, HostCosts.Algorithm prices) {
        double each = prices.perByte(bytes);
        return of(p, bytes, prices.message(), each, each);
    }

    /// A multiple of a term.
    public static Term times(double factor, Term term) {
        return p -> factor * term.of(p);
    }

    private static double lg(int p) {
        return StrictMath.log(p) / StrictMath.log(2); // all PEs choose by it: the same bits in every JVM
    }

    @Override
    public String toString() {
        return formula;
    }
}
