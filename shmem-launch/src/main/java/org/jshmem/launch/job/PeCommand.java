// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.launch.os.ScratchFolder;
import org.jshmem.launch.program.Program;
import org.jshmem.program.ProgramClasses;

/// The commands of PEs' JVMs: the flags of [JvmFlags], then the user's, then the program.
///
/// @param library the library's jars
/// @param user the user's options for the JVM
/// @param program the program
/// @param computes whether its time goes into loops of its own, or into messages to other hosts
public record PeCommand(Library library, List<String> user, Program program, boolean computes, int cores) {
    /// The number of simulated PEs from which on their JVM gets more room for new objects. The collector then does
    /// not run while PEs start: nearly all objects of that time live on.
    private static final int MANY = 1000;

    /// Bytes of new objects for each of these PEs, nearly as many as live on. The system zeroes each page of more.
    private static final long NEW_BYTES = 32L << 10;

    /// The command of a process of one PE.
    public JvmCommand ofProcess(int npes, List<String> arguments) {
        // the archived jars, the program, the rest: the JVM finds a class of the program without opening a dozen
        // jars; a program's own Agrona or picocli comes before the library's, which is archived
        List<String> path = new ArrayList<>(program.hasOwnCopies() ? List.of() : library.first());
        path.addAll(programPath());
        path.addAll(program.hasOwnCopies() ? library.all() : library.rest());
        JvmBlocks blocks = new JvmBlocks(npes, npes);
        return new JvmCommand(jvm(false, blocks, programOptions()), path, program.mainClass, arguments);
    }

    /// The command of the JVM of a simulated job, which runs `main`. It has the program as a JVM of several PEs has it.
    public JvmCommand ofSimulator(int npes, Class<?> main, List<String> properties, List<String> arguments) {
        JvmBlocks one = new JvmBlocks(1, 1);
        List<String> own = new ArrayList<>();
        long fresh = npes < MANY ? 0 : Math.min(npes * NEW_BYTES, JvmFlags.javaHeapBytes(one) / 3);
        if (fresh > 0) own.add("-XX:NewSize=" + (fresh >> 20) + "m");
        own.addAll(properties);
        return ofShared(true, one, main, own, arguments);
    }

    /// The command of a JVM with several PEs, which runs `main`. The program's own classes are not on its class
    /// path, so that each PE can load its own copy.
    public JvmCommand ofShared(
            boolean simulated, JvmBlocks blocks, Class<?> main, List<String> properties, List<String> arguments) {
        List<String> own = new ArrayList<>(properties);
        own.addAll(programOptions());
        List<String> path = programPath();
        if (!program.usesMpi()) path.addAll(library.mpi()); // for programs that reach it by reflection alone
        own.add("-D" + ProgramClasses.PATH_PROPERTY + "=" + String.join(File.pathSeparator, path));
        return new JvmCommand(jvm(simulated, blocks, own), library.shared(), main.getName(), arguments);
    }

    /// The program's class path, after the library's package `mpi` if the program uses that. It is absolute, since a
    /// PE may run in another folder.
    private List<String> programPath() {
        List<String> path = new ArrayList<>(program.usesMpi() ? library.mpi() : List.of());
        for (String entry : program.classPath)
            path.add(Path.of(entry).toAbsolutePath().toString());
        return path;
    }

    /// The options for facts about the program that each JVM would otherwise have to find out: its listeners, and
    /// its use of vectors.
    private List<String> programOptions() {
        List<String> options = new ArrayList<>();
        if (!program.hasListeners()) options.add("-D" + ProgramClasses.LISTENERS_PROPERTY + "=none");
        if (program.useVectors()) options.add("--add-modules=jdk.incubator.vector");
        return options;
    }

    private List<String> jvm(boolean simulated, JvmBlocks blocks, List<String> own) {
        List<String> jvm = JvmFlags.of(blocks, user);
        jvm.addAll(ClassArchive.of(library).flags(simulated, user));
        jvm.addAll(JvmFlags.tuning(blocks, cores, simulated, computes));
        ScratchFolder.otherParent().ifPresent(folder -> jvm.add("-Djava.io.tmpdir=" + folder));
        jvm.addAll(own);
        jvm.addAll(user);
        return jvm;
    }
}
