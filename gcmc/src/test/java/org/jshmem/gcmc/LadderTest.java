// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.Shmem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LadderTest {
    @TempDir
    Path folder;

    @Test
    void aPageShowsEveryStep() throws IOException {
        String output = folder.toString();
        Shmem.runInProcess(
                3,
                (sh, a) -> Ladder.run(
                        sh, "--from", "5", "--to", "9", "--algorithms", "even,direct,lines", "--output", output));
        String page = Files.readString(folder.resolve("index.html"));
        for (String name : new String[] {"even", "direct", "lines"}) {
            assertTrue(page.contains('"' + name + '"'), name);
        }
        assertTrue(page.contains("faster than even by up to"));
    }

    @Test
    void theApplicationIsTheSameChainWithEveryStep() {
        String[] table = new String[1];
        Shmem.runInProcess(3, (sh, a) -> {
            long used = sh.heapUsed();
            String mine = Gcmc.climb(
                    sh,
                    "--ladder=ring,even,direct,lines",
                    "--start",
                    "40",
                    "--side",
                    "8",
                    "--steps",
                    "20",
                    "--warmup",
                    "5");
            assertEquals(used, sh.heapUsed());
            if (sh.myPe() == 0) table[0] = mine;
        });
        List<String[]> rows =
                table[0].lines().skip(1).map(line -> line.split(",")).toList();
        assertEquals(
                List.of("ring", "even", "direct", "lines"),
                rows.stream().map(row -> row[0]).toList());
        double first = Double.parseDouble(rows.getFirst()[1]);
        for (String[] row : rows) assertEquals(first / Double.parseDouble(row[1]), Double.parseDouble(row[3]), 0.01);
        assertEquals(
                "gcmc: --ladder takes one reduction after the other; remove --reduction=rd; 'oshrun gcmc --help' lists all options\n",
                Refused.by(() -> Shmem.runInProcess(2, (sh, a) -> Gcmc.climb(sh, "--ladder", "--reduction", "rd"))));
    }

    @Test
    void aRangeThatIsNoneIsRefused() {
        assertEquals(
                "ladder: --from=9 --to=5 --step=1 make no range; 'oshrun ladder --help' lists all options\n",
                Refused.by(() -> Shmem.runInProcess(2, (sh, a) -> Ladder.run(sh, "--from", "9", "--to", "5"))));
    }

    @Test
    void anUnknownAlgorithmAndAPageThatCannotBeWrittenAreRefusedBeforeTheRun() throws IOException {
        String unknown = Refused.by(() -> Shmem.runInProcess(
                2, (sh, a) -> Ladder.run(sh, "--algorithms", "ring,rsg", "--output", folder.toString())));
        assertTrue(unknown.startsWith("ladder: --algorithms, algorithm 'rsg' of REDUCE is unknown; "), unknown);
        Path below = Files.createFile(folder.resolve("file")).resolve("page");
        assertEquals(
                "ladder: --output=" + below
                        + " cannot be written; name a folder that exists and can be written; 'oshrun ladder --help' lists all options\n",
                Refused.by(() -> Shmem.runInProcess(
                        2,
                        (sh, a) ->
                                Ladder.run(sh, "--to", "501", "--algorithms", "ring", "--output", below.toString()))));
    }
}
