// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.shm.programs.Weather;
import org.junit.jupiter.api.Test;

/// Random programs meet random faults at random moments, for as long as asked (`-Dchaos.seconds`, `-Dchaos.seed`): none
/// may
/// hang, leave anything behind, or blame the wrong PE.
class ChaosIT {
    private static final long DEADLINE_SECONDS = 120;
    private static final Pattern BLAME = Pattern.compile("(?m)^oshrun: PE (\\d+)/\\d+ ");

    /// What befalls a job.
    private enum Fault {
        NONE,
        EXIT,
        THROW,
        LEAVE,
        FULL_HEAP,
        GLOBAL_EXIT,
        KILL_PE,
        STOP_AND_CONTINUE,
        KILL_LAUNCHER,
        INTERRUPT_LAUNCHER
    }

    private final SplittableRandom random;
    private final Map<Fault, Integer> survived = new EnumMap<>(Fault.class);
    private final List<String> wrong = new ArrayList<>();
    private final long seed = Long.getLong("chaos.seed", System.nanoTime());

    ChaosIT() {
        random = new SplittableRandom(seed);
    }

    @Test
    void noFaultHangsOrLeaksOrIsBlamedOnAnotherPe() throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.getLong("chaos.seconds", 20));
        do {
            Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
            run(fault, 2 + random.nextInt(Integer.getInteger("chaos.pes", 6) - 1));
            survived.merge(fault, 1, Integer::sum);
        } while (System.nanoTime() - end < 0 && wrong.size() < 10);
        int runs = survived.values().stream().mapToInt(n -> n).sum();
        System.out.println("chaos: seed " + seed + ", " + runs + " runs " + survived + ", wrong " + wrong.size());
        assertEquals(List.of(), wrong, "seed " + seed);
    }

    private void run(Fault fault, int npes) throws IOException, InterruptedException {
        int victim = random.nextInt(npes);
        long programSeed = random.nextLong();
        long delay = random.nextInt(1500);
        boolean inside = fault.ordinal() >= Fault.EXIT.ordinal() && fault.ordinal() <= Fault.GLOBAL_EXIT.ordinal();
        String what = inside ? fault.name() : "NONE";
        File out = File.createTempFile("chaos", ".out");
        File err = File.createTempFile("chaos", ".err");
        try {
            Process job = Launch.program(npes, Weather.class, programSeed, what, victim, random.nextInt(60))
                    .builder()
                    .redirectOutput(out)
                    .redirectError(err)
                    .start();
            job.getOutputStream().close();
            boolean struck = strike(fault, job, victim, delay);
            boolean hung = !job.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS);
            if (hung) job.destroyForcibly().waitFor();
            String story = "%s on PE %d of %d, program %d: status %d, stderr:%n%s"
                    .formatted(fault, victim, npes, programSeed, job.exitValue(), Files.readString(err.toPath()));
            if (hung) wrong.add("hang: " + story);
            else if (!struck) expect(Fault.NONE, victim, job.exitValue(), err, story);
            else expect(fault, victim, job.exitValue(), err, story);
            checkNothingIsLeft(job.pid(), story);
        } finally {
            Files.delete(out.toPath());
            Files.delete(err.toPath());
        }
    }

    /// Faults from outside; false when the job had ended before.
    private static boolean strike(Fault fault, Process job, int victim, long delay)
            throws IOException, InterruptedException {
        switch (fault) {
            case KILL_PE, STOP_AND_CONTINUE -> {
                if (job.waitFor(delay, TimeUnit.MILLISECONDS)) return false;
                long pid = pe(job.pid(), victim);
                if (pid < 0) return false;
                if (fault == Fault.KILL_PE) return signal("KILL", pid);
                signal("STOP", pid);
                Thread.sleep(200);
                signal("CONT", pid);
            }
            case KILL_LAUNCHER, INTERRUPT_LAUNCHER -> {
                if (job.waitFor(delay, TimeUnit.MILLISECONDS)) return false;
                return signal(fault == Fault.KILL_LAUNCHER ? "KILL" : "INT", job.pid());
            }
            default -> {
                return true;
            }
        }
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
    private static long pe(long launcher, int number) throws IOException {
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

    private void expect(Fault fault, int victim, int status, File err, String story) throws IOException {
        Matcher blame = BLAME.matcher(Files.readString(err.toPath()));
        int blamed = blame.find() ? Integer.parseInt(blame.group(1)) : -1;
        boolean right = switch (fault) {
            case NONE, STOP_AND_CONTINUE -> status == 0 && blamed < 0;
            case EXIT -> status == 7 && blamed == victim;
            case THROW, LEAVE -> status == 1 && blamed == victim;
            case FULL_HEAP -> status == 1 && blamed >= 0;
            case GLOBAL_EXIT -> status == 9 && blamed == victim;
            // the PE may have been at its very end
            case KILL_PE -> status == 137 && blamed == victim || status == 0 && blamed < 0;
            case KILL_LAUNCHER -> status == 137 || status == 0;
            case INTERRUPT_LAUNCHER -> status == 130 || status == 0;
        };
        if (!right) wrong.add("wrong message: " + story);
    }

    private void checkNothingIsLeft(long launcher, String story) throws IOException, InterruptedException {
        Set<Long> processes = Set.of();
        for (int i = 0; i < 100; i++) {
            processes = Leftovers.pes(launcher);
            if (processes.isEmpty()) break;
            Thread.sleep(50);
        }
        if (!processes.isEmpty()) wrong.add("surviving processes " + processes + ": " + story);
        Set<String> files = Leftovers.files(launcher);
        if (!files.isEmpty()) wrong.add("leftovers " + files + ": " + story);
    }
}
