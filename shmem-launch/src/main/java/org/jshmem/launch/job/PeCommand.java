// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.launch.os.ScratchFolder;
import org.jshmem.launch.program.ProgramScan;
import org.jshmem.program.ProgramClasses;

/// The command lines of PEs' JVMs: the flags of [JvmFlags], then the user's, then the program.
///
/// @param library the library's jars
/// @param user the user's options for the JVM
/// @param scan the program, and what was found in it
/// @param computes whether its time goes into loops of its own, or into messages to other hosts
public record PeCommand(Library library, List<String> user, ProgramScan scan, boolean computes, int cores) {
    /// The number of simulated PEs from which on their JVM gets more room for new objects. The collector then does
    /// not run while PEs start: nearly all objects of that time live on.
    private static final int MANY = 1000;

    /// Bytes of new objects for each of these PEs, nearly as many as live on. The system zeroes each page of more.
    private static final long NEW_BYTES = 32L << 10;

    /// Stands for the number of the PE in its JVM's options; for the first PE if several share a JVM.
    public static final String PE = "{pe}";

    /// Stands for the PEs of a JVM, which `jps -v`, `jcmd` and `ps` then show.
    private static final String PES = "{pes}";

    /// The beginning of the option with these PEs.
    static final String NUMBERS = "-Djshmem.number=";

    static final String CLASS_PATH = "-cp";

    /// The command with more options for the JVM and the numbers of its PEs in all of them; the program's arguments do
    /// not change.
    public static List<String> numbered(List<String> command, List<String> more, int first, int count) {
        String all = count == 1 ? Integer.toString(first) : first + "-" + (first + count - 1);
        List<String> numbered = new ArrayList<>(command);
        numbered.addAll(1, more);
        numbered.subList(0, numbered.indexOf(CLASS_PATH))
                .replaceAll(word -> word.replace(PE, Integer.toString(first)).replace(PES, all));
        return numbered;
    }

    /// The command of a process of one PE.
    public List<String> ofProcess(int npes, List<String> arguments) {
        // the archived jars, the program, the rest: the JVM finds a class of the program without opening a dozen
        // jars; a program's own Agrona or picocli comes before the library's, which is archived
        List<String> path = new ArrayList<>(scan.hasOwnCopies() ? List.of() : library.first());
        path.addAll(programPath());
        path.addAll(scan.hasOwnCopies() ? library.all() : library.rest());
        String main = scan.program().mainClass();
        return running(jvm(false, new JvmBlocks(npes, npes), path, programOptions()), main, arguments);
    }

    /// The command of the JVM of a simulated job, which runs `main`. It has the program as a JVM of several PEs has it.
    public List<String> ofSimulator(int npes, Class<?> main, List<String> properties, List<String> arguments) {
        JvmBlocks one = new JvmBlocks(1, 1);
        List<String> own = new ArrayList<>();
        long fresh = npes < MANY ? 0 : Math.min(npes * NEW_BYTES, JvmFlags.javaHeapBytes(one) / 3);
        if (fresh > 0) own.add("-XX:NewSize=" + (fresh >> 20) + "m");
        own.addAll(properties);
        return ofShared(true, one, main, own, arguments);
    }

    /// The command of a JVM with several PEs, which runs `main`. The program's own classes are not on its class
    /// path, so that each PE can load its own copy.
    public List<String> ofShared(
            boolean simulated, JvmBlocks blocks, Class<?> main, List<String> properties, List<String> arguments) {
        List<String> own = new ArrayList<>(properties);
        own.addAll(programOptions());
        own.add("-D" + ProgramClasses.PATH_PROPERTY + "=" + String.join(File.pathSeparator, programPath()));
        return running(jvm(simulated, blocks, library.all(), own), main.getName(), arguments);
    }

    /// The program's class path, after the library's package `mpi` if the program uses that. It is absolute, since a
    /// PE may run in another folder.
    private List<String> programPath() {
        List<String> path = new ArrayList<>(scan.usesMpi() ? library.mpi() : List.of());
        for (String entry : scan.program().classPath())
            path.add(Path.of(entry).toAbsolutePath().toString());
        return path;
    }

    /// The options for facts about the program that each JVM would otherwise have to find out: its listeners, and
    /// its use of vectors.
    private List<String> programOptions() {
        List<String> options = new ArrayList<>();
        if (!scan.hasListeners()) options.add("-D" + ProgramClasses.LISTENERS_PROPERTY + "=none");
        if (scan.useVectors()) options.add("--add-modules=jdk.incubator.vector");
        return options;
    }

    /// The command up to the class path; the main class and the arguments follow.
    private List<String> jvm(boolean simulated, JvmBlocks blocks, List<String> path, List<String> own) {
        List<String> command = JvmFlags.of(blocks, user);
        command.addAll(ClassArchive.of(library).flags(simulated, user));
        command.addAll(JvmFlags.tuning(blocks, cores, simulated, computes));
        command.add(NUMBERS + PES);
        ScratchFolder.otherParent().ifPresent(folder -> command.add("-Djava.io.tmpdir=" + folder));
        command.addAll(own);
        command.addAll(user);
        command.addAll(List.of(CLASS_PATH, String.join(File.pathSeparator, path)));
        return command;
    }

    private static List<String> running(List<String> command, String main, List<String> arguments) {
        command.add(main);
        command.addAll(arguments);
        return command;
    }
}
