// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Random programs meet random faults at random moments, several jobs side by side: none may hang, leave anything
/// behind, or blame the wrong PE.
final class Chaos {
    private static final int MOST_WRONG = 10;

    private final long seed;
    private final int mostPes;
    private final List<ChaosRun.Setting> settings;
    private final Map<ChaosRun.Setting, Integer> places = new EnumMap<>(ChaosRun.Setting.class);
    private final Map<Fault, Integer> survived = new EnumMap<>(Fault.class);
    private final List<String> wrong = new ArrayList<>();
    private final Set<String> leaked = new HashSet<>();
    private int started;
    private int runs;
    private int hangs;
    private int leaks;
    private int survivors;

    Chaos(long seed, int mostPes, List<ChaosRun.Setting> settings) {
        this.seed = seed;
        this.mostPes = mostPes;
        this.settings = settings;
    }

    /// Runs for so long, with `side` jobs at a time.
    void run(long seconds, int side) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        List<Thread> threads = new ArrayList<>();
        for (int k = 0; k < side; k++) threads.add(Thread.ofPlatform().start(() -> runUntil(end)));
        for (Thread thread : threads) thread.join();
    }

    private void runUntil(long end) {
        try {
            do {
                var run = new ChaosRun(seed, next(), mostPes, settings);
                checkNothingIsLeft(run.run(), run);
                ended(run);
            } while (System.nanoTime() - end < 0 && wrong().size() < MOST_WRONG);
        } catch (IOException e) {
            wrong("cannot run: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// What was wrong, a story each.
    synchronized List<String> wrong() {
        return List.copyOf(wrong);
    }

    synchronized String summary() {
        return "chaos: seed %d, %d runs %s %s, hangs %d, leftovers %d, surviving processes %d, wrong in all %d"
                .formatted(seed, runs, places, survived, hangs, leaks, survivors, wrong.size());
    }

    private synchronized void wrong(String story) {
        wrong.add(story);
    }

    private synchronized int next() {
        return started++;
    }

    private synchronized void ended(ChaosRun run) {
        runs++;
        if (run.hung()) hangs++;
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
            survivors += processes.size();
            leaks += files.size();
            if (!processes.isEmpty()) wrong.add("surviving processes " + processes + ": " + run.mark());
            if (!files.isEmpty()) wrong.add("leftovers " + files + ": " + run.mark());
        }
    }
}
