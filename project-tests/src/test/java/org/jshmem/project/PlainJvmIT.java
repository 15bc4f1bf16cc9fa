// SPDX-License-Identifier: Apache-2.0
package org.jshmem.project;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.contract.SampledRows;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/// A JVM that exports and opens no package of the JDK and has no vectors is slower, and everything works.
@Tag("long")
class PlainJvmIT {
    @ParameterizedTest
    @SampledRows("""
            ThreadsApiIT
            ThreadCollectiveTest
            ShmThreadsTest
            CarriedThreadsTest
            FarApiIT
            SimApiIT
            SimCollectiveIT
            ShmemTestTest
            """)
    void theContractHoldsWithoutPrivateParts(String test, @TempDir Path folder) throws Exception {
        Path output = folder.resolve("output");
        List<String> flags = List.of("--enable-native-access=ALL-UNNAMED");
        assertEquals(0, TestJvm.run(flags, folder, test, 600, output), () -> read(output));
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (java.io.IOException e) {
            return e.toString();
        }
    }
}
