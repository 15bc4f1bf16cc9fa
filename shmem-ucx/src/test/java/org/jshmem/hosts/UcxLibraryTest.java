// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jshmem.transport.CFunction;
import org.jshmem.transport.Memory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UcxLibraryTest {
    private static final int LC_NUMERIC = 1;

    /// Prints the locale of numbers before and after the library is loaded.
    public static void main(String[] args) {
        String before = locale();
        assumeTrue(UcxLibrary.missing() == null);
        System.out.println(before + " " + locale());
    }

    private static String locale() {
        long name = CFunction.named("setlocale").call(LC_NUMERIC, 0, 0, 0, 0, 0);
        return Memory.everywhere().getString(name);
    }

    /// UCX reads "0.06ns" by the locale that the JVM has set.
    @Test
    void theLibraryReadsNumbersWithAPointInALocaleWithAComma(@TempDir Path folder) throws Exception {
        assumeTrue(UcxLibrary.missing() == null, "needs UCX");
        String made = output(
                "localedef",
                "-i",
                "de_DE",
                "-f",
                "UTF-8",
                folder.resolve("de_DE.UTF-8").toString());
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String path = System.getProperty("java.class.path");
        String main = UcxLibraryTest.class.getName();
        String printed = output(
                "env",
                "LOCPATH=" + folder,
                "LC_ALL=de_DE.UTF-8",
                java,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                path,
                main);
        assumeTrue(!printed.equals("C C\n"), () -> "needs locales: " + made);
        assertEquals("de_DE.UTF-8 C\n", printed);
    }

    private static String output(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return text;
    }
}
