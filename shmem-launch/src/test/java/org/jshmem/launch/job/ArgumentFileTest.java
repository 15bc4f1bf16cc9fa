// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.launch.os.Refused;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArgumentFileTest {
    @TempDir
    private Path folder;

    @Test
    void wordsAreQuotedAsJavaReadsThem() throws IOException {
        Path file = folder.resolve("pe.args");
        List<String> command = List.of(
                "/jdk/bin/java", "-Xmx1g", "-Djshmem.number={pes}", "-cp", "my classes:b", "Main", "a\"b\\c", "{pe}");
        assertEquals("/jdk/bin/java @" + file, ArgumentFile.write(file.toString(), command));
        assertEquals(
                List.of("\"-Xmx1g\"", "\"-cp\"", "\"my classes:b\"", "\"Main\"", "\"a\\\"b\\\\c\"", "\"{pe}\""),
                Files.readAllLines(file));
    }

    @Test
    void theNumberOfAPeIsRefused() {
        Refused e = assertThrows(
                Refused.class,
                () -> ArgumentFile.write(
                        folder.resolve("f").toString(), List.of("java", "-Xlog:gc:file=gc.{pe}", "-cp", "a", "Main")));
        assertEquals(
                "--argfile: '-Xlog:gc:file=gc.{pe}' has the number of a PE, and the file is for all PEs; remove it",
                e.getMessage());
    }

    @Test
    void aFileThatCannotBeWrittenIsRefused() {
        String name = folder.resolve("none/f").toString();
        Refused e = assertThrows(Refused.class, () -> ArgumentFile.write(name, List.of("java", "Main")));
        assertEquals(
                "--argfile '%s': its folder does not exist; make the folder, or give another name".formatted(name),
                e.getMessage());
    }
}
