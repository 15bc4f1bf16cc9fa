// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.StringWriter;
import java.util.List;
import org.jshmem.report.ParsingErrors;
import org.jshmem.spi.BuiltIn;
import org.jshmem.spi.BuiltIns;
import picocli.CommandLine;

/// The programs of this package that the launcher runs by name.
public final class FidelityPrograms implements BuiltIns {

    /// For the service loader.
    public FidelityPrograms() {}

    @Override
    public List<BuiltIn> programs() {
        return List.of(
                BuiltIn.alone("figure", FigureCommand.class, "simulates a figure of a paper: picture and points"),
                BuiltIn.alone("sweep", SweepCommand.class, "simulates a program over parameters of a machine"),
                BuiltIn.alone("scoreboard", Scoreboard.class, "compares simulated machines with published claims"));
    }

    /// Runs a command and returns the exit status.
    static int run(String name, CommandLine command, String... args) {
        return command.setParameterExceptionHandler((e, arguments) -> {
                    e.getCommandLine().getErr().println(name + ": " + ParsingErrors.text(e) + BuiltIn.seeHelp(name));
                    return CommandLine.ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    if (!(e instanceof IllegalArgumentException)) throw e;
                    line.getErr().println(name + ": " + e.getMessage());
                    return CommandLine.ExitCode.USAGE;
                })
                .execute(args);
    }

    /// Returns rows as lines of CSV.
    static String csv(List<List<String>> rows) {
        StringWriter text = new StringWriter();
        CsvWriter csv = CsvWriter.builder().bufferSize(0).build(text); // no buffer: nothing to flush
        rows.forEach(csv::writeRecord);
        return text.toString().replace("\r\n", "\n");
    }
}
