// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.jshmem.transport.Interposer;
import org.jshmem.transport.Transport;

/// A service that puts a recorder in front of a transport, used if the environment names a trace.
public final class Recording implements Interposer {

    /// For the service loader.
    public Recording() {}

    @Override
    public Transport over(Transport transport, String asked) {
        return of(transport, transport::nanoTime, Path.of(asked));
    }

    /// Wraps a transport so that its operations are recorded into a file that [TraceFile] has made, at the times of a
    /// `clock` in nanoseconds.
    public static Transport of(Transport transport, LongSupplier clock, Path file) {
        try {
            var recorder = new Recorder(file, transport.pe(), clock, transport.virtualTime(), transport.observer());
            return new TracedTransport(transport, recorder);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "PE %d/%d: cannot record, %s".formatted(transport.pe(), transport.npes(), e.getMessage()), e);
        }
    }
}
