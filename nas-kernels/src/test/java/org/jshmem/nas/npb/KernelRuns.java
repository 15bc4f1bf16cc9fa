// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.npb;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jshmem.Config;
import org.jshmem.Shmem;
import org.jshmem.ThreadLevel;

/// Runs of kernels with PEs that are threads of this JVM.
public final class KernelRuns {
    /// Too small a heap for class C.
    private static final Config SMALL = new Config(64 << 20, ThreadLevel.MULTIPLE, Duration.ZERO);

    private KernelRuns() {}

    /// The result of a kernel that its program runs with these arguments.
    public static KernelReport report(int npes, Supplier<KernelCommand> program, String... args) {
        return report(npes, Config.DEFAULT, program, args);
    }

    private static KernelReport report(int npes, Config config, Supplier<KernelCommand> program, String... args) {
        AtomicReference<KernelReport> first = new AtomicReference<>();
        Shmem.runInProcess(npes, config, (sh, none) -> {
            KernelReport report = program.get().run(sh, args);
            if (sh.myPe() == 0) first.set(report);
        });
        return first.get();
    }

    /// The verification of a kernel that runs all its iterations after `harm` has changed its data on PE 0.
    public static <K extends Kernel> Verification verified(
            int npes, int iterations, Function<Shmem, K> make, Consumer<K> harm) {
        AtomicReference<Verification> first = new AtomicReference<>();
        Shmem.runInProcess(npes, (sh, none) -> {
            K kernel = make.apply(sh);
            kernel.reset();
            kernel.begin();
            if (sh.myPe() == 0) harm.accept(kernel);
            sh.barrierAll();
            for (int i = 1; i <= iterations; i++) kernel.iterate(i);
            kernel.end();
            Verification verification = kernel.verify(iterations);
            if (sh.myPe() == 0) first.set(verification);
        });
        return first.get();
    }

    /// A kernel that is started with these arguments, separated by spaces, is refused with this text on a
    /// host with 4 GiB of free memory.
    public static void assertRefused(int npes, Supplier<KernelCommand> program, String args, String text) {
        Supplier<KernelCommand> here = () -> {
            KernelCommand command = program.get();
            command.freeMemory = () -> 4L << 30;
            return command;
        };
        Throwable thrown = assertThrows(Throwable.class, () -> report(npes, SMALL, here, args.split(" ")), args);
        Said.by(thrown, text);
    }
}
