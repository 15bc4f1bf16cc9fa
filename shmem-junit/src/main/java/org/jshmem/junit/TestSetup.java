// SPDX-License-Identifier: Apache-2.0
package org.jshmem.junit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jshmem.runtime.settings.Durations;
import org.jshmem.runtime.settings.MemorySizes;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.spi.SimulatedJob;

/// The set-up of one invocation of a test: the checked values of its annotation.
///
/// @param job the job on a simulated machine; on [ShmemTest#THIS_ONE] only its number of PEs and its heap count
/// @param timeout longest time of the whole invocation
/// @param shareClasses whether PEs share the program's classes
record TestSetup(SimulatedJob job, Duration timeout, boolean shareClasses) {

    /// All set-ups of an annotation, in the order of its lists.
    static List<TestSetup> all(ShmemTest test) {
        if (test.npes().length == 0) throw refused("npes is empty; give numbers of PEs");
        if (test.machine().length == 0) throw refused("machine is empty; use ShmemTest.THIS_ONE for this machine");
        long heap = test.heap().isEmpty()
                ? Settings.heapBytes(System.getenv(), () -> Settings.FIXED_HEAP)
                : MemorySizes.parse("@ShmemTest(heap)", test.heap());
        Duration timeout = Durations.parse("@ShmemTest(timeout)", test.timeout());
        if (timeout.isZero()) throw refused("timeout is 0; a test that hangs has to end, give a longer one");
        List<OptionalLong> seeds =
                Arrays.stream(test.seed()).mapToObj(OptionalLong::of).toList();
        if (seeds.isEmpty()) seeds = List.of(OptionalLong.empty());
        List<TestSetup> all = new ArrayList<>();
        for (String machine : test.machine()) {
            boolean real = machine.equals(ShmemTest.THIS_ONE);
            if (real && (test.seed().length > 0 || test.latePuts() || test.races()) && test.machine().length == 1) {
                throw refused("seed, latePuts and races are for simulated machines; give machine = \"knc\" too");
            }
            for (int npes : test.npes()) {
                if (npes < 1) throw refused("npes=" + npes + " is not a number of PEs; use 1 or more");
                for (OptionalLong seed : real ? List.of(OptionalLong.empty()) : seeds) {
                    boolean late = !real && test.latePuts();
                    var job = new SimulatedJob(machine, npes, heap, seed, late, !real && test.races());
                    all.add(new TestSetup(job, timeout, test.shareClasses()));
                }
            }
        }
        return all;
    }

    private static IllegalArgumentException refused(String what) {
        return new IllegalArgumentException("@ShmemTest: " + what);
    }

    boolean isSimulated() {
        return !job.machine().equals(ShmemTest.THIS_ONE);
    }

    /// The name of the invocation in test reports.
    String title() {
        return (job.npes() == 1 ? "1 PE" : job.npes() + " PEs")
                + (isSimulated() ? " on " + job.machine() : "")
                + (job.seed().isPresent() ? ", seed " + job.seed().getAsLong() : "")
                + (job.latePuts() ? ", late puts" : "")
                + (job.races() ? ", races" : "");
    }
}
