// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jshmem.launch.output.Output;
import org.jshmem.runtime.Settings;
import org.jshmem.shm.JobFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A job whose processes are made up.
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JobTest {

    /// A process of which the JDK cannot say that it has ended: under a limit on threads, it takes one more to say so.
    private record Untold(int first, int status) implements Part {
        @Override
        public int count() {
            return 1;
        }

        @Override
        public long pid() {
            return 4711L + first;
        }

        @Override
        public InputStream output() {
            return new ByteArrayInputStream(new byte[0]);
        }

        @Override
        public InputStream errors() {
            return output();
        }

        @Override
        public CompletionStage<Integer> end() {
            return CompletableFuture.failedFuture(new OutOfMemoryError("unable to create native thread"));
        }

        @Override
        public void kill() {}

        @Override
        public void signal(int number) {}
    }

    @Test
    void anEndOfWhichNoThreadCouldTellIsFoundOut(@TempDir Path folder) throws Exception {
        var err = new ByteArrayOutputStream();
        var output = new Output(new ByteArrayOutputStream(), err, () -> {});
        try (JobFile file = JobFile.create(folder, Settings.shape(2, 1 << 20, 0), 2)) {
            var job = new Job(file, output, new Deal(2, 2));
            assertEquals(3, job.run(k -> new Untold(k, 3 * k), () -> {}));
        }
        assertEquals("oshrun: PE 1/2 (pid 4712) exited with status 3 before Shmem.init\n", err.toString());
    }
}
