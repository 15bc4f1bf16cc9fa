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
import org.jshmem.Collective;
import org.jshmem.collective.algorithm.AlgorithmNames;
import org.jshmem.contract.Pages;
import org.junit.jupiter.api.Test;

/// docs/reference/algorithms.md shows the algorithms that `oshrun` has. `-Ddocs.update` writes the page's table.
class AlgorithmsPageTest {
    private static final Path DOCS = Path.of("../docs");
    private static final Path PAGE = DOCS.resolve("reference/algorithms.md");

    /// The page of the paper of each algorithm, by name; the first entry that matches counts.
    private static final Map<String, String> PAPERS = new LinkedHashMap<>();

    static {
        PAPERS.put("rd|rd-left|bruck|rsag.*", "namashivayam-2014");
        PAPERS.put("r-.*|nomial", "ramos-hoefler-2013");
        PAPERS.put("oc.*|rcce-binomial", "petrovic-2012");
        PAPERS.put("i?rcce.*|light.*|even.*|lines.*|direct", "kohler-2012");
    }

    @Test
    void thePageListsTheAlgorithmsOfEachCollective() throws Exception {
        Pages.assertSections(PAGE, Map.of("algorithms", table()));
    }

    @Test
    void eachPaperHasAPage() {
        PAPERS.values().forEach(name -> assertTrue(Files.exists(page(name)), name));
        for (Collective collective : Collective.values())
            for (var each : new Papers().algorithms(collective))
                assertTrue(!paper(each.name()).isEmpty(), each.name() + " has no paper here");
    }

    /// A row for each algorithm; collectives with the same algorithms share their rows.
    private static String table() {
        Map<List<String>, List<String>> collectives = new LinkedHashMap<>();
        for (Collective collective : Collective.values()) {
            collectives
                    .computeIfAbsent(rows(collective), rows -> new ArrayList<>())
                    .add(collective.name().toLowerCase(Locale.ROOT));
        }
        var table = new StringBuilder("| collective | algorithm | method | runs on | paper |\n|-|-|-|-|-|\n");
        collectives.forEach((rows, names) ->
                rows.forEach(row -> table.append("| %s | %s\n".formatted(String.join(", ", names), row))));
        return table.toString();
    }

    private static List<String> rows(Collective collective) {
        return AlgorithmNames.of(collective).stream()
                .map(a -> "`%s` | %s | %s | %s |"
                        .formatted(
                                a.name(),
                                a.sentence(),
                                a.name().equals("hierarchical") ? "several hosts" : "all",
                                paper(a.name())))
                .toList();
    }

    private static Path page(String paper) {
        return DOCS.resolve("papers/" + paper + ".md");
    }

    /// The authors and the year in the name of a paper's page.
    private static String title(String page) {
        return page.substring(0, 1).toUpperCase(Locale.ROOT)
                + page.substring(1)
                        .replace("-hoefler", ", Hoefler")
                        .replace("ovic", "ović")
                        .replace('-', ' ');
    }

    private static String paper(String algorithm) {
        return PAPERS.entrySet().stream()
                .filter(entry -> algorithm.matches(entry.getKey()))
                .map(entry -> "[%s](../papers/%s.md)".formatted(title(entry.getValue()), entry.getValue()))
                .findFirst()
                .orElse("");
    }
}
