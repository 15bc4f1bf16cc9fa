// SPDX-License-Identifier: Apache-2.0
package org.jshmem.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The rows of `bench/ab` move as many bytes as their names have.
class CallsTest {
    /// The m of "sum" is not a unit: the row sum-2 once summed 1 Mi doubles.
    @Test
    void aNameWithoutANumberIsOneWord(@TempDir Path folder) throws Exception {
        String[] line = {
            "-proc:none", "-cp", System.getProperty("java.class.path"), "-d", folder.toString(), "../bench/Calls.java"
        };
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, line));
        URI classes = folder.toUri();
        try (var loader = new URLClassLoader(new URL[] {classes.toURL()})) {
            Class<?> calls = Class.forName("Calls", true, loader);
            Field row = calls.getDeclaredField("ROW");
            Method bytes = calls.getDeclaredMethod("bytes", Matcher.class);
            row.setAccessible(true);
            bytes.setAccessible(true);
            var expected = Map.of("sum-2", 8, "sum-8k-64", 8192, "sum-8m-2", 8 << 20, "put-64-2", 64, "first-p-2", 8);
            for (var each : expected.entrySet()) {
                Matcher parts = ((Pattern) row.get(null)).matcher(each.getKey());
                assertTrue(parts.matches(), each.getKey());
                assertEquals(each.getValue(), bytes.invoke(null, parts), each.getKey());
            }
        }
    }
}
