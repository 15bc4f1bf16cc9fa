// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jshmem.spi.BuiltIn;
import org.jshmem.spi.BuiltIns;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The command `oshrun trace FILE`: prints a summary of traces on standard output, and writes a timeline for Perfetto.
@Command(
        name = "trace",
        description = "Prints what a job that ran with --trace FILE did and waited for: a summary, and a timeline for"
                + " ui.perfetto.dev or chrome://tracing.",
        sortOptions = false,
        usageHelpAutoWidth = true,
        mixinStandardHelpOptions = true)
public final class TraceMain implements Callable<Integer>, BuiltIns {
    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "Read these traces, real and simulated ones; several are shown below each other")
    private List<Path> files;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the timeline to this file")
    private Path output;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description =
                    "Write a page of the trace to this file: a timeline and tables, which a browser shows without a network")
    private Path page;

    private PrintStream out = System.out;

    /// For the service loader, by which the launcher finds the command.
    public TraceMain() {}

    @Override
    public List<BuiltIn> programs() {
        return List.of(
                BuiltIn.alone("trace", TraceMain.class, "prints what a job with --trace FILE did and waited for"));
    }

    /// Runs the command and ends the JVM with its exit status.
    public static void main(String[] args) {
        System.exit(run(System.out, args));
    }

    /// Runs the command and returns its exit status.
    public static int run(PrintStream out, String... args) {
        var command = new TraceMain();
        command.out = out;
        return new CommandLine(command)
                .setParameterExceptionHandler((e, arguments) -> {
                    e.getCommandLine().getErr().println("trace: " + e.getMessage() + BuiltIn.seeHelp("trace"));
                    return CommandLine.ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    if (!(e instanceof IOException)) throw e;
                    line.getErr().println("trace: " + message((IOException) e));
                    return CommandLine.ExitCode.USAGE;
                })
                .execute(args);
    }

    private static String message(IOException e) {
        if (!(e instanceof FileSystemException of)) return e.getMessage();
        String why = reason(e, "does not exist", "cannot be opened by this user");
        return "%s %s; name another file".formatted(of.getFile(), why);
    }

    private static String reason(IOException e, String absent, String denied) {
        return switch (e) {
            case NoSuchFileException _ -> absent;
            case AccessDeniedException _ -> denied;
            case FileSystemException of when of.getReason() != null -> of.getReason();
            default -> e.getMessage();
        };
    }

    @Override
    public Integer call() throws IOException {
        boolean many = page != null && files.size() > 1;
        TraceFile.refuse(many, "--html shows one trace, and %d are given; name one", files.size());
        List<Trace> traces = new ArrayList<>();
        for (Path file : files) {
            keep(file, "--json", output, "timeline");
            keep(file, "--html", page, "page");
            traces.add(Trace.read(file));
        }
        if (output != null) write("--json", output, json -> new Timeline(json).write(traces));
        for (Trace trace : traces) {
            if (trace != traces.getFirst()) out.println();
            var causes = new WaitCauses(trace);
            var summary = new Summary(trace, causes);
            if (page != null) {
                var made = new TracePage(trace, causes);
                write("--html", page, html -> html.write(made.html(summary, causes)));
            }
            out.print(summary.text());
        }
        if (output != null) out.printf("%ntimeline: %s; open it at https://ui.perfetto.dev%n", output);
        if (page != null) out.printf("%npage: %s; open it in a browser%n", page);
        return 0;
    }

    private static void keep(Path trace, String option, Path written, String what) throws IOException {
        boolean same = written != null && Files.exists(written) && Files.isSameFile(written, trace);
        TraceFile.refuse(same, "%s %s: the %s would replace the trace; name another file", option, written, what);
    }

    /// Writes a file.
    private interface Content {
        void to(Writer file) throws IOException;
    }

    private static void write(String option, Path file, Content content) throws IOException {
        try (Writer writer = Files.newBufferedWriter(file)) {
            content.to(writer);
        } catch (IOException e) {
            String why = reason(e, "its folder does not exist", "this user may not write there");
            throw new IOException("%s %s cannot be written, %s; name another file".formatted(option, file, why), e);
        }
    }
}
