// SPDX-License-Identifier: Apache-2.0
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/// Makes faults, one at a time, and asks the tests. See bench/mutants.
///
/// A test has to pass without the fault, and to fail with it. A fault that does not compile is an error of the list. A
/// test that neither passes nor fails within ten times what it takes without the fault counts as killed, and the table
/// says so.
class Mutants {
    private static final long LEAST_PATIENCE_SECONDS = 180;
    private static final int PATIENCE = 10;
    private static final String PACKAGE_ROOT = "java/";
    private static final String NO_PLACE = "its place is not in the file, or there are several";

    /// @param place which occurrence of `from` in the file, from 1; 0 where there is one only
    record Mutant(String name, Path file, int place, String from, String to, String module, String test) {}

    private final Path root;
    private final String java;
    private final String classPath;

    /// How many seconds a test takes without a fault; -1 where it fails.
    private final Map<String, Long> sound = new HashMap<>();

    Mutants(Path root) throws IOException {
        this.root = root;
        this.java = System.getProperty("java.home") + "/bin/";
        List<String> path = new ArrayList<>();
        try (Stream<Path> modules = Files.list(root)) {
            for (Path module : modules.sorted().toList()) {
                path.add(module.resolve("target/classes").toString());
                path.add(module.resolve("target/test-classes").toString());
            }
        }
        path.removeIf(p -> !Files.isDirectory(Path.of(p)));
        for (String folder : List.of("target/lib", "target/mutants")) { // javac takes no `*` within a JVM
            try (Stream<Path> jars = Files.list(root.resolve(folder))) {
                jars.filter(jar -> jar.toString().endsWith(".jar")).sorted().forEach(jar -> path.add(jar.toString()));
            }
        }
        this.classPath = String.join(File.pathSeparator, path);
    }

    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        List<String> options = List.of(args).subList(1, args.length);
        List<Mutant> all = read(root.resolve("bench/mutants.txt"));
        if (options.contains("--fit")) {
            fit(root, all);
            return;
        }
        var mutants = new Mutants(root);
        int killed = 0;
        int count = 0;
        System.out.println("| fault | in | test that fails | | s |");
        System.out.println("|-|-|-|-|-|");
        for (Mutant m : chosen(all, options)) {
            long begin = System.nanoTime();
            String verdict = mutants.run(m);
            count++;
            if (verdict.startsWith("killed")) killed++;
            String file = m.file.getFileName().toString().replace(".java", "");
            String whole = m.test.replaceFirst("#.*", "");
            String test = whole.substring(whole.lastIndexOf('.') + 1).replace('$', '.');
            System.out.printf(
                    "| %s | `%s` | `%s` | %s | %d |%n", m.name, file, test, verdict, (System.nanoTime() - begin) / 1_000_000_000);
        }
        System.out.printf("%n%d of %d killed%n", killed, count);
        if (killed < count || count == 0) System.exit(1);
    }

    /// Compiles and runs nothing: whether each fault still has its place.
    private static void fit(Path root, List<Mutant> all) throws IOException {
        int misfits = 0;
        for (Mutant m : all) {
            Path file = root.resolve(m.file);
            String why = !Files.exists(file) ? "no such file" : place(m, Files.readString(file)) < 0 ? NO_PLACE : "";
            if (why.isEmpty()) continue;
            misfits++;
            System.out.printf("%s: %s: %s%n", m.name, m.file, why);
        }
        System.out.printf("%d of %d faults fit the code%n", all.size() - misfits, all.size());
        if (misfits > 0) System.exit(1);
    }

    /// Where the fault is made in the text of its file; -1 where there is no such place, or more than one.
    private static int place(Mutant m, String text) {
        int at = -1;
        for (int k = 0; k < Math.max(m.place, 1); k++) {
            at = text.indexOf(m.from, at + 1);
            if (at < 0) return -1;
        }
        return m.place == 0 && text.indexOf(m.from, at + 1) >= 0 ? -1 : at;
    }

    /// Those of a module, those with one of the names in theirs, and of these as many as are to be drawn.
    private static List<Mutant> chosen(List<Mutant> all, List<String> options) {
        List<Mutant> chosen = new ArrayList<>(all);
        List<String> names = new ArrayList<>();
        int draw = all.size();
        for (int k = 0; k < options.size(); k++) {
            String option = options.get(k);
            switch (option) {
                case "--module" -> {
                    String module = options.get(++k);
                    chosen.removeIf(m -> !m.module.equals(module));
                }
                case "--draw" -> {
                    draw = Integer.parseInt(options.get(++k));
                    // by what has the commit's hash for a seed: the same for a commit, and others for the next
                    Collections.shuffle(chosen, new Random(options.get(++k).hashCode()));
                }
                default -> names.add(option);
            }
        }
        if (!names.isEmpty()) chosen.removeIf(m -> names.stream().noneMatch(m.name::contains));
        return chosen.subList(0, Math.min(draw, chosen.size()));
    }

    /// Blocks of `key: value` lines, an empty line between them.
    private static List<Mutant> read(Path list) throws IOException {
        List<Mutant> mutants = new ArrayList<>();
        for (String block : Files.readString(list).split("\n\n+")) {
            Map<String, String> keys = new LinkedHashMap<>();
            for (String line : block.split("\n")) {
                int colon = line.indexOf(':');
                if (!line.startsWith("#") && colon > 0) keys.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
            if (keys.isEmpty()) continue;
            String[] test = keys.get("test").split(" ");
            mutants.add(new Mutant(
                    keys.get("fault"),
                    Path.of(keys.get("file")),
                    Integer.parseInt(keys.getOrDefault("place", "0")),
                    keys.get("from").replace("\\n", "\n"),
                    keys.get("to").replace("\\n", "\n"),
                    test[0],
                    test[1]));
        }
        return mutants;
    }

    private String run(Mutant m) throws IOException, InterruptedException {
        long usual = sound.computeIfAbsent(m.module + " " + m.test, t -> passes(m));
        if (usual < 0) return "ERROR: the test fails without it";
        Path home = Files.createTempDirectory("jshmem-mutant-");
        try {
            String text = Files.readString(root.resolve(m.file));
            int at = place(m, text);
            if (at < 0) return "ERROR: " + NO_PLACE;
            String name = m.file.toString();
            Path source = home.resolve(name.substring(name.indexOf(PACKAGE_ROOT) + PACKAGE_ROOT.length()));
            Files.createDirectories(source.getParent());
            Files.writeString(source, text.substring(0, at) + m.to + text.substring(at + m.from.length()));
            Path classes = Files.createDirectory(home.resolve("classes"));
            // in this JVM, where the compiler is warm after a few
            int compiled = ToolProvider.getSystemJavaCompiler()
                    .run(
                            null,
                            OutputStream.nullOutputStream(),
                            OutputStream.nullOutputStream(),
                            "--add-modules",
                            "jdk.incubator.vector",
                            "-XDstringConcat=inline",
                            "-proc:none",
                            "-nowarn",
                            "-d",
                            classes.toString(),
                            "-cp",
                            classPath,
                            source.toString());
            if (compiled != 0) return "ERROR: does not compile";
            long patience = Math.max(LEAST_PATIENCE_SECONDS, PATIENCE * usual);
            int status = test(m, home, classes + File.pathSeparator + classPath, patience);
            return status == 0 ? "**survived**" : status < 0 ? "killed by its time" : "killed";
        } finally {
            try (Stream<Path> files = Files.walk(home)) {
                for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) Files.delete(file);
            }
        }
    }

    private long passes(Mutant m) {
        try {
            Path home = Files.createTempDirectory("jshmem-mutant-");
            long begin = System.nanoTime();
            int status = test(m, home, classPath, PATIENCE * LEAST_PATIENCE_SECONDS);
            if (status != 0) System.err.println(Files.readString(home.resolve("said")));
            Files.deleteIfExists(home.resolve("said"));
            Files.delete(home);
            return status == 0 ? (System.nanoTime() - begin) / 1_000_000_000 : -1;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private int test(Mutant m, Path home, String path, long patience) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(java + "java"));
        String flags = Files.readAllLines(root.resolve("pom.xml")).stream()
                .filter(line -> line.contains("<jshmem.jvm>"))
                .map(line -> line.replaceAll("<[^>]*>", "").strip())
                .collect(Collectors.joining());
        command.addAll(List.of(flags.split(" ")));
        String kind = m.test.contains("#") ? "--select-method" : "--select-class";
        command.addAll(List.of(
                "-Xmx2g",
                "-XX:TieredStopAtLevel=1", // most of these tests are over before a better compiler has begun
                "-XX:+UseSerialGC",
                "-Djshmem.root=" + root,
                "-cp",
                path,
                "org.junit.platform.console.ConsoleLauncher",
                "execute",
                "--disable-banner",
                "--details=none",
                "--fail-if-no-tests",
                "--include-classname=.*", // else a class within one that is no *Test is not found
                kind + "=" + m.test));
        return call(home, root.resolve(m.module), command, patience);
    }

    /// The status, or -1 where the time was over.
    private static int call(Path home, Path folder, List<String> command, long patience)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("said").toFile())
                .start();
        process.getOutputStream().close();
        if (process.waitFor(patience, TimeUnit.SECONDS)) return process.exitValue();
        process.destroyForcibly().waitFor();
        return -1;
    }
}
