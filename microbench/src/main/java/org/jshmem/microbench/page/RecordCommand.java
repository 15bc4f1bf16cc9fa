// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.page;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Jobs;
import org.jshmem.report.ParsingErrors;
import org.jshmem.report.Result;
import org.jshmem.report.Result.Row;
import org.jshmem.report.Result.Score;
import org.jshmem.report.Results;
import org.jshmem.report.Where;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// Command that records the times of a program: `bin/oshrun record [options] FILE NAME COMMAND...`.
///
/// Each start adds a row of the whole command to FILE, and with `--own` one of the time that the program prints. The
/// files have the format of the suite, so that `report`, `judge` and the page of results take them.
@Command(name = "record", sortOptions = false)
public final class RecordCommand {
    private static final Duration LIMIT = Duration.ofHours(1);
    private static final Pattern PES = Pattern.compile("(?:-np? |OMP_NUM_THREADS=)(\\d+)");
    private static final Pattern HOSTS = Pattern.compile("--hosts? (\\S+)");

    @Option(names = "--forks", paramLabel = "N", description = "Start the command N times (default 6)")
    int forks = 6;

    @Option(names = "--own", paramLabel = "REGEX", description = "Record the number that the first group finds, too")
    Pattern own;

    @Option(names = "--unit", paramLabel = "UNIT", description = "Name the unit of that number (default s)")
    String unit = "s";

    @Option(names = "--source", paramLabel = "NAME", description = "Name a peer whose command this is")
    String source = Result.OWN;

    @Option(names = "--setting", paramLabel = "TEXT", description = "Keep flags and revision of the peer with the row")
    String setting = "";

    @Parameters(paramLabel = "FILE NAME COMMAND", arity = "3..*", description = "Start COMMAND and append its rows")
    List<String> words = new ArrayList<>();

    private RecordCommand() {}

    public static void main(String[] args) {
        org.jshmem.microbench.page.Command.run(
                "record", args, (sh, given) -> of(given).run());
    }

    static RecordCommand of(String... args) {
        var record = new RecordCommand();
        try {
            new CommandLine(record).setStopAtPositional(true).parseArgs(args);
        } catch (ParameterException e) {
            throw new InvalidArguments(ParsingErrors.text(e));
        }
        if (record.forks < 1) throw new InvalidArguments("--forks " + record.forks + " starts nothing; give 1 or more");
        return record;
    }

    private void run() throws IOException {
        Path file = Path.of(words.getFirst());
        Results.checkAppend("", file);
        List<String> command = words.subList(2, words.size());
        for (int fork = 1; fork <= forks; fork++) {
            System.err.println("record: start " + fork + " of " + forks);
            Jobs.Finished job = Jobs.run(command, Map.of(), LIMIT);
            if (job.status() != 0)
                throw new IllegalStateException(
                        "'%s' ended with status %d; run it by hand to see why".formatted(line(), job.status()));
            Results.append(file, rows(job));
        }
    }

    /// The rows of one start.
    List<Result> rows(Jobs.Finished job) {
        List<Result> rows = new ArrayList<>(List.of(row("whole command", "s", job.seconds())));
        if (own == null) return rows;
        Matcher found = own.matcher(String.join("\n", job.lines()));
        if (!found.find()) throw new IllegalStateException("'" + line() + "' prints nothing like '" + own + "'");
        rows.add(row("own time", unit, Double.parseDouble(found.group(1))));
        return rows;
    }

    private Result row(String variant, String of, double value) {
        Matcher pes = PES.matcher(line()), hosts = HOSTS.matcher(line());
        int npes = pes.find() ? Integer.parseInt(pes.group(1)) : 1;
        Where where = Where.now(
                Where.REAL, false, npes, npes, hosts.find() ? hosts.group(1).split(",").length : 1, getClass());
        boolean ours = source.equals(Result.OWN);
        Map<String, String> extra = new TreeMap<>(Map.of("command", line()));
        if (!setting.isEmpty()) extra.put(Result.SETTING, setting);
        Row row = Row.of(words.get(1), variant, "");
        return new Result(row, Score.single(of, value), ours ? where : where.peer(), source, extra);
    }

    private String line() {
        return String.join(" ", words.subList(2, words.size()));
    }
}
