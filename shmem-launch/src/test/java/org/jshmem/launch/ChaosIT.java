// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jshmem.contract.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Random programs meet random faults at random moments, several jobs side by side: none may hang, leave anything
/// behind, or blame the wrong PE. For as long as asked: `-Dchaos.seconds`, `-Dchaos.side` jobs at a time, of up to
/// `-Dchaos.pes` PEs, again with `-Dchaos.seed`.
@Tag(Samples.TAG)
class ChaosIT {
    private static final int MOST_WRONG = 10;

    /// The same in every CI; another one where somebody asked for more time.
    private final long seed =
            Long.getLong("chaos.seed", Long.getLong("chaos.seconds") == null ? 20261121 : System.nanoTime());

    private final Map<ChaosRun.Setting, Integer> places = new EnumMap<>(ChaosRun.Setting.class);
    private final Map<Fault, Integer> survived = new EnumMap<>(Fault.class);
    private final List<String> wrong = new ArrayList<>(); // a story each
    private final Set<String> leaked = new HashSet<>();
    private int started;

    @Test
    void noFaultHangsOrLeaksOrIsBlamedOnAnotherPe() throws InterruptedException {
        long seconds = Long.getLong("chaos.seconds", Samples.of(3L, 30L));
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        List<Thread> threads = new ArrayList<>();
        for (int k = 0; k < Integer.getInteger("chaos.side", 2); k++) {
            threads.add(Thread.ofPlatform().start(() -> runUntil(end)));
        }
        for (Thread thread : threads) thread.join();
        System.out.println("chaos: seed %d, %s %s, wrong %d".formatted(seed, places, survived, wrong.size()));
        assertEquals(List.of(), wrong);
    }

    private void runUntil(long end) {
        try {
            do {
                var run = new ChaosRun(seed, next(), Integer.getInteger("chaos.pes", 6));
                checkNothingIsLeft(run.run(), run);
                ended(run);
            } while (System.nanoTime() - end < 0 && mayGoOn());
        } catch (IOException e) {
            wrong("cannot run: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void wrong(String story) {
        wrong.add(story);
    }

    private synchronized boolean mayGoOn() {
        return wrong.size() < MOST_WRONG;
    }

    private synchronized int next() {
        return started++;
    }

    private synchronized void ended(ChaosRun run) {
        if (!run.wrong().isEmpty()) wrong.add(run.wrong());
        survived.merge(run.met(), 1, Integer::sum);
        places.merge(run.setting(), 1, Integer::sum);
    }

    private void checkNothingIsLeft(long launcher, ChaosRun run) throws IOException, InterruptedException {
        Set<Long> processes = Set.of();
        for (int i = 0; i < 1200; i++) { // a minute: a killed process ends late on a busy machine
            processes = Leftovers.processesOf(run.mark());
            if (processes.isEmpty()) break;
            Thread.sleep(50);
        }
        Set<String> files = Leftovers.files(launcher);
        synchronized (this) {
            files.removeIf(file -> !leaked.add(file)); // the run before has been blamed for it
            if (!processes.isEmpty()) wrong.add("surviving processes " + processes + ": " + run.mark());
            if (!files.isEmpty()) wrong.add("leftovers " + files + ": " + run.mark());
        }
    }
}
