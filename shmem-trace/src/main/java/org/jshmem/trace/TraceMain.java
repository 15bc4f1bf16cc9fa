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
        String why = e instanceof NoSuchFileException
                ? "does not exist"
                : e instanceof AccessDeniedException ? "cannot be opened by this user" : e.getMessage();
        return "%s %s; name another file".formatted(of.getFile(), why);
    }

    @Override
    public Integer call() throws IOException {
        List<Trace> traces = new ArrayList<>();
        for (Path file : files) {
            if (output != null && Files.exists(output) && Files.isSameFile(output, file)) {
                throw new IOException(
                        "--json %s: the timeline would replace the trace; name another file".formatted(output));
            }
            traces.add(Trace.read(file));
        }
        if (output != null) writeTimeline(traces);
        for (Trace trace : traces) {
            if (trace != traces.getFirst()) out.println();
            out.print(new Summary(trace).text());
        }
        if (output != null) out.printf("%ntimeline: %s; open it at https://ui.perfetto.dev%n", output);
        return 0;
    }

    private void writeTimeline(List<Trace> traces) throws IOException {
        try (Writer json = Files.newBufferedWriter(output)) {
            new Timeline(json).write(traces);
        } catch (IOException e) {
            String why = switch (e) {
                case NoSuchFileException _ -> "its folder does not exist";
                case AccessDeniedException _ -> "this user may not write there";
                case FileSystemException of when of.getReason() != null -> of.getReason();
                default -> e.getMessage();
            };
            throw new IOException("--json %s cannot be written, %s; name another file".formatted(output, why), e);
        }
    }
}
