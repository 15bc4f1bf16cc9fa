// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jshmem.Cmp;
import org.jshmem.PeerFailedException;
import org.jshmem.shm.jobfile.JobLayout.Abort;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.FlagsWait;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Wait;
import org.jshmem.transport.WordWait;

/// Writers and sleepers. PE 0 writes, or begins; what is awaited lies in PE 1's memory unless said otherwise.
public final class WaitScenes extends JobScene {
    private static final long WORD = 0;
    private static final long BESIDE = 8; // on the line of WORD
    private static final long APART = 64;
    private static final long LAST = 128;
    private static final long FAR = 256;
    private static final long DATA = 1024;
    private static final long OWN = 2048; // no other PE reads or writes it
    private static final Wait.Reason WAIT = _ -> "in a scene";

    private final String play;
    private final String way;

    /// @param way how a writer writes a word
    /// @param cores as [JobScene]
    public WaitScenes(String play, String way, int cores) throws IOException {
        super(new Shape(play.equals("TWO_TWO") ? 4 : 3, Shape.PAGE, Shape.PAGE, Shape.PAGE, 0), cores);
        this.play = play;
        this.way = way;
    }

    @Override
    boolean isOwn(long at) {
        return at % Shape.ALIGNMENT == OWN;
    }

    @Override
    boolean aborts() {
        return play.equals("ABORT");
    }

    @Override
    public List<Runnable> actors() {
        return switch (play) {
            // One waits, one writes.
            case "ONE_ONE" -> List.of(() -> tell(0, 1, WORD, 1), () -> hear(1, WORD, 1));
            // One waits for two writers.
            case "ONE_TWO" ->
                List.of(() -> tell(0, 1, WORD, 1), () -> tell(2, 1, BESIDE, 1), () -> {
                    hear(1, BESIDE, 1);
                    hear(1, WORD, 1);
                });
            // Two threads of a PE wait on one line, for two words, from one writer.
            case "TWO_ONE" ->
                List.of(
                        () -> {
                            tell(0, 1, WORD, 1);
                            tell(0, 1, BESIDE, 1);
                        },
                        () -> hear(1, WORD, 1),
                        () -> hear(1, BESIDE, 1));
            // Two threads of a PE wait on different lines, for a writer each.
            case "TWO_TWO" ->
                List.of(
                        () -> tell(0, 1, WORD, 1),
                        () -> hear(1, WORD, 1),
                        () -> hear(1, FAR, 1),
                        () -> tell(3, 1, FAR, 1));
            // The first line that the writer changes is one that no PE awaits.
            case "OTHER_LINE_FIRST" ->
                List.of(
                        () -> {
                            tell(0, 1, FAR, 1);
                            tell(0, 1, WORD, 1);
                        },
                        () -> hear(1, WORD, 1));
            // One waits for any word of two lines.
            case "RANGE" ->
                List.of(
                        () -> tell(0, 1, APART, 1),
                        () -> pes[1].await(
                                WORD, 128, until(() -> pes[1].channel().load(1, APART, 8) == 1)));
            // One waits for two flags of a row, from a writer each.
            case "ROW" -> List.of(() -> tell(0, 1, WORD, 1), this::hearRow, () -> tell(2, 1, LAST, 1));
            // Two write to each other in turn, twice.
            case "THERE_AND_BACK" ->
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
            // One waits for what never comes, and another ends the job.
            default ->
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
        return word == WORD && (play.equals("ONE_ONE") || play.equals("THERE_AND_BACK"));
    }

    /// Leaves a letter with PE `to`, and writes the word that says so.
    private void tell(int me, int to, long word, long value) {
        var channel = pes[me].channel();
        if (hasLetter(word)) channel.store(to, DATA, 8, value);
        switch (way) {
            case "SIGNAL" -> channel.signal(to, word, value);
            case "ATOMIC" -> channel.atomic(Atomic.ADD, to, word, 8, 1, 0);
            case "STORE" -> {
                channel.fence();
                channel.store(to, word, 8, value);
            }
            case "PUT" -> {
                channel.fence();
                channel.put(to, word, MemorySegment.ofArray(new long[] {value}), 0, 8);
            }
            default -> {
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
