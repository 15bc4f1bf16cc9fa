// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import org.jshmem.launch.program.PeProgram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramFilesTest {
    @TempDir
    private Path folder;

    private Path main;
    private Path jar;
    private ProgramFiles sent;

    @BeforeEach
    void make() throws IOException {
        main = Files.createDirectories(folder.resolve("classes/a")).resolve("Main.class");
        Files.writeString(main, "1");
        jar = Files.writeString(folder.resolve("app.jar"), "jar");
        var target = new PeProgram("a.Main", List.of("classes", jar.toString(), "never-was"));
        sent = Codec.read(Codec.bytes(ProgramFiles.of(target, folder)), ProgramFiles.class);
    }

    @Test
    void theSameFilesAreNoDifference() throws IOException {
        assertEquals("", sent.difference());
    }

    @Test
    void whatIsMissingOrDiffersIsNamed() throws IOException {
        Files.writeString(main, "2");
        assertEquals(
                "classes/a/Main.class on this host (1 bytes, CRC 1ad5be0d) differs from that of the launcher's host"
                        + " (1 bytes, CRC 83dcefb7); copy the program to all hosts",
                sent.difference());
        Files.writeString(main, "1");
        Files.delete(jar);
        assertEquals(
                "class path entry " + jar + " does not exist on this host; copy the program there (a .java file is"
                        + " compiled on the launcher's host alone: compile it by javac -cp $(oshrun classpath))",
                sent.difference());
        assertEquals(
                "directory /never, in which PEs run, does not exist on this host; create it, or start oshrun elsewhere",
                new ProgramFiles(Path.of("/never"), sent.files()).difference());
    }

    /// The main class is the same, a class that it uses is not.
    @Test
    void aClassThatTheMainClassReachesIsComparedToo() throws IOException {
        Path source = Files.writeString(
                folder.resolve("Two.java"),
                "class Two { Object o = new Other(); } class Other { Object o = new Third(); } class Third {}");
        int status = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(System.out, System.err, "-d", folder.toString(), source.toString());
        assertEquals(0, status);
        var two = ProgramFiles.of(new PeProgram("Two", List.of(folder.toString())), folder);
        assertEquals("", two.difference());
        Path third = folder.resolve("Third.class");
        Files.writeString(third, "another version");
        assertTrue(two.difference().startsWith(third + " on this host (15 bytes, CRC "));
    }
}
