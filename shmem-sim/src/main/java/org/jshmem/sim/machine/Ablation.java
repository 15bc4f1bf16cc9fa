// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// Mechanisms that can be switched off, to see which result depends on which. A target that survives every ablation is
/// no evidence for any mechanism.
public enum Ablation {
    NO_POLL_INTERFERENCE("waiting PEs do not hold the line they poll: only the look that succeeds is priced"),
    CONSTANT_LINES("a copy costs the same for each line: eq. 2 without q and p"),
    UNTRAINED_PREFETCHER("the prefetcher forgets: each 128 lines of a copy, what eq. 2 was fitted over, pay q again"),
    BLOCKING_FIRST_READ("the first read of a line that one core owns blocks it for R_R instead of c"),
    NO_CONTENTION("every second and later arrival at a line is free: c = 0");

    private final String effect;

    Ablation(String effect) {
        this.effect = effect;
    }

    /// What is different without the mechanism.
    public String effect() {
        return effect;
    }

    /// The ablation of that name in any case, with `-` or `_`.
    public static Ablation named(String name) {
        String wanted = name.toUpperCase(Locale.ROOT).replace('-', '_');
        return Arrays.stream(values())
                .filter(a -> a.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown ablation, name=" + name + "; known are "
                        + Arrays.stream(values()).map(Ablation::toString).collect(Collectors.joining(", "))));
    }

    /// As one writes it on a command line.
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
