// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.launch.program.JvmSharing;
import org.jshmem.launch.program.Program;
import org.jshmem.program.ProgramClasses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeCommandTest {
    private static final String HUGE_PAGES = "-XX:+UseTransparentHugePages";

    /// Not those of this machine, whose CPUs may be hyperthreads.
    private static final int CORES = 3;

    private static PeCommand commands(List<String> classPath, String... user) {
        return commands(false, classPath, user);
    }

    private static PeCommand commands(boolean computes, List<String> classPath, String... user) {
        var library = new Library(PeCommandTest.class, "api.jar:shm.jar");
        return new PeCommand(library, List.of(user), new Program("Main", classPath), computes, CORES);
    }

    private static List<String> of(int pes, String... user) {
        return commands(List.of(), user).ofProcess(pes, List.of()).jvm();
    }

    /// The tests, and the launcher itself, have no packages of the JDK that PEs do not have.
    @Test
    void theFlagsOfTestsAndOfTheLauncherAreThoseOfPes() throws Exception {
        Path root = Path.of(System.getProperty("jshmem.root", ".."));
        List<String> needed = of(1);
        for (String file : List.of("pom.xml", "bin/oshrun")) {
            Matcher opened = Pattern.compile("(--add-(?:exports|opens))[ =](java.base/[\\w.]+=ALL-UNNAMED)")
                    .matcher(Files.readString(root.resolve(file)));
            int found = 0;
            while (opened.find()) {
                String flag = opened.group(1) + "=" + opened.group(2);
                boolean ofRecorder = flag.contains("/sun.nio.ch=");
                assertTrue(ofRecorder || needed.contains(flag), file + " has " + flag);
                found++;
            }
            assertTrue(found >= 1, file);
        }
    }

    @Test
    void fewPesOnACoreGetHugePagesWhereTheKernelHasThem() throws Exception {
        Path kernel = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
        boolean has = Files.exists(kernel) && !Files.readString(kernel).contains("[never]");
        assertEquals(has, of(1).contains(HUGE_PAGES));
        assertFalse(of(4 * CORES + 1).contains(HUGE_PAGES));
    }

    @Test
    void compilersOfFewPesBeginAtOtherNumbersOfCalls() {
        int few = 4 * CORES;
        assertTrue(of(few).contains("-XX:Tier3InvocationThreshold=600"));
        assertTrue(of(few).contains("-XX:Tier4InvocationThreshold=20000"));
        assertFalse(of(few + 1).toString().contains("Tier4"));
        assertTrue(of(few + 1).contains("-XX:Tier3InvocationThreshold=2000"));
        assertTrue(ofSimulator(2).contains("-XX:Tier3InvocationThreshold=2000"));
        assertFalse(ofSimulator(2).toString().contains("Tier4"));
        List<String> kernel = commands(true, List.of()).ofProcess(2, List.of()).jvm();
        assertFalse(kernel.toString().contains("Tier4"));
        assertTrue(kernel.contains("-XX:Tier3InvocationThreshold=600"));
    }

    @Test
    void theSecondCompilerOfAJvmWithSeveralPesBeginsLate() {
        for (int npes : new int[] {2, 64 * CORES}) {
            List<String> shared = commands(List.of())
                    .ofShared(false, new JvmBlocks(npes, 1), PeCommandTest.class, List.of(), List.of())
                    .jvm();
            assertTrue(shared.contains("-XX:Tier4InvocationThreshold=320000"));
            assertTrue(shared.contains("-XX:Tier4BackEdgeThreshold=1600000"));
        }
    }

    private static List<String> ofSimulator(int npes, String... user) {
        return commands(List.of(), user)
                .ofSimulator(npes, PeCommandTest.class, List.of("-Dother=1"), List.of())
                .jvm();
    }

    @Test
    void theInterpreterOfASimulatedJobLooksOftenForCompiledLoops() {
        assertTrue(ofSimulator(2).contains("-XX:Tier0BackedgeNotifyFreqLog=4"));
        assertFalse(of(1).toString().contains("Tier0"));
    }

    @Test
    void onlyTheJvmOfThousandsOfSimulatedPesHasMoreRoomForNewObjects() {
        assertFalse(ofSimulator(60).stream().anyMatch(o -> o.startsWith("-XX:NewSize")));
        List<String> many = ofSimulator(4096);
        assertTrue(many.stream().anyMatch(o -> o.matches("-XX:NewSize=[1-9][0-9]+m")), many::toString);
    }

    @Test
    void theUsersOptionsComeAfterThoseOfASimulator() {
        String user = "-XX:NewSize=8m";
        List<String> command = ofSimulator(4096, user);
        long before = command.stream()
                .takeWhile(o -> !o.equals(user))
                .filter(o -> o.startsWith("-XX:NewSize"))
                .count();
        assertEquals(1, before, command::toString);
        assertTrue(command.contains("-Dother=1"), command::toString);
    }

    private static List<String> ofProgram(Path folder) {
        return commands(List.of(folder.toString())).ofProcess(1, List.of()).jvm();
    }

    @Test
    void aJvmIsToldWhereTheProgramBringsNoListener(@TempDir Path folder) throws Exception {
        String none = "-D" + ProgramClasses.LISTENERS_PROPERTY + "=none";
        assertTrue(ofProgram(folder).contains(none));
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve("org.jshmem.ShmemListener"), "Main");
        assertFalse(ofProgram(folder).contains(none));
    }

    @Test
    void onlyAProgramThatUsesVectorsStartsWithThem(@TempDir Path folder) throws Exception {
        String module = "--add-modules=jdk.incubator.vector";
        calls(folder, "Main", "other.Helper");
        calls(folder, "other.Helper", "java.util.List");
        assertFalse(ofProgram(folder).contains(module));
        calls(folder, "other.Helper", "jdk.incubator.vector.LongVector");
        assertTrue(ofProgram(folder).contains(module));
        Files.delete(folder.resolve("Main.class"));
        assertFalse(ofProgram(folder).contains(module), "no such program here");
    }

    /// Class files of the library's package take the place of those that the program brings, in each kind of JVM.
    @Test
    void theLibrarysPackageMpiComesBeforeTheProgramsOwn(@TempDir Path folder) throws Exception {
        Library library = new Library(PeCommandTest.class, "api.jar:lib/shmem-mpi-1.jar");
        assertEquals(List.of("lib/shmem-mpi-1.jar"), library.mpi());
        calls(folder, "Main", "java.util.List");
        calls(folder, "mpi.MPI", "java.util.List");
        List<String> path = List.of(folder.toString());
        Program program = new Program("Main", path);
        assertEquals(folder.getFileName().toString(), program.ownMpi().orElseThrow());
        assertTrue(new JvmSharing(program).state().orElseThrow().startsWith("package mpi"));
        assertPath("lib/shmem-mpi-1.jar:" + folder, shared(library, program));
        calls(folder, "Main", "mpi.MPI");
        Files.delete(folder.resolve("mpi/MPI.class"));
        assertPath("lib/shmem-mpi-1.jar:" + folder, shared(library, new Program("Main", path)));
        calls(folder, "Main", "java.util.List"); // which may reach package mpi by reflection
        program = new Program("Main", path);
        assertFalse(program.usesMpi() || program.ownMpi().isPresent());
        JvmCommand shared = shared(library, program);
        assertPath(folder + ":lib/shmem-mpi-1.jar", shared);
        assertEquals(List.of("api.jar"), shared.path());
    }

    private static JvmCommand shared(Library library, Program program) {
        return new PeCommand(library, List.of(), program, false, CORES)
                .ofShared(false, new JvmBlocks(4, 2), PeCommandTest.class, List.of(), List.of());
    }

    private static void assertPath(String expected, JvmCommand command) {
        assertTrue(command.jvm().contains("-D" + ProgramClasses.PATH_PROPERTY + "=" + expected), command::toString);
    }

    /// Writes a class whose main method calls a method of another class.
    private static void calls(Path folder, String name, String other) throws Exception {
        Path file = folder.resolve(name.replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        ClassFile.of()
                .buildTo(
                        file,
                        ClassDesc.of(name),
                        type -> type.withMethodBody(
                                "main",
                                ConstantDescs.MTD_void,
                                ClassFile.ACC_STATIC,
                                code -> code.invokestatic(ClassDesc.of(other), "run", ConstantDescs.MTD_void)
                                        .return_()));
    }

    @Test
    void whatTheUserSaysComesLast() {
        List<String> command = of(1, "-XX:-UseTransparentHugePages", "-Xmx5m");
        assertTrue(command.indexOf("-XX:-UseTransparentHugePages") > command.indexOf(HUGE_PAGES));
        assertTrue(command.lastIndexOf("-Xmx5m") > command.indexOf("-XX:+UseSerialGC"));
        assertFalse(of(1, "-XX:+UseParallelGC").contains("-XX:+UseSerialGC"));
    }
}
