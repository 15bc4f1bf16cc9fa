// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.ShmemListener;
import org.jshmem.launch.job.ClassArchive.Kind;
import org.jshmem.launch.program.PeProgram;
import org.jshmem.runtime.Settings;
import org.jshmem.shm.AllowedCores;
import org.jshmem.start.ProgramClasses;

/// The command line of one PE's JVM: the flags with which 64 of them start in a second, then the user's, then the
/// program.
public final class PeCommand {
    /// The flags that library and programs need; pom.xml passes the same flags to tests.
    private static final List<String> NEEDED = List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED", // Agrona: words of memory, ring buffers
            "--add-exports=java.base/jdk.internal.module=ALL-UNNAMED", // vectors, when first used
            "--add-opens=java.base/java.lang=ALL-UNNAMED"); // the simulator: the carriers of its PEs

    private static final List<String> FAST = List.of(
            "-XX:-UsePerfData",
            "-Xlog:os+thread=off", // an exception reports that a thread could not start
            "-XX:-PrintHeapAtSIGBREAK", // the report of a hanging job needs the thread dump alone
            "-XX:InlineSmallCode=8000"); // puts and gets stay inlined after a program has used several types

    /// The number of simulated PEs from which on their JVM gets more room for new objects. The collector then does
    /// not run while PEs start: nearly all objects of that time live on.
    private static final int MANY = 1000;

    /// Bytes of new objects for each of these PEs.
    private static final long NEW_BYTES = 96L << 10;

    /// For a JVM whose standard output carries frames: warnings and thread dumps of the JVM are printed on
    /// standard error.
    private static final List<String> FRAMES_ALONE =
            List.of("-XX:+DisplayVMOutputToStderr", "-Xlog:disable", "-Xlog:all=warning,os+thread=off:stderr");

    private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

    /// The largest number of JVMs per core with which huge pages are used, and of PEs per core with which the first
    /// compiler begins early.
    private static final int CROWD = 4;

    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");
    private static final Path SETSID = Path.of("/usr/bin/setsid");

    /// Stands for the number of the PE in its JVM's options; for the first PE if several share a JVM.
    public static final String PE = "{pe}";

    /// Stands for the PEs of a JVM, which `jps -v`, `jcmd` and `ps` then show.
    private static final String PES = "{pes}";

    /// The beginning of the option with these PEs.
    static final String NUMBERS = "-D" + Settings.PES_PROPERTY + "=";

    static final String CLASS_PATH = "-cp";

    private PeCommand() {}

    /// The command with the numbers of the JVM's PEs in its options; the program's arguments do not change.
    public static List<String> numbered(List<String> command, int first, int count) {
        String all = count == 1 ? Integer.toString(first) : first + "-" + (first + count - 1);
        int options = command.indexOf(CLASS_PATH);
        List<String> numbered = new ArrayList<>(command);
        for (int i = 0; i < options; i++) {
            numbered.set(i, command.get(i).replace(PE, Integer.toString(first)).replace(PES, all));
        }
        return numbered;
    }

    /// The command of a process of one PE.
    public static List<String> ofProcess(
            int npes, List<String> user, Library library, PeProgram target, List<String> arguments) {
        // the archived jars, the program, the rest: the JVM finds a class of the program without opening a dozen
        // jars
        List<String> path = new ArrayList<>(library.first());
        path.addAll(target.classPath());
        path.addAll(library.rest());
        return whole(
                Kind.PROCESS,
                new PeBlocks(npes, npes),
                user,
                library,
                path,
                whatFor(target),
                target.mainClass(),
                arguments);
    }

    /// The command of a JVM with several PEs, which runs `main`. The program's own classes are not on its class
    /// path, so that each PE can load its own copy.
    public static List<String> ofShared(
            PeBlocks deal,
            List<String> user,
            Library library,
            PeProgram target,
            Class<?> main,
            List<String> properties,
            List<String> arguments) {
        return ofShared(Kind.MEMBERS, deal, user, library, target, main, properties, arguments);
    }

    /// The command of the JVM of a simulated job, which runs `main`. It has the program as a JVM of several PEs has it.
    static List<String> ofSimulator(
            int npes,
            List<String> user,
            Library library,
            PeProgram target,
            Class<?> main,
            List<String> properties,
            List<String> arguments) {
        PeBlocks one = new PeBlocks(1, 1);
        List<String> own = new ArrayList<>();
        long fresh = npes < MANY ? 0 : Math.min(npes * NEW_BYTES, javaHeapBytes(one) / 3);
        if (fresh > 0) own.add("-XX:NewSize=" + (fresh >> 20) + "m");
        own.addAll(properties);
        List<String> command = ofShared(Kind.SIMULATED, one, user, library, target, main, own, arguments);
        command.addAll(1, ClassArchive.listing());
        return command;
    }

    private static List<String> ofShared(
            Kind kind,
            PeBlocks deal,
            List<String> user,
            Library library,
            PeProgram target,
            Class<?> main,
            List<String> properties,
            List<String> arguments) {
        List<String> own = new ArrayList<>(properties);
        own.addAll(whatFor(target));
        own.add("-D" + ProgramClasses.PATH_PROPERTY + "=" + String.join(File.pathSeparator, target.classPath()));
        return whole(kind, deal, user, library, library.all(), own, main.getName(), arguments);
    }

    /// The options for facts about the program that each JVM would otherwise have to find out: its listeners, and
    /// its use of vectors.
    private static List<String> whatFor(PeProgram target) {
        List<String> options = new ArrayList<>();
        if (!target.holds("META-INF/services/" + ShmemListener.class.getName())) {
            options.add("-D" + ProgramClasses.LISTENERS_PROPERTY + "=none");
        }
        if (target.usesVectors()) options.add("--add-modules=jdk.incubator.vector");
        return options;
    }

    /// The command of a process of the launcher on another host.
    public static List<String> ofLauncher(Library library, Class<?> main) {
        List<String> command = jvm(new PeBlocks(1, 1), List.of());
        command.addAll(thresholds(2000));
        command.addAll(FRAMES_ALONE);
        // as bin/oshrun: numbers are those of the manual in any locale
        command.addAll(List.of("-Duser.language.format=en", "-cp", library.classPath(), main.getName()));
        return command;
    }

    private static List<String> whole(
            Kind kind,
            PeBlocks deal,
            List<String> user,
            Library library,
            List<String> path,
            List<String> properties,
            String main,
            List<String> arguments) {
        List<String> command = jvm(deal, user);
        command.addAll(ClassArchive.flags(kind, library, command, user));
        // these are valid with any archive
        boolean few = deal.npes() <= CROWD * AllowedCores.usable().size();
        command.addAll(kind != Kind.SIMULATED && few ? early(deal.npes() / deal.jvms()) : thresholds(2000));
        if (hasHugePages(deal.jvms())) command.add("-XX:+UseTransparentHugePages");
        command.add(NUMBERS + PES);
        command.addAll(properties);
        command.addAll(user);
        command.add(CLASS_PATH);
        command.add(String.join(File.pathSeparator, path));
        command.add(main);
        command.addAll(arguments);
        return command;
    }

    private static List<String> jvm(PeBlocks deal, List<String> user) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (user.stream().noneMatch(o -> o.matches("-XX:\\+Use\\w+GC"))) command.add("-XX:+UseSerialGC");
        command.add("-Xmx" + (javaHeapBytes(deal) >> 20) + "m");
        command.addAll(FAST);
        command.addAll(NEEDED);
        return command;
    }

    /// The words before a command that make the kernel kill the process when the thread that started it ends. The
    /// list is empty if setpriv is not installed. The setting survives the exec of the JVM.
    public static List<String> diesWithLauncher() {
        return Files.isExecutable(SETPRIV) ? List.of(SETPRIV.toString(), "--pdeathsig", "KILL", "--") : List.of();
    }

    /// The words of [#diesWithLauncher], and those that begin a session of its own. The terminal's signals
    /// (SIGINT, SIGQUIT, SIGTSTP) then reach the launcher alone, which passes them on. A process that would
    /// outlive the launcher stays in the launcher's session.
    public static List<String> apart() {
        List<String> words = diesWithLauncher();
        if (words.isEmpty() || !Files.isExecutable(SETSID)) return words;
        List<String> whole = new ArrayList<>(List.of(SETSID.toString()));
        whole.addAll(words);
        return whole;
    }

    /// The calls after which compilers take a method where PEs are few. The first compiler takes it sooner than
    /// elsewhere. The second one takes it after four times the JDK's number of calls of each PE: it needs cores
    /// that the first barriers and sums need. Loops reach it as in any JVM.
    /// docs/internals/first-second.md has the figures.
    private static List<String> early(int pesOfJvm) {
        List<String> options = new ArrayList<>(thresholds(600));
        options.add("-XX:Tier4InvocationThreshold=" + 20_000 * pesOfJvm);
        options.add("-XX:Tier4CompileThreshold=" + 20_000 * pesOfJvm);
        return options;
    }

    /// The calls after which the first compiler takes a method. The JDK's own number is 200, with which compilers
    /// would already run while PEs start.
    private static List<String> thresholds(int calls) {
        return List.of(
                "-XX:Tier3InvocationThreshold=" + calls,
                "-XX:Tier3MinInvocationThreshold=" + calls / 2,
                "-XX:Tier3CompileThreshold=" + 10 * calls);
    }

    /// Whether Java heaps get huge pages. On a quiet machine SP on 4 PEs took 4.46 to 4.72 s with them, 4.62 to
    /// 5.30 s without; on a noisy one no difference was measured. They are not used if many PEs share a core: 64
    /// PEs on 2 cores would start a fifth later and use 40 % more memory.
    private static boolean hasHugePages(int jvms) {
        try {
            return jvms <= CROWD * AllowedCores.usable().size()
                    && !Files.readString(HUGE_PAGES).contains("[never]");
        } catch (IOException e) {
            return false; // a kernel without them, with which the JVM would complain about the flag
        }
    }

    /// The Java heap of a JVM if the user does not set it: its PEs' share of half of the memory, between 64 MiB
    /// and 4 GiB for each PE.
    private static long javaHeapBytes(PeBlocks deal) {
        long each = Math.clamp(HostLimits.memoryBytes() / 2 / deal.npes(), 64L << 20, 4L << 30);
        return Math.ceilDiv(deal.npes(), deal.jvms()) * each;
    }
}
