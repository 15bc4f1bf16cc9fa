// SPDX-License-Identifier: Apache-2.0
package org.jshmem.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// PEs that are threads of one JVM, and simulated PEs, need nothing that only Linux has: the contract holds in a JVM
/// that takes its system for another one, cannot call a function of the C library, and finds neither `/proc` nor room
/// in `/dev/shm`.
@Tag("long")
class WithoutLinuxIT {
    private static final List<String> HIDING = List.of(
            "unshare",
            "-rm",
            "sh",
            "-ec",
            "mount -t tmpfs none /proc; mount -t tmpfs -o ro none /dev/shm; \"$@\"",
            "sh");

    @ParameterizedTest
    @ValueSource(strings = {"ThreadsApiIT", "ShmThreadsTest", "SimApiIT", "SimCollectiveIT", "ShmemTestTest"})
    void theContractHolds(String test, @TempDir Path folder) throws Exception {
        List<String> runner = new ArrayList<>(HIDING);
        runner.add("true");
        assumeTrue(new ProcessBuilder(runner).start().waitFor() == 0, "needs user namespaces");
        // the loader of shared libraries finds those next to the executable by /proc
        runner.set(runner.size() - 1, "env");
        runner.add("LD_LIBRARY_PATH=" + Path.of(System.getProperty("java.home"), "lib"));
        List<String> flags = new ArrayList<>(TestJvm.ownFlags());
        flags.add("-Dos.name=another");
        Path function = folder.resolve("org/jshmem/transport/CFunction.class");
        Files.createDirectories(function.getParent());
        ClassDesc empty = ClassDesc.of("org.jshmem.transport.CFunction");
        Files.write(function, ClassFile.of().build(empty, to -> to.withFlags(ClassFile.ACC_PUBLIC)));
        Path output = folder.resolve("output");
        assertEquals(0, TestJvm.run(runner, flags, folder, test, 600, output), () -> PlainJvmIT.read(output));
    }
}
