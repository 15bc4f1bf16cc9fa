// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.nio.file.Path;
import org.jshmem.sim.cost.Machine;

/// The specification of one simulation: the machine, the size of the job, and the checks and recordings of the run.
public final class JobSpec {
    Machine machine;
    long regionBytes; // of each PE: system area and heap
    int npes = 1;
    Long seed; // of the noise on every access and on the PEs' starts; null for no noise
    Path trace; // a file that TraceFile made, for the program's calls; null for no recording
    boolean latePuts; // puts arrive as late as the ordering rules allow
    boolean races; // all accesses are compared with each other, which costs a look at the stack for each
    boolean issues = true; // PEs issue operations and go on, unless a check or a meter needs each at its call
    long longestWait; // virtual nanoseconds that a PE may wait, 0 for no limit
    double measured; // factor on the host's CPU times between calls, which enter virtual time; 0 if they do not

    JobSpec() {}

    /// A simulation without noise and checks, in which each PE has `regionBytes` for the system area and the heap.
    public static JobSpec of(Machine machine, int npes, long regionBytes) {
        JobSpec job = new JobSpec();
        job.machine = machine;
        job.npes = npes;
        job.regionBytes = regionBytes;
        return job;
    }

    /// Adds noise.
    public JobSpec seed(long value) {
        seed = value;
        return this;
    }

    /// Checks all accesses.
    public JobSpec findingRaces() {
        races = true;
        return this;
    }
}
