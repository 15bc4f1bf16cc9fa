// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jshmem.report.Figure;
import org.jshmem.report.ParsingErrors;
import org.jshmem.sim.model.Machine;
import org.jshmem.start.BuiltIn;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// The command `scoreboard`: compares every published number that has a target with the simulated machines, failures
/// included.
@Command(
        name = "scoreboard",
        description = "Simulates every target of the papers and prints which ones the simulated machines meet.",
        sortOptions = false,
        usageHelpAutoWidth = true,
        mixinStandardHelpOptions = true)
public final class Scoreboard implements Callable<Integer> {
    @Option(
            names = "--paper",
            paramLabel = "LETTER",
            description = "Simulate one paper only, such as R, or host; repeatable")
    private List<String> papers = new ArrayList<>();

    @Option(
            names = "--only",
            paramLabel = "ID",
            defaultValue = "",
            description = "Simulate targets whose ids begin with ID, without figures")
    private String only;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "101",
            description = "Use N seeds of the noise (default 101)")
    private int seeds;

    @Option(
            names = "--set",
            paramLabel = "SYMBOL=VALUE",
            description = "Change a parameter of each machine; repeatable")
    private List<String> values = new ArrayList<>();

    @Option(names = "--without", paramLabel = "MECHANISM", description = "Switch a mechanism off; repeatable")
    private List<String> without = new ArrayList<>();

    @Option(
            names = "--every-mechanism",
            description = "Simulate held targets without each mechanism, not only without those that were predicted")
    private boolean everyMechanism;

    @Option(
            names = "--output",
            paramLabel = "DIR",
            description = "Write fidelity.md and index.html, a page with figures, to this folder")
    private Path output;

    private Scoreboard() {}

    /// Takes the options that `--help` lists.
    public static void main(String[] args) {
        int status = run(args);
        if (status != 0) System.exit(status);
    }

    /// Runs [#main] and returns the exit status.
    static int run(String... args) {
        return new CommandLine(new Scoreboard())
                .setParameterExceptionHandler((e, arguments) -> {
                    e.getCommandLine()
                            .getErr()
                            .println("scoreboard: " + ParsingErrors.text(e) + BuiltIn.seeHelp("scoreboard"));
                    return CommandLine.ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    if (!(e instanceof IllegalArgumentException)) throw e;
                    line.getErr().println("scoreboard: " + e.getMessage());
                    return CommandLine.ExitCode.USAGE;
                })
                .execute(args);
    }

    /// Returns all papers on the class path, in the order of their letters.
    static List<Paper> papers() {
        return ServiceLoader.load(Paper.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted((a, b) -> a.title().compareTo(b.title()))
                .toList();
    }

    @Override
    public Integer call() throws IOException {
        if (Thread.currentThread().isVirtual()) {
            throw new IllegalArgumentException("starts jobs of its own on the machines of the papers: remove --machine,"
                    + " --set and --without before scoreboard; give --set and --without after it");
        }
        List<String> known = papers().stream().map(Paper::key).toList();
        for (String paper : papers) {
            if (!known.contains(paper)) {
                throw new IllegalArgumentException(
                        "--paper '" + paper + "' is unknown; use one of " + String.join(", ", known));
            }
        }
        if (seeds < 1) throw new IllegalArgumentException("--seeds " + seeds + " simulates nothing; give 1 or more");
        long start = System.nanoTime();
        Map<Paper, List<Row>> rows = rows(seeds, only, papers);
        if (rows.isEmpty()) throw new IllegalArgumentException("no target's id begins with '" + only + "'; see --only");
        if (output == null) {
            System.out.print(Document.text(rows));
            System.out.printf("%d s on %d cores%n", (System.nanoTime() - start) / 1_000_000_000, Board.cores());
        } else {
            Files.createDirectories(output);
            Files.writeString(output.resolve("fidelity.md"), Document.markdown(rows));
            System.out.println(Document.page(rows, seeds, this::figures).write(output));
        }
        return 0;
    }

    private Map<Paper, List<Row>> rows(int seeds, String only, List<String> letters) {
        Board board = new Board(seeds, this::changed, everyMechanism);
        Map<Paper, List<Row>> rows = new LinkedHashMap<>();
        for (Paper paper : papers()) {
            if (letters.isEmpty() ? !paper.isUsual() : !letters.contains(paper.key())) continue;
            List<Row> of = paper.isSimulated() ? board.rows(paper, only) : paper.ownRows(only);
            if (!of.isEmpty()) rows.put(paper, of);
        }
        return rows;
    }

    /// Returns the figures of a paper on its changed machine; none if `--only` selects targets.
    private List<Figure> figures(Paper paper) {
        return only.isEmpty() ? paper.figures(changed(paper.machine()), seeds) : List.of();
    }

    /// Returns the rows of these papers, on the unchanged machines.
    static Map<Paper, List<Row>> rows(int seeds, String... letters) {
        return new Scoreboard().rows(seeds, "", List.of(letters));
    }

    private Machine changed(Machine machine) {
        Machine changed = machine;
        for (String value : values) changed = changed.with(value);
        for (String mechanism : without) changed = changed.without(mechanism);
        return changed;
    }
}
