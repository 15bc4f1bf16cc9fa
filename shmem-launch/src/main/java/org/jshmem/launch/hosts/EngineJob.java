// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jshmem.launch.os.ChildProcess;
import org.jshmem.launch.os.Signals;
import org.jshmem.launch.os.Stop;

/// A job on several hosts in the launcher of its user: an engine that runs.
/*
 * A stop reaches the launchers of all hosts by a signal that the engine passes on, and they give their PEs a grace. The
 * key of a terminal, and timeout(1), signal the engine too, which would end the job at once: an engine that passes a
 * stop on has SIGINT and SIGTERM blocked, and SIGHUP ends it after the grace. Another engine gets SIGTERM after a second:
 * Open MPI crashes on a second signal within 5 s.
 */
public final class EngineJob implements Stop.RunningJob {
    private static final int PASSED_MILLIS = 5200;
    private static final int OTHER_MILLIS = 1000;
    private static final int KILL_MILLIS = 5600;

    private final Engine engine;
    private final ChildProcess process;
    private int status;

    /// Starts the command of an engine with these variables.
    public EngineJob(Engine engine, ProcessBuilder command, Map<String, String> environment) throws IOException {
        this.engine = engine;
        command.environment().putAll(environment);
        if (engine.isSlurm()) { // a launcher is a task, and would have the cores of a PE
            command.environment().remove("SLURM_CPUS_PER_TASK");
            command.environment().remove("SRUN_CPUS_PER_TASK");
        }
        if (engine.forwards()) command.command().addAll(0, Signals.blocking("INT,TERM"));
        process = ChildProcess.start(command);
    }

    /// Waits for the end of the engine, and returns the status of the job.
    public int run() {
        int ended = process.end.join();
        synchronized (this) {
            if (status == Stop.TIME_OVER) System.err.println(Stop.TIME_OVER_TEXT);
            return status != 0 ? status : ended;
        }
    }

    @Override
    public synchronized void stop(int why) {
        boolean again = status != 0;
        if (!again) status = why;
        if (engine.forwards()) process.signal(why == Stop.TIME_OVER ? Signals.XCPU : Signals.PWR);
        if (again) return;
        after(engine.forwards() ? PASSED_MILLIS : OTHER_MILLIS)
                .execute(() -> process.signal(engine.forwards() ? Signals.HUP : Signals.TERM));
        after(KILL_MILLIS).execute(this::kill);
    }

    private static Executor after(int millis) {
        return CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS);
    }

    private void kill() {
        if (process.end.isDone()) return;
        String text = "oshrun: %s (pid %d) has not ended on a signal, and is killed%n";
        System.err.printf(text, engine.command(), process.pid);
        process.kill();
    }

    @Override
    public void report() {
        process.signal(Signals.URG); // the engine passes it on
    }

    @Override
    public void pass(int signal) {
        process.signal(signal); // the engine passes it on
    }
}
