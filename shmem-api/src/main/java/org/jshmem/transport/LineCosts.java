// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.util.function.ToDoubleFunction;

/// The costs of cache lines, in nanoseconds, on machines whose cores cache each other's memory. They are the
/// parameters of Ramos & Hoefler, "Modeling communication in cache-coherent SMP systems", HPDC 2013.
///
/// @param local R_L: a line in the own cache
/// @param remote R_R: a line in another core's cache
/// @param reader c: each further reader of a line
/// @param each o of eq. 2: each line of a copy from another core's cache
/// @param start q of eq. 2: the start-up of such a copy
/// @param saved p of eq. 2: the part of the start-up that short copies save
/// @param held bytes that a core's own caches hold. Larger data are in memory that all cores share, and these costs
///     do not describe it
public record LineCosts(
        double local, double remote, double reader, double each, double start, double saved, double held) {

    /// Makes the costs from a function that gives the values of the paper's symbols.
    public static LineCosts of(ToDoubleFunction<String> value) {
        return new LineCosts(
                value.applyAsDouble("R_L"),
                value.applyAsDouble("R_R"),
                value.applyAsDouble("c"),
                value.applyAsDouble("o_E"),
                value.applyAsDouble("q_E"),
                value.applyAsDouble("p_E"),
                value.applyAsDouble("L2"));
    }

    /// The cost of copying `lines` lines from another core's cache. One line has a cost of its own, which is also
    /// the minimum: eq. 2 is fitted to longer copies.
    public double copy(double lines) {
        double one = local + remote;
        return lines <= 1 ? one : Math.max(one, each * lines + start - saved / lines);
    }
}
