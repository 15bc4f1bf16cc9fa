// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jshmem.contract.Ended;
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
        String locale = folder.resolve("de_DE.UTF-8").toString();
        String made = Ended.of(List.of("localedef", "-i", "de_DE", "-f", "UTF-8", locale))
                .text();
        var jvm = new ProcessBuilder(Ended.jvm("--enable-native-access=ALL-UNNAMED", UcxLibraryTest.class));
        jvm.environment().putAll(Map.of("LOCPATH", folder.toString(), "LC_ALL", "de_DE.UTF-8"));
        String printed = Ended.of(jvm).text();
        assumeTrue(!printed.equals("C C\n"), () -> "needs locales: " + made);
        assertEquals("de_DE.UTF-8 C\n", printed);
    }

    @Test
    void aVersionBeforeTheOneThatIsUsedIsRefused() {
        assertEquals("UCX 1.12 of libucp.so.0 is older than 1.13; install a newer one", UcxLibrary.old(1, 12));
        for (String version : List.of("1.13", "1.20", "2.0")) {
            String[] numbers = version.split("[.]");
            assertNull(UcxLibrary.old(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1])), version);
        }
    }
}
