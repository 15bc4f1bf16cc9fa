// SPDX-License-Identifier: Apache-2.0
package org.jshmem.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Pages are true on every machine: none names a folder of its author's, and README's first program is an example.
class PortablePagesTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern ELSEWHERE = Pattern.compile("(?<![\\w.$~/-])/(?:home|root|Users|work)/[\\w.-]+");

    @Test
    void noPageNamesAFolderOfItsAuthor() throws Exception {
        List<String> found = new ArrayList<>();
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")));
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        for (Path page : pages) {
            Matcher path = ELSEWHERE.matcher(Files.readString(page));
            while (path.find()) found.add(page + " names " + path.group());
        }
        assertEquals(List.of(), found);
    }

    @Test
    void readmesFirstProgramIsAnExample() throws Exception {
        String readme = Files.readString(ROOT.resolve("README.md"));
        int at = readme.indexOf("class Pass ");
        assertTrue(at >= 0, "README.md has no class Pass");
        String program = readme.substring(readme.lastIndexOf("```java\n", at) + 8, readme.indexOf("```", at));
        assertTrue(
                Files.readString(ROOT.resolve("examples/Pass.java")).endsWith(program), "examples/Pass.java differs");
    }
}
