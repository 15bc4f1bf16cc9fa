// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jshmem.contract.SampledRows;
import org.jshmem.launch.programs.Talk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

class ProgramsIT {
    private static final String SOURCE = """
            import org.jshmem.*;

            public class Ring {
                record Pair(int me, int next) {}

                public static void main(String[] args) {
                    Shmem.run(args, (sh, a) -> {
                        var p = new Pair(sh.myPe(), (sh.myPe() + 1) % sh.nPes());
                        SymLongs box = sh.longs(1);
                        box.p(0, p.me(), p.next());
                        sh.barrierAll();
                        System.out.println(p.me() + " was told " + box.get(0) + " " + String.join("|", a));
                    });
                }
            }
            """;

    @Test
    void aSourceFileIsCompiledOnceAndItsClassesGo(@TempDir Path folder) throws IOException {
        Path source = Files.writeString(folder.resolve("Ring.java"), SOURCE);
        var result = Launch.oshrun("-q", "-np", 3, source, "a b", "--heap", "$HOME;'")
                .run();
        result.with(0);
        assertEquals(
                List.of(
                        "0 was told 2 a b|--heap|$HOME;'",
                        "1 was told 0 a b|--heap|$HOME;'",
                        "2 was told 1 a b|--heap|$HOME;'"),
                result.sorted());
        assertEquals("", result.err());
        Leftovers.assertNoneOf(result);
    }

    private static final String LISTENING = """
            import java.util.*;
            import org.jshmem.*;

            public class Heard {
                public static class Listener implements ShmemListener {
                    static final List<String> CALLS = new ArrayList<>();

                    public Object enter(int pe, String routine, Object[] arguments) {
                        CALLS.add(pe + " " + routine);
                        return null;
                    }

                    public void exit(Object token, Throwable thrown) {}
                }

                public static void main(String[] args) {
                    Shmem sh = Shmem.init();
                    sh.barrierAll();
                    System.out.println(Listener.CALLS);
                    sh.close();
                }
            }
            """;

    /// Each PE's statics are its own, so the list has one PE's calls alone.
    @Test
    void aListenerOfTheProgramHearsItsPeInProcessesAndInAnyJvm(@TempDir Path folder) throws IOException {
        Path source = Files.writeString(folder.resolve("Heard.java"), LISTENING);
        Path services = Files.createDirectories(folder.resolve("own/META-INF/services"));
        Files.writeString(services.resolve("org.jshmem.ShmemListener"), "Heard$Listener\n");
        for (int jvms : List.of(2, 1)) {
            var result = Launch.oshrun("-np", 2, "--jvms", jvms, "-cp", folder.resolve("own"), source)
                    .run(0);
            assertEquals(List.of("[0 Shmem.barrierAll]", "[1 Shmem.barrierAll]"), result.sorted());
        }
    }

    private static final String VECTORS = """
            import jdk.incubator.vector.*;

            public class Wide {
                static class Inside {
                    static final int BITS = VectorShape.preferredShape().vectorBitSize();
                }

                public static void main(String[] args) {
                    System.out.println(Inside.BITS >= 64);
                }
            }
            """;

    @Test
    void aProgramThatUsesVectorsItselfFindsThem(@TempDir Path folder) throws IOException {
        Path source = Files.writeString(folder.resolve("Wide.java"), VECTORS);
        for (int jvms : List.of(2, 1)) {
            var result = Launch.oshrun("-np", 2, "--jvms", jvms, source).run(0);
            assertEquals(List.of("true", "true"), result.lines());
            String warning = "WARNING: Using incubator modules: jdk.incubator.vector\n"; // of each JVM
            assertEquals(warning.repeat(jvms), result.err());
        }
    }

    @Test
    void aSourceFileMayUseOthersOfItsFolderAndOfItsPackages(@TempDir Path folder) throws IOException {
        Path app = Files.createDirectories(folder.resolve("me/app"));
        Files.writeString(
                app.resolve("Parts.java"),
                "package me.app; class Parts { static String name() { return me.Top.NAME; } }");
        Files.writeString(
                app.getParent().resolve("Top.java"),
                "package me; public class Top { public static final String NAME = String.valueOf(42); }");
        Files.writeString(
                app.resolve("Broken.java"), "package me.app; class Broken {"); // which the program does not use
        Path packaged = Files.writeString(
                app.resolve("Main.java"),
                "package me.app; public class Main { public static void main(String[] a) { System.out.println(Parts.name()); } }");
        var result = Launch.oshrun("-np", 2, packaged).run();
        assertEquals(List.of("42", "42"), result.lines(), result::toString);

        Files.writeString(folder.resolve("Parts.java"), "class Parts { static String name() { return \"top\"; } }");
        Path plain = Files.writeString(
                folder.resolve("Main.java"),
                "public class Main { public static void main(String[] a) { System.out.println(Parts.name()); } }");
        result = Launch.oshrun("-np", 2, plain).run();
        assertEquals(List.of("top", "top"), result.lines(), result::toString);
    }

    /// The text of a file of this name, the compiler's first line, and the end of the launcher's.
    @ParameterizedTest
    @SampledRows("""
            Ring  | class Ring { void f() { g(); } }                | error: cannot find symbol                | ''
            Sync  | import mpi.*; class Sync { int i = MPI.NONE; } | error:                                   | , and docs/from-mpj.md for what package mpi has
            Latin | class Latin {} // f\u00fcr                      | error: unmappable character (0xFC)       | ''
            """)
    void compileErrorsAreShownAsTheCompilerShowsThem(
            String name, String text, String error, String more, @TempDir Path folder) throws IOException {
        Path source = folder.resolve(name + ".java");
        Files.write(source, text.getBytes(StandardCharsets.ISO_8859_1));
        var result = Launch.oshrun("-np", 3, source).run(2);
        assertTrue(result.err().startsWith(source + ":1: " + error), result.err());
        assertTrue(
                result.err().endsWith("oshrun: " + source + " does not compile; see above" + more + "\n"),
                result.err());
        assertEquals("", result.out());
        Leftovers.assertNoneOf(result);
    }

    @Test
    void aJarRunsItsMainClass(@TempDir Path folder) throws IOException {
        Path jar = folder.resolve("talk.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Talk.class.getName());
        String name = Talk.class.getName().replace('.', '/') + ".class";
        try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new JarEntry(name));
            Files.copy(Launch.testClasses().resolve(name), out);
        }
        var result = Launch.oshrun("-np", 2, jar, "arguments", "x y", "", "*").run(0);
        assertEquals(List.of("[arguments, x y, , *]", "[arguments, x y, , *]"), result.lines());
    }

    @Test
    void jvmOptionsAndVariablesReachEveryPe() {
        var property = Launch.program(2, Talk.class, "property", "p")
                .with("-J", "-Dp=a b", "-J-Dq=1")
                .run(0);
        assertEquals(List.of("p=a b", "p=a b"), property.lines());
        var variable = Launch.program(2, Talk.class, "variable", "V")
                .with("-x", "V=1=2")
                .variable("V", "0")
                .run();
        assertEquals(List.of("V=1=2", "V=1=2"), variable.lines());
        var passed = Launch.program(1, Talk.class, "variable", "V")
                .with("-x", "V")
                .variable("V", "seen")
                .run();
        assertEquals(List.of("V=seen"), passed.lines());
    }
}
