// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What PE 0 does with the rows at the end: the page, the regression record, the comparison. Opened before anything
/// runs, so that an unreadable file costs no measurement.
final class Report {
    private final Path page;
    private final Path record;
    private final List<Figures.Source> peers;
    private final Regression recorded;

    private Report(Path page, Path record, List<Figures.Source> peers, Regression recorded) {
        this.page = page;
        this.record = record;
        this.peers = peers;
        this.recorded = recorded;
    }

    /// Refuses what cannot be read or written.
    static Report open(Path page, List<Path> compare, Path record, Path against) {
        if (page != null) {
            try {
                Files.createDirectories(page);
            } catch (IOException e) {
                throw new Refusal("--report " + page + " cannot be made a directory; name one that can be written");
            }
            if (!Files.isWritable(page)) {
                throw new Refusal("--report " + page + " cannot be written; name a directory that can");
            }
        }
        if (record != null && !Files.isWritable(Files.exists(record) ? record : parent(record))) {
            throw new Refusal("--record " + record + " cannot be written; name a file that can");
        }
        var peers = new ArrayList<Figures.Source>();
        for (Path file : compare) peers.add(new Figures.Source(label(file), read(file)));
        return new Report(page, record, peers, against == null ? null : recorded(against));
    }

    /// Writes everything that was asked for. `warning` is what [Neighbours] have to say.
    void write(Surroundings where, List<Row> rows, String warning) throws IOException {
        if (page != null) {
            var sources = new ArrayList<Figures.Source>();
            sources.add(new Figures.Source(peers.isEmpty() ? "" : where.machine(), rows));
            sources.addAll(peers);
            System.out.println("# report: " + new Page(where, sources, warning).write(page));
        }
        if (record != null) Regression.append(record, where, rows);
        if (recorded != null) recorded.compare(where, rows).forEach(System.out::println);
    }

    private static Path parent(Path file) {
        return file.toAbsolutePath().getParent();
    }

    /// `peers/openmpi.csv` is drawn as `openmpi`; a report's own `knc/results.csv` as `knc`.
    private static String label(Path file) {
        String name = file.getFileName().toString().replaceFirst("\\.csv$", "");
        Path folder = parent(file).getFileName();
        return name.equals("results") && folder != null ? folder.toString() : name;
    }

    private static List<Row> read(Path file) {
        try {
            var rows = new ArrayList<Row>();
            for (String line : Files.readAllLines(file)) {
                if (!line.isBlank() && !line.startsWith("#") && !line.equals(Row.COLUMNS)) rows.add(Row.parse(line));
            }
            return rows;
        } catch (IOException e) {
            throw new Refusal("--compare " + file + " cannot be read; name a CSV file of this suite");
        } catch (IllegalArgumentException e) {
            throw new Refusal("--compare " + file + ": " + e.getMessage());
        }
    }

    private static Regression recorded(Path file) {
        try {
            return Regression.read(file);
        } catch (IOException e) {
            throw new Refusal("--against " + file + " cannot be read; name a record that --record wrote");
        } catch (IllegalArgumentException e) {
            throw new Refusal("--against " + file + ": " + e.getMessage());
        }
    }
}
