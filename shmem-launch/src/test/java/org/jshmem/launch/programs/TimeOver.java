// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jshmem.launch.job.SimulatorJob;
import org.jshmem.launch.os.Stop;

/// Launches a simulator that is made up: it writes to standard error and ends well. The time of the job is over when
/// the launcher waits for the reader alone; the second argument is a file that exists from then on.
public final class TimeOver {
    private TimeOver() {}

    /// Launches.
    public static void main(String[] args) throws Exception {
        Path ended = Path.of(args[0]);
        var stop = new Stop(Runtime.getRuntime()::halt);
        Thread main = Thread.currentThread();
        Thread.ofPlatform().daemon().start(() -> {
            while (Stream.of(main.getStackTrace())
                    .noneMatch(f -> f.getMethodName().equals("drained"))) Thread.onSpinWait();
            stop.after(1);
            try {
                Files.createFile(Path.of(args[1]));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        String writes = "yes line | head -c 150000 >&2; touch " + ended;
        var job = new SimulatorJob(new ProcessBuilder("sh", "-c", writes), ended);
        stop.setJob(job);
        System.exit(job.run());
    }
}
