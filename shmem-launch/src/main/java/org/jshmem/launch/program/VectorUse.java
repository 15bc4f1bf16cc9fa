// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.program;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/// The test whether a program itself uses `jdk.incubator.vector`. Its JVMs are then started with that module, which
/// costs each 40 ms. The library can load the module at its first use; a program cannot.
///
/// The test reads the package of the main class alone. A program that uses the module only in other packages needs
/// `-J --add-modules=jdk.incubator.vector`, as it needs that option with `java`.
final class VectorUse {
    private static final String MODULE = "jdk/incubator/vector/";

    private VectorUse() {}

    /// Tests the package of the main class whose file is `main`, in a folder or in a jar.
    static boolean of(URI main) {
        try (FileSystem _ = main.getScheme().equals("jar") ? FileSystems.newFileSystem(main, Map.of()) : null;
                Stream<Path> files = Files.list(Path.of(main).getParent())) {
            return files.anyMatch(VectorUse::mentions);
        } catch (IOException e) {
            return false; // the JVM will report the reason
        }
    }

    private static boolean mentions(Path file) {
        if (!file.toString().endsWith(".class")) return false;
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(MODULE);
        } catch (IOException e) {
            return false;
        }
    }
}
