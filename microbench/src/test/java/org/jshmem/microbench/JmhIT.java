// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jshmem.report.Jobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each benchmark of JMH runs once.
@Tag("long")
class JmhIT {
    private static final Path ROOT = Path.of(System.getProperty("jshmem.root"));
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static void run(String command) throws Exception {
        Map<String, String> built = Map.of("JSHMEM_MODULES", System.getenv().getOrDefault("JSHMEM_MODULES", ""));
        Jobs.Finished job = Jobs.run(List.of((ROOT + "/" + command).split(" ")), built, LIMIT);
        assertEquals(0, job.status(), () -> command + "\n" + String.join("\n", job.lines()));
    }

    @Test
    void eachBenchmarkRunsOnce(@TempDir Path folder) throws Exception {
        Path json = folder.resolve("jmh.json");
        run("bench/jmh -f 0 -wi 0 -i 1 -r 10ms -foe true -rf json -rff " + json);
        Set<String> benchmarks = Pattern.compile("jmh\\.(\\w+)Benchmark\\.")
                .matcher(Files.readString(json))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
        assertEquals(Set.of("Rules"), benchmarks);
    }
}
