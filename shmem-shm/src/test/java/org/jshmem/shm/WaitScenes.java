// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jshmem.Cmp;
import org.jshmem.PeerFailedException;
import org.jshmem.explore.Scene;
import org.jshmem.shm.jobfile.Futex;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.jobfile.JobLayout.Abort;
import org.jshmem.shm.wait.PeKind;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.FlagsWait;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Wait;
import org.jshmem.transport.WordWait;

/// Writers and sleepers on the real backend, for an explorer: loaded by a `Weaver`, as is the backend.
public final class WaitScenes implements Scene, AutoCloseable {
    private static final long WORD = 0;
    private static final long BESIDE = 8; // on the line of WORD
    private static final long APART = 64;
    private static final long LAST = 128;
    private static final long FAR = 256;
    private static final long DATA = 1024;
    private static final long OWN = 2048; // no other PE reads or writes it
    private static final int EARLY = 128; // more sleeps than a starting PE makes without a futex
    private static final Wait.Reason WAIT = _ -> "in a scene";

    /// How a writer writes a word.
    public enum Way {
        SIGNAL,
        ATOMIC,
        STORE,
        PUT,
        COPY
    }

    /// The scenes. PE 0 writes, or begins; what is awaited lies in PE 1's memory unless said otherwise.
    public enum Play {
        /// One waits, one writes.
        ONE_ONE,
        /// One waits for two writers.
        ONE_TWO,
        /// Two threads of a PE wait on one line, for two words, from one writer.
        TWO_ONE,
        /// Two threads of a PE wait on different lines, for a writer each.
        TWO_TWO,
        /// The writer writes another line first, which nobody awaits.
        OTHER_LINE_FIRST,
        /// One waits for any word of two lines.
        RANGE,
        /// One waits for two flags of a row, from a writer each.
        ROW,
        /// Two write to each other in turn, twice.
        THERE_AND_BACK,
        /// One waits for what never comes, and another ends the job.
        ABORT
    }

    private final JobFile file;
    private final ShmTransport[] pes;
    private final long base;
    private final long regionBytes; // the job file reads it from memory that the explorer watches
    private final Play play;
    private final Way way;

    /// @param cores fewer than PEs: waits sleep at once; else they spin first
    public WaitScenes(String play, String way, int cores) throws IOException {
        this.play = Play.valueOf(play);
        this.way = Way.valueOf(way);
        int npes = this.play == Play.TWO_TWO ? 4 : 3;
        this.file = JobFile.create(Path.of("/dev/shm"), new Shape(npes, Shape.PAGE, Shape.PAGE, Shape.PAGE, 0), cores);
        this.base = file.control().slot(0) - JobLayout.HEADER_BYTES;
        this.pes = new ShmTransport[npes];
        for (int pe = 0; pe < npes; pe++) {
            pes[pe] = new ShmTransport(file, pe, PeKind.THREAD);
            pes[pe].enter();
        }
        this.regionBytes = pes[0].regionBytes();
        for (ShmTransport pe : pes) {
            int[] looks = {0};
            boolean oversubscribed = pe.topology().oversubscribed(pe.pe());
            pe.await(WORD, 8, until(() -> ++looks[0] > looksBefore(oversubscribed)));
            Futex.wake(file.control().slot(pe.pe()), 0, Long.MAX_VALUE);
        }
    }

    /// How often a wait looks before its sleeps are those of a PE that has long started.
    private static int looksBefore(boolean oversubscribed) {
        return oversubscribed ? EARLY : EARLY + 2000;
    }

    @Override
    public void close() {
        file.close();
    }

    @Override
    public boolean isPrivate(long address) {
        long at = address - base;
        if (at >= JobLayout.fileBytes(pes.length, regionBytes)) return true;
        if (at >= JobLayout.regionsOffset(pes.length)) return at % Shape.ALIGNMENT == OWN;
        if (at == JobLayout.ABORT_OFFSET) return play != Play.ABORT;
        long word = (at - JobLayout.HEADER_BYTES) % JobLayout.SLOT_BYTES;
        return at < JobLayout.HEADER_BYTES || word != JobLayout.FUTEX_OFFSET && word != JobLayout.ASLEEP_OFFSET;
    }

    @Override
    public String name(long address) {
        long at = address - base;
        if (at == JobLayout.ABORT_OFFSET) return "the abort word";
        if (at >= JobLayout.regionsOffset(pes.length)) {
            long stride = Shape.aligned(regionBytes);
            long in = at - JobLayout.regionsOffset(pes.length);
            return "PE %d's byte %d".formatted(in / stride, in % stride);
        }
        long slot = (at - JobLayout.HEADER_BYTES) / JobLayout.SLOT_BYTES;
        long word = (at - JobLayout.HEADER_BYTES) % JobLayout.SLOT_BYTES;
        return "PE %d's %s".formatted(slot, word == JobLayout.FUTEX_OFFSET ? "futex" : "asleep");
    }

    @Override
    public List<Runnable> actors() {
        return switch (play) {
            case ONE_ONE -> List.of(() -> tell(0, 1, WORD, 1), () -> hear(1, WORD, 1));
            case ONE_TWO ->
                List.of(() -> tell(0, 1, WORD, 1), () -> tell(2, 1, BESIDE, 1), () -> {
                    hear(1, BESIDE, 1);
                    hear(1, WORD, 1);
                });
            case TWO_ONE ->
                List.of(
                        () -> {
                            tell(0, 1, WORD, 1);
                            tell(0, 1, BESIDE, 1);
                        },
                        () -> hear(1, WORD, 1),
                        () -> hear(1, BESIDE, 1));
            case TWO_TWO ->
                List.of(
                        () -> tell(0, 1, WORD, 1),
                        () -> hear(1, WORD, 1),
                        () -> hear(1, FAR, 1),
                        () -> tell(3, 1, FAR, 1));
            case OTHER_LINE_FIRST ->
                List.of(
                        () -> {
                            tell(0, 1, FAR, 1);
                            tell(0, 1, WORD, 1);
                        },
                        () -> hear(1, WORD, 1));
            case RANGE ->
                List.of(
                        () -> tell(0, 1, APART, 1),
                        () -> pes[1].await(
                                WORD, 128, until(() -> pes[1].channel().load(1, APART, 8) == 1)));
            case ROW -> List.of(() -> tell(0, 1, WORD, 1), this::hearRow, () -> tell(2, 1, LAST, 1));
            case THERE_AND_BACK ->
                List.of(
                        () -> {
                            for (int k = 1; k <= 2; k++) {
                                tell(0, 1, WORD, k);
                                hear(0, WORD, k);
                            }
                        },
                        () -> {
                            for (int k = 1; k <= 2; k++) {
                                hear(1, WORD, k);
                                tell(1, 0, WORD, k);
                            }
                        });
            case ABORT ->
                List.of(() -> file.control().abort(Abort.FAILED, 7, 0), () -> endsByFailure(1), () -> endsByFailure(2));
        };
    }

    private void endsByFailure(int me) {
        try {
            hear(me, WORD, 1);
        } catch (PeerFailedException e) {
            if (e.pe() == 0 && e.status() == 7) return;
        }
        throw new AssertionError("did not end by the failure of PE 0");
    }

    /// A letter with each word would be the same again.
    private boolean hasLetter(long word) {
        return word == WORD && (play == Play.ONE_ONE || play == Play.THERE_AND_BACK);
    }

    /// Leaves a letter with PE `to`, and writes the word that says so.
    private void tell(int me, int to, long word, long value) {
        var channel = pes[me].channel();
        if (hasLetter(word)) channel.store(to, DATA, 8, value);
        switch (way) {
            case SIGNAL -> channel.signal(to, word, value);
            case ATOMIC -> channel.atomic(Atomic.ADD, to, word, 8, 1, 0);
            case STORE -> {
                channel.fence();
                channel.store(to, word, 8, value);
            }
            case PUT -> {
                channel.fence();
                channel.put(to, word, MemorySegment.ofArray(new long[] {value}), 0, 8);
            }
            case COPY -> {
                channel.fence();
                channel.store(me, OWN, 8, value);
                channel.copy(to, word, me, OWN, 8);
            }
        }
    }

    private void hearRow() {
        pes[1].await(WORD, LAST + 8, new FlagsWait(WAIT, pes[1].channel(), WORD, APART, 3, 1, 1) {
            @Override
            public void saw(long flag) {}
        });
    }

    private static Wait until(BooleanSupplier condition) {
        return new Wait(WAIT, condition);
    }

    /// Waits for the word, and reads the letter as a program reads it: plainly.
    private void hear(int me, long word, long value) {
        long origin = word == WORD && value == 1 ? value : 0;
        new WordWait(WAIT, pes[me], word, 8, Cmp.GE, value, origin, Long.MAX_VALUE, false).await();
        if (hasLetter(word) && Memory.getLong(pes[me].address(me, DATA)) < value)
            throw new AssertionError("the word is older than its letter");
    }
}
