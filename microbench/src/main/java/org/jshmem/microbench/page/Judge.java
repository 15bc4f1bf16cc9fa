// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jshmem.Shmem;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Comparison;
import org.jshmem.report.Results;

/// Command that compares two files of results: `bin/oshrun judge OLD NEW`. With `--bounds FILE` it compares the files
/// of two or three folders, which `bench/ab` has filled alternately, row by row.
///
/// The exit status is 5 if a benchmark became slower, or if a result of a simulated machine differs, or if a row misses
/// its bound, and 2 if the files cannot be compared.
public final class Judge {
    private static final int SLOWER = 5;

    private Judge() {}

    public static void main(String[] args) {
        Command.run("judge", args, (sh, own) -> {
            if (own.length >= 4 && own[0].equals("--bounds")) {
                bounds(sh, Path.of(own[1]), List.of(own).subList(2, own.length));
                return;
            }
            if (own.length != 2) throw new InvalidArguments("needs two files of results, the earlier one first");
            Comparison comparison;
            try {
                comparison = Comparison.of(Command.read(own[0]), Command.read(own[1]));
            } catch (IllegalArgumentException e) {
                throw new InvalidArguments(
                        "%s and %s cannot be compared: %s".formatted(own[0], own[1], e.getMessage()));
            }
            comparison.text().forEach(System.out::println);
            System.out.flush();
            if (comparison.count("slower") + comparison.count("differs") > 0) throw sh.globalExit(SLOWER);
        });
    }

    /// Prints a table with a verdict for each line of a file: name, unit, bound, file below each folder, and key. With
    /// a third folder, of the old build again, it shows the noise.
    private static void bounds(Shmem sh, Path file, List<String> folders) throws IOException {
        var verdicts = new TreeMap<String, Integer>();
        System.out.println("| row | unit | old | new | new over old | interval, starts | bound | |"
                + (folders.size() > 2 ? " old over old |" : ""));
        System.out.println("|-|-|-|-|-|-|-|-|" + (folders.size() > 2 ? "-|" : ""));
        for (String line : Files.readAllLines(file)) {
            String[] words = line.split(" ");
            var bound = new Comparison.Bound(words[0], words[1], words[2]);
            List<List<Double>> builds = new ArrayList<>();
            for (String folder : folders) builds.add(figures(Path.of(folder, words[3]), words[4]));
            var cells = new ArrayList<>(bound.judged(builds.get(0), builds.get(1)));
            verdicts.merge(cells.getLast(), 1, Integer::sum);
            for (List<Double> again : builds.subList(2, builds.size()))
                cells.addAll(bound.judged(builds.getFirst(), again).subList(4, 6));
            System.out.println("| " + String.join(" | ", cells) + " |");
        }
        System.out.println("\n" + verdicts);
        System.out.flush();
        if (verdicts.keySet().stream().anyMatch(verdict -> verdict.matches(".*missed|no figure")))
            throw sh.globalExit(SLOWER);
    }

    /// The figure of each start of a row.
    private static List<Double> figures(Path file, String key) throws IOException {
        if (!Files.exists(file)) return List.of();
        return Results.read(file).stream()
                .filter(row -> row.row().key().equals(key))
                .map(row -> row.score().median())
                .toList();
    }
}
