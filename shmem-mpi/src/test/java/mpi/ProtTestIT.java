// SPDX-License-Identifier: Apache-2.0
package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// ProtTest of Debian, compiled against MPJ Express, which its manifest names: it gives the table of its
/// sequential run.
@Tag("long")
class ProtTestIT {
    private static final String JAR = "/usr/share/prottest/prottest.jar";
    private static final Path EXAMPLE = Path.of("/usr/share/doc/prottest/examples/COX2_PF0016/alignment");

    /// Starts PhyML as the package's own script does, but without mpirun, which root may not start. It reads
    /// the answers that ProtTest writes to PhyML, because where PhyML had ended first, ProtTest's write failed
    /// and its table lacked a tree, in 2 of 14 sequential runs.
    private static final String PHYML = """
            #!/bin/sh
            /usr/lib/phyml/bin/phyml "$@" < /dev/null
            status=$?
            cat > /dev/null
            exit $status
            """;

    @TempDir
    private Path folder;

    @Test
    void severalRanksGiveTheTableOfOne() throws Exception {
        boolean here = Files.exists(Path.of(JAR))
                && Files.exists(EXAMPLE)
                && Files.exists(Path.of("/usr/lib/phyml/bin/phyml"));
        assumeTrue(here, "needs Debian's packages prottest and phyml");
        Path phyml = Files.writeString(folder.resolve("phyml"), PHYML);
        Files.setPosixFilePermissions(phyml, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.copy(EXAMPLE, folder.resolve("alignment"));
        String java = System.getProperty("java.home") + "/bin/java";
        List<String> expected = table(List.of(java, "-jar", JAR), "-threads", "1");
        assertFalse(expected.isEmpty());
        String oshrun = Path.of(System.getProperty("jshmem.root"), "bin/oshrun").toString();
        for (String npes : List.of("2", "4")) {
            String main = "es.uvigo.darwin.prottest.ProtTest";
            assertEquals(expected, table(List.of(oshrun, "-np", npes, "-cp", JAR, main)), npes);
        }
    }

    /// The lines of the result's tables.
    private List<String> table(List<String> command, String... more) throws Exception {
        List<String> words = new ArrayList<>(command);
        words.addAll(List.of("-i", "alignment", "-JTT", "-WAG", "-LG", "-G", "-S", "0", "-o", "result"));
        words.addAll(List.of(more));
        File log = folder.resolve("log").toFile();
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log);
        builder.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);
        Process process = builder.start();
        if (!process.waitFor(300, TimeUnit.SECONDS)) process.destroy();
        assertEquals(0, process.waitFor(), () -> read(log));
        return Files.readAllLines(folder.resolve("result")).stream()
                .filter(line -> line.matches("(JTT|LG|WAG)(\\+G)? .*"))
                .sorted()
                .toList();
    }

    private static String read(File file) {
        try {
            return Files.readString(file.toPath());
        } catch (java.io.IOException e) {
            return e.toString();
        }
    }
}
