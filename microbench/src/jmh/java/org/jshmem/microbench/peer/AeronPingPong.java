// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.peer;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.FragmentHandler;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.jshmem.microbench.runner.SingleCalls;
import org.jshmem.report.Result;
import org.jshmem.report.Result.Row;
import org.jshmem.report.Result.Score;
import org.jshmem.report.Results;
import org.jshmem.report.Where;

/// A message through Aeron IPC to another process and back, one way, as `pgas mailbox` measures it with `flush`: both
/// sides spin, and the thread of the media driver, which no message passes, sleeps.
public final class AeronPingPong {
    private static final String CHANNEL = "aeron:ipc";
    private static final int PING = 1;
    private static final int PONG = 2;
    private static final int[] SIZES = {8, 64, 4096};
    private static final int MOST_BYTES = 8192; // of a message that is not cut
    private static final int BATCH = 1_000; // round trips in a sample
    private static final int WARM_UP = 200;
    private static final int SAMPLES = 1_000;
    private static final int CALLS = 100_000; // that are timed by themselves, as `--latency` times them

    private final ExclusivePublication publication;
    private final Subscription subscription;
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[MOST_BYTES]);
    private long read;
    private final FragmentHandler handler = (from, offset, length, header) -> read += from.getByte(offset);

    private AeronPingPong(Aeron aeron, int to, int from) {
        publication = aeron.addExclusivePublication(CHANNEL, to);
        subscription = aeron.addSubscription(CHANNEL, from);
        while (!publication.isConnected() || !subscription.isConnected()) Thread.onSpinWait();
    }

    /// Without arguments the side that measures, which starts the other one; with a folder the side that answers. The
    /// second argument names a file to which the rows are appended.
    public static void main(String[] args) throws Exception {
        String folder = args.length == 2 && args[0].equals("answer") ? args[1] : null;
        if (folder != null) {
            try (Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(folder))) {
                new AeronPingPong(aeron, PONG, PING).answer();
            }
            return;
        }
        var context = new MediaDriver.Context()
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(new SleepingMillisIdleStrategy(16))
                .ipcMtuLength(MOST_BYTES + 32)
                .dirDeleteOnShutdown(true);
        try (MediaDriver driver = MediaDriver.launchEmbedded(context);
                Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()))) {
            Process other = new ProcessBuilder(command(driver.aeronDirectoryName()))
                    .inheritIO()
                    .start();
            List<Result> rows = new AeronPingPong(aeron, PING, PONG).ask();
            other.waitFor();
            for (Result row : rows) System.out.println(Results.json(row));
            if (args.length == 1) Results.append(Path.of(args[0]), rows);
        }
    }

    private static List<String> command(String folder) {
        var line = new ArrayList<String>();
        line.add(ProcessHandle.current().info().command().orElseThrow());
        line.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        line.addAll(
                List.of("-cp", System.getProperty("java.class.path"), AeronPingPong.class.getName(), "answer", folder));
        return line;
    }

    private List<Result> ask() {
        var results = new ArrayList<Result>();
        Where where = Where.now("real", false, 2, 2, 1, AeronPingPong.class);
        for (int bytes : SIZES) {
            double[] samples = new double[SAMPLES];
            for (int k = -WARM_UP; k < SAMPLES; k++) {
                long start = System.nanoTime();
                for (int i = 0; i < BATCH; i++) {
                    send(bytes);
                    receive();
                }
                if (k >= 0) samples[k] = (System.nanoTime() - start) / (2.0 * BATCH);
            }
            Row row = Row.of("mailbox", "one-way", "").bytes(bytes).per(2);
            String source = "Aeron " + Aeron.class.getPackage().getImplementationVersion() + " (IPC)";
            results.add(new Result(row, Score.of(samples), where.peer(), source, null));
            var calls = new Histogram(3);
            for (int i = 0; i < CALLS; i++) {
                long start = System.nanoTime();
                send(bytes);
                receive();
                calls.recordValue(System.nanoTime() - start);
            }
            results.add(SingleCalls.result(row.variant("one-way, each call"), calls, where.peer(), source));
        }
        return results;
    }

    private void answer() {
        for (int bytes : SIZES) {
            for (int i = 0; i < (WARM_UP + SAMPLES) * BATCH + CALLS; i++) {
                receive();
                send(bytes);
            }
        }
    }

    private void send(int bytes) {
        while (publication.offer(buffer, 0, bytes) < 0) Thread.onSpinWait();
    }

    private void receive() {
        while (subscription.poll(handler, 1) == 0) Thread.onSpinWait();
    }
}
