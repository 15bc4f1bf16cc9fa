// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.jshmem.runtime.Settings;
import org.jshmem.shm.JobLayout.Abort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControlTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"EXIT, 0, 0", "FAILED, 137, 4095", "STOPPED, 130, -1", "EXIT, -1, 3", "FAILED, -2147483648, 1"})
    void theFirstAbortSaysAllThereIsToSayAtOnce(Abort why, int status, int pe) throws IOException {
        try (JobFile file = JobFile.create(folder, Settings.shape(2, 4096, 0), 2)) {
            Control control = file.control();
            assertEquals(Abort.NONE, control.abort());
            control.abort(why, status, pe);
            control.abort(Abort.FAILED, 99, 0);
            assertEquals(why, control.abort());
            assertEquals(status, control.abortStatus());
            assertEquals(pe, control.abortPe());
        }
    }

    /// The words are data, which three readers trust: none may overlap another or cross its line.
    @Test
    void wordsAreAlignedAndApart() {
        for (var words : Set.of(Word.HEADER, Word.SLOT)) {
            Set<Integer> taken = new TreeSet<>();
            for (Word word : words) {
                assertEquals(0, word.offset() % word.width(), word::toString);
                for (int k = 0; k < word.width(); k++) assertEquals(true, taken.add(word.offset() + k), word::toString);
            }
        }
    }

    @Test
    void otherMachinesAreRefusedByName() {
        Kernel.checkMachine("amd64");
        Kernel.checkMachine("aarch64");
        var e = assertThrows(UnsupportedOperationException.class, () -> Kernel.checkMachine("riscv64"));
        assertEquals(
                "jshmem knows the system calls of amd64 and aarch64, not those of riscv64; run on one of these",
                e.getMessage());
    }
}
