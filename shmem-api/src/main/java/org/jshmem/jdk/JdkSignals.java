// SPDX-License-Identifier: Apache-2.0
package org.jshmem.jdk;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/// Signals by the JDK's own class: there is no public one.
public final class JdkSignals {
    private JdkSignals() {}

    /// Calls `handler` with the number of each signal that arrives and has one of these names, such as `TERM`.
    ///
    /// @return the action that restores what these signals meant before
    /// @throws IllegalArgumentException if this JVM uses the signal itself
    public static Runnable handle(IntConsumer handler, String... names) {
        Map<Signal, SignalHandler> before = new HashMap<>();
        for (String name : names) {
            var one = new Signal(name);
            before.put(one, Signal.handle(one, signal -> handler.accept(signal.getNumber())));
        }
        return () -> before.forEach(Signal::handle);
    }
}
