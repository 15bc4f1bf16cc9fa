// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout.Abort;
import org.jshmem.shm.system.SystemCalls;
import org.jshmem.shm.wait.PeKind;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControlTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"EXIT, 0, 0", "FAILED, 137, 4095", "STOPPED, 130, -1", "EXIT, -1, 3", "FAILED, -2147483648, 1"})
    void theFirstAbortSaysAllThereIsToSayAtOnce(Abort why, int status, int pe) {
        try (JobFile file = JobFiles.of(2)) {
            Control control = file.control();
            assertEquals(Abort.NONE, control.abort());
            control.abort(why, status, pe);
            control.abort(Abort.FAILED, 99, 0);
            assertEquals(why, control.abort());
            assertEquals(status, control.abortStatus());
            assertEquals(pe, control.abortPe());
        }
    }

    /// On several hosts a PE spins where those of its own host have a core each, and the file has the host's cores.
    @Test
    void coresAreComparedWithThePesOfTheOwnHost() throws IOException {
        try (JobFile file = JobFile.create(folder, Settings.shape(4, 4096, 0), 2, new int[] {0, 1})) {
            var hosts = new Topology(new int[] {0, 0, 1, 1}, new int[] {0, 1, 2, 3}, new int[] {2, 1});
            Transport transport = ShmProvider.thread(file, 1, hosts);
            assertFalse(transport.topology().oversubscribed(1));
            assertTrue(transport.topology().oversubscribed(2));
            assertEquals(2, file.control().cores());
            assertTrue(new ShmTransport(file, 1, PeKind.THREAD).topology().oversubscribed(1), "4 PEs of one host");
        }
    }

    /// 5 PEs in 3 JVMs on 2 cores, beside a host where each PE has a core.
    @Test
    void turnsAreThoseOfTheOwnHost() {
        var hosts = new Topology(new int[] {0, 0, 0, 0, 0, 1, 1}, new int[] {0, 0, 1, 1, 2, 3, 4}, new int[] {2, 2});
        assertEquals(3, hosts.turns(4));
        assertEquals(2, hosts.turnsOfJvms(4));
        assertEquals(1, hosts.turns(5));
        assertEquals(1, hosts.turnsOfJvms(6));
    }

    /// The words are data, which three readers trust: none may overlap another or cross its line.
    @Test
    void wordsAreAlignedAndApart() throws IOException {
        for (var words : Set.of(Word.header(), Word.slot())) {
            Set<Integer> taken = new TreeSet<>();
            for (Word word : words) {
                assertEquals(0, word.offset() % word.width(), word::toString);
                for (int k = 0; k < word.width(); k++) assertEquals(true, taken.add(word.offset() + k), word::toString);
            }
        }
    }

    @Test
    void otherMachinesAreRefusedByName() {
        SystemCalls.checkMachine("amd64");
        SystemCalls.checkMachine("aarch64");
        var e = assertThrows(UnsupportedOperationException.class, () -> SystemCalls.checkMachine("riscv64"));
        assertEquals(
                "jshmem knows the system calls of amd64 and aarch64, not those of riscv64; run on one of these",
                e.getMessage());
    }
}
