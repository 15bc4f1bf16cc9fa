// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.launch.program.Target;
import org.jshmem.shm.Cores;
import org.junit.jupiter.api.Test;

class PeCommandTest {
    private static final String HUGE_PAGES = "-XX:+UseTransparentHugePages";

    private static List<String> of(int pes, String... user) {
        return PeCommand.ofProcess(
                pes,
                List.of(user),
                new Library(PeCommandTest.class, "api.jar:shm.jar"),
                new Target("Main", List.of()),
                List.of());
    }

    @Test
    void fewPesGetHugePagesWhereTheKernelHasThem() throws Exception {
        Path kernel = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
        boolean has = Files.exists(kernel) && !Files.readString(kernel).contains("[never]");
        assertEquals(has, of(1).contains(HUGE_PAGES));
    }

    @Test
    void manyPesOnACoreGetNone() {
        assertFalse(of(4 * Cores.usable().size() + 1).contains(HUGE_PAGES));
    }

    @Test
    void whatTheUserSaysComesLast() {
        List<String> command = of(1, "-XX:-UseTransparentHugePages", "-Xmx5m");
        assertTrue(command.indexOf("-XX:-UseTransparentHugePages") > command.indexOf(HUGE_PAGES));
        assertTrue(command.lastIndexOf("-Xmx5m") > command.indexOf("-XX:+UseSerialGC"));
    }
}
