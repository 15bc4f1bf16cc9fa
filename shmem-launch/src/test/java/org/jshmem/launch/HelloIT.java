// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.contract.Ended;
import org.jshmem.contract.SampledRows;
import org.jshmem.launch.member.MemberJvm;
import org.jshmem.launch.os.ScratchFolder;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.ShmProvider;
import org.jshmem.transport.Interposer;
import org.jshmem.transport.TransportProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelloIT {
    private static final String MODULES = "one two nas-kernels";

    static List<String> greetings(int npes) {
        List<String> lines = new ArrayList<>();
        for (int k = 0; k < npes; k++) lines.add("Hello from PE " + k + " of " + npes);
        lines.sort(null);
        return lines;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 64})
    void everyPeSaysHelloOnceAndNothingElseIsWritten(int npes) {
        var result = Launch.oshrun("-np", npes, "hello").run(0);
        assertEquals(greetings(npes), result.sorted());
        String sharing = "oshrun: \\d+ PEs in \\d+ JVMs?, since they outnumber the .*\\R";
        assertEquals("", result.err().replaceFirst(sharing, ""));
        Leftovers.assertNoneOf(result);
    }

    @Test
    void threadsOfOneJvmSayTheSame() {
        for (String count : List.of("-n", "-N", "--npernode", "--map-by ppr:5:node -n")) {
            var result = Launch.line(count + " 5 --threads hello").run(0);
            assertEquals(greetings(5), result.sorted());
            assertEquals("", result.err());
        }
    }

    @Test
    void theScriptIsFoundThroughLinksAndFromAnywhere(@TempDir Path folder) throws Exception {
        Path link =
                Files.createSymbolicLink(folder.resolve("a link"), Launch.root().resolve("bin/oshrun"));
        Path second = Files.createSymbolicLink(folder.resolve("oshrun"), link);
        var command = new ProcessBuilder(second.toString(), "-np", "1", "hello").directory(folder.toFile());
        assertEquals("Hello from PE 0 of 1\n", Ended.of(command).text());
        assertEquals(
                "Hello from PE 0 of 1\n",
                Launch.shell("bin/jshrun -np 1 hello").run().out());
    }

    /// A PE that starts a launcher passes on what its own launcher has told it.
    @Test
    void aJobOfAPeIsAnotherJob() throws IOException {
        String script = Files.readString(Launch.root().resolve("bin/oshrun"));
        String unset = script.lines()
                .filter(line -> line.startsWith("unset "))
                .findFirst()
                .orElseThrow();
        for (String variable : List.of(
                TransportProvider.BACKEND_VARIABLE,
                Settings.HEAP_VARIABLE,
                Settings.TIMEOUT_VARIABLE,
                Interposer.VARIABLE,
                ShmProvider.JOB_VARIABLE,
                ShmProvider.PE_VARIABLE,
                MemberJvm.COUNT_VARIABLE)) {
            assertTrue(List.of(unset.split(" ")).contains(variable), variable);
        }
        for (String jvms : List.of("1", "2")) {
            Ended job = Launch.line("-np 2 --jvms " + jvms + " hello")
                    .variable(Interposer.VARIABLE, "/none")
                    .run(0);
            assertEquals(greetings(2), job.sorted());
        }
    }

    /// The first command that README shows.
    @Test
    void doctorBuildsAFreshCloneAndOtherLooksRefuseIt(@TempDir Path folder) throws IOException {
        Path script = project(folder);
        Ended list = looking(folder, script, "--ps").run(2);
        list.assertErr(" is not built (first use); run a program, such as oshrun -np 2 hello");
        assertFalse(Files.exists(folder.resolve("calls")), "--ps builds nothing");
        String err = looking(folder, script, "doctor").run().err();
        assertTrue(err.startsWith("oshrun: first use, building the project in "), err);
        assertEquals("called\n", Files.readString(folder.resolve("calls")));
        String options = Files.readString(folder.resolve("options"));
        assertTrue(options.contains("\"-Djava.io.tmpdir=" + folder + "/target\""), options);
    }

    /// The log of git since A was built, in a clone and in a worktree of another one.
    @ParameterizedTest
    @SampledRows("""
            false | A B commit: x
            false | A A reset: moving to HEAD
            false | A B checkout: away ~ B A checkout: and back
            true  | A B checkout: away
            true  | A B pull: Fast-forward ~ B C commit: x
            """)
    void sourcesThatGitHasChangedAreBuiltOnce(boolean changed, String log, @TempDir Path folder) throws IOException {
        Path script = project(folder);
        Files.createFile(folder.resolve("target/lib/some.jar"));
        var run = looking(folder, script, "-np 1 hello");
        String called = "";
        for (Path git : List.of(folder.resolve(".git"), folder.resolve("other/.git/worktrees/this one"))) {
            Files.writeString(folder.resolve("target/oshrun.built"), "");
            git(folder, git, log);
            for (String looks : List.of("--ps", "doctor", "-q classpath"))
                looking(folder, script, looks).run();
            assertEquals(called, calls(folder), "looks build nothing");
            String message = changed ? "oshrun: sources have changed, building the project in " : "";
            assertTrue(run.run().err().startsWith(message), git + ": " + log);
            if (changed) called += "called\n";
            assertFalse(run.run().err().contains("building"), "the build is newer than the pull");
            assertEquals(called, calls(folder), git + ": " + log);
        }
    }

    private static String calls(Path folder) throws IOException {
        Path calls = folder.resolve("calls");
        return Files.exists(calls) ? Files.readString(calls) : "";
    }

    /// Maven writes into a jar that exists, in which JVMs of running jobs would find other bytes.
    @Test
    void aBuildLeavesTheJarsOfRunningJobsAlone(@TempDir Path folder) throws IOException {
        Path script = project(folder);
        Path jar = folder.resolve("two/target/two-1.jar");
        Files.writeString(jar, "old");
        Path former = Files.createFile(folder.resolve("target/lib/some-0.9.jar"));
        maven(folder, MODULES, "touch -d @1 target/lib/some.jar"); // as of the repository
        try (var open = Files.newInputStream(jar)) {
            looking(folder, script, "-np 1 hello").run();
            assertEquals("new\n", Files.readString(jar));
            assertEquals("old", new String(open.readAllBytes()));
        }
        String found = Files.readString(folder.resolve("found"));
        assertTrue(found.startsWith("some-0.9.jar\nold"), "of a job that starts meanwhile: " + found);
        assertFalse(Files.exists(former), "a former version is no longer on the class path");
        assertTrue(Files.exists(folder.resolve("target/lib/some.jar")));
    }

    /// Ctrl-C during a first build, which takes minutes: the last modules have no jars. The launcher
    /// builds again, or the user runs Maven.
    @ParameterizedTest
    @SampledRows("false\ntrue")
    void aBuildThatWasInterruptedIsMadeAgain(boolean byHand, @TempDir Path folder) throws IOException {
        Path script = project(folder);
        maven(folder, "one two", "kill $PPID; exit");
        looking(folder, script, "-np 1 hello").run();
        String looks = looking(folder, script, "--ps").run().err();
        assertTrue(looks.contains("is not built (first use)"), looks);
        maven(folder, MODULES, "");
        if (byHand) Launch.shell("cd " + folder + " && ./mvn").run(0);
        String again = looking(folder, script, "-np 1 hello").run().err();
        assertEquals(!byHand, again.startsWith("oshrun: first use, building the project in "), again);
        String built = looking(folder, script, "-np 1 hello").run().err();
        assertFalse(built.contains("building"), built);
        assertEquals("called\ncalled\n", Files.readString(folder.resolve("calls")));
    }

    /// Only a word that no program precedes is a command.
    @Test
    void anArgumentOfAProgramIsNotACommand(@TempDir Path folder) throws IOException {
        Path script = project(folder);
        for (String words : List.of("-np 1 hello doctor", "-np 1 hello man", "-np 2 App.java classpath")) {
            Files.deleteIfExists(folder.resolve("target/oshrun.built"));
            String err = looking(folder, script, words).run().err();
            assertTrue(
                    err.startsWith("oshrun: sources have changed, building") || err.startsWith("oshrun: first use"),
                    err);
        }
    }

    /// Writes lines into the log of git, a minute after the build.
    private static void git(Path folder, Path git, String lines) throws IOException {
        Path name = folder.resolve(".git");
        if (!git.equals(name)) {
            ScratchFolder.delete(name);
            Files.writeString(name, "gitdir: " + git + "\n");
        }
        Path log = git.resolve("logs/HEAD");
        Files.createDirectories(log.getParent());
        long now = System.currentTimeMillis();
        String line = "$1 A <a@b> %d +0000\t$2\n".formatted(now / 1000);
        String entries = "Z A A <a@b> 1 +0000\tcheckout: before\n";
        for (String entry : lines.split(" ~ ")) entries += entry.replaceFirst("(\\w \\w) (.*)", line);
        Files.writeString(log, entries);
        Files.setLastModifiedTime(folder.resolve("target/oshrun.built"), FileTime.fromMillis(now - 60_000));
    }

    private static Launch looking(Path folder, Path script, String words) {
        return Launch.shell("PATH='" + folder + "':\"$PATH\" '" + script + "' " + words)
                .variable("JSHMEM_MODULES", null)
                .variable("JSHMEM_JAVA_HOME", System.getProperty("java.home"));
    }

    /// A project of empty jars without those it needs, and a Maven that only records its call and brings them.
    private static Path project(Path folder) throws IOException {
        Path script = folder.resolve("bin/oshrun");
        Files.createDirectories(script.getParent());
        Files.copy(Launch.root().resolve("bin/oshrun"), script, StandardCopyOption.COPY_ATTRIBUTES);
        Files.writeString(folder.resolve("pom.xml"), "<jshmem.modules>one two nas-kernels</jshmem.modules>\n");
        for (String module : List.of("one", "two", "nas-kernels")) {
            Path jar = folder.resolve(module + "/target/" + module + "-1.jar");
            Files.createDirectories(jar.getParent());
            Files.createDirectories(folder.resolve(module + "/src/main"));
            Files.setLastModifiedTime(Files.createFile(jar), FileTime.fromMillis(0));
        }
        Files.createDirectories(folder.resolve("target/lib"));
        maven(folder, MODULES, "");
        return script;
    }

    private static void maven(Path folder, String modules, String more) throws IOException {
        Path maven = folder.resolve("mvn");
        Files.writeString(maven, """
                #!/bin/sh
                echo called >> '%s'
                echo "$JDK_JAVA_OPTIONS" > options
                { ls target/lib; cat two/target/*.jar; } > found
                : > target/lib/some.jar
                rm -f target/oshrun.built
                for module in %s; do # as the jar plugin, which leaves equal bytes alone
                  echo new | cmp -s - $module/target/$module-1.jar || echo new > $module/target/$module-1.jar
                done
                %s
                : > target/oshrun.built
                """.formatted(folder.resolve("calls"), modules, more));
        assertTrue(maven.toFile().setExecutable(true));
    }

    /// JDK 26 first on the way of the search.
    @Test
    void jdk25IsPreferredToALaterOneUnlessThatIsNamed(@TempDir Path later) throws IOException {
        Files.writeString(later.resolve("release"), "JAVA_VERSION=\"26.0.1\"\n");
        Files.createDirectory(later.resolve("bin"));
        for (String program : List.of("bin/java", "bin/javac")) {
            Path file = Files.writeString(later.resolve(program), "#!/bin/sh\necho later\n");
            assertTrue(file.toFile().setExecutable(true));
        }
        Launch version = Launch.oshrun("--version").variable("JAVA_HOME", later.toString());
        String own = version.variable("JSHMEM_JAVA_HOME", null).run(0).out();
        assertTrue(own.matches("oshrun of jshmem .*OpenSHMEM 1\\.6, on JDK 25.*\n"), own);
        version.variable("JSHMEM_JAVA_HOME", later.toString()).run(0).assertOut("later\n");
    }
}
