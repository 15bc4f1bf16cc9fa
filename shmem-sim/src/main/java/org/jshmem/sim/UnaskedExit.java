// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.io.PrintStream;
import java.util.function.Supplier;

/// Says so when a program calls `System.exit` where all PEs share one JVM: it ends the PEs that are still running too,
/// without a word, which it does not where PEs are processes. Closed when the PEs have ended.
final class UnaskedExit implements AutoCloseable {
    private final Thread hook;

    /// Prints the report on `err`, or what `outside` returns where not the program ends the JVM but a signal: null
    /// where the program does.
    UnaskedExit(PrintStream err, Supplier<String> outside) {
        hook = new Thread(
                () -> {
                    String report = outside.get();
                    err.println(
                            report != null
                                    ? report
                                    : "oshrun: the program called System.exit while PEs were running, which ends all of"
                                            + " them where they share one JVM; call globalExit, or return from main");
                },
                "unasked exit");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM ends already, and the hook says why
        }
    }
}
