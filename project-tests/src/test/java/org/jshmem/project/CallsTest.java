// SPDX-License-Identifier: Apache-2.0
package org.jshmem.project;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Map;
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
            Method size = Class.forName("Calls", true, loader).getDeclaredMethod("size", String.class);
            size.setAccessible(true);
            Map<String, Integer> bytes = Map.of("sum", 8, "sum-8k", 8192, "sum-8m", 8 << 20, "put-64", 64);
            for (var row : bytes.entrySet())
                assertEquals(row.getValue(), size.invoke(null, row.getKey()), row.getKey());
        }
    }
}
