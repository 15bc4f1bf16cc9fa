// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.util.BitSet;
import org.jshmem.PeerFailedException;
import org.jshmem.SymmetricHeapException;
import org.jshmem.program.ExceptionReport;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.jobfile.JobLayout.Abort;
import org.jshmem.shm.jobfile.JobLayout.PeState;
import org.jshmem.shm.system.SystemCalls;
import org.jshmem.shm.wait.CarriedPe;
import org.jshmem.shm.wait.PeKind;
import org.jshmem.shm.wait.ProcessEnd;
import org.jshmem.shm.wait.Waiter;
import org.jshmem.transport.Channel;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Topology;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;

/// The transport of the real backend: one PE's view of a mapped job file.
final class ShmTransport implements Transport {
    /// From this size on, one system call that backs pages is faster than writing zeros to the file.
    private static final long POPULATE_BYTES = 1 << 20;

    private final JobFile file;
    private final Control control;
    private final Waiter waiter;
    private final int pe;
    private final PeKind kind;
    private final Topology topology;
    private final ShmChannel channel;
    private long regionBytes;

    /// Null unless the kind is EXTERNAL_LAUNCHER.
    private final ForeignLauncher foreign;

    /// The pages of this PE's region that memory backs.
    private final BitSet backed = new BitSet();

    /// Attaches the calling thread's PE of a job whose PEs are all on this host.
    ShmTransport(JobFile file, int pe, PeKind kind) {
        this(file, pe, kind, here(file.control(), kind), null, CarriedPe.ofCaller());
    }

    /// @param foreign null unless the kind is EXTERNAL_LAUNCHER
    /// @param carried the PE as its carrier has it; null if no carrier runs it
    ShmTransport(JobFile file, int pe, PeKind kind, Topology topology, ForeignLauncher foreign, CarriedPe carried) {
        this.file = file;
        this.foreign = foreign;
        this.control = file.control();
        this.pe = pe;
        this.kind = kind;
        this.topology = topology;
        this.regionBytes = file.regionBytes();
        this.channel = carried == null ? new ShmChannel(this, file) : new CarriedChannel(this, file, carried);
        this.waiter = new Waiter(this, file, kind, carried);
        backed.set(0, (int) (control.get(JobLayout.START_BYTES) / Shape.PAGE));
    }

    private static Topology here(Control control, PeKind kind) {
        int npes = control.npes();
        if (!kind.hasProcesses()) return Topology.oneJvm(npes, control.cores());
        int[] jvm = new int[npes];
        for (int k = 0; k < npes; k++) jvm[k] = k * control.jvms() / npes;
        return new Topology(new int[npes], jvm, new int[] {control.cores()});
    }

    @Override
    public int pe() {
        return pe;
    }

    @Override
    public int npes() {
        return file.npes();
    }

    @Override
    public long regionBytes() {
        return regionBytes;
    }

    /// Lets this PE use a part of its region, since another host has less room than this one. Returns this object.
    ShmTransport within(long bytes) {
        regionBytes = bytes;
        return this;
    }

    @Override
    public Topology topology() {
        return topology;
    }

    @Override
    public Channel channel() {
        return channel;
    }

    @Override
    public synchronized void back(long offset, long bytes, long zeroed) { // a page is backed once, by the first thread
        int page = (int) (offset / Shape.PAGE);
        int end = (int) (Shape.pages(offset + bytes) / Shape.PAGE);
        for (int next; page < end; page = next) {
            boolean old = backed.get(page);
            next = old ? backed.nextClearBit(page) : backed.nextSetBit(page);
            next = next < 0 ? end : Math.min(next, end);
            if (old) {
                long from = Math.max(offset, (long) page * Shape.PAGE);
                long to = Math.min(offset + zeroed, (long) next * Shape.PAGE);
                if (from < to) Memory.zero(address(pe, from), to - from);
            } else backFresh(page, next);
        }
    }

    /// Backs fresh pages: they are zero and no later access can fault.
    private void backFresh(int page, int end) {
        long offset = (long) page * Shape.PAGE;
        long bytes = (long) (end - page) * Shape.PAGE;
        try {
            if (bytes < POPULATE_BYTES || !SystemCalls.populate(address(pe, offset), bytes))
                file.reserve(pe, offset, bytes);
        } catch (IOException e) {
            waiter.checkEnd(() -> "for memory"); // a file that its job has closed
            throw new SymmetricHeapException(
                    "PE %d/%d: %d bytes of the job file cannot be backed by memory, %s; free some, or give oshrun another --heap-dir"
                            .formatted(pe, npes(), bytes, e.getMessage()));
        }
        backed.set(page, end);
    }

    @Override
    public long address(int target, long offset) {
        return channel.at(target, offset);
    }

    @Override
    public int spins() {
        return waiter.spins;
    }

    @Override
    public boolean await(long offset, long bytes, Wait wait) {
        return waiter.await(offset, bytes, wait);
    }

    @Override
    public void sleep(long nanos) {
        waiter.sleep(nanos);
    }

    @Override
    public Error abort(int status, Throwable why) {
        // a PE that fails only because another PE failed has nothing to report; one that lost a host is the first
        boolean follows = why instanceof PeerFailedException && control.isEnding();
        boolean tells = kind.hasProcesses() && why != null && !follows;
        String text = "";
        try {
            // before the job ends: from then on a JVM of several PEs, of which others compute, has 0.6 s, and this
            // thread a small part of a core
            if (tells) {
                if (foreign == null) control.texts.reason(pe, ExceptionReport.line(why));
                text = ProcessEnd.text(pe, control, why);
            }
            if (foreign != null) { // its launcher kills this process, too
                System.err.print(text);
                System.out.flush();
                text = "";
            }
        } finally { // no memory may be left for the text
            if (foreign != null) foreign.abort(status, "PE " + pe + " ends the job");
            control.abort(why == null ? Abort.EXIT : Abort.FAILED, status, pe);
        }
        // after the abort, since a slow reader of stderr may block this
        System.err.print(text);
        boolean exits = kind.isProcess() || kind == PeKind.ALONE && why == null;
        if (!exits) throw new JobEnd(status, pe, why);
        throw ProcessEnd.exit(status);
    }

    @Override
    public void limitWaits(long nanos) {
        control.limitWaits(nanos);
    }

    @Override
    public void enter() {
        control.started(pe, KernelFile.pid());
    }

    @Override
    public void exits() {
        boolean launched = kind == PeKind.PROCESS; // else its JVM tells the launcher, or there is none
        if (launched && !control.isEnding()) control.exits(pe);
    }

    @Override
    public void leave() {
        control.state(pe, PeState.FINALIZED);
        control.core(pe, -1); // a PE that has left keeps no other one off its core
        if (foreign != null) foreign.left();
    }
}
