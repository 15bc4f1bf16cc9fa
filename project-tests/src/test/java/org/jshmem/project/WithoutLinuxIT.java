// SPDX-License-Identifier: Apache-2.0
package org.jshmem.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.contract.SampledRows;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/// PEs that are threads of one JVM, and simulated PEs, need nothing that only Linux has: the contract holds in a JVM
/// that takes its system for another one, ends where a function of the C library is linked, and finds neither `/proc`
/// nor room in `/dev/shm`.
@Tag("long")
class WithoutLinuxIT {
    private static final int LINKED = 77;
    private static final List<String> HIDING = List.of(
            "unshare",
            "-rm",
            "sh",
            "-ec",
            "mount -t tmpfs none /proc; mount -t tmpfs -o ro none /dev/shm; \"$@\"",
            "sh");

    @ParameterizedTest
    @SampledRows("""
            Mac OS X   | aarch64 | ThreadsApiIT
            Mac OS X   | aarch64 | ShmThreadsTest
            Mac OS X   | aarch64 | RunButtonProgramTest
            Mac OS X   | aarch64 | ShmemTestTest
            Mac OS X   | aarch64 | SimCollectiveIT
            Windows 11 | amd64   | ThreadsApiIT
            Windows 11 | amd64   | RunButtonProgramTest
            Windows 11 | amd64   | ShmemTestTest
            Windows 11 | amd64   | SimApiIT
            """)
    void theContractHolds(String system, String processor, String test, @TempDir Path folder) throws Exception {
        List<String> runner = new ArrayList<>(HIDING);
        runner.add("true");
        assumeTrue(new ProcessBuilder(runner).start().waitFor() == 0, "needs user namespaces");
        // the loader of shared libraries finds those next to the executable by /proc
        runner.set(runner.size() - 1, "env");
        runner.add("LD_LIBRARY_PATH=" + Path.of(System.getProperty("java.home"), "lib"));
        List<String> flags = new ArrayList<>(TestJvm.ownFlags());
        flags.addAll(List.of("-Dos.name=" + system, "-Dos.arch=" + processor));
        writeFunctionThatEndsItsJvm(folder.resolve("org/jshmem/transport/CFunction.class"));
        Path output = folder.resolve("output");
        int status = TestJvm.run(runner, flags, folder, test, 600, output);
        assertEquals(0, status, () -> (status == LINKED ? "linked a native function\n" : "") + PlainJvmIT.read(output));
    }

    /// The class through which all native functions are linked, with an initializer that ends the JVM.
    private static void writeFunctionThatEndsItsJvm(Path file) throws Exception {
        Files.createDirectories(file.getParent());
        ClassDesc runtime = ClassDesc.of("java.lang.Runtime");
        ClassFile.of()
                .buildTo(
                        file,
                        ClassDesc.of("org.jshmem.transport.CFunction"),
                        type -> type.withFlags(ClassFile.ACC_PUBLIC)
                                .withMethodBody(
                                        "<clinit>",
                                        ConstantDescs.MTD_void,
                                        ClassFile.ACC_STATIC,
                                        code -> code.invokestatic(runtime, "getRuntime", MethodTypeDesc.of(runtime))
                                                .loadConstant(LINKED)
                                                .invokevirtual(
                                                        runtime,
                                                        "halt",
                                                        MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int))
                                                .return_()));
    }
}
