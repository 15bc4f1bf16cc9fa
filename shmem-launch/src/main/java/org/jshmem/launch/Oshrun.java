// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jshmem.launch.doctor.Doctor;
import org.jshmem.launch.hosts.HostPart;
import org.jshmem.launch.job.ClassArchive;
import org.jshmem.launch.os.JobWords;
import org.jshmem.launch.os.Refused;
import org.jshmem.launch.os.Signals;
import org.jshmem.launch.report.Inspector;
import org.jshmem.launch.report.Top;
import org.jshmem.shm.system.SystemCalls;

/// The launcher, which `bin/oshrun` starts. It reads the command line and runs a command, or a job by [Run].
public final class Oshrun {
    private Oshrun() {}

    /// Runs the command line and exits with the job's status.
    public static void main(String[] args) throws InterruptedException {
        Thread.setDefaultUncaughtExceptionHandler((_, e) -> SystemCalls.exit(statusOf(e)));
        int status;
        try {
            Signals.start(); // also loads the system calls, while this thread reads the command line
            status = written(run(args));
        } catch (Refused e) {
            System.err.println("oshrun: " + e.getMessage());
            status = Refused.STATUS;
        } catch (InvalidPathException e) {
            System.err.printf(
                    "oshrun: the locale has no letters for the path '%s'; set LC_ALL=C.UTF-8%n", e.getInput());
            status = Refused.STATUS;
        }
        SystemCalls.exit(status); // no resource is left to release, and the process does not wait for daemon threads
    }

    /// Prints the exception of a thread that does not catch it, and returns the status with which the launcher ends: a
    /// job might wait for that thread without end. A shell ends the PEs with the launcher.
    private static int statusOf(Throwable e) {
        if (e instanceof OutOfMemoryError) { // threads count as processes
            String remedy = "raise the limit on processes (ulimit -u), or give the launcher more memory";
            System.err.printf("oshrun: %s; %s%n", e.getMessage(), remedy);
            return Refused.STATUS;
        }
        e.printStackTrace();
        System.err.println(
                "oshrun: a bug in the launcher has ended the job (status 1); open an issue with the stack trace above");
        return 1;
    }

    /// Returns the status of a command that has printed its output, or the status of SIGPIPE if the output could
    /// not be written.
    private static int written(int status) {
        if (status != 0 || !System.out.checkError()) return status;
        try {
            new FileOutputStream(FileDescriptor.out).write('\n'); // throws the reason, which System.out hides
        } catch (IOException e) {
            boolean readerEnded = "Broken pipe".equals(e.getMessage()); // as in oshrun man | head
            if (!readerEnded) System.err.println("oshrun: standard output cannot be written, " + e.getMessage());
        }
        return 128 + Signals.PIPE;
    }

    static int run(String[] args) throws InterruptedException {
        boolean isPart = args.length == 1 && args[0].equals(JobWords.OPTION);
        if (!isPart) return run(args, null);
        HostPart part = HostPart.join();
        try {
            return run(part.words(), part);
        } catch (Refused e) {
            System.err.println("oshrun: " + e.getMessage() + " (host " + part.name() + ")");
            part.end(Refused.STATUS);
            return Refused.STATUS;
        }
    }

    private static int run(String[] words, HostPart part) throws InterruptedException {
        var line = OptionWords.of(words);
        if (line.has("-h")) return printed(Help.text());
        if (line.has("-V")) return printed(version() + "\n");
        if (line.asksForHelp()) {
            Optional<String> ofProgram = Help.of(line.program);
            if (ofProgram.isPresent()) return printed(ofProgram.get());
            line.arguments = List.of("--help"); // some programs have no -h
        }
        if (line.isCommand()) {
            line.refuseArguments();
            line.checkAlone(line.program, line.program.equals("doctor") ? "--heap-dir" : "");
            return switch (line.program) {
                case "doctor" -> Doctor.run(line.heapFolder(), ClassArchive.of(JobProgram.LIBRARY), System.out);
                case "classpath" -> printed(System.getProperty("java.class.path") + "\n");
                case "completion" -> printed(Completion.text());
                default -> printed(Help.manual(version()));
            };
        }
        Options.check(line);
        if (line.has("--top")) {
            boolean onceLast = line.arguments.equals(List.of("--once")); // --top JOB --once
            if (!onceLast) line.refuseArguments();
            return Top.run(line.program, onceLast || line.has("--once"), System.out, Oshrun::programOf);
        }
        String inspect = line.value("--inspect");
        boolean both = line.program != null && (line.has("--ps") || inspect != null);
        Refused.when(both, "--ps and --inspect run no program; remove '%s'", line.program);
        if (line.has("--ps")) return Inspector.list(System.out, Oshrun::programOf);
        if (inspect != null) return Inspector.show(inspect, System.out);
        return new Run(new Options(line), part).run(words);
    }

    private static int printed(String text) {
        System.out.print(text);
        return 0;
    }

    /// The program that a launcher with these words runs; empty if they do not show it.
    private static String programOf(String... words) {
        try {
            return Objects.requireNonNullElse(OptionWords.of(words).program, "");
        } catch (Refused e) { // the words of an engine
            return "";
        }
    }

    private static String version() {
        String version = Oshrun.class.getPackage().getImplementationVersion();
        if (version == null) version = "(not packaged)";
        String home = System.getProperty("java.home");
        return "oshrun of jshmem %s, OpenSHMEM 1.6, on JDK %s (%s)".formatted(version, Runtime.version(), home);
    }
}
