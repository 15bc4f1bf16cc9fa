// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// How `bin/oshrun` builds the project at its first use, with a Maven that only makes the jars.
@Timeout(60)
class LauncherBuildTest {
    @TempDir
    private Path folder;

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /// The class path has all jars in target/lib: one of a former version would be found first.
    @Test
    void jarsOfFormerVersionsAreNotKept() throws Exception {
        Path script = folder.resolve("bin/oshrun");
        Files.createDirectories(script.getParent());
        Files.copy(Path.of("../bin/oshrun"), script, StandardCopyOption.COPY_ATTRIBUTES);
        write("pom.xml", "<project><jshmem.modules>part</jshmem.modules></project>\n");
        write("part/src/A.java", "");
        write("target/lib/picocli-1.jar", "");
        write("path/mvn", """
                #!/bin/sh
                mkdir -p part/target target/lib
                : >part/target/part-1.jar
                : >target/lib/picocli-2.jar
                """);
        assertTrue(folder.resolve("path/mvn").toFile().setExecutable(true));
        var builder = new ProcessBuilder(script.toString(), "doctor")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile());
        builder.environment().merge("PATH", folder.resolve("path") + ":", (path, own) -> own + path);
        builder.environment().remove("JSHMEM_MODULES");
        builder.start().waitFor();
        String said = Files.readString(folder.resolve("said"));
        assertTrue(said.contains("building the project in "), said);
        try (Stream<Path> jars = Files.list(folder.resolve("target/lib"))) {
            assertEquals("[picocli-2.jar]", jars.map(Path::getFileName).toList().toString(), said);
        }
    }

    /// Else each container would make the class-data archives anew, by two JVMs: they lie below the user's home.
    @Test
    void aContainerHasItsClassArchives() throws IOException {
        String recipe = Files.readString(Path.of("../dist/Containerfile"));
        int user = recipe.indexOf("\nUSER jshmem\n");
        int archives = recipe.indexOf("\nRUN oshrun -np 2 hello\n");
        assertTrue(user > 0 && archives > user, recipe);
        assertTrue(recipe.indexOf("\nADD jshmem-*.tar.gz ") < archives, recipe);
    }
}
