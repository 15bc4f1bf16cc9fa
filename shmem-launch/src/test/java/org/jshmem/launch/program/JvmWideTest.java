// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What keeps PEs from sharing a JVM unasked.
class JvmWideTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "class Main { public static void main(String[] a) { System.out.println(1); } } | ''",
                "class Main { public static void main(String[] a) { System.exit(1); } } | System.exit in Main",
                "class Main { public static void main(String[] a) { Other.f(); } }"
                        + " class Other { static void f() { System.setOut(null); } } | System.setOut in Other",
                "class Main { public static void main(String[] a) { System.load(a[0]); } } | System.load in Main",
                "class Main { public static void main(String[] a) { Runtime.getRuntime().addShutdownHook(null); } }"
                        + " | Runtime.addShutdownHook in Main",
                "class Main { public static void main(String[] a) { java.util.List.of(a).parallelStream(); } }"
                        + " | List.parallelStream in Main",
                "class Main { public static void main(String[] a) { java.util.Arrays.stream(a).parallel(); } }"
                        + " | Stream.parallel in Main",
                "class Main extends Base {} class Base { public static void main(String[] a) {} } | ''",
                "class Main { void main() {} } | ''",
            })
    void whatAJvmHasOnceIsFound(String source, String found) throws IOException {
        PeProgram program = Compiled.main(folder, source);
        assertEquals(found, JvmWide.of(program).orElse(""));
    }
}
