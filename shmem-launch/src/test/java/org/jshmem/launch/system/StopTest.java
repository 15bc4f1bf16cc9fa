// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// What ends a launcher.
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
