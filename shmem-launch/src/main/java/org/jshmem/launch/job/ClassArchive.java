// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.launch.system.ChildProcess;
import org.jshmem.launch.system.Processes;
import org.jshmem.launch.system.ScratchFolder;

/// The class archives with which launcher and PEs start without parsing and linking their classes: 64 PEs on 2 cores
/// start in half the time and half the memory. The launcher makes them at the first run of a build, and uses them only
/// to save time and memory.
/*
 * A static class-data archive for each kind of JVM, in a private folder: `launcher.jsa` and `pe.jsa`, `members.jsa`
 * since the first job whose PEs share JVMs, and `sim.jsa` since the first simulated job. A key of each has the JDK,
 * jars and flags for which it was made. The JVM itself refuses an archive that does not fit its jars, so a key only
 * decides when to make a new one. (The newer ahead-of-time cache is faster to make, but in JDK 25 it ran old classes after a jar had been rebuilt.)
 */
record ClassArchive(Path folder, Library library, Kind kind) {
    /// System property with the folder; bin/oshrun sets it. Without a folder there are no archives.
    static final String FOLDER_PROPERTY = "jshmem.archives";

    /// System property that makes a launcher list the classes of the first JVM of PEs in this file.
    static final String TRAINING_PROPERTY = "jshmem.training";

    /// The JVMs of PEs: an archive for each kind, and the job that lists its classes.
    enum Kind {
        PROCESS("pe.jsa", "key", List.of("-np", "2", "--jvms", "2")),

        /// A JVM that PEs share. One JVM has all PEs of its job, since each may load other classes.
        MEMBERS("members.jsa", "members.key", List.of("-np", "4", "--jvms", "1")),

        SIMULATED("sim.jsa", "sim.key", List.of("-np", "4", "--machine", "cluster", "--set", "cores=2"));

        private final String archive;
        private final String key;
        private final List<String> training;

        Kind(String archive, String key, List<String> training) {
            this.archive = archive;
            this.key = key;
            this.training = training;
        }

        /// The beginning of the class path of such JVMs whose classes are archived.
        private String path(Library library) {
            return String.join(File.pathSeparator, this == PROCESS ? library.first() : library.all());
        }
    }

    private static final String FRESH = "fresh-";
    private static final String LAUNCHER = "launcher.jsa";

    /// Attempts that fail take at most a part of the time: one in this number.
    private static final int PAUSE = 20;

    private static final long DEADLINE_MILLIS = 30_000;

    /// The flags with which an archive is made and used. It lies at the address for which it was made: the JDK moves
    /// it to another one in each JVM, which takes 5 to 9 ms and leaves no page that JVMs share. A JVM without that
    /// diagnostic flag makes no archive.
    private static final List<String> USING = List.of(
            "-Xshare:auto",
            "-Xlog:cds=off",
            "-Xlog:aot=off",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:ArchiveRelocationMode=0");

    /// Returns the flags with which PEs use the archive, and makes a missing archive first. `jvm` is the command
    /// of the PEs' JVM.
    static List<String> flags(Kind kind, Library library, List<String> jvm, List<String> user) {
        String property = System.getProperty(FOLDER_PROPERTY, "");
        boolean own = user.stream().anyMatch(o -> o.startsWith("-XX:SharedArchiveFile") || o.startsWith("-XX:AOT"));
        if (property.isEmpty() || own) return List.of();
        List<String> ofProcess = new ClassArchive(Path.of(property), library, Kind.PROCESS).flags(jvm);
        if (kind == Kind.PROCESS) return ofProcess;
        List<String> ofKind = new ClassArchive(Path.of(property), library, kind).flags(jvm);
        return ofKind.isEmpty() ? ofProcess : ofKind;
    }

    static boolean isTraining() {
        return System.getProperty(TRAINING_PROPERTY) != null;
    }

    /// The flag that makes a JVM of PEs list its classes, in a launcher that runs a training job; none in others.
    static List<String> listing() {
        return isTraining() ? List.of("-XX:DumpLoadedClassList=" + System.getProperty(TRAINING_PROPERTY)) : List.of();
    }

    private List<String> flags(List<String> jvm) {
        try {
            makeWhereStale(jvm);
        } catch (IOException e) {
            return List.of();
        }
        Path file = folder.resolve(kind.archive);
        if (!Files.exists(file)) return List.of();
        List<String> flags = new ArrayList<>(USING);
        flags.add("-XX:SharedArchiveFile=" + file);
        return flags;
    }

    private void makeWhereStale(List<String> jvm) throws IOException {
        String key = key(jvm);
        Path keyFile = folder.resolve(kind.key);
        if (Files.exists(keyFile) && Files.readString(keyFile).equals(key) && !isDue(keyFile)) return;
        if (!Files.exists(folder)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        try (FileChannel lock =
                        FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var held = lock.tryLock()) {
            if (held == null) return; // another launcher makes them: this job runs without
            try (var killed = Files.newDirectoryStream(folder, FRESH + "*")) { // of launchers killed meanwhile
                killed.forEach(ScratchFolder::delete);
            }
            Path fresh = Files.createTempDirectory(folder, FRESH);
            long begin = System.currentTimeMillis();
            try {
                make(jvm, fresh);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                ScratchFolder.delete(fresh);
                Files.writeString(keyFile, key); // also after a failure: trying at every start would cost more
                long end = System.currentTimeMillis();
                Files.setLastModifiedTime(keyFile, FileTime.fromMillis(end + PAUSE * (end - begin)));
            }
        }
    }

    /// Whether to try again to make archives, after an attempt failed, as on a machine that is too busy for the
    /// deadline. The time of the key is that of the next attempt.
    private boolean isDue(Path keyFile) throws IOException {
        if (Files.exists(folder.resolve(kind.archive))) return false;
        return Files.getLastModifiedTime(keyFile).toMillis() < System.currentTimeMillis();
    }

    /// The properties on which an archive depends. User flags are not among them: the JVM checks those that
    /// matter.
    private String key(List<String> jvm) throws IOException {
        List<String> key = new ArrayList<>();
        key.add(System.getProperty("java.vm.version") + " " + System.getProperty("java.home"));
        for (String flag : jvm) if (!flag.startsWith("-Xmx")) key.add(flag);
        for (String jar : library.classPath().split(File.pathSeparator)) {
            Path path = Path.of(jar);
            key.add(jar + " " + Files.size(path) + " "
                    + Files.getLastModifiedTime(path).toMillis());
        }
        return String.join("\n", key);
    }

    /// Runs a small job that lists the classes that its JVMs load, then archives them: the PEs' list, and the
    /// launcher's list of a job of processes, at once.
    private void make(List<String> jvm, Path fresh) throws IOException, InterruptedException {
        List<String> launcher = new ArrayList<>(List.of(jvm.getFirst()));
        for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (!flag.startsWith("-D") && !flag.startsWith("-XX:SharedArchiveFile")) launcher.add(flag);
        }
        Path launcherList = fresh.resolve("launcher.list");
        Path peList = fresh.resolve("pe.list");
        List<String> training = new ArrayList<>(launcher);
        training.addAll(List.of(
                "-XX:DumpLoadedClassList=" + launcherList,
                "-D" + TRAINING_PROPERTY + "=" + peList,
                "-cp",
                library.classPath(),
                library.launcher().getName()));
        training.addAll(kind.training);
        // most users give no --heap
        training.addAll(List.of("-x", "SHMEM_SYMMETRIC_SIZE=8m", Training.class.getName()));
        if (!finish(start(training))) throw new IOException("the training job failed"); // a part of the classes
        if (kind == Kind.PROCESS) leaveConstants(launcherList); // the JVMs that read options
        if (kind == Kind.SIMULATED) leaveConstants(peList);
        Path archive = fresh.resolve(kind.archive);
        ChildProcess pes = start(dump(jvm, kind.path(library), peList, archive));
        if (kind == Kind.PROCESS) {
            Path ofLauncher = fresh.resolve(LAUNCHER);
            replace(ofLauncher, finish(start(dump(launcher, library.classPath(), launcherList, ofLauncher))));
        }
        replace(archive, finish(pes));
    }

    /// Removes the constants to resolve from a list of classes. Resolving links the classes, and classes as old as
    /// picocli's are then archived unlinked or not at all, which costs 50 ms of each start.
    private static void leaveConstants(Path list) throws IOException {
        List<String> lines = Files.readAllLines(list);
        lines.removeIf(line -> line.startsWith("@cp "));
        Files.write(list, lines);
    }

    private static List<String> dump(List<String> jvm, String path, Path list, Path archive) {
        List<String> command = new ArrayList<>(jvm);
        command.addAll(USING);
        command.addAll(List.of(
                "-Xshare:dump", "-XX:SharedClassListFile=" + list, "-XX:SharedArchiveFile=" + archive, "-cp", path));
        return command;
    }

    private static ChildProcess start(List<String> command) throws IOException {
        List<String> whole = new ArrayList<>(PeCommand.diesWithLauncher());
        whole.addAll(command);
        var builder = new ProcessBuilder(whole)
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD);
        builder.environment().keySet().removeIf(ClassArchive::isOfAllocation); // it runs on this host
        return Processes.start(builder);
    }

    private static boolean isOfAllocation(String variable) {
        return variable.startsWith("SLURM_")
                || List.of("PBS_NODEFILE", "LSB_DJOB_HOSTFILE", "PE_HOSTFILE").contains(variable);
    }

    private static boolean finish(ChildProcess process) throws InterruptedException {
        int status = process.await(DEADLINE_MILLIS);
        if (status == ChildProcess.RUNS) process.kill();
        return status == 0;
    }

    private void replace(Path fresh, boolean made) throws IOException {
        Path archive = folder.resolve(fresh.getFileName());
        if (made) Files.move(fresh, archive, StandardCopyOption.ATOMIC_MOVE);
        else Files.deleteIfExists(archive);
    }
}
