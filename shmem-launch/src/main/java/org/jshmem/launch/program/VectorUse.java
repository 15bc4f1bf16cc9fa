// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The test whether a program itself uses `jdk.incubator.vector`. Its JVMs are then started with that module, which
/// costs each 40 ms. The library can load the module at its first use; a program cannot.
///
/// The test reads the package of the main class alone. A program that uses the module only in other packages needs
/// `-J --add-modules=jdk.incubator.vector`, as it needs that option with `java`.
final class VectorUse {
    private static final String MODULE = "jdk/incubator/vector/";

    private VectorUse() {}

    /// Tests the first entry of the class path that has the main class; false if no entry has it.
    static boolean of(String mainClass, List<String> classPath) {
        String file = mainClass.replace('.', '/') + ".class";
        for (String entry : classPath) {
            if (!ClassSearch.isOn(mainClass, List.of(entry))) continue;
            Path path = Path.of(entry);
            try (FileSystem jar = Files.isDirectory(path) ? null : FileSystems.newFileSystem(path);
                    Stream<Path> files = Files.list((jar == null ? path : jar.getPath("/"))
                            .resolve(file)
                            .getParent())) {
                return files.anyMatch(VectorUse::mentions);
            } catch (IOException e) {
                return false; // the JVM will report the reason
            }
        }
        return false;
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
