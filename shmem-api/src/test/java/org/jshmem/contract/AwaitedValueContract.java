// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntConsumer;
import org.jshmem.Config;
import org.jshmem.Shmem;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.ThreadLevel;
import org.junit.jupiter.api.Test;

/// Made-up waits for words and signals that other PEs have written, of all types, sets and comparisons: the message of
/// each wait that never ends has the goal and the last value of each word.
public abstract class AwaitedValueContract extends ApiContract {
    private static final int PES = 4;
    private static final int WAITS = 60; // of each PE: three of each type and form
    private static final int THREADS = 20;
    private static final Config CONFIG = new Config(1 << 20, ThreadLevel.MULTIPLE, Duration.ofSeconds(1));

    /// Whether a PE has threads of its own, so that its waits time out together.
    protected boolean hasThreads() {
        return true;
    }

    @Test
    void eachReportHasTheGoalAndWhatOtherPesHaveWritten() throws Exception {
        Queue<String> reports = new ConcurrentLinkedQueue<>();
        launch(
                PES,
                CONFIG,
                () -> Shmem.run(new String[0], (sh, a) -> {
                    List<MadeUpWait> all = new ArrayList<>();
                    for (int k = 0; k < WAITS; k++) all.add(new MadeUpWait(sh, k));
                    for (MadeUpWait wait : all) wait.write(false);
                    sh.barrierAll();
                    for (MadeUpWait wait : all) wait.write(true);
                    sh.barrierAll();
                    Queue<Throwable> wrong = new ConcurrentLinkedQueue<>();
                    each(k -> {
                        try {
                            MadeUpWait wait = all.get(k);
                            String text = assertThrows(ShmemTimeoutException.class, wait::await, wait::toString)
                                    .getMessage();
                            assertEquals(
                                    "PE %d/%d: waited N ms %s; the job allows 1000 ms (--timeout)"
                                            .formatted(sh.myPe(), PES, wait.words()),
                                    text.replaceFirst("waited \\d+ ms (of virtual time )?", "waited N ms "),
                                    wait::toString);
                            reports.add(text);
                        } catch (Throwable e) {
                            wrong.add(e);
                        }
                    });
                    for (Throwable each : wrong) throw new AssertionError(each);
                    sh.barrierAll();
                }));
        assertEquals(PES * WAITS, reports.size());
    }

    private void each(IntConsumer body) throws InterruptedException {
        if (!hasThreads()) {
            for (int k = 0; k < WAITS; k++) body.accept(k);
            return;
        }
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            int first = t;
            threads.add(Thread.ofPlatform().start(() -> {
                for (int k = first; k < WAITS; k += THREADS) body.accept(k);
            }));
        }
        for (Thread thread : threads) thread.join();
    }
}
