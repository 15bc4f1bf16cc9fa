// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.ParsingErrors;
import org.jshmem.start.BuiltIn;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/// The options for the output of results, which the suite and STREAM share, and the parser of their command lines.
public final class Sinks {
    private static final Map<String, ResultOutput.Format> FORMATS = Map.of(
            "table", ResultOutput.Format.TABLE,
            "csv", ResultOutput.Format.CSV,
            "jsonl", ResultOutput.Format.JSONL);

    @Option(
            names = "--format",
            paramLabel = "F",
            description = "table, csv or jsonl (default table)",
            defaultValue = "table")
    private String format;

    @Option(names = "--report", paramLabel = "DIR", description = "write one page with plots, and the results, there")
    public Path report;

    @Option(names = "--svg", description = "with --report: the plots as SVG files too, which takes some seconds")
    public boolean svg;

    @Option(
            names = "--compare",
            paramLabel = "FILE",
            description = "overlay the results of this file (JSON lines or CSV) in the plots; repeatable")
    public List<Path> compare = new ArrayList<>();

    @Option(names = "--record", paramLabel = "FILE", description = "append the results to this file")
    public Path record;

    @Option(
            names = "--against",
            paramLabel = "FILE",
            description = "print what has changed since the latest results there of this machine")
    public Path against;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "print this and exit")
    private boolean help;

    /// Reads a command line into `options`, which mixes these in. Returns false for `--help`; the help text is
    /// then in `usage`.
    public boolean read(Object options, String[] args, StringBuilder usage) {
        var line = new CommandLine(options);
        try {
            line.parseArgs(args);
        } catch (CommandLine.ParameterException e) {
            throw new InvalidArguments(ParsingErrors.text(e) + BuiltIn.seeHelp(line.getCommandName()));
        }
        format();
        if (help) usage.append(line.getUsageMessage());
        return !help;
    }

    public ResultOutput.Format format() {
        return one("--format", format, FORMATS);
    }

    /// The value of an option that has a word for each of its values.
    public static <V> V one(String option, String word, Map<String, V> values) {
        V value = values.get(word);
        if (value != null) return value;
        throw InvalidArguments.unknown(
                option, word, values.keySet().stream().sorted().toList());
    }
}
