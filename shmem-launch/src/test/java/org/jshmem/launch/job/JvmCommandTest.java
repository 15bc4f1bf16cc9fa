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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JvmCommandTest {
    @TempDir
    private Path folder;

    private static JvmCommand command(String flag, String... arguments) {
        return new JvmCommand(List.of("/jdk/bin/java", flag), List.of("my classes", "b"), "Main", List.of(arguments));
    }

    @Test
    void flagsHaveTheNumberOfThePeAndArgumentsStay() {
        List<String> program = List.of("-cp", "my classes:b", "Main", "{pe}", "-cp");
        List<String> words = command("-Xlog:gc:file=gc.{pe}", "{pe}", "-cp").words(List.of("-Da={pe}"), 4, 2);
        assertEquals(
                List.of("/jdk/bin/java", "-Xlog:gc:file=gc.4", "-Djshmem.number=4-5", "-Da=4"), words.subList(0, 4));
        assertEquals(program, words.subList(4, words.size()));
    }

    @Test
    void wordsOfAFileAreQuotedAsJavaReadsThem() throws IOException {
        Path file = folder.resolve("pe.args");
        assertEquals(
                "/jdk/bin/java @" + file, command("-Xmx1g", "a\"b\\c", "{pe}").toFile(file.toString()));
        assertEquals(
                List.of("\"-Xmx1g\"", "\"-cp\"", "\"my classes:b\"", "\"Main\"", "\"a\\\"b\\\\c\"", "\"{pe}\""),
                Files.readAllLines(file));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            f      | -Xlog:gc:file=gc.{pe} | --argfile: '-Xlog:gc:file=gc.{pe}' has the number of a PE, and the file is for all PEs; remove it
            none/f | -Xmx1g                | --argfile '{file}': its folder does not exist; make the folder, or give another name
            """)
    void aFileThatCannotBeMadeIsRefused(String name, String flag, String message) {
        String file = folder.resolve(name).toString();
        Refused e = assertThrows(Refused.class, () -> command(flag).toFile(file));
        assertEquals(message.replace("{file}", file), e.getMessage());
    }
}
