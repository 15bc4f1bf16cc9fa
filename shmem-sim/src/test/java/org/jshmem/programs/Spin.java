// SPDX-License-Identifier: Apache-2.0
package org.jshmem.programs;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// A loop of a program, with a wait of the JDK in it.
public final class Spin {
    private Spin() {}

    /// Returns when `end` holds.
    public static void until(BooleanSupplier end) {
        while (!end.getAsBoolean()) LockSupport.parkNanos(1_000_000);
    }
}
