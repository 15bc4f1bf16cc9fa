// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.runtime.Settings;
import org.jshmem.transport.Shape;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// The launcher: `bin/oshrun` starts this class.
public final class Oshrun {
    /// Exit status of a job that is refused before it starts.
    static final int REFUSED = 2;

    private final Options options;
    private final String classPath = System.getProperty("java.class.path");

    private Oshrun(Options options) {
        this.options = options;
    }

    /// Runs the command line and exits with the job's status.
    public static void main(String[] args) throws InterruptedException {
        int status;
        try {
            status = run(args);
        } catch (Refused e) {
            System.err.println("oshrun: " + e.getMessage());
            status = REFUSED;
        } catch (OutOfMemoryError e) { // threads count as processes
            System.err.printf(
                    "oshrun: %s; raise the limit on processes (ulimit -u), or give the launcher more memory%n",
                    e.getMessage());
            status = REFUSED;
        }
        Runtime.getRuntime().halt(status); // nothing is left to clean up, and daemon threads need no goodbye
    }

    static int run(String[] args) throws InterruptedException {
        var options = new Options();
        var line = new CommandLine(options)
                .setStopAtPositional(true)
                .setAllowOptionsAsOptionParameters(true)
                .setExpandAtFiles(false)
                .setOverwrittenOptionsAllowed(true)
                .setTrimQuotes(false);
        try {
            line.parseArgs(args);
        } catch (ParameterException e) {
            throw new Refused(explained(e));
        }
        if (options.help) {
            line.getCommandSpec().usageMessage().footer(String.join(", ", Target.BUILT_IN.keySet()));
            line.usage(System.out);
            return 0;
        }
        if (options.version) {
            System.out.println(version());
            return 0;
        }
        options.checkTogether();
        if (options.ps) return Inspector.list(System.out);
        if (options.inspect != null) return inspect(options);
        return new Oshrun(options).run();
    }

    private static int inspect(Options options) throws InterruptedException {
        if (!options.hex) return Inspector.show(options.inspect, System.console() != null, System.out);
        try {
            System.out.print(HexDump.of(Inspector.find(options.inspect)));
            return 0;
        } catch (IOException e) {
            throw new Refused("--inspect %s: %s".formatted(options.inspect, e.getMessage()));
        }
    }

    private static String explained(ParameterException e) {
        if (e instanceof UnmatchedArgumentException u) {
            String name = u.getUnmatched().getFirst();
            List<String> near = u.getSuggestions();
            return "unknown option %s; %s'oshrun --help' lists all"
                    .formatted(name, near.isEmpty() ? "" : "did you mean " + String.join(" or ", near) + "? ");
        }
        return e.getMessage() + "; 'oshrun --help' lists all options";
    }

    private static String version() {
        String version = Oshrun.class.getPackage().getImplementationVersion();
        return "oshrun of jshmem %s, OpenSHMEM 1.6, on JDK %s (%s)"
                .formatted(
                        version == null ? "(not packaged)" : version,
                        Runtime.version(),
                        System.getProperty("java.home"));
    }

    private int run() throws InterruptedException {
        int npes = options.npes();
        Map<String, String> exported = options.exported();
        Map<String, String> environment = new TreeMap<>(System.getenv());
        environment.putAll(exported);
        Options.checkEnvironment(environment);
        long heapBytes = options.heapBytes(environment);
        long timeoutNanos = options.timeoutNanos();
        Shape shape = Settings.shape(npes, heapBytes, timeoutNanos);
        try (Scratch scratch = new Scratch()) {
            Stop stop = new Stop(scratch);
            Signals.handle(stop::signalled);
            Target target = Target.of(options.program, programClassPath(), classPath, scratch);
            if (options.simulator.isAsked() || options.threads) {
                return new OneJvm(options, shape, target, exported, classPath).run(stop);
            }
            return runProcesses(shape, target, exported, stop);
        }
    }

    private String programClassPath() {
        if (options.classPath != null) return options.classPath;
        String variable = System.getenv("CLASSPATH");
        return variable == null || variable.isEmpty() ? "." : variable;
    }

    private int runProcesses(Shape shape, Target target, Map<String, String> exported, Stop stop)
            throws InterruptedException {
        Path folder = options.heapFolder();
        List<String> command = PeCommand.of(shape.npes(), options.jvm, classPath, target, options.arguments);
        Sweep.jobs(folder);
        try (JobFile file = JobFile.create(folder, shape, Runtime.getRuntime().availableProcessors())) {
            Output output = new Output(
                    new FileOutputStream(FileDescriptor.out),
                    new FileOutputStream(FileDescriptor.err),
                    options.tagOutput,
                    () -> stop.now(128 + Signals.PIPE));
            Job job = new Job(file, output);
            stop.meansFor(job::signalled);
            return job.run(
                    new PeStarter(command, exported, file.descriptor(), options.bindToCores()),
                    () -> Sweep.scratch(Path.of(System.getProperty("java.io.tmpdir"))));
        } catch (IOException e) {
            throw new Refused(e.getMessage());
        }
    }
}
