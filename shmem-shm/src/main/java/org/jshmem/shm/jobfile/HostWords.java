// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.jobfile;

import java.util.List;
import org.jshmem.shm.jobfile.JobLayout.PeState;
import org.jshmem.shm.jobfile.JobLayout.Text;
import org.jshmem.transport.Memory;

/// The control words about the hosts of a job: which PE is where, and the key of their messages.
public record HostWords(Control job, long base) {

    /// The number of hosts of the job; 0 if all PEs are on this one.
    public int count() {
        return Memory.getInt(base + JobLayout.HOSTS_OFFSET);
    }

    /// The number of a PE's host.
    public int of(int pe) {
        return Memory.getInt(job.slot(pe) + JobLayout.HOST_OFFSET);
    }

    /// The key of the messages between hosts; 0 until the addresses of all JVMs are here.
    public long key() {
        return Memory.getLongAcquire(base + JobLayout.KEY_OFFSET); // pairs with the release in join()
    }

    /// Places the PEs of a job on hosts. PE `pe` is on host `hostOf[pe]`; `own` is this one.
    public void place(int[] hostOf, List<String> names, int own) {
        Memory.setInt(base + JobLayout.HOSTS_OFFSET, names.size());
        for (int pe = 0; pe < job.npes(); pe++) {
            Memory.setInt(job.slot(pe) + JobLayout.HOST_OFFSET, hostOf[pe]);
            job.texts.set(pe, Text.HOST, names.get(hostOf[pe]));
            if (hostOf[pe] != own) job.startedElsewhere(pe);
        }
    }

    /// Lets the JVMs of all hosts reach each other, whose addresses are here. The time of all waits counts from now on.
    public void join(long key, long commonBytes) {
        for (int pe = 0; pe < job.npes(); pe++) if (job.state(pe) == PeState.ELSEWHERE) job.startedElsewhere(pe);
        Memory.setLong(base + JobLayout.COMMON_BYTES.at(), commonBytes);
        Memory.setLongRelease(base + JobLayout.KEY_OFFSET, key);
        Memory.fullFence();
        for (int pe = 0; pe < job.npes(); pe++) job.wake(pe, 0, 1);
    }
}
