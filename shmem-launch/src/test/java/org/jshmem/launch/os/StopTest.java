// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.jshmem.contract.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/// What ends a launcher.
@Isolated("reads the standard error of this JVM")
class StopTest {
    /// A compiler writes into the folder that a signal deletes: whether or not that succeeds, the launcher ends.
    @Test
    void aSignalEndsALauncherWhoseCompilerWrites() throws Exception {
        for (int run = 0; run < 20; run++) {
            List<Integer> halted = new ArrayList<>();
            Path made;
            try (ScratchFolder scratch = new ScratchFolder()) {
                made = scratch.folder();
                Path classes = Files.createDirectory(made.resolve("classes"));
                var writing = new CountDownLatch(1);
                Thread compiler = Thread.ofPlatform().start(() -> write(classes, writing));
                writing.await();
                try {
                    new Stop(scratch, halted::add).signalled(Signals.TERM);
                } catch (RuntimeException e) {
                    // the thread of the signals takes it
                }
                compiler.interrupt();
                compiler.join();
            }
            ScratchFolder.delete(made); // where the compiler made it again
            assertEquals(List.of(143), halted);
        }
    }

    /// The time limit has words for the user also before there is a job.
    @Test
    void theTimeOfAJobBeginsBeforeIt() throws Exception {
        var halted = new LinkedBlockingQueue<Integer>();
        try (var scratch = new ScratchFolder()) {
            Ended ended = Ended.here(() -> {
                        new Stop(scratch, halted::add).after(1);
                        return halted.take();
                    })
                    .with(124);
            assertEquals(Stop.TIME_OVER_TEXT + System.lineSeparator(), ended.err());
        }
    }

    private static void write(Path classes, CountDownLatch writing) {
        try {
            for (int k = 0; !Thread.currentThread().isInterrupted(); k++) {
                Files.createDirectories(classes);
                Files.writeString(classes.resolve("C" + k % 100 + ".class"), "x");
                writing.countDown();
            }
        } catch (IOException e) {
            // the folder has gone
        }
    }
}
