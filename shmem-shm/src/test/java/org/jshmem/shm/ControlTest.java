// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
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

    private static final Pattern PLACE = Pattern.compile("public static final (?:int \\w+_OFFSET|Header|Slot) ");
    private static final Pattern WORD = Pattern.compile(
            "/// ([48]) bytes, [^:\n]+: .+\n(?: *///.*\n)* *" + PLACE.pattern() + "[\\w =(]*?(\\d+)\\)?;");

    /// The words are data, which three readers trust: none may overlap another or cross its line.
    @Test
    void wordsAreAlignedAndApart() throws IOException {
        String source = Files.readString(Path.of("src/main/java/org/jshmem/shm/jobfile/JobLayout.java"));
        String[] parts = source.split("// (header|the slot of a PE|the texts of a PE)\n");
        for (String part : List.of(parts[1], parts[2])) {
            Set<Integer> taken = new TreeSet<>();
            List<MatchResult> words = WORD.matcher(part).results().toList();
            assertEquals(
                    PLACE.matcher(part).results().count(), words.size(), "'BYTES bytes, WRITER: MEANING.' is missing");
            for (MatchResult word : words) {
                int width = Integer.parseInt(word.group(1));
                int offset = Integer.parseInt(word.group(2));
                assertEquals(0, offset % width, word::group);
                for (int k = 0; k < width; k++) assertTrue(taken.add(offset + k), word::group);
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
