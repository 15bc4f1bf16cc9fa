// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import java.util.spi.ToolProvider;
import org.jshmem.spi.JobOutcome;
import org.jshmem.spi.Machines;
import org.jshmem.spi.SimulatedJob;

/// A program that this JVM has compiled: a launcher would start a cold compiler for each.
///
/// @param main the main class
/// @param classes the folder of the classes
record Compiled(String main, Path classes) {

    /// Compiles a file, and those of its folder that it uses.
    static Compiled of(Path source) throws IOException {
        return of(List.of(source));
    }

    /// Compiles files, and those of the first one's folder that they use. The first one has the main class.
    static Compiled of(List<Path> sources) throws IOException {
        Path source = sources.getFirst();
        Path folder = source.toAbsolutePath().getParent();
        Path classes = Files.createTempDirectory("classes");
        List<String> words = new ArrayList<>(List.of(
                "-proc:none",
                "-g",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "-sourcepath",
                folder.toString(),
                "-d",
                classes.toString()));
        sources.forEach(file -> words.add(file.toString()));
        int status =
                ToolProvider.findFirst("javac").orElseThrow().run(System.out, System.err, words.toArray(String[]::new));
        assertEquals(0, status, source.toString());
        return new Compiled(source.getFileName().toString().replace(".java", ""), classes);
    }

    /// Runs 4 simulated PEs, each with classes of its own, and looks for races and late puts.
    JobOutcome onKnc(String... arguments) throws IOException {
        Machines machines = ServiceLoader.load(Machines.class).findFirst().orElseThrow();
        URL[] path = {classes.toUri().toURL()};
        return machines.run(new SimulatedJob("knc", 4, 64L << 20, OptionalLong.empty(), true, true), _ -> {
            var method = new Own(path).loadClass(main).getDeclaredMethod("main", String[].class);
            method.setAccessible(true);
            method.invoke(null, (Object) arguments);
        });
    }

    /// Loads a program's own classes, also where the tests have some of the same names.
    private static final class Own extends URLClassLoader {
        Own(URL[] path) {
            super(path);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            boolean own = findResource(name.replace('.', '/') + ".class") != null;
            if (!own) return super.loadClass(name, resolve);
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }
    }
}
