// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.runtime.settings.UsableMemory;

/// The flags of JVMs: those with which 64 PEs start in a second.
final class JvmFlags {
    /// The flags that library and programs need; pom.xml passes the same flags to tests.
    private static final List<String> NEEDED = List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED", // Agrona: words, carriers of PEs
            "--add-exports=java.base/jdk.internal.module=ALL-UNNAMED", // vectors, when first used
            "-Djava.lang.foreign.native.threshold.power.copy=0"); // a program's own short copies: JDK-8331133

    /// The second compiler compiles these by themselves, not as a part of their callers. A loop
    /// over vector registers: in a deep chain of callers, methods of the JDK's vector load exceed
    /// its 15 levels of inlining, and vectors become objects: a sum of 1,024 doubles then has a
    /// speed for each caller that was compiled last. The steps of a message of package mpi: inlined
    /// into each other they have 9,000 bytes, which take that compiler 0.6 s, once for each caller.
    private static final String ALONE = "-XX:CompileCommand=dontinline,";

    private static final List<String> FAST = List.of(
            "-XX:-UsePerfData",
            "-XX:+DisplayVMOutputToStderr", // the program's standard output is its own
            "-Xlog:os+thread=off", // an exception reports that a thread could not start
            "-XX:InlineSmallCode=8000", // puts and gets stay inlined after a program has used several types
            "-XX:CompileCommand=quiet",
            ALONE + "*VectorLoops::apply",
            ALONE + "mpi.Engine::*",
            ALONE + "*PeMailbox::next",
            ALONE + "*PeMailbox::collect",
            ALONE + "*PeMailbox::offer");

    private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

    /// The largest number of JVMs per core with which huge pages are used, and of PEs per core with which the first
    /// compiler begins early.
    private static final int MOST_PER_CORE = 4;

    /// The interpreter looks for a compiled loop after 16 rounds instead of 1,024, and then moves the running PE
    /// there. It counts the rounds of all PEs together, so that 1,024 PEs leave an interpreted loop one by one. The
    /// JVM suspends and resumes a PE in such a loop slowly, and allocates room for its frames each time.
    private static final String FREQUENT_LOOP_CHECKS = "-XX:Tier0BackedgeNotifyFreqLog=4";

    private JvmFlags() {}

    /// The JVM and the flags for which class archives are made. The user's choice of a collector counts.
    static List<String> of(JvmBlocks blocks, List<String> user) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (user.stream().noneMatch(o -> o.matches("-XX:\\+Use\\w+GC"))) command.add("-XX:+UseSerialGC");
        command.add("-Xmx" + (javaHeapBytes(blocks) >> 20) + "m");
        command.addAll(FAST);
        command.addAll(NEEDED);
        return command;
    }

    /// More flags of PEs' JVMs, which are valid with any archive.
    static List<String> tuning(JvmBlocks blocks, int cores, boolean simulated, boolean computes) {
        boolean few = !simulated && blocks.npes() <= MOST_PER_CORE * cores;
        List<String> flags = new ArrayList<>(thresholds(few ? 600 : 2000));
        if (blocks.jvms() < blocks.npes()) {
            flags.addAll(lateSecondCompiler(320_000)); // of all PEs of the JVM
            flags.add("-XX:Tier4BackEdgeThreshold=1600000"); // a carrier that spins is a loop too
        } else if (few && !computes) {
            flags.addAll(lateSecondCompiler(20_000));
        }
        if (simulated) flags.add(FREQUENT_LOOP_CHECKS);
        if (blocks.jvms() <= MOST_PER_CORE * cores && hasHugePages()) flags.add("-XX:+UseTransparentHugePages");
        return flags;
    }

    /// The calls after which the second compiler takes a method. The JDK's own number is 5,000, or 15,000 of
    /// calls and rounds of loops: that compiler then needs cores that the first barriers and sums need. A call to
    /// another host takes a thousand times as long, and its code would be slow for the first 0.2 s.
    private static List<String> lateSecondCompiler(int calls) {
        return List.of("-XX:Tier4InvocationThreshold=" + calls, "-XX:Tier4CompileThreshold=" + calls);
    }

    /// The calls after which the first compiler takes a method. The JDK's own number is 200, with which compilers
    /// would already run while PEs start.
    static List<String> thresholds(int calls) {
        return List.of(
                "-XX:Tier3InvocationThreshold=" + calls,
                "-XX:Tier3MinInvocationThreshold=" + calls / 2,
                "-XX:Tier3CompileThreshold=" + 10 * calls);
    }

    /// Whether Java heaps can have huge pages. On a quiet machine SP on 4 PEs took 4.46 to 4.72 s with them, 4.62 to
    /// 5.30 s without; on a noisy one no difference was measured. They are not used if many PEs share a core: 64
    /// PEs on 2 cores would start a fifth later and use 40 % more memory.
    private static boolean hasHugePages() {
        String choice = KernelFile.after("", HUGE_PAGES); // empty without them: the JVM would complain about the flag
        return !choice.isEmpty() && !choice.contains("[never]");
    }

    /// The Java heap of a JVM if the user does not set it: its PEs' share of half of the memory, between 64 MiB
    /// and 4 GiB for each PE.
    static long javaHeapBytes(JvmBlocks blocks) {
        long each = Math.clamp(UsableMemory.bytes() / 2 / blocks.npes(), 64L << 20, 4L << 30);
        return Math.ceilDiv(blocks.npes(), blocks.jvms()) * each;
    }
}
