// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.List;
import org.jshmem.microbench.calibrate.Calibrate;
import org.jshmem.microbench.compare.Compare;
import org.jshmem.microbench.launch.SweepCommand;
import org.jshmem.microbench.stream.StreamArrays;
import org.jshmem.microbench.stream.StreamBenchmark;
import org.jshmem.start.BuiltIn;
import org.jshmem.start.BuiltIns;

/// The programs that this module adds to the launcher.
public final class SuitePrograms implements BuiltIns {

    @Override
    public List<BuiltIn> programs() {
        return List.of(
                BuiltIn.of("pgas", Pgas.class, "measures puts, gets, atomics, waits, collectives and locks"),
                BuiltIn.of("stream", StreamBenchmark.class, "measures the memory bandwidth of all PEs together: STREAM")
                        .heap(StreamArrays::heap),
                BuiltIn.alone(
                        "compare", Compare.class, "measures this library and others in turn, and writes the page"),
                BuiltIn.alone(
                        "sweep", SweepCommand.class, "runs a program on several numbers of PEs and compares them"),
                BuiltIn.alone("judge", Judge.class, "compares two files of results, test by test")
                        .usage("OLD NEW"),
                BuiltIn.alone("calibrate", Calibrate.class, "measures this host for the simulator")
                        .usage(""));
    }
}
