// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.jshmem.launch.os.MadeUpProcess;
import org.jshmem.launch.os.Signals;
import org.jshmem.launch.os.Stop;
import org.jshmem.launch.output.Output;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.jobfile.JobFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A job whose processes are made up.
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JobTest {

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /// What runs with a job, and may fail.
    private interface Use {
        void with(Job job) throws Exception;
    }

    private void job(int npes, OutputStream out, Use use) throws Exception {
        try (JobFile file = JobFile.create(folder, Settings.shape(npes, 1 << 20, 0), npes)) {
            use.with(new Job(file, new Output(out, err, status -> {}), new JvmBlocks(npes, npes), false));
        }
    }

    /// The time limit is that of the PEs: it does not cut short what they have written.
    @Test
    void theTimeOfAJobThatHasEndedIsThatOfItsReader() throws Exception {
        var read = new CountDownLatch(1);
        var out = new ByteArrayOutputStream() {
            @Override
            public void write(byte[] bytes, int from, int count) {
                try {
                    read.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                super.write(bytes, from, count);
            }
        };
        String text = "line\n".repeat(1_000_000);
        var part = new MadeUpProcess(new ByteArrayInputStream(text.getBytes()), InputStream.nullInputStream());
        part.end.complete(0);
        job(1, out, job -> {
            var status = new FutureTask<>(() -> job.run(k -> new PeProcess(part, 0, 1, "pid 1")));
            var main = new Thread(status);
            main.start();
            while (Stream.of(main.getStackTrace())
                    .noneMatch(f -> f.getMethodName().equals("drained"))) {
                Thread.onSpinWait(); // until the job waits for the reader alone
            }
            job.stop(Stop.TIME_OVER);
            read.countDown();
            assertEquals(0, status.get());
        });
        assertEquals(text.length(), out.size());
    }

    /// A second stop kills at once.
    @Test
    void aJobThatIsStoppedGetsSigtermAndThenSigkill() throws Exception {
        List<Integer> signals = new CopyOnWriteArrayList<>();
        var part = new MadeUpProcess(InputStream.nullInputStream(), InputStream.nullInputStream()) {
            @Override
            public void signal(int number) {
                signals.add(number);
                if (number == Signals.KILL) end.complete(137);
            }
        };
        job(1, OutputStream.nullOutputStream(), job -> {
            var up = new CountDownLatch(1);
            var status = new FutureTask<>(() -> job.run(k -> {
                up.countDown();
                return new PeProcess(part, 0, 1, "pid 1");
            }));
            new Thread(status).start();
            up.await();
            job.stop(143);
            while (!signals.equals(List.of(Signals.TERM))) Thread.sleep(1);
            Thread.sleep(300);
            assertEquals(List.of(Signals.TERM), signals);
            job.stop(143);
            assertEquals(143, status.get());
            assertEquals(Signals.KILL, signals.get(1));
        });
    }
}
