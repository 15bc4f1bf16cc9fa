// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.nio.file.Path;
import org.jshmem.explore.Scene;
import org.jshmem.shm.jobfile.Futex;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.wait.PeKind;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Wait;

/// PEs on the real backend, for an explorer: loaded by a `Weaver`, as is the backend.
public abstract class JobScene implements Scene, AutoCloseable {
    private static final int EARLY = 128; // more looks than a starting PE makes without a futex

    final JobFile file;
    final ShmTransport[] pes;
    private final long base;
    private final long regionBytes; // the job file reads it from memory that the explorer watches

    /// @param cores fewer than PEs: waits sleep at once; else they spin first
    JobScene(Shape shape, int cores) throws IOException {
        file = JobFile.create(Path.of("/dev/shm"), shape, cores);
        base = file.control().slot(0) - JobLayout.HEADER_BYTES;
        pes = new ShmTransport[shape.npes()];
        for (int pe = 0; pe < pes.length; pe++) {
            pes[pe] = new ShmTransport(file, pe, PeKind.THREAD);
            pes[pe].enter();
        }
        regionBytes = pes[0].regionBytes();
        for (ShmTransport pe : pes) { // until its sleeps are those of a PE that has long started
            int[] looks = {0};
            int enough = pe.topology().oversubscribed(0) ? EARLY : EARLY + 2000;
            pe.await(0, 8, new Wait(_ -> "in a scene", () -> ++looks[0] > enough));
            Futex.wake(file.control().slot(pe.pe()), 0, Long.MAX_VALUE);
        }
    }

    @Override
    public final void close() {
        file.close();
    }

    /// Whether only one PE uses a word of the regions.
    boolean isOwn(long at) {
        return false;
    }

    /// Whether the abort word is written.
    boolean aborts() {
        return false;
    }

    @Override
    public final boolean isPrivate(long address) {
        long at = address - base;
        if (at < 0 || at >= JobLayout.fileBytes(pes.length, regionBytes)) return true;
        if (at >= JobLayout.regionsOffset(pes.length)) return isOwn(at);
        if (at == JobLayout.ABORT_OFFSET) return !aborts();
        long word = (at - JobLayout.HEADER_BYTES) % JobLayout.SLOT_BYTES;
        return at < JobLayout.HEADER_BYTES || word != JobLayout.FUTEX_OFFSET && word != JobLayout.ASLEEP_OFFSET;
    }

    @Override
    public final String name(long address) {
        long at = address - base;
        if (at == JobLayout.ABORT_OFFSET) return "the abort word";
        long in = at - JobLayout.regionsOffset(pes.length);
        long stride = Shape.aligned(regionBytes);
        if (in >= 0) return "PE %d's byte %d".formatted(in / stride, in % stride);
        long slot = (at - JobLayout.HEADER_BYTES) / JobLayout.SLOT_BYTES;
        long word = (at - JobLayout.HEADER_BYTES) % JobLayout.SLOT_BYTES;
        return "PE %d's %s".formatted(slot, word == JobLayout.FUTEX_OFFSET ? "futex" : "asleep");
    }
}
