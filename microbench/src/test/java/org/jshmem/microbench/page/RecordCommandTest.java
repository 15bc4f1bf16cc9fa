// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jshmem.Shmem;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordCommandTest {
    @Test
    void eachStartAddsItsWholeTimeAndTheTimeThatTheProgramPrints(@TempDir Path folder) throws Exception {
        String file = folder.resolve("r.jsonl").toString();
        String line = "--forks|2|--own|Time: ([0-9.]+)|--source|C|--setting|gcc -O3, revision 7|" + file
                + "|sort|/bin/sh|-c|echo Time: 0.25|-np|4|--hosts|a:2,b:2";
        String[] words = line.split("[|]");
        Shmem.runInProcess(1, (sh, a) -> RecordCommand.main(words));
        List<Result> rows = Results.read(Path.of(file));
        assertEquals(4, rows.size());
        List<Result> merged = Results.merged(rows);
        assertEquals(
                List.of("C,sort,whole command,,0,0,4,4,2,", "C,sort,own time,,0,0,4,4,2,"),
                merged.stream().map(Result::key).toList());
        Result own = merged.getLast();
        assertEquals(List.of(0.25, 0.25), own.score().medians());
        assertEquals(
                Map.of("command", "/bin/sh -c echo Time: 0.25 -np 4 --hosts a:2,b:2", "setting", "gcc -O3, revision 7"),
                own.extra());
        assertTrue(merged.getFirst().score().min() < 100);
    }

    @Test
    void aCommandThatIsMissingOrFailsIsRefused(@TempDir Path folder) {
        String file = folder.resolve("r.jsonl").toString();
        assertTrue(assertThrows(InvalidArguments.class, () -> RecordCommand.of(file, "sort"))
                .getMessage()
                .contains("FILE NAME COMMAND"));
        assertEquals(
                "--forks 0 starts nothing; give 1 or more",
                assertThrows(InvalidArguments.class, () -> RecordCommand.of("--forks", "0", file, "sort", "true"))
                        .getMessage());
        assertThrows(
                IllegalStateException.class,
                () -> Shmem.runInProcess(1, (sh, a) -> RecordCommand.main(new String[] {file, "sort", "false"})));
    }
}
