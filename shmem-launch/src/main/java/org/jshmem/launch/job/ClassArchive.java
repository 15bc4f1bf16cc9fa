// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import org.jshmem.launch.os.ChildProcess;
import org.jshmem.launch.os.ScratchFolder;

/// The class archives from which JVMs take their classes instead of parsing and linking them: 64 PEs on 2 cores start
/// in half the time and half the memory.
///
/// The build makes them, and `oshrun doctor` where there was no build: `jshmem.jsa` for launcher and PEs, `sim.jsa` for
/// simulated jobs. An archive holds the first jars of a class path. The JVM refuses an archive that does not fit its
/// jars, and starts without it.
public record ClassArchive(Path folder, Library library) {
    /// System property with the folder; bin/oshrun sets it. Without a folder there are no archives.
    static final String FOLDER_PROPERTY = "jshmem.archives";

    private static final String OF_JOBS = "jshmem.jsa";

    private static final String OF_SIMULATOR = "sim.jsa";

    /// An archive lies at the address for which it was made: by default the JVM moves it to another one, which takes
    /// 5 to 9 ms and leaves no page that JVMs share.
    private static final List<String> USING = List.of(
            "-Xshare:auto -Xlog:cds=off -Xlog:aot=off -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0"
                    .split(" "));

    /// The archives of this installation and JDK.
    public static ClassArchive of(Library library) {
        return new ClassArchive(Path.of(System.getProperty(FOLDER_PROPERTY, "")), library);
    }

    /// The flags with which PEs use an archive; empty without one, or with one of the user's.
    List<String> flags(boolean simulated, List<String> user) {
        Path file = folder.resolve(OF_SIMULATOR);
        if (!simulated || !isNewerThan(library.simulator(), file)) file = folder.resolve(OF_JOBS);
        boolean own = user.stream().anyMatch(o -> o.startsWith("-XX:SharedArchiveFile") || o.startsWith("-XX:AOT"));
        if (own || !exists() || !isNewerThan(library.first(), file)) return List.of();
        List<String> flags = new ArrayList<>(USING);
        flags.add("-XX:SharedArchiveFile=" + file);
        return flags;
    }

    /// Whether this installation has a folder for archives.
    public boolean exists() {
        return !folder.toString().isEmpty();
    }

    /// Whether an archive exists that was made after these jars. A build of some modules leaves an older one, and a
    /// JVM that gets it starts without any archive, also that of the JDK.
    private static boolean isNewerThan(List<String> jars, Path archive) {
        long made = archive.toFile().lastModified();
        for (String jar : jars) if (new File(jar).lastModified() > made) return false;
        return made > 0;
    }

    /// Makes the archives that are missing or too old.
    public void make() throws IOException, InterruptedException {
        make(OF_JOBS, library.first(), "-np 2 --jvms 2 --heap 8m", "-np 4 --jvms 1 --heap 8m");
        List<String> jars = library.simulator();
        if (!jars.isEmpty()) make(OF_SIMULATOR, jars, "-np 4 --machine cluster --heap 8m");
    }

    /// Makes an archive of the classes that these jobs load, and of all classes of the jars.
    private void make(String name, List<String> path, String... jobs) throws IOException, InterruptedException {
        Path archive = folder.resolve(name);
        if (isNewerThan(path, archive)) return;
        Files.createDirectories(folder, ScratchFolder.rights());
        Files.deleteIfExists(archive); // JVMs that list their classes use none
        Path fresh = Files.createTempDirectory(folder, "fresh-");
        try {
            Set<String> classes = new TreeSet<>(); // in one order, so that equal builds make equal archives
            for (String job : jobs) {
                Path own = Files.createTempDirectory(fresh, "job-");
                run(job(job), "-XX:DumpLoadedClassList=" + own.resolve("%p.list"));
                try (var lists = Files.newDirectoryStream(own)) {
                    for (Path list : lists) addLines(list, classes);
                }
            }
            for (String jar : path) addClasses(jar, classes);
            Path list = Files.write(fresh.resolve("all"), classes);
            Path made = fresh.resolve(name);
            List<String> dump = JvmFlags.of(new JvmBlocks(1, 1), List.of());
            dump.addAll(USING);
            dump.addAll(List.of("-Xshare:dump", "-XX:SharedClassListFile=" + list, "-XX:SharedArchiveFile=" + made));
            dump.addAll(List.of("-cp", String.join(File.pathSeparator, path)));
            run(dump, "");
            Files.move(made, archive, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            ScratchFolder.delete(fresh);
        }
    }

    /// Adds the lines of a JVM's list, without the numbers that this JVM gave to its classes, and without those of
    /// resolved constants, which differ from run to run.
    private static void addLines(Path list, Set<String> classes) throws IOException {
        for (String line : Files.readAllLines(list)) {
            int number = line.indexOf(" id: ");
            if (!line.contains(" source: ") && !line.startsWith("@cp "))
                classes.add(number < 0 ? line : line.substring(0, number));
        }
    }

    private static void addClasses(String jar, Set<String> classes) throws IOException {
        try (var file = new JarFile(jar)) {
            file.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
                    .forEach(name -> classes.add(name.substring(0, name.length() - ".class".length())));
        }
    }

    /// The command of a job that runs [Training], with the JVM and the flags of this launcher.
    private List<String> job(String options) throws IOException {
        String main = library.launcher().getName();
        List<String> command = new ArrayList<>(ChildProcess.ownCommand(main));
        command.addAll(List.of(options.split(" ")));
        command.addAll(List.of("--time-limit", "2m", Training.class.getName()));
        return command;
    }

    private static void run(List<String> command, String options) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command)
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD);
        // not the settings of other jobs, and not the hosts of an allocation
        builder.environment().keySet().retainAll(Set.of("PATH", "HOME", "LD_LIBRARY_PATH", "LC_ALL", "LANG"));
        builder.environment().put("JAVA_TOOL_OPTIONS", options);
        int status = builder.start().waitFor();
        if (status != 0) throw new IOException("its JVM ended with status " + status);
    }
}
