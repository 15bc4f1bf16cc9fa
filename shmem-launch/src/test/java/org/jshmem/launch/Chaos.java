// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.launch.programs.Weather;

/// Random programs meet random faults at random moments, several jobs side by side: none may hang, leave anything
/// behind, or blame the wrong PE.
///
/// As a program: `Chaos SECONDS [SIDE [PES [SEED]]]`.
final class Chaos {
    private static final long DEADLINE_SECONDS = 120;
    private static final int LATEST_MILLIS = 900; // about when a job alone on two cores has ended
    private static final int MOST_WRONG = 10;
    private static final Pattern BLAME = Pattern.compile("(?m)^oshrun: PE (\\d+)/\\d+ ");

    /// What befalls a job. The first ones befall it from inside, at a step of the program.
    enum Fault {
        NONE,
        EXIT,
        THROW,
        LEAVE,
        GLOBAL_EXIT,
        FULL_HEAP,
        OUT_OF_MEMORY,
        CRASH,
        SLOW,
        MISMATCH,
        CIRCLE,
        KILL_PE,
        STOP_AND_CONTINUE,
        KILL_LAUNCHER,
        STOP_LAUNCHER;

        boolean isInside() {
            return ordinal() < KILL_PE.ordinal();
        }
    }

    private static final String[] STOPS = {"INT", "TERM", "HUP"};
    private static final int[] STOPPED = {130, 143, 129};

    private final long seed;
    private final int mostPes;
    private final Map<Fault, Integer> survived = new EnumMap<>(Fault.class);
    private final List<String> wrong = new ArrayList<>();
    private final Set<String> leaked = new HashSet<>();
    private int started;
    private int runs;
    private int hangs;
    private int leaks;
    private int survivors;

    Chaos(long seed, int mostPes) {
        this.seed = seed;
        this.mostPes = mostPes;
    }

    public static void main(String[] args) throws InterruptedException {
        int side = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        int pes = args.length > 2 ? Integer.parseInt(args[2]) : 4;
        var chaos = new Chaos(args.length > 3 ? Long.parseLong(args[3]) : System.nanoTime(), pes);
        chaos.run(Long.parseLong(args[0]), side);
        System.out.println(chaos.summary());
        chaos.wrong().forEach(System.out::println);
        if (!chaos.wrong().isEmpty()) System.exit(1);
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
            do runOne(next());
            while (System.nanoTime() - end < 0 && wrong().size() < MOST_WRONG);
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
        return "chaos: seed %d, %d runs %s, hangs %d, leftovers %d, surviving processes %d, wrong in all %d"
                .formatted(seed, runs, survived, hangs, leaks, survivors, wrong.size());
    }

    private synchronized void wrong(String story) {
        wrong.add(story);
    }

    private synchronized int next() {
        return started++;
    }

    private synchronized void ended(Fault fault, boolean hung) {
        runs++;
        if (hung) hangs++;
        survived.merge(fault, 1, Integer::sum);
    }

    private void runOne(int number) throws IOException, InterruptedException {
        var random = new SplittableRandom(seed + number * 0x9e3779b97f4a7c15L);
        Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
        int npes = 2 + random.nextInt(mostPes - 1);
        int victim = random.nextInt(npes);
        long program = random.nextLong();
        int stop = random.nextInt(STOPS.length);
        long delay = random.nextInt(LATEST_MILLIS);
        String inside = fault.isInside() ? fault.name() : Fault.NONE.name();
        File out = File.createTempFile("chaos", ".out");
        File err = File.createTempFile("chaos", ".err");
        try {
            Process job = Launch.program(npes, Weather.class, program, inside, victim, random.nextInt(60))
                    .with("-J", "-XX:ErrorFile=/dev/null")
                    .builder()
                    .redirectOutput(out)
                    .redirectError(err)
                    .start();
            job.getOutputStream().close();
            boolean struck = fault.isInside() || strike(fault, job, victim, delay, STOPS[stop]);
            boolean hung = !job.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS);
            if (hung) job.destroyForcibly().waitFor();
            Fault met = struck ? fault : Fault.NONE;
            String said = Files.readString(err.toPath());
            String story = "run %d: %s on PE %d of %d, program %d, after %d ms: status %d, stderr:%n%s"
                    .formatted(number, met, victim, npes, program, delay, job.exitValue(), said);
            if (hung) wrong("hang: " + story);
            else if (!isRight(met, victim, job.exitValue(), STOPPED[stop], said)) wrong("wrong message: " + story);
            checkNothingIsLeft(job.pid(), story);
            ended(met, hung);
        } finally {
            Files.delete(out.toPath());
            Files.delete(err.toPath());
        }
    }

    /// Faults from outside; false when the job had ended before.
    private static boolean strike(Fault fault, Process job, int victim, long delay, String stop)
            throws IOException, InterruptedException {
        boolean launcher = fault == Fault.KILL_LAUNCHER || fault == Fault.STOP_LAUNCHER;
        if (launcher) {
            if (job.waitFor(delay, TimeUnit.MILLISECONDS)) return false;
            return signal(fault == Fault.KILL_LAUNCHER ? "KILL" : stop, job.pid());
        }
        long pid = pe(job.pid(), victim);
        for (; pid < 0; pid = pe(job.pid(), victim)) if (job.waitFor(20, TimeUnit.MILLISECONDS)) return false;
        if (job.waitFor(delay / 2, TimeUnit.MILLISECONDS)) return false;
        if (fault == Fault.KILL_PE) return signal("KILL", pid);
        signal("STOP", pid);
        Thread.sleep(100);
        signal("CONT", pid);
        return true;
    }

    private static boolean signal(String name, long pid) throws IOException, InterruptedException {
        return new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                        .redirectErrorStream(true)
                        .start()
                        .waitFor()
                == 0;
    }

    /// The process of a PE, or -1 when it does not run (yet, or any more).
    private static long pe(long launcher, int number) {
        for (ProcessHandle child : ProcessHandle.of(launcher).map(ProcessHandle::children).stream()
                .flatMap(s -> s)
                .toList()) {
            try {
                List<String> environment = List.of(Files.readString(Path.of("/proc/" + child.pid() + "/environ"))
                        .split("\0"));
                if (environment.contains("JSHMEM_PE=" + number)) return child.pid();
            } catch (IOException e) {
                continue;
            }
        }
        return -1;
    }

    private static boolean isRight(Fault fault, int victim, int status, int stopped, String err) {
        Matcher blame = BLAME.matcher(err);
        int blamed = blame.find() ? Integer.parseInt(blame.group(1)) : -1;
        return switch (fault) {
            case NONE, SLOW, STOP_AND_CONTINUE -> status == 0 && blamed < 0;
            case EXIT -> status == 7 && blamed == victim;
            case THROW, LEAVE -> status == 1 && blamed == victim;
            case OUT_OF_MEMORY -> status == 1 && blamed == victim && err.contains("OutOfMemoryError");
            case CRASH -> status == 134 && blamed == victim;
            case GLOBAL_EXIT -> status == 9 && blamed == victim;
            case FULL_HEAP -> status == 1 && blamed >= 0 && err.contains("SymmetricHeapException");
            case MISMATCH -> status == 1 && blamed >= 0 && err.contains(" on PE " + victim);
            case CIRCLE -> status == 1 && blamed >= 0 && err.contains(": none can go on; ");
            // the PE may have been at its very end
            case KILL_PE -> status == 137 && blamed == victim || status == 0 && blamed < 0;
            case KILL_LAUNCHER -> status == 137 || status == 0;
            case STOP_LAUNCHER -> status == stopped || status == 0;
        };
    }

    private void checkNothingIsLeft(long launcher, String story) throws IOException, InterruptedException {
        Set<Long> processes = Set.of();
        for (int i = 0; i < 100; i++) {
            processes = Leftovers.pes(launcher);
            if (processes.isEmpty()) break;
            Thread.sleep(50);
        }
        Set<String> files = Leftovers.files(launcher);
        synchronized (this) {
            files.removeIf(file -> !leaked.add(file)); // the run before has been blamed for it
            survivors += processes.size();
            leaks += files.size();
            if (!processes.isEmpty()) wrong.add("surviving processes " + processes + ": " + story);
            if (!files.isEmpty()) wrong.add("leftovers " + files + ": " + story);
        }
    }
}
