// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerateTest {
    @TempDir
    Path folder;

    private Path templates;
    private Path target;

    @BeforeEach
    void folders() throws IOException {
        templates = Files.createDirectories(folder.resolve("templates"));
        target = folder.resolve("target");
    }

    private void generate(String name, String... lines) throws IOException {
        Files.write(templates.resolve(name), List.of(lines));
        Generate.main(new String[] {templates.toString(), target.toString()});
    }

    @Test
    void whatDoesNotChangeIsNotWrittenAgainAndWhatIsGoneIsDeleted() throws IOException {
        generate("TypeX.java", "//", "TYPE");
        FileTime then = FileTime.fromMillis(1_000_000_000_000L);
        Files.setLastModifiedTime(target.resolve("IntX.java"), then);
        generate("TypeY.java", "//", "TYPE");
        assertEquals(then, Files.getLastModifiedTime(target.resolve("IntX.java")));
        Files.delete(templates.resolve("TypeX.java"));
        generate("TypeY.java", "//", "TYPE");
        assertFalse(Files.exists(target.resolve("IntX.java")));
    }

    @Test
    void marksThatDoNotMatchAreRefused() {
        var open = assertThrows(IllegalArgumentException.class, () -> generate("TypeX.java", "// if WAIT", "wait"));
        assertEquals("TypeX.java has a block without its // end: // if WAIT", open.getMessage());
        var end = assertThrows(IllegalArgumentException.class, () -> generate("TypeX.java", "// end"));
        assertEquals("TypeX.java has an // end that closes nothing", end.getMessage());
    }
}
