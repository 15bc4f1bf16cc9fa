// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/// A program that this JVM has compiled: a launcher would start a cold compiler for each.
///
/// @param main the main class
/// @param classes the folder of the classes
public record Compiled(String main, Path classes) {

    /// Compiles a file, and those of its folder that it uses.
    public static Compiled of(Path source) throws IOException {
        return of(List.of(source));
    }

    /// Compiles files, and those of the first one's folder that they use. The first one has the main class.
    public static Compiled of(List<Path> sources) throws IOException {
        Path source = sources.getFirst();
        Path folder = source.toAbsolutePath().getParent();
        Path classes = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "classes");
        List<String> words = new ArrayList<>(List.of(
                "-proc:none",
                "-Xlint:-incubating",
                "--add-modules=jdk.incubator.vector",
                "-g",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "-sourcepath",
                folder.toString(),
                "-d",
                classes.toString()));
        sources.forEach(file -> words.add(file.toString()));
        int status =
                ToolProvider.findFirst("javac").orElseThrow().run(System.out, System.err, words.toArray(String[]::new));
        assertEquals(0, status, source.toString());
        return new Compiled(source.getFileName().toString().replace(".java", ""), classes);
    }
}
