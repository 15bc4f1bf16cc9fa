// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jshmem.launch.os.ChildProcess;
import org.jshmem.launch.os.Processes;
import org.jshmem.launch.os.Signals;
import org.jshmem.launch.os.Stop;
import org.jshmem.launch.output.Output;

/// A simulated job, whose PEs live in one JVM. The launcher starts that JVM, forwards its output and returns its exit
/// status.
///
/// @param command the JVM and its arguments
/// @param folder working folder, null for the current one
/// @param debugged the PEs that wait for a debugger
/// @param ended the file of [org.jshmem.spi.Ended#FILE_PROPERTY], which does not exist yet
public record SimulatorJob(List<String> command, Path folder, Debugged debugged, Path ended) {
    private static final int REPORT_SECONDS = 3;
    private static final long DRAIN_NANOS = 1_000_000_000;

    /// Runs the job to its end and returns its exit status.
    public int run(Map<String, String> exported, Stop stop) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(PeCommand.diesWithLauncher());
        words.addAll(PeCommand.numbered(command, debugged.flags(0, debugged.npes()), 0, debugged.npes()));
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectInput(Redirect.INHERIT).redirectOutput(Redirect.INHERIT);
        if (folder != null) builder.directory(folder.toFile());
        builder.environment().putAll(exported);
        var running = new Running();
        stop.meansFor(running);
        ChildProcess process = running.start(builder);
        debugged.tell(0, debugged.npes(), System.err::println);
        Output errors =
                new Output(OutputStream.nullOutputStream(), new FileOutputStream(FileDescriptor.err), running::stop);
        errors.forward(0, 0, false, true, process.errors(), () -> true);
        int status = process.end().join();
        running.ended.countDown();
        errors.ended(0, false);
        // without a limit, since the reader of the output may be slow; after the time limit once, for the report
        boolean drained = running.asked != 0 && running.asked != Stop.TIME_OVER;
        while (!drained) drained = errors.drained(0, DRAIN_NANOS) || running.asked != 0;
        if (running.asked == Stop.TIME_OVER) System.err.println(Stop.TIME_OVER_TEXT);
        return running.asked != 0 ? running.asked : judged(process.pid(), status);
    }

    /// The status of a job whose simulator has ended by itself, after a line about an end that the simulator could not
    /// report. `Runtime.halt` runs no shutdown hook.
    private int judged(long pid, int status) throws IOException {
        boolean marked = Files.exists(ended);
        if (Signals.isSudden(status)) {
            System.err.printf(
                    "oshrun: the simulator (pid %d) was killed by %s (status %d)%n", pid, Signals.name(status), status);
        } else if (!marked) {
            System.err.printf(
                    "oshrun: the simulator (pid %d) exited with status %d before its PEs had ended; a program that"
                            + " calls Runtime.halt has to call globalExit, or return from main%n",
                    pid, status);
        }
        String how = marked ? Files.readString(ended) : "";
        boolean left = how.startsWith("PE ");
        if (left && status != 0) System.err.printf("oshrun: %s exited with status %d%n", how, status);
        boolean whole = marked && (how.isEmpty() || left);
        return status == 0 && !whole ? 1 : status;
    }

    private static final class Running implements Stop.Running {
        private volatile ChildProcess simulator;
        private final CountDownLatch ended = new CountDownLatch(1);
        private volatile int asked;

        ChildProcess start(ProcessBuilder builder) throws IOException {
            ChildProcess process = Processes.start(builder);
            simulator = process;
            if (asked != 0) process.kill();
            return process;
        }

        @Override
        public void stop(int status) {
            // the remaining time is that of a slow reader of the output
            if (status == Stop.TIME_OVER && ended.getCount() == 0) return;
            asked = status;
            if (status == Stop.TIME_OVER) signal(Signals.TERM); // its JVM prints the line of every PE
            try {
                if (status == Stop.TIME_OVER && ended.await(REPORT_SECONDS, TimeUnit.SECONDS)) return;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            signal(Signals.KILL);
        }

        @Override
        public void report() {
            signal(Signals.URG); // the simulator prints the line of every PE
        }

        @Override
        public void pass(int signal) {
            ChildProcess process = simulator;
            if (process != null) process.pass(signal);
        }

        private void signal(int number) {
            ChildProcess process = simulator;
            if (process != null) process.signal(number);
        }
    }
}
