// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jshmem.launch.job.PeStart;
import org.jshmem.shm.JobLayout;
import org.jshmem.shm.JobLayout.PeState;

/// A host for a launcher that is to see many hosts and PEs. Its PEs start, each prints a line to both of its streams,
/// and they end well after a signal of the test. There is no process, heap or agent behind them.
public final class MadeUpHost {
    private static final int PES = 4096; // as many cores, and PEs have processes

    private final Frames.Writer launcher;
    private final CountDownLatch go;
    private List<PeStart> pes = List.of();
    private int npes;

    private MadeUpHost(Frames.Writer launcher, CountDownLatch go) {
        this.launcher = launcher;
        this.go = go;
    }

    /// Serves a launcher until the end of `in`. The PEs end after `go`.
    public static void serve(InputStream in, OutputStream toLauncher, CountDownLatch go) throws IOException {
        var out = new BufferedOutputStream(toLauncher, 1 << 12);
        out.write(Frames.GREETING.getBytes(StandardCharsets.US_ASCII));
        new MadeUpHost(new Frames.Writer(out), go).serve(new Frames.Reader(in));
    }

    private void serve(Frames.Reader commands) throws IOException {
        launcher.send(new Frame.Hello(Map.of("kind", "made up"), PES, "", "it is made up", Interfaces.own()));
        for (Frame frame = commands.next(); frame != null; frame = commands.next()) {
            switch (frame) {
                case Frame.SetUp job -> {
                    npes = job.shape().npes();
                    launcher.send(new Frame.Ready("", new byte[0]));
                }
                case Frame.Start start -> {
                    pes = start.processes();
                    pes.forEach(this::start);
                }
                case Frame.Up up -> {
                    boolean all = BitSet.valueOf(up.pes()).cardinality() == npes;
                    if (all) Thread.ofVirtual().start(this::endWhenTold);
                }
                default -> launcher.send(new Frame.Alive());
            }
        }
    }

    private void start(PeStart pe) {
        launcher.send(new Frame.Started(pe.first(), 1 + pe.first(), ""));
        slot(pe, PeState.RUNNING);
        byte[] text = ("PE " + pe.first() + " is up\n").getBytes(StandardCharsets.US_ASCII);
        for (boolean error : new boolean[] {false, true}) launcher.send(new Frame.Output(pe.first(), error, text));
    }

    private void endWhenTold() {
        byte[] end = {};
        try {
            go.await();
            for (PeStart pe : pes) {
                slot(pe, PeState.FINALIZED);
                for (boolean error : new boolean[] {false, true}) {
                    launcher.send(new Frame.Output(pe.first(), error, end));
                }
                launcher.send(new Frame.Ended(pe.first(), 0));
            }
        } catch (UncheckedIOException | InterruptedException e) {
            // the launcher has ended
        }
    }

    private void slot(PeStart pe, PeState state) {
        ByteBuffer slot = ByteBuffer.allocate(JobLayout.SLOT_BYTES).order(ByteOrder.nativeOrder());
        slot.putInt(JobLayout.STATE_OFFSET, state.ordinal());
        slot.putLong(JobLayout.STARTED_OFFSET, System.nanoTime());
        launcher.send(new Frame.Slot(pe.first(), System.nanoTime(), slot.array()));
    }
}
