// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jshmem.transport.Interposer;
import org.jshmem.transport.Transport;

/// A service that puts a recorder in front of a transport, used if the environment names a trace.
public final class Recording implements Interposer {
    /// Chronicle Bytes warns here that it cannot use a package of the JDK's own, which later JDKs do not have. The
    /// recorder does not use it either. The field keeps the logger, and so its level.
    private static final Logger UNUSED =
            Logger.getLogger("net.openhft.chronicle.core.internal.cleaner.ReflectionBasedByteBufferCleanerService");

    static {
        UNUSED.setLevel(Level.OFF);
    }

    /// For the service loader.
    public Recording() {}

    @Override
    public Transport over(Transport transport, String asked) {
        return of(transport, transport::nanoTime, Path.of(asked));
    }

    /// Wraps a transport so that its operations are recorded into a file that [TraceFile] has made, at the times of a
    /// `clock`: nanoseconds, and picoseconds of virtual time.
    public static Transport of(Transport transport, LongSupplier clock, Path file) {
        try {
            var recorder = new Recorder(file, transport.pe(), clock, transport.virtualTime(), transport.observer());
            return new TracedTransport(transport, recorder);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "PE %d/%d: cannot record, %s".formatted(transport.pe(), transport.npes(), e.getMessage()), e);
        } catch (LinkageError e) {
            throw new IllegalStateException(
                    "PE %d/%d: --trace needs Chronicle Bytes, which does not load on JDK %s; run without --trace, or on JDK 25"
                            .formatted(transport.pe(), transport.npes(), Runtime.version()));
        }
    }
}
