// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jshmem.Collective;
import org.jshmem.collective.algorithm.AlgorithmNames;
import org.jshmem.contract.Pages;
import org.junit.jupiter.api.Test;

/// docs/reference/algorithms.md shows the algorithms that `oshrun` has. `-Ddocs.update` writes the page's table.
class AlgorithmsPageTest {
    private static final Path DOCS = Path.of("../docs");
    private static final Path PAGE = DOCS.resolve("reference/algorithms.md");

    /// The heading of the paper of each algorithm, by name; the first entry that matches counts.
    private static final Map<String, String> PAPERS = new LinkedHashMap<>();

    static {
        PAPERS.put("rd|rd-left|bruck|rsag.*", "N: Namashivayam 2014");
        PAPERS.put("r-.*|nomial", "R: Ramos and Hoefler 2013");
        PAPERS.put("oc.*|rcce-binomial", "P: Petrović 2012");
        PAPERS.put("i?rcce.*|light.*|even.*|lines.*|direct", "K: Kohler 2012");
    }

    @Test
    void thePageListsTheAlgorithmsOfEachCollective() throws Exception {
        Pages.assertSections(PAGE, Map.of("algorithms", table()));
    }

    @Test
    void eachPaperHasASection() throws Exception {
        String papers = Files.readString(DOCS.resolve("simulator/papers.md"));
        PAPERS.values().forEach(name -> assertTrue(papers.contains("\n## " + name + "\n"), name));
        for (Collective collective : Collective.values())
            for (var each : new Papers().algorithms(collective))
                assertTrue(!paper(each.name()).isEmpty(), each.name() + " has no paper here");
    }

    /// A row for each algorithm of the library, and one for those of each paper; collectives with the same algorithms
    /// share their rows.
    private static String table() {
        Map<List<String>, List<String>> collectives = new LinkedHashMap<>();
        for (Collective collective : Collective.values()) {
            collectives
                    .computeIfAbsent(rows(collective), rows -> new ArrayList<>())
                    .add(collective.name().toLowerCase(Locale.ROOT));
        }
        var table = new StringBuilder("| collective | algorithm | method |\n|-|-|-|\n");
        collectives.forEach((rows, names) ->
                rows.forEach(row -> table.append("| %s | %s |\n".formatted(String.join(", ", names), row))));
        return table.toString();
    }

    private static List<String> rows(Collective collective) {
        Map<String, String> rows = new LinkedHashMap<>(); // by paper
        List<String> own = new ArrayList<>();
        Set<String> ofPapers =
                new Papers().algorithms(collective).stream().map(a -> a.name()).collect(Collectors.toSet());
        for (var a : AlgorithmNames.of(collective)) {
            if (ofPapers.contains(a.name())) rows.merge(paper(a.name()), "`" + a.name() + "`", (x, y) -> x + " " + y);
            else own.add("`%s` | %s".formatted(a.name(), a.sentence()));
        }
        rows.forEach((paper, names) -> own.add(names + " | " + paper));
        return own;
    }

    private static String paper(String algorithm) {
        return PAPERS.entrySet().stream()
                .filter(entry -> algorithm.matches(entry.getKey()))
                .map(entry -> entry.getValue())
                .map(heading -> "[%s](../simulator/papers.md#%s)"
                        .formatted(
                                heading.substring(3),
                                heading.toLowerCase(Locale.ROOT)
                                        .replace(":", "")
                                        .replace(' ', '-')))
                .findFirst()
                .orElse("");
    }
}
