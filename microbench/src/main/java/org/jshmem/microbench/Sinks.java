// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/// Where the rows of a run go: the options that the suite and STREAM share, and how both read their command line.
final class Sinks {
    @Option(names = "--format", paramLabel = "F", description = "table or csv (default table)", defaultValue = "table")
    private String format;

    @Option(names = "--report", paramLabel = "DIR", description = "write a page with plots, and the rows as CSV, there")
    private Path report;

    @Option(
            names = "--compare",
            paramLabel = "CSV",
            description = "overlay the rows of this file in the plots; repeatable")
    private List<Path> compare = new ArrayList<>();

    @Option(names = "--record", paramLabel = "CSV", description = "append the rows to this regression record")
    private Path record;

    @Option(names = "--against", paramLabel = "CSV", description = "compare with the rows of this regression record")
    private Path against;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "print this and exit")
    private boolean help;

    /// Reads a command line into `options`, which mixes these in. False where it asks for help, which is then in
    /// `usage`.
    boolean read(Object options, String[] args, StringBuilder usage) {
        var line = new CommandLine(options);
        try {
            line.parseArgs(args);
        } catch (CommandLine.ParameterException e) {
            throw new Refusal(e.getMessage().lines().findFirst().orElse("") + "; --help shows the options");
        }
        format();
        if (help) usage.append(line.getUsageMessage());
        return !help;
    }

    Output.Format format() {
        return switch (format) {
            case "table" -> Output.Format.TABLE;
            case "csv" -> Output.Format.CSV;
            default -> throw Refusal.unknown("--format", format, List.of("table", "csv"));
        };
    }

    /// Opens them all, on PE 0; refuses what cannot be read or written.
    Report open() {
        return Report.open(report, compare, record, against);
    }
}
