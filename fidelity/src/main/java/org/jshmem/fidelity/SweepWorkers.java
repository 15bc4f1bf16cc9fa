// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jshmem.program.ProgramClasses;

/// The JVMs of a sweep, one for each core, which share its runs. A run that ends its JVM fails alone: another JVM takes
/// the next one.
final class SweepWorkers {
    private final List<String> arguments;

    /// A run of a program on a machine.
    record Run(String mainClass, List<String> settings, List<String> arguments) {
        private String line() {
            return String.join(
                    SweepWorker.SEPARATOR, mainClass, SweepWorker.joined(settings), SweepWorker.joined(arguments));
        }
    }

    /// The result of a run.
    ///
    /// @param picos its virtual time; -1 if it has failed
    /// @param failure the reason; empty for none
    record Result(long picos, String failure) {}

    private static final class Worker implements AutoCloseable {
        private final Process process;
        private final PrintWriter cells;
        private final BufferedReader answers;

        Worker(List<String> command) throws IOException {
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            cells = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
            answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        }

        /// The result of a run; null if the run has ended the JVM.
        Result run(Run run) throws IOException {
            cells.println(run.line());
            String answer = answers.readLine();
            if (answer == null) return null;
            String time = SweepWorker.TIME + SweepWorker.SEPARATOR;
            if (!answer.startsWith(time)) return new Result(-1, answer);
            return new Result(Long.parseLong(answer.substring(time.length())), "");
        }

        @Override
        public void close() {
            cells.close(); // ends the JVM
        }
    }

    SweepWorkers(String machine, int npes, long heapBytes) {
        arguments = List.of(machine, Integer.toString(npes), Long.toString(heapBytes));
    }

    /// Simulates all runs, and returns their results in the same order.
    List<Result> results(List<Run> runs) throws InterruptedException {
        int cores = Math.min(Runtime.getRuntime().availableProcessors(), runs.size());
        ThreadLocal<Worker> worker = new ThreadLocal<>();
        List<Worker> all = new ArrayList<>();
        List<Result> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(cores)) {
            List<Future<Result>> futures = new ArrayList<>();
            for (Run run : runs) futures.add(threads.submit(() -> result(run, worker, all)));
            for (Future<Result> future : futures) results.add(future.get());
        } catch (ExecutionException e) {
            throw new UncheckedIOException(new IOException(e.getCause().getMessage(), e.getCause()));
        } finally {
            all.forEach(Worker::close);
        }
        return results;
    }

    private Result result(Run run, ThreadLocal<Worker> worker, List<Worker> all)
            throws IOException, InterruptedException {
        if (worker.get() == null) {
            Worker started = new Worker(command());
            worker.set(started);
            synchronized (all) {
                all.add(started);
            }
        }
        Result result = worker.get().run(run);
        if (result != null) return result;
        int status = worker.get().process.waitFor();
        worker.remove();
        return new Result(-1, "the program ended its JVM with status " + status);
    }

    /// The JVM of this process, with its flags. PEs load the program's classes once each.
    private List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (flag.startsWith("--") || flag.startsWith("-XX:+Use") || flag.startsWith("-Xmx")) command.add(flag);
        }
        String path = System.getProperty("java.class.path");
        command.addAll(List.of("-XX:InlineSmallCode=8000", "-XX:-UsePerfData"));
        command.addAll(List.of("-D" + ProgramClasses.PATH_PROPERTY + "=" + path, "-cp", path));
        command.add(SweepWorker.class.getName());
        command.addAll(arguments);
        return command;
    }
}
