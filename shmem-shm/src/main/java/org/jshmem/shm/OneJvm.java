// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jshmem.transport.Shape;

/// A job whose PEs live in one JVM: threads over the real backend, or simulated PEs. The launcher starts that JVM,
/// passes its output through and returns its exit status.
///
/// The main class gets `-np N`, `--heap BYTES`, `--timeout D`, `--tag-output` and what is the simulator's own as far as
/// they were given, then `--`, the program's main class and its arguments.
final class OneJvm {
    private static final String SIMULATOR = "org.jshmem.sim.Main";
    private static final String THREADS = "org.jshmem.shm.Threads";

    private final Options options;
    private final Shape shape;
    private final Target target;
    private final Map<String, String> exported;
    private final String classPath;

    OneJvm(Options options, Shape shape, Target target, Map<String, String> exported, String classPath) {
        this.options = options;
        this.shape = shape;
        this.target = target;
        this.exported = exported;
        this.classPath = classPath;
    }

    /// Runs it to its end.
    int run(Stop stop) throws InterruptedException {
        if (options.simulator.isAsked() && !Target.isOn(SIMULATOR, Target.entries(classPath))) {
            throw new Refused("--machine %s needs the simulator, and this build has no shmem-sim (no class %s)"
                    .formatted(options.simulator.machine, SIMULATOR));
        }
        List<String> command = new ArrayList<>(PeCommand.diesWithLauncher());
        Target host = new Target(options.simulator.isAsked() ? SIMULATOR : THREADS, target.classPath());
        command.addAll(PeCommand.of(1, options.jvm, classPath, host, arguments()));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectInput(Redirect.INHERIT).redirectOutput(Redirect.INHERIT);
        builder.environment().putAll(exported);
        try {
            Process process = builder.start();
            int[] asked = new int[1];
            stop.meansFor(status -> stop(process, status, asked));
            Output errors = new Output(
                    OutputStream.nullOutputStream(), new FileOutputStream(FileDescriptor.err), false, () -> {});
            errors.forward(0, true, process.getErrorStream());
            int status = process.waitFor();
            errors.drained(0, 1_000_000_000);
            return asked[0] != 0 ? asked[0] : status;
        } catch (IOException e) {
            throw new Refused("cannot start a JVM, " + e.getMessage());
        }
    }

    private static void stop(Process process, int status, int[] asked) {
        if (status == 128 + Signals.QUIT) {
            Kernel.kill(process.pid(), Signals.QUIT); // its JVM prints where every PE is
        } else {
            asked[0] = status;
            process.destroyForcibly();
        }
    }

    private List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("-np", Integer.toString(shape.npes())));
        arguments.addAll(List.of("--heap", Long.toString(shape.heapBytes())));
        if (shape.timeoutNanos() > 0)
            arguments.addAll(List.of("--timeout", Math.ceilDiv(shape.timeoutNanos(), 1_000_000) + "ms"));
        if (options.simulator.isAsked()) arguments.addAll(options.simulator.arguments());
        else arguments.addAll(List.of("--heap-dir", options.heapFolder().toString()));
        if (options.tagOutput) arguments.add("--tag-output");
        arguments.add("--");
        arguments.add(target.mainClass());
        arguments.addAll(options.arguments);
        return arguments;
    }
}
