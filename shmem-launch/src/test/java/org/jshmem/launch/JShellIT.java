// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jshmem.contract.Ended;
import org.junit.jupiter.api.Test;

/// The page of JShell: the shell, started by the page's command, prints for the page's cells what the page shows.
class JShellIT {
    private static List<String> blocks(String page, String language) {
        return Pattern.compile("(?ms)^```" + language + "\n(.*?)^```$")
                .matcher(page)
                .results()
                .map(MatchResult::group)
                .map(block -> block.substring(block.indexOf('\n') + 1, block.lastIndexOf("```")))
                .toList();
    }

    @Test
    void theCellsOfThePagePrintWhatThePageShows() throws IOException {
        String page = Files.readString(Launch.root().resolve("docs/install.md")).split("\n## JShell\n")[1];
        String start = blocks(page, "sh").getFirst().strip() + " -s -";
        String path = Launch.root() + "/bin:" + System.getProperty("java.home") + "/bin:" + System.getenv("PATH");
        Ended run = Launch.shell(start)
                .variable("PATH", path)
                .input(String.join("", blocks(page, "jshell")))
                .run(0);
        List<String> shown = blocks(page, "text");
        assertEquals(2, shown.size());
        assertEquals(shown.get(0), run.out(), run::toString);
        run.assertErr(shown.get(1));
    }
}
