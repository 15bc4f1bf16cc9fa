// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.launch.os.ChildProcess;
import org.jshmem.launch.os.Signals;
import org.jshmem.launch.os.Stop;
import org.jshmem.launch.output.Output;

/// A simulated job, whose PEs live in one JVM. The launcher starts that JVM, forwards its output and returns its exit
/// status.
public final class SimulatorJob implements Stop.RunningJob {
    private final ChildProcess process;
    private final Path marked;
    private volatile int stopStatus;

    /// Starts the JVM.
    ///
    /// @param marked the file of [org.jshmem.spi.JobOutcome#FILE_PROPERTY], which does not exist yet
    public SimulatorJob(ProcessBuilder command, Path marked) throws IOException {
        this.marked = marked;
        process = ChildProcess.start(command);
    }

    /// Waits for the end of the job and returns its exit status.
    public int run() throws IOException, InterruptedException {
        Output output = new Output(status -> {
            stopStatus = status; // without a reader of the output its JVM prints no report
            process.kill();
        });
        output.forward(0, true, process, () -> true);
        int status = process.end.join();
        // without a limit, since the reader of the output may be slow
        while (stopStatus == 0 && !output.drained(0, Reporter.DRAIN_NANOS)) continue;
        if (stopStatus != 0) output.drained(0, Reporter.DRAIN_NANOS); // the last words of PEs, and a report
        if (stopStatus == Stop.TIME_OVER) System.err.println(Stop.TIME_OVER_TEXT);
        return stopStatus != 0 ? stopStatus : statusOf(status);
    }

    /// The status of a job whose simulator has ended by itself, after a line about an end that the simulator could not
    /// report. `Runtime.halt` runs no shutdown hook.
    private int statusOf(int status) throws IOException {
        boolean exists = Files.exists(marked);
        String killed = "oshrun: the simulator (pid %d) was killed by %s (status %d)%n";
        String halted = "oshrun: the simulator (pid %d) exited with status %d before its PEs had ended; a program that"
                + " calls Runtime.halt has to call globalExit, or return from main%n";
        if (Signals.isSudden(status)) System.err.printf(killed, process.pid, Signals.name(status), status);
        else if (!exists) System.err.printf(halted, process.pid, status);
        String how = exists ? Files.readString(marked) : "";
        boolean left = how.startsWith("PE ");
        if (left && status != 0) System.err.printf("oshrun: %s exited with status %d%n", how, status);
        boolean whole = exists && (how.isEmpty() || left);
        return status == 0 && !whole ? 1 : status;
    }

    @Override
    public void stop(int status) {
        // the remaining time is that of a slow reader of the output
        if (status == Stop.TIME_OVER && process.end.isDone()) return;
        if (stopStatus == 0) stopStatus = status;
        process.stop(); // its JVM prints the line of every PE
    }

    @Override
    public void report() {
        process.signal(Signals.URG); // the simulator prints the line of every PE
    }

    @Override
    public void pass(int signal) {
        process.pass(signal);
    }
}
