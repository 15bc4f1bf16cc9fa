// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.launch.job.PeStart;
import org.jshmem.shm.JobLayout;
import org.jshmem.shm.JobLayout.PeState;

/// A host for a launcher that is to see many PEs: they start, each prints a line to both of its streams, and they end
/// well when a file appears. There is no process, heap or agent behind them.
public final class MadeUpHost {
    private static final int PES = 4096; // as many cores, and PEs have processes
    private static final long LOOK_NANOS = 20_000_000;

    private final Frames.Writer launcher;
    private final Path go;
    private List<PeStart> pes = List.of();
    private int npes;

    private MadeUpHost(Frames.Writer launcher, Path go) {
        this.launcher = launcher;
        this.go = go;
    }

    /// The first argument is the file.
    public static void main(String[] args) throws IOException {
        var out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 15);
        out.write(Frames.GREETING.getBytes(StandardCharsets.US_ASCII));
        new MadeUpHost(new Frames.Writer(out), Path.of(args[0]))
                .serve(new Frames.Reader(new FileInputStream(FileDescriptor.in)));
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
                    if (all) Thread.ofPlatform().daemon().start(this::endWhenTold);
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
        while (!Files.exists(go)) LockSupport.parkNanos(LOOK_NANOS);
        byte[] end = {};
        try {
            for (PeStart pe : pes) {
                slot(pe, PeState.FINALIZED);
                for (boolean error : new boolean[] {false, true}) {
                    launcher.send(new Frame.Output(pe.first(), error, end));
                }
                launcher.send(new Frame.Ended(pe.first(), 0));
            }
        } catch (UncheckedIOException e) {
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
