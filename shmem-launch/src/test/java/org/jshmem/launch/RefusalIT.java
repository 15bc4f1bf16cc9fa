// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jshmem.contract.Ended;
import org.jshmem.contract.SampledRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Jobs that cannot be: said in one line, before any PE starts.
@Isolated("the messages of several JVMs come within a time")
class RefusalIT {
    private static final int USER = 200_000 + ThreadLocalRandom.current().nextInt(100_000);
    private static final String AS_ANOTHER_USER =
            "setpriv --reuid=%1$d --regid=%1$d --clear-groups env HOME=/nonexistent ".formatted(USER);

    /// Runs the built-in hello in a JVM that no launcher of ours started.
    private static Ended alone(String variable, String value) {
        return Launch.java(Hello.class).variable(variable, value).run();
    }

    private static void assertRefused(Ended run, String... facts) {
        run.with(2);
        assertEquals("", run.out(), "a PE has started");
        assertEquals(1, run.err().lines().count(), run::toString);
        assertTrue(run.err().startsWith("oshrun: "), run::toString);
        for (String fact : facts) run.assertErr(fact);
    }

    /// What the script refuses by itself.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PATH=               | PATH='' has no readlink; add the folders of the system's commands
            PATH=/nonexistent   | PATH='/nonexistent' has no readlink; add the folders of the system's commands
            ulimit -n 14        | oshrun: the limit on open files is 14, and the launcher needs 64; raise it (ulimit -n 1024)
            ulimit -n 63        | oshrun: the limit on open files is 63, and the launcher needs 64; raise it (ulimit -n 1024)
            JSHMEM_JAVA_HOME=/none        | JSHMEM_JAVA_HOME: the folder /none is not a JDK 25 or newer (no release file); set it to one, or unset it
            JSHMEM_MODULES='shmem-api no' | the project in {root} is not built (first use)
            OS=Windows_NT       | PEs in processes need Linux (on Windows: WSL 2); without it java -Djshmem.pes=4 -cp JARS PROGRAM runs four PEs as threads, and java -cp JARS org.jshmem.sim.Main -np 4 --machine knc -- PROGRAM on a simulated machine
            set "$(printf 'a\\377')" | has bytes that are not UTF-8, and a JVM would change them; give it in UTF-8, or set LC_ALL to its locale
            mkdir -p target/a:b; script=$PWD/bin/oshrun; cd target/a:b | /target/a:b has a colon in its name, which no class path can hold; rename it
            """)
    void anEnvironmentThatCannotBeIsRefused(String setting, String fact) {
        String run =
                "; script=${script:-bin/oshrun}; export OS PATH JSHMEM_JAVA_HOME JSHMEM_MODULES; exec \"$script\" -np 1 hello \"$@\"";
        String root = Launch.root().normalize().toString();
        assertRefused(Launch.shell(setting + run).run(), fact.replace("{root}", root));
    }

    /// A PE that is a process fails as `java` fails.
    @Test
    void aMainClassThatCannotBeLoadedIsRefused(@TempDir Path folder) throws IOException {
        ClassFile.of().buildTo(folder.resolve("Newer.class"), ClassDesc.of("Newer"), c -> c.withVersion(255, 0));
        ClassFile.of().buildTo(folder.resolve("Inner.class"), ClassDesc.of("a.b.Inner"), c -> {});
        String options = "-np 2 --jvms 1 -cp " + folder + " ";
        assertRefused(
                Launch.line(options + "Newer").run(),
                "UnsupportedClassVersionError: Newer has been compiled by a more recent version",
                "; compile it by javac --release 25, or set JSHMEM_JAVA_HOME to a newer JDK");
        assertRefused(
                Launch.line("-np 2 --threads org.jshmem.Cmp").run(),
                "org.jshmem.Cmp has no main method; give it one, such as public static void main(String[] args)");
        assertRefused(
                Launch.line(options + "Inner").run(),
                "Inner (wrong name: a/b/Inner); give its whole name, a.b.Inner, and by -cp the folder above its"
                        + " packages");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -v 2000000 | raise the limit on address space (ulimit -v)
            -f 4000    | File too large; raise the limit on the size of files (ulimit -f)""")
    void aLimitThatTheJobFileNeedsIsNamed(String limit, String remedy) {
        assertRefused(
                Launch.shell("ulimit " + limit + "; exec bin/oshrun -np 2 --heap 64m hello")
                        .run(),
                "oshrun: /dev/shm: the job file of ",
                " MiB for 2 PEs cannot be made, ",
                remedy);
    }

    /// As a user of its own, since nothing limits root; the limit counts that user's threads on the whole machine, so
    /// that each run of this test is another user.
    private static Ended underALimitOf(int processes) {
        assumeTrue(
                Launch.shell(AS_ANOTHER_USER + "test -x bin/oshrun").run().status() == 0,
                "needs root, to be another user");
        return Launch.shell(AS_ANOTHER_USER + "prlimit --nproc=" + processes + " bin/oshrun -np 4 --jvms 4 hello")
                .run();
    }

    /// Which of the JVMs meets the limit first is a matter of chance; its own words have the limit.
    @ParameterizedTest
    @SampledRows("14\n24\n36\n52")
    void aLimitOnProcessesIsNamed(int processes) {
        Ended run = underALimitOf(processes);
        assertNotEquals(0, run.status(), run::toString);
        List<String> own =
                run.err().lines().filter(l -> l.startsWith("oshrun: ")).toList();
        assertEquals(1, own.size(), run::toString);
        run.assertErrMatches("(?s).*(unable to create|Cannot create|temporarily unavailable).*");
    }

    @Test
    void aLimitOnOpenFilesIsNamed() {
        assumeTrue(Launch.shell("command -v prlimit").run().status() == 0, "no prlimit");
        Ended run = Launch.shell("prlimit --nofile=64 bin/oshrun -np 32 --jvms 32 hello")
                .run(2);
        run.assertErrMatches(
                "oshrun: cannot start PE \\d+/32, .*Too many open files.*; the limit on open files \\(ulimit -n\\)"
                        + " is too low: raise it, or start fewer PEs\n");
    }

    @ParameterizedTest
    @SampledRows("""
            2 | -J -Xmx1q hello                 | Invalid maximum heap size: -Xmx1q
            2 | -J --nix hello                  | Unrecognized option: --nix
            2 | -J -Xms2g -J -Xmx1g hello       | Initial heap size set to a larger value than the maximum heap size
            2 | -J -javaagent:/none.jar hello   | Error opening zip file or JAR manifest missing : /none.jar
            2 | -J --add-modules=nix hello      | java.lang.module.FindException: Module nix not found
            8 | org.jshmem.Cmp                  | Main method not found in class org.jshmem.Cmp
            """)
    void whatKeepsJvmsFromStartingIsNamedOnceByAJvmItself(int npes, String words, String complaint) {
        Ended run = Launch.line("-np %d --jvms %1$d %s".formatted(npes, words)).run(1);
        assertEquals("", run.out(), run::toString);
        assertEquals(2, run.err().split(Pattern.quote(complaint), -1).length, run::toString);
        List<String> own =
                run.err().lines().filter(l -> l.startsWith("oshrun: ")).toList();
        assertEquals(1, own.size(), run::toString);
        assertTrue(
                own.getFirst()
                        .matches("oshrun: PE \\d/" + npes + " \\(pid \\d+\\) exited with status 1 before Shmem.init"),
                run::toString);
    }

    @Test
    void sixtyFourHeapsOfFourGibibytesFitWhereNobodyUsesThemAll() {
        Ended run = Launch.line("-np 64 --heap 4g hello").run(0);
        assertEquals(64, run.out().lines().count(), run::toString);
    }

    @Test
    void aFolderOrAProgramThatTheUserMayNotUseIsRefused(@TempDir Path folder) throws IOException {
        assumeTrue(Launch.shell(AS_ANOTHER_USER + "test -x bin/oshrun").run().status() == 0, "needs root");
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Path source = Files.writeString(inner.resolve("Closed.java"), "public class Closed {}");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(inner, PosixFilePermissions.fromString("rwx------"));
        String command = AS_ANOTHER_USER + "bin/oshrun -np 2 ";
        assertRefused(
                Launch.shell(command + "--wdir " + inner + " hello").run(),
                "oshrun: --wdir '" + inner + "' cannot be entered by this user; give another one");
        assertRefused(
                Launch.shell(command + source).run(),
                "oshrun: this user cannot enter " + inner + "; give a program that it can read");
        Files.setPosixFilePermissions(inner, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(source, PosixFilePermissions.fromString("rw-------"));
        assertRefused(
                Launch.shell(command + source).run(),
                "oshrun: this user cannot read " + source + "; give a program that it can read");
    }

    @Test
    void aFolderThatDoesNotExistAnyMoreIsRefused() {
        Ended run = Launch.shell("launcher=$PWD/bin/oshrun; gone=$(mktemp -d) && cd $gone && rmdir $gone"
                        + " && exec $launcher -np 2 hello")
                .run();
        run.with(2);
        assertTrue(
                run.err().endsWith("oshrun: the current folder does not exist any more; change to another one\n"),
                run::toString);
        assertEquals("", run.out(), run::toString);
    }

    @Test
    void aCommandThatCannotPrintSaysSo() {
        Ended full = Launch.shell("exec bin/oshrun man > /dev/full").run(141);
        assertEquals("oshrun: standard output cannot be written, No space left on device\n", full.err());
        Ended reader =
                Launch.shell("{ bin/oshrun man; echo $? >&2; } | sleep 0").run();
        assertEquals("141\n", reader.err(), "a reader that has ended is no failure to name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS"})
    void aProcessOfAnotherLauncherIsNotPeZeroOfOne(String variable) {
        Ended run = alone(variable, "4");
        run.with(1);
        assertEquals("", run.out(), run::toString);
        run.assertErr(variable + "=4: this process was started by another launcher, and every copy would be"
                + " PE 0 of 1; start it with oshrun -np 4");
    }

    @Test
    void aProcessOfItsOwnIsAJobOfOne() {
        Ended run = alone("OMPI_COMM_WORLD_SIZE", "1");
        run.with(0);
        assertEquals("Hello from PE 0 of 1\n", run.out(), run::toString);
    }
}
