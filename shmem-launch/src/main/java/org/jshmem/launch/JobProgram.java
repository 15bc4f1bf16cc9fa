// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jshmem.launch.job.JvmBlocks;
import org.jshmem.launch.job.JvmCommand;
import org.jshmem.launch.job.Library;
import org.jshmem.launch.job.PeCommand;
import org.jshmem.launch.member.MemberJvm;
import org.jshmem.launch.os.Refused;
import org.jshmem.launch.os.ScratchFolder;
import org.jshmem.launch.program.JvmSharing;
import org.jshmem.launch.program.ModuleServices;
import org.jshmem.launch.program.Program;
import org.jshmem.launch.program.ProgramFinder;
import org.jshmem.program.ProgramClasses;
import org.jshmem.spi.BuiltIn;
import org.jshmem.spi.JobOutcome;
import org.jshmem.transport.Shape;

/// The program of a job, and the commands of the JVMs that run it.
final class JobProgram {
    static final Library LIBRARY = new Library(Oshrun.class, System.getProperty("java.class.path"));

    private final JobPlan plan;
    private final Options options;
    final Program program;

    /// Finds the program. `scratch` takes the classes of a source file.
    JobProgram(JobPlan plan, ScratchFolder scratch) {
        this.plan = plan;
        options = plan.options;
        if (options.builtIn().filter(BuiltIn::takesNoArguments).isPresent()) options.refuseArguments();
        program = ProgramFinder.find(options.program, plan.programPath(), LIBRARY.classPath(), scratch);
        program.ownMpi()
                .ifPresent(place -> options.hint("jshmem's package mpi takes the place of the one in " + place
                        + "; docs/from-mpj.md has the differences"));
    }

    boolean isBuiltIn() {
        return options.builtIn().isPresent();
    }

    /// Whether PEs share JVMs by default if they outnumber cores: only if neither an option nor the program needs
    /// a process per PE.
    boolean shares() {
        if (options.jvms != null || options.needsProcesses()) return false;
        return isNone(JvmSharing::jvmWideUse, "each PE has a process");
    }

    private boolean isNone(Function<JvmSharing, Optional<String>> search, String effect) {
        Optional<String> found = first(search);
        found.ifPresent(what -> plan.debug(effect + ", because of " + what));
        return found.isEmpty();
    }

    /// The first finding of a search in the program, in words; empty for a built-in program.
    Optional<String> first(Function<JvmSharing, Optional<String>> search) {
        return isBuiltIn() ? Optional.empty() : search.apply(new JvmSharing(program));
    }

    /// The system property by which PEs of a JVM share the program's classes: if the user chose that, or the program
    /// has no static state. A built-in program is on the class path, and shared anyway.
    private String sharing() {
        boolean shares = options.sharesClasses
                || !isBuiltIn() && isNone(JvmSharing::state, "PEs of a JVM load the program once each");
        return "-D" + ProgramClasses.SHARE_PROPERTY + "=" + shares;
    }

    private PeCommand command() {
        boolean computes =
                plan.part != null || options.builtIn().filter(BuiltIn::computes).isPresent();
        return new PeCommand(LIBRARY, plan.jvmOptions(), program, computes, plan.cores);
    }

    /// The command of a JVM with PEs of this host; `blocks` gives its share of its host.
    JvmCommand command(JvmBlocks blocks) {
        if (blocks.isProcesses()) return command().ofProcess(blocks.npes(), options.arguments);
        boolean carried = !options.binds() && isNone(JvmSharing::ownThreads, "each PE has a thread of the kernel");
        List<String> properties = List.of(
                sharing(),
                "-D" + MemberJvm.CARRIED_PROPERTY + "=" + carried,
                "-D" + MemberJvm.TAGGED_PROPERTY + "=" + options.tagsOutput);
        List<String> arguments = new ArrayList<>(List.of(program.mainClass));
        arguments.addAll(options.arguments);
        return command().ofShared(false, blocks, MemberJvm.class, properties, arguments);
    }

    /// The command of the JVM of a simulated job: the simulator gets the job's options and its own ones, then
    /// the program. The JVM writes the file `ended`.
    JvmCommand simulator(Shape shape, Path ended) {
        Class<?> main = ModuleServices.machine(options.machine).main();
        List<String> arguments = new ArrayList<>(
                List.of("-np", Integer.toString(shape.npes()), "--heap", Long.toString(shape.heapBytes())));
        for (String name : Options.PASSED) {
            if (options.has(name) && options.values(name).isEmpty()) arguments.add(name);
            for (String value : options.values(name)) {
                boolean file = name.equals("--trace") || value.endsWith(".json"); // perhaps it runs in another folder
                if (file) value = Path.of(value).toAbsolutePath().toString();
                arguments.addAll(List.of(name, value));
            }
        }
        arguments.addAll(List.of("--", program.mainClass));
        arguments.addAll(options.arguments);
        List<String> properties = List.of(sharing(), "-D" + JobOutcome.FILE_PROPERTY + "=" + ended);
        return command().ofSimulator(shape.npes(), main, properties, arguments);
    }

    /// Writes the options of the JVM of each PE to the file of `--argfile`. Returns the command that uses it.
    String argumentFile() {
        String compiled =
                "--argfile needs compiled classes; compile %s by javac -cp $(oshrun classpath), and give its class";
        Refused.when(options.program.endsWith(".java"), compiled, options.program);
        return command().ofProcess(plan.npes, options.arguments).toFile(options.argumentFile);
    }
}
