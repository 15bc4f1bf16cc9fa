// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.contract.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What bench/anywhere and bench/ab refuse.
class AnywhereTest {
    private static final String SCRIPT =
            Path.of("../bench/anywhere").toAbsolutePath().normalize().toString();

    private static void assertRefused(String text, String... command) throws IOException, InterruptedException {
        assertEquals(
                "anywhere: " + text + "\n", Ended.of(List.of(command)).with(2).text());
    }

    @Test
    void oneCoreAndFilesThatExistOrCannotBeWrittenAreRefused(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("r.jsonl");
        assertRefused(
                "1 core is allowed here and the benchmarks need 2; run it without taskset, or on a machine with more cores",
                "taskset",
                "-c",
                "0",
                SCRIPT,
                file.toString());
        assertEquals(false, Files.exists(file));
        assertRefused("needs one FILE for the results, such as results.jsonl", SCRIPT);
        Files.createFile(file);
        assertRefused(file + " exists; name a new file, because a file has rows of one build", SCRIPT, file + "");
        Path none = folder.resolve("none/r.jsonl");
        assertRefused(none + " cannot be written; name a file that can", SCRIPT, none.toString());
    }

    /// Otherwise a build that crashes at once would be the faster one. The lock is in a folder of the user's own.
    @Test
    void aBuildThatFailsEndsTheComparisonOfBuilds(@TempDir Path folder) throws Exception {
        for (String build : List.of("old exit 3", "new exit 0")) {
            Path bin = Files.createDirectories(
                    folder.resolve(build.substring(0, 3)).resolve("bin"));
            Path oshrun = Files.writeString(bin.resolve("oshrun"), "#!/bin/sh\necho $0 $1 >&2\n" + build.substring(4));
            assertTrue(oshrun.toFile().setExecutable(true));
        }
        var builder = new ProcessBuilder("../bench/ab", folder + "/old", folder + "/new", "hello-2");
        builder.environment().put("XDG_STATE_HOME", folder.toString());
        assertEquals(
                "bench/ab: old, hello-2: a command failed:\n%1$s/old/bin/oshrun -q\n%1$s/new/bin/oshrun -q\n"
                        .formatted(folder),
                Ended.of(builder).with(1).text());
        assertTrue(Files.exists(folder.resolve("jshmem/bench.lock")));
    }
}
