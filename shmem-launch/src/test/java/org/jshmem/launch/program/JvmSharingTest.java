// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.contract.Compiled;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What keeps PEs from sharing a JVM unasked, and what counts as static state of a program.
class JvmSharingTest {
    @TempDir
    Path folder;

    /// The class `Main` of a source.
    private Program compiled(String source) throws IOException {
        Path classes = Compiled.of(Files.writeString(folder.resolve("Main.java"), source))
                .classes();
        return new Program("Main", List.of(classes.toString()));
    }

    private String found(String members) throws IOException {
        Program program = compiled("class Main { %s }".formatted(members));
        return new JvmSharing(program).state().orElse("");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "static final int N = 10; static final String NAME = \"n\";",
                "static final int N = Integer.getInteger(\"n\", 3); static final double PI2 = Math.sqrt(9.8);",
                "static final java.lang.foreign.ValueLayout.OfLong WORD = java.lang.foreign.ValueLayout.JAVA_LONG;",
                "Runnable r() { return () -> {}; } interface F { int f(int x); } F f = x -> x + 1;",
                "record Point(int x, int y) {} Point p = new Point(1, 2); void f(int x) { assert x > 0; }",
                "int mine; synchronized void f() { mine++; }"
            })
    void aProgramWithoutState(String members) throws IOException {
        assertEquals("", found(members));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            static int count; | the static field Main.count
            static final int[] TABLE = {1, 2}; | the static field Main.TABLE
            static final java.util.List<String> ALL = new java.util.ArrayList<>(); | the static field Main.ALL
            static final StringBuilder TEXT = null; | the static field Main.TEXT
            enum Way { LEFT } Way w = Way.LEFT; | the static field Main$Way.LEFT
            static class Other { static long sum; } Other other = new Other(); | the static field Main$Other.sum
            static final long NOW = System.nanoTime(); | a call of java.lang.System.nanoTime in Main.<clinit>
            static { System.out.println(1); } | a call of java.io.PrintStream.println in Main.<clinit>
            static final double SEED = Math.random(); | a call of java.lang.Math.random in Main.<clinit>
            void f() { synchronized (getClass()) { f(); } } | a lock in Main.f
            static synchronized void f() {} | the lock of the method Main.f
            void f() { synchronized (Main.class) { f(); } } | a lock in Main.f
            Object f() throws Exception { return Class.forName("Other"); } | a class found by name in Main.f
            """)
    void aProgramWithState(String members, String state) throws IOException {
        assertEquals(state, found(members));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            class Main { public static void main(String[] a) { System.out.println(1); } } | ''
            class Main { public static void main(String[] a) { System.exit(1); } } | System.exit in Main
            class Main { public static void main(String[] a) { Other.f(); } } class Other { static void f() { System.setOut(null); } } | System.setOut in Other
            class Main { public static void main(String[] a) { System.load(a[0]); } } | System.load in Main
            class Main { public static void main(String[] a) { Runtime.getRuntime().addShutdownHook(null); } } | Runtime.addShutdownHook in Main
            class Main { public static void main(String[] a) { java.util.List.of(a).parallelStream(); } } | List.parallelStream in Main
            class Main { public static void main(String[] a) { java.util.Arrays.stream(a).parallel(); } } | Stream.parallel in Main
            class Main { public static void main(String[] a) { new java.net.URLClassLoader(null); } } | URLClassLoader.<init> in Main
            class Main { public static void main(String[] a) { new Own(); } } class Own extends ClassLoader {} | ClassLoader.<init> in Own
            class Main extends Base {} class Base { public static void main(String[] a) {} } | ''
            class Main { void main() {} } | ''
            """)
    void whatAJvmHasOnceIsFound(String source, String found) throws IOException {
        Program program = compiled(source);
        assertEquals(found, new JvmSharing(program).jvmWideUse().orElse(""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            new Thread(() -> {}).start();                    | Thread.<init>
            new java.util.Timer(true).cancel();              | Timer.<init>
            System.load("/native");                          | System.load
            java.util.ServiceLoader.load(Runnable.class);    | ServiceLoader.load
            Thread.currentThread().setName("mine");          | Thread.setName
            ManagementFactory.getPlatformMXBean(ThreadMXBean.class); | ManagementFactory.getPlatformMXBean
            """)
    void aUseOfThreadsIsFound(String work, String found) throws IOException {
        String source = "import java.lang.management.*; class Main { void f() { %s } }".formatted(work);
        var sharing = new JvmSharing(compiled(source));
        assertEquals(found + " in Main", sharing.ownThreads().orElse(""));
    }
}
