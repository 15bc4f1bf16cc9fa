// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import org.jshmem.launch.system.ChildProcess;
import org.jshmem.launch.system.Leftovers;
import org.jshmem.launch.system.ScratchFolder;
import org.jshmem.trace.ClockOffset;
import org.jshmem.trace.Handover;
import org.jshmem.trace.TraceFile;
import org.jshmem.trace.Track;
import org.jshmem.transport.Interposer;
import org.jshmem.ucx.HostClock;
import org.jshmem.ucx.Hosts;

/// The recorded events of one host's PEs, in a temporary file of the host. Once the PEs have ended, the launcher gets
/// it piece by piece, with the distance of its clock from that of the job's first host.
final class HostRecording implements AutoCloseable {
    private static final long LAST_MILLIS = 2000;

    private final ScratchFolder scratch = new ScratchFolder();
    private final Path file;
    private HostClock clock;
    private long begin;

    HostRecording(int npes, long bytesEach) throws IOException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        Thread.ofPlatform().daemon().name("sweep").start(() -> Leftovers.scratch(temporary));
        file = scratch.folder().resolve("trace");
        TraceFile.create(file, npes, bytesEach, false, "");
    }

    /// Begins to compare this host's clock with that of the first host.
    void begin(Hosts hosts, int host) {
        clock = HostClock.start(hosts, host, 0);
        begin = System.nanoTime();
    }

    /// The variables that make a PE record.
    Map<String, String> environment() {
        return Map.of(Interposer.VARIABLE, file.toString());
    }

    /// Sends the launcher all events that the host's PEs have recorded, then the end, with the reason if some are
    /// missing.
    void tell(Frames.Writer launcher, Hosts hosts, int host, Collection<ChildProcess> pes) {
        String trouble = "";
        try {
            for (ChildProcess pe : pes) pe.await(LAST_MILLIS); // the job has ended them
            clock.close();
            long last = System.nanoTime();
            var offset =
                    new ClockOffset(begin, clock.at(begin) - begin, last, clock.at(last) - last, clock.errorNanos());
            var recorded = new Track.Host(host, hosts.name(host), false, offset);
            for (int pe : hosts.pes(host).toArray()) {
                Handover.give(file, pe, recorded, (of, at, bytes) -> launcher.send(new Frame.Recorded(of, at, bytes)));
            }
        } catch (IOException e) {
            trouble = e.toString();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            trouble = "interrupted";
        }
        launcher.send(new Frame.Collected(trouble));
    }

    @Override
    public void close() {
        scratch.close();
    }
}
