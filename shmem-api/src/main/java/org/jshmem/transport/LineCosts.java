// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.util.function.ToDoubleFunction;

/// What cache lines cost where cores cache each other's memory, in nanoseconds: the parameters of Ramos & Hoefler,
/// "Modeling communication in cache-coherent SMP systems", HPDC 2013.
///
/// @param local R_L: a line in the own cache
/// @param remote R_R: a line in another core's cache
/// @param reader c: each further reader of a line
/// @param each o of eq. 2: each line of a copy from another core's cache
/// @param start q of eq. 2: its start-up
/// @param saved p of eq. 2: what of that short copies save
/// @param held bytes that a core's own caches hold: beyond, memory is shared by all, and no line's price says how
public record LineCosts(
        double local, double remote, double reader, double each, double start, double saved, double held) {

    /// From whoever knows the values of the paper's symbols.
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

    /// Copying so many lines from another core's cache: one line as it is, and no less than that by eq. 2, which is
    /// fitted to longer copies.
    public double copy(double lines) {
        double one = local + remote;
        return lines <= 1 ? one : Math.max(one, each * lines + start - saved / lines);
    }
}
