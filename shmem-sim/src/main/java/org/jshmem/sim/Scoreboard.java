// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jshmem.sim.machine.Ablation;
import org.jshmem.sim.machine.Machine;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Every published number the simulator can be held to, with what it gives for it; failures included.
@Command(
        name = "scoreboard",
        description = "Simulates every target of the KNC papers and says which the simulator meets.",
        sortOptions = false,
        usageHelpAutoWidth = true,
        mixinStandardHelpOptions = true)
public final class Scoreboard implements Callable<Integer> {
    /// How rows are written.
    enum Format {
        text,
        csv,
        markdown
    }

    @Option(
            names = "--format",
            defaultValue = "text",
            description = "${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE})")
    private Format format;

    @Option(names = "--output", paramLabel = "FILE", description = "write there instead of to the standard output")
    private Path output;

    @Option(names = "--seeds", paramLabel = "N", defaultValue = "101", description = "seeds of the noise (default 101)")
    private int seeds;

    @Option(names = "--without", paramLabel = "MECHANISM", description = "one of ${COMPLETION-CANDIDATES}; repeatable")
    private List<Ablation> ablations = new ArrayList<>();

    @Option(names = "--only", paramLabel = "ID", defaultValue = "", description = "targets whose id begins so")
    private String only;

    private Scoreboard() {}

    /// Takes the options that `--help` lists.
    public static void main(String[] args) {
        System.exit(run(List.of(args)));
    }

    /// As [#main], and returns the exit status.
    static int run(List<String> args) {
        return new CommandLine(new Scoreboard()).execute(args.toArray(String[]::new));
    }

    @Override
    public Integer call() {
        write(rows(seeds, ablations, only));
        return 0;
    }

    /// All rows, in the order of the papers.
    static List<Row> rows(int seeds, List<Ablation> ablations, String only) {
        List<Row> rows = new ArrayList<>();
        if (!only.startsWith("N")) rows.addAll(new RamosHoeflerTargets(machine("knc", ablations), seeds).rows());
        if (!only.startsWith("R")) {
            rows.addAll(new OpenShmemTargets(machine("knc-se10p", ablations)).rows());
            rows.addAll(new ProgramTargets(machine("knc-se10p", ablations)).rows());
        }
        rows.removeIf(row -> !row.id().startsWith(only));
        return rows;
    }

    private static Machine machine(String name, List<Ablation> ablations) {
        Machine machine = Machine.named(name);
        for (Ablation ablation : ablations) machine = machine.without(ablation);
        return machine;
    }

    private void write(List<Row> rows) {
        String text = text(rows);
        try {
            if (output == null) System.out.print(text);
            else Files.writeString(output, text);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the scoreboard, file=" + output, e);
        }
    }

    private String text(List<Row> rows) {
        StringBuilder text = new StringBuilder();
        switch (format) {
            case csv -> {
                text.append(Row.HEADER).append('\n');
                rows.forEach(row -> text.append(row.csv()).append('\n'));
            }
            case markdown -> text.append(markdown(rows));
            case text -> {
                rows.forEach(row -> text.append(row.text()).append('\n'));
                text.append(rows.stream().filter(Row::pass).count() + " of " + rows.size() + " pass\n");
            }
        }
        return text.toString();
    }

    /// The table of docs/fidelity.md.
    static String markdown(List<Row> rows) {
        StringBuilder text = new StringBuilder();
        text.append("| id | role | what | expected | unit | simulated | low | high | verdict |\n");
        text.append("|-|-|-|-|-|-|-|-|-|\n");
        rows.forEach(row -> text.append(row.markdown()).append('\n'));
        return text.toString();
    }
}
