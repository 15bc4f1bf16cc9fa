// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jshmem.contract.Ended;
import org.jshmem.launch.programs.Misfortune;

/// A command to be run under a deadline, most often the real `bin/oshrun`.
final class Launch {
    private static final Path ROOT = Ended.ROOT;

    /// For a program that hears the signals that the tests were perhaps told to ignore, as under nohup or by `&`.
    static final List<String> HEARING = List.of("env", "--default-signal=HUP,INT,QUIT");

    /// Options that say how PEs are started.
    private static final Set<String> PLACING =
            Set.of("--jvms", "--threads", "--machine", "--hosts", "--hostfile", "--bind-to", "--output-filename");

    static final String MPIRUN_FOLDER = "OMPI_MCA_orte_tmpdir_base";

    private final List<String> command;
    private final List<String> arguments = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private String input = "";

    /// The number of processes where no option says how PEs are started; 0 leaves that to the launcher.
    private int processes;

    static Path root() {
        return ROOT;
    }

    private Launch(String... command) {
        this.command = List.of(command);
    }

    /// The launcher with these arguments.
    static Launch oshrun(Object... arguments) {
        var launch = new Launch(ROOT.resolve("bin/oshrun").toString());
        for (Object a : arguments) launch.arguments.add(a.toString());
        return launch;
    }

    /// The launcher with the words of this command line.
    static Launch line(String words) {
        return oshrun((Object[]) words.split(" "));
    }

    /// A line for the shell, in the project's folder and in an environment where no JDK is named.
    static Launch shell(String line) {
        return new Launch("sh", "-c", line).variable("JAVA_HOME", "");
    }

    /// A JVM that no launcher started, with the class path of the tests.
    static Launch java(Class<?> program) {
        // without performance data, whose warning, where containers share /tmp, would stand among the lines
        String options = "-XX:-UsePerfData -XX:TieredStopAtLevel=1 -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED";
        return new Launch(Ended.jvm(options, program).toArray(String[]::new));
    }

    /// A program of this module's tests: each PE is a process unless options say otherwise. Its JVMs end within a
    /// second, an eighth of which the second compiler would take.
    static Launch program(int npes, Class<?> program, Object... arguments) {
        var launch = oshrun("-J", "-XX:TieredStopAtLevel=1", "-np", npes, "-cp", testClasses(), program.getName());
        launch.processes = npes;
        for (Object a : arguments) launch.arguments.add(a.toString());
        return launch;
    }

    static Path testClasses() {
        return ROOT.resolve("shmem-launch/target/test-classes");
    }

    /// The class path of the tests: those of shmem-api too.
    static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /// The same with these variables.
    Launch variables(Map<String, String> more) {
        environment.putAll(more);
        return this;
    }

    /// A folder for one run of `mpirun`, whose variable is [#MPIRUN_FOLDER]. At its end `mpirun` removes the folder
    /// that all runs of a host share by default, and another one that begins then fails (issue 8510 of Open MPI).
    static String folderOfMpirun() {
        try {
            return Files.createTempDirectory(ROOT.resolve("shmem-launch/target"), "mpirun")
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Processes of this command that `mpirun` of Open MPI starts, which is a PMIx server.
    static Launch mpirun(int count, String... command) {
        List<String> whole = new ArrayList<>(List.of("mpirun", "-n", Integer.toString(count)));
        whole.addAll(List.of(command));
        return new Launch(whole.toArray(String[]::new))
                .variables(TwoHosts.variables())
                .variable("OMPI_MCA_rmaps_base_oversubscribe", "1");
    }

    /// Processes of this program that `mpirun` starts, with the class path of the tests.
    static Launch mpirun(int npes, Class<?> program, Object... arguments) {
        var launch = mpirun(npes, java(program).command.toArray(String[]::new));
        for (Object a : arguments) launch.arguments.add(a.toString());
        return launch;
    }

    /// PEs of `Misfortune` with the arguments of a line, which `mpirun` starts, or the launcher with these options.
    static Launch misfortune(int npes, String start, String arguments) {
        Object[] words = arguments.split(" ");
        boolean pmix = start.equals("mpirun");
        assumeTrue(!pmix || PmixIT.isPossible(), "needs mpirun and libpmix.so.2");
        if (pmix) return mpirun(npes, Misfortune.class, words);
        assumeTrue(!start.contains("--hosts") || TwoHosts.isPossible(), "needs mpirun and UCX, and root");
        var launch = program(npes, Misfortune.class, words);
        if (start.contains("--hosts")) launch.variables(TwoHosts.variables());
        return start.isEmpty() ? launch : launch.with(start.split(" "));
    }

    /// The command of a JVM with this program, whose standard error is appended to a file.
    static String[] intoFile(Path file, Class<?> program, String... arguments) {
        List<String> words = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" 2>>" + file, "sh"));
        words.addAll(java(program).command);
        words.addAll(List.of(arguments));
        return words.toArray(String[]::new);
    }

    /// Options before the others.
    Launch with(String... options) {
        arguments.addAll(0, List.of(options));
        return this;
    }

    Launch variable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    Launch input(String text) {
        input = text;
        return this;
    }

    ProcessBuilder builder() {
        List<String> whole = new ArrayList<>(HEARING);
        whole.addAll(command);
        if (processes > 0 && arguments.stream().noneMatch(PLACING::contains)) {
            whole.addAll(List.of("--jvms", Integer.toString(processes)));
        }
        whole.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(whole).directory(ROOT.toFile());
        environment.forEach((name, value) -> {
            if (value == null) builder.environment().remove(name);
            else builder.environment().put(name, value);
        });
        return builder;
    }

    /// Runs to the end; again, five times at most, where a busy machine has cut short what a job says for as long as
    /// it is let. The last run is the one that counts.
    Ended runUntil(Predicate<Ended> whole) {
        Ended last = run();
        for (int again = 0; again < 4 && !whole.test(last); again++) last = run();
        return last;
    }

    /// Runs to the end, which must have this status.
    Ended run(int status) {
        return run().with(status);
    }

    /// Runs to the end.
    Ended run() {
        try {
            Path typed = Files.createTempFile("oshrun", ".in");
            try {
                Files.writeString(typed, input);
                return Ended.of(builder().redirectInput(typed.toFile()));
            } finally {
                Files.delete(typed);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Sends a signal; returns false if there is no such process.
    static boolean signal(String name, long pid) throws IOException, InterruptedException {
        return new ProcessBuilder("kill", "-" + name, "--", Long.toString(pid))
                        .redirectErrorStream(true)
                        .start()
                        .waitFor()
                == 0;
    }
}
