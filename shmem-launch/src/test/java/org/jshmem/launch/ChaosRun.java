// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jshmem.launch.programs.Weather;

/// One job of [ChaosIT]: a random program of random size in a given setting, a fault, and a judgement.
final class ChaosRun {
    private static final long DEADLINE_SECONDS = 600;
    private static final int LATEST_MILLIS = 900; // about when a job alone on two cores has ended
    private static final String VARIABLE = "CHAOS_RUN";
    private static final String[] STOPS = {"INT", "TERM", "HUP"};
    private static final int[] STOPPED = {130, 143, 129};

    /// How the PEs of a job live.
    enum Setting {
        PROCESSES,
        FEW_JVMS,
        ONE_JVM,
        HOSTS;

        private List<String> options(int npes, SplittableRandom random) {
            return switch (this) {
                case PROCESSES -> List.of("--jvms", "" + npes);
                case FEW_JVMS -> List.of("--jvms", "" + (1 + random.nextInt(npes)));
                case ONE_JVM -> List.of("--jvms", "1");
                case HOSTS -> List.of("--hosts", "a:%d,b:%d".formatted(npes - npes / 2, npes / 2));
            };
        }
    }

    private final String name;
    private final Setting setting;
    private final Fault fault;
    private final int npes;
    private final int victim;
    private final long program;
    private final int stop;
    private final long delay;
    private final int step;
    private final List<String> options;
    private Fault met;
    private boolean hung;
    private String wrong = "";

    ChaosRun(long seed, int number, int mostPes) {
        // the generator counts in steps of its own: seeds of runs have to be drawn, or a run repeats the one before it
        var random = new SplittableRandom(new SplittableRandom(1_000_003 * seed + number).nextLong());
        name = seed + "/" + number;
        setting = Setting.values()[random.nextInt(Setting.values().length)];
        fault = Fault.values()[random.nextInt(Fault.values().length)];
        npes = 2 + random.nextInt(mostPes - 1);
        victim = random.nextInt(npes);
        program = random.nextLong();
        stop = random.nextInt(STOPS.length);
        delay = random.nextInt(LATEST_MILLIS);
        step = random.nextInt(60);
        options = setting.options(npes, random);
    }

    Setting setting() {
        return setting;
    }

    /// The fault that came in time.
    Fault met() {
        return met;
    }

    /// What was wrong, in a word and a story; empty if nothing was.
    String wrong() {
        return wrong;
    }

    /// The variable in the environment of all processes of this run, and of no others.
    String mark() {
        return VARIABLE + "=" + name;
    }

    private void judge(boolean right, String outcome) {
        String story = "run %s, %s: %s on PE %d of %d, program %d, step %d, after %d ms: %s"
                .formatted(name, String.join(" ", options), met, victim, npes, program, step, delay, outcome);
        if (hung) wrong = "hang: " + story;
        else if (!right) wrong = "wrong message: " + story;
    }

    /// Runs to the end; the process that was the launcher.
    long run() throws IOException, InterruptedException {
        File out = File.createTempFile("chaos", ".out");
        File err = File.createTempFile("chaos", ".err");
        try {
            String inside = fault.isInside() ? fault.name() : Fault.NONE.name();
            Process job = Launch.program(npes, Weather.class, program, inside, victim, step)
                    .with(options.toArray(String[]::new))
                    .with("-J", "-XX:ErrorFile=/dev/null")
                    .variable(VARIABLE, name)
                    .variables(TwoHosts.variables())
                    .builder()
                    .redirectOutput(out)
                    .redirectError(err)
                    .start();
            job.getOutputStream().close();
            met = fault.isInside() || strike(job) ? fault : Fault.NONE;
            hung = !job.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS);
            if (hung) job.destroyForcibly().waitFor();
            String said = Files.readString(err.toPath());
            int status = job.exitValue();
            boolean right = met.isRight(victim, status, STOPPED[stop], said);
            judge(right, "status %d, stderr:%n%s".formatted(status, said));
            return job.pid();
        } finally {
            Files.delete(out.toPath());
            Files.delete(err.toPath());
        }
    }

    /// Faults from outside; false when the job had ended before.
    private boolean strike(Process job) throws IOException, InterruptedException {
        if (fault == Fault.KILL_LAUNCHER || fault == Fault.STOP_LAUNCHER) {
            if (job.waitFor(delay, TimeUnit.MILLISECONDS)) return false;
            return Launch.signal(fault == Fault.KILL_LAUNCHER ? "KILL" : STOPS[stop], job.pid());
        }
        long pid = victim(job.toHandle());
        for (; pid < 0; pid = victim(job.toHandle())) if (job.waitFor(20, TimeUnit.MILLISECONDS)) return false;
        if (job.waitFor(delay / 2, TimeUnit.MILLISECONDS)) return false;
        if (fault == Fault.KILL_PE) return Launch.signal("KILL", pid);
        Launch.signal("STOP", pid);
        Thread.sleep(100);
        Launch.signal("CONT", pid);
        return true;
    }

    /// The process of the victim, or -1 when it does not run (yet, or any more).
    private long victim(ProcessHandle launcher) {
        for (ProcessHandle child : launcher.descendants().toList()) {
            try {
                List<String> environment = List.of(Files.readString(Path.of("/proc/" + child.pid() + "/environ"))
                        .split("\0"));
                int first = number(environment, "JSHMEM_PE=", -1);
                if (first >= 0 && first <= victim && victim < first + number(environment, "JSHMEM_PE_COUNT=", 1))
                    return child.pid();
            } catch (IOException e) {
                continue;
            }
        }
        return -1;
    }

    private static int number(List<String> environment, String variable, int otherwise) {
        return environment.stream()
                .filter(v -> v.startsWith(variable))
                .mapToInt(v -> Integer.parseInt(v.substring(variable.length())))
                .findFirst()
                .orElse(otherwise);
    }
}
