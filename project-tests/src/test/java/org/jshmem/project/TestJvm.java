// SPDX-License-Identifier: Apache-2.0
package org.jshmem.project;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/// A JVM of its own for one test class of any module, with other classes first or without flags.
final class TestJvm {
    static final int FAILED = 1;
    private static final int NONE_RAN = 2;
    private static final Path ROOT = Path.of(System.getProperty("jshmem.root"));

    private TestJvm() {}

    /// The flags of this JVM that tests are given.
    static List<String> ownFlags() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("--"))
                .toList();
    }

    /// Runs a test class and writes its output to a file. Returns the exit status of its JVM, or FAILED if the JVM has
    /// not ended after `seconds`.
    static int run(List<String> flags, Path first, String test, long seconds, Path output)
            throws IOException, InterruptedException {
        return run(List.of(), flags, first, test, seconds, output);
    }

    /// As above, by a command that runs its further words.
    static int run(List<String> runner, List<String> flags, Path first, String test, long seconds, Path output)
            throws IOException, InterruptedException {
        Path classes = classesWith(test, "test-classes");
        List<String> path = new ArrayList<>(List.of(first.toString(), classes.toString()));
        for (String module : List.of("shmem-api", "shmem-shm", "project-tests")) {
            path.add(ROOT.resolve(module + "/target/test-classes").toString());
        }
        path.add(System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(runner);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.add("-Dslf4j.internal.verbosity=ERROR"); // of the recorder, in tests that compare output
        command.addAll(List.of("-Djshmem.root=" + ROOT, "-cp", String.join(File.pathSeparator, path)));
        command.addAll(List.of(TestJvm.class.getName(), nameOf(file(classes, test), classes)));
        Process process = new ProcessBuilder(command)
                .directory(classes.getParent().getParent().toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (process.waitFor(seconds, TimeUnit.SECONDS)) return process.exitValue();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        return FAILED;
    }

    /// Runs one test class.
    public static void main(String[] args) {
        var listener = new SummaryGeneratingListener();
        var request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(args[0]))
                .build();
        LauncherFactory.create().execute(request, listener);
        var summary = listener.getSummary();
        summary.printFailuresTo(new PrintWriter(System.out, true), 5);
        System.exit(summary.getTotalFailureCount() > 0 ? FAILED : summary.getTestsSucceededCount() > 0 ? 0 : NONE_RAN);
    }

    /// The folder of a module's classes that has this one: simple names are unique in the project.
    static Path classesWith(String simpleName, String folder) throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : (Iterable<Path>) modules.sorted()::iterator) {
                Path classes = module.resolve("target").resolve(folder);
                if (Files.isDirectory(classes) && file(classes, simpleName) != null) return classes;
            }
        }
        throw new AssertionError("no module has a class " + simpleName);
    }

    static Path file(Path classes, String simpleName) throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            return files.filter(file -> file.endsWith(simpleName + ".class"))
                    .findFirst()
                    .orElse(null);
        }
    }

    private static String nameOf(Path file, Path classes) {
        String path = classes.relativize(file).toString();
        return path.substring(0, path.length() - ".class".length()).replace('/', '.');
    }
}
