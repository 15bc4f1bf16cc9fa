// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The command line of one PE's JVM: the flags that make 64 of them start in a second, then the user's, then the
/// program.
final class PeCommand {
    /// What library and programs need from the JVM; pom.xml passes the same to tests.
    private static final List<String> NEEDED = List.of(
            "--add-modules=jdk.incubator.vector",
            "--enable-native-access=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED", // Agrona
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED", // Chronicle Bytes
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED", // Chronicle Bytes
            "--sun-misc-unsafe-memory-access=allow"); // Chronicle Bytes

    /// Measured with 64 JVMs on 2 cores: the thresholds keep the compilers from running before a PE has done anything.
    private static final List<String> FAST = List.of(
            "-XX:-UsePerfData",
            "-Xlog:os+thread=off", // who cannot start a thread says so in an exception
            "-XX:-PrintHeapAtSIGBREAK", // a thread dump for the hang report, and no more
            "-XX:InlineSmallCode=8000", // puts and gets stay inlined after a program has used several types
            "-XX:Tier3InvocationThreshold=2000",
            "-XX:Tier3MinInvocationThreshold=1000",
            "-XX:Tier3CompileThreshold=20000");

    /// The jars that every PE loads classes of: shmem-api and shmem-shm, first on the class path.
    private static final int ARCHIVED_JARS = 2;

    private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

    /// PEs per core from which on huge pages are left out.
    private static final int CROWD = 4;

    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

    private PeCommand() {}

    /// The whole command of a PE. `pes` is the number of PEs that share the machine's memory, `user` the `-J` options.
    static List<String> of(int pes, List<String> user, String classPath, Target target, List<String> arguments) {
        // the archived jars, the program, the rest: a class of the program is found without opening a dozen jars
        List<String> own = Target.entries(classPath);
        List<String> path = new ArrayList<>(own.subList(0, ARCHIVED_JARS));
        List<String> command = jvm(pes, user);
        command.addAll(ClassArchive.flags(classPath, String.join(File.pathSeparator, path), command, user));
        if (hasHugePages(pes)) command.add("-XX:+UseTransparentHugePages"); // behind: archives do not depend on it
        command.addAll(user);
        path.addAll(target.classPath());
        path.addAll(own.subList(ARCHIVED_JARS, own.size()));
        command.add("-cp");
        command.add(String.join(File.pathSeparator, path));
        command.add(target.mainClass());
        command.addAll(arguments);
        return command;
    }

    private static List<String> jvm(int pes, List<String> user) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (user.stream().noneMatch(o -> o.matches("-XX:\\+Use\\w+GC"))) command.add("-XX:+UseSerialGC");
        command.add("-Xmx" + (javaHeapBytes(pes) >> 20) + "m");
        command.addAll(FAST);
        command.addAll(NEEDED);
        return command;
    }

    /// What goes before a command so that the kernel kills the process when the thread that started it ends; empty
    /// where that program is not installed. The setting survives the exec of the JVM.
    static List<String> diesWithLauncher() {
        return Files.isExecutable(SETPRIV) ? List.of(SETPRIV.toString(), "--pdeathsig", "KILL", "--") : List.of();
    }

    /// Whether Java heaps get huge pages: while the machine was quiet SP on 4 PEs took 4.46 to 4.72 s with them,
    /// 4.62 to 5.30 without; in a noisy hour no difference was seen. Not where many PEs share a core: 64 on 2
    /// would start a fifth later and use 40 % more memory.
    private static boolean hasHugePages(int pes) {
        try {
            return pes <= CROWD * Cores.usable().size()
                    && !Files.readString(HUGE_PAGES).contains("[never]");
        } catch (IOException e) {
            return false; // a kernel without them, where the flag would only make the JVM complain
        }
    }

    /// Java heap of a PE, where the user says nothing: half of the memory for all together, between 64 MiB and 4 GiB.
    private static long javaHeapBytes(int pes) {
        return Math.clamp(memoryBytes() / 2 / pes, 64L << 20, 4L << 30);
    }

    /// The machine's memory. Read from /proc since the management beans take 50 ms to load.
    private static long memoryBytes() {
        try (var lines = Files.lines(Path.of("/proc/meminfo"))) {
            return lines.filter(line -> line.startsWith("MemTotal:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }
}
