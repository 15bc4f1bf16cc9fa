// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.runtime.Durations;
import org.jshmem.runtime.MainMethod;
import org.jshmem.runtime.PeThreads;
import org.jshmem.runtime.Settings;
import org.jshmem.runtime.TaggedOutput;
import org.jshmem.runtime.UnaskedExit;

/// The JVM of `oshrun --threads`: calls the program's main once per PE, each in a thread of its own.
public final class Threads {
    private Threads() {}

    /// Takes what [OneJvm] passes: options, `--`, main class, arguments.
    public static void main(String[] args) throws ReflectiveOperationException {
        List<String> all = Arrays.asList(args);
        int dashes = all.indexOf("--");
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i + 1 < dashes; i += 2) options.put(args[i], args[i + 1]);
        int npes = Integer.parseInt(options.get("-np"));
        long heapBytes = Long.parseLong(options.get("--heap"));
        String timeout = options.getOrDefault("--timeout", "0s");
        long timeoutNanos = Durations.parse("--timeout", timeout).toNanos();
        MainMethod main = main(all.get(dashes + 1));
        String[] arguments = Arrays.copyOfRange(args, dashes + 2, args.length);
        var shape = Settings.shape(npes, heapBytes, timeoutNanos);
        PrintStream err = System.err;
        if (all.subList(0, dashes).contains("--tag-output")) {
            System.setOut(TaggedOutput.over(System.out));
            System.setErr(TaggedOutput.over(System.err));
        }
        try (var job = LocalJob.create(Path.of(options.get("--heap-dir")), shape)) {
            PeThreads.Outcome outcome;
            try (var _ = new UnaskedExit(err)) {
                outcome = PeThreads.run(npes, job, pe -> main.call(arguments));
            } finally {
                System.out.close(); // also a last line without an end
            }
            tell(outcome, npes, err);
            System.exit(outcome.status()); // a program's own threads do not outlive its PEs
        }
    }

    private static MainMethod main(String className) throws ClassNotFoundException {
        try {
            return MainMethod.of(className);
        } catch (IllegalArgumentException e) {
            System.err.println("oshrun: " + e.getMessage());
            System.exit(Oshrun.REFUSED);
            throw e;
        }
    }

    /// Who failed and why: what the launcher says of a PE that is a process.
    private static void tell(PeThreads.Outcome outcome, int npes, PrintStream err) {
        if (outcome.why() != null) {
            err.print(Story.of(outcome.pe(), npes, outcome.why()));
            err.printf("oshrun: PE %d/%d ended with status 1: %s%n", outcome.pe(), npes, outcome.why());
        } else if (outcome.status() != 0) {
            err.printf("oshrun: PE %d/%d ended the job by globalExit(%d)%n", outcome.pe(), npes, outcome.status());
        }
    }
}
