// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.jshmem.launch.os.Refused;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a PROGRAM is found to be.
class ProgramFinderTest {
    @TempDir
    Path folder;

    private Path jar(String className) throws IOException {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "my.Main");
        Path jar = folder.resolve("my.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new ZipEntry(className.replace('.', '/') + ".class"));
            out.write(ClassFile.of().build(ClassDesc.of(className), type -> {}));
        }
        return jar;
    }

    private static String refusal(String program, String classPath) {
        return assertThrows(Refused.class, () -> ProgramFinder.find(program, classPath, "", null))
                .getMessage();
    }

    @Test
    void aJarThatNamesAClassWhichItHasIsAProgram() throws IOException {
        Path jar = jar("my.Main");
        assertEquals("my.Main", ProgramFinder.find(jar.toString(), ".", "", null).mainClass);
    }

    @Test
    void aJarWithoutTheClassThatItNamesIsRefused() throws IOException {
        Path jar = jar("my.Other");
        assertEquals(
                jar
                        + " names the main class my.Main and does not have it; give -cp with the jars that do, and the class",
                refusal(jar.toString(), "."));
    }

    @Test
    void aFolderNamedLikeAFileIsRefusedAsAFolder() throws IOException {
        for (String name : new String[] {"My.java", "my.jar"}) {
            Path made = Files.createDirectory(folder.resolve(name));
            assertEquals(
                    made + " is a directory; give a file, or -cp and the main class", refusal(made.toString(), "."));
        }
    }

    @Test
    void aFolderOfTheClassPathThatIsNotThereIsNamed() {
        String message = refusal("my.Main", folder + ":/none");
        assertTrue(
                message.startsWith("no class my.Main on the class path " + folder
                        + ":/none (/none does not exist); give -cp PATH, "),
                message);
    }

    @Test
    void anEntryOfTheClassPathThatIsNotAJarIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("my.jar"), "no jar");
        String message = refusal("my.Main", file.toString());
        assertTrue(message.startsWith("-cp entry " + file + " is not a readable jar, "), message);
        assertTrue(message.endsWith("; build it again, or give another file"), message);
    }
}
