// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.Shmem;
import org.jshmem.contract.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JudgeTest {
    @Test
    void filesThatCannotBeComparedAreNoSuccess(@TempDir Path folder) throws IOException {
        String empty = Files.createFile(folder.resolve("empty.jsonl")).toString();
        Ended judged = Ended.here(() -> {
            var ended = assertThrows(
                    IllegalStateException.class,
                    () -> Shmem.runInProcess(1, (sh, a) -> Judge.main(new String[] {empty, empty})));
            assertEquals("the job was ended by globalExit(2) of PE 0", ended.getMessage());
            return 2;
        });
        assertEquals(
                "judge: %1$s and %1$s cannot be compared: one of the two has no results\n".formatted(empty),
                judged.err());
    }
}
