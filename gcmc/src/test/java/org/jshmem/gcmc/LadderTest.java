// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.Shmem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class LadderTest {
    @TempDir
    Path folder;

    @Test
    void aPageShowsEveryStep() throws IOException {
        String output = folder.toString();
        Shmem.runInProcess(3, (sh, a) -> Ladder.run(sh, "--from", "5", "--to", "9", "--output", output));
        String page = Files.readString(folder.resolve("index.html"));
        for (String name : new String[] {"rcce", "ircce", "light", "even", "direct", "lines"}) {
            assertTrue(page.contains('"' + name + '"'), name);
        }
        assertTrue(page.contains("faster than rcce by up to"));
    }

    @Test
    void aRangeThatIsNoneIsRefused() {
        assertEquals(
                "ladder: --from=9 --to=5 --step=1 make no range; see ladder --help\n",
                Refused.by(() -> Shmem.runInProcess(2, (sh, a) -> Ladder.run(sh, "--from", "9", "--to", "5"))));
    }
}
