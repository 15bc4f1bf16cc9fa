// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jshmem.start.Ended;

/// A shutdown hook that reports a program's call of `System.exit` while PEs are running. If all PEs share one JVM, that
/// call silently ends the other PEs too; if PEs are processes, it ends only one. The simulation closes the hook when
/// the PEs have ended.
final class UnaskedExit implements AutoCloseable {
    private final Thread hook;

    /// Installs the hook. It prints where the PEs are if a signal ends the JVM.
    UnaskedExit(PrintStream err, Simulation sim) {
        hook = new Thread(
                () -> {
                    String caller = Whereabouts.exiting(sim);
                    mark(caller == null ? "" : Ended.EXIT);
                    err.println(
                            caller == null
                                    ? Whereabouts.atEnd(sim)
                                    : "oshrun: " + caller + " called System.exit while PEs were running, which ends all"
                                            + " of them where they share one JVM; call globalExit, or return from main");
                },
                "unasked exit");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /// Makes the file by which the launcher sees that this JVM has reported its end.
    static void mark(String how) {
        String file = System.getProperty(Ended.FILE_PROPERTY);
        if (file == null) return; // a test has started this JVM
        try {
            Files.writeString(Path.of(file), how, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (IOException e) {
            // the file exists: another end was first
        }
    }

    /// Ends this process at once, with its end reported.
    static void halt(int status) {
        System.err.flush();
        mark("");
        Runtime.getRuntime().halt(status);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is ending, and the hook prints the reason
        }
    }
}
