// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.List;
import org.jshmem.microbench.calibrate.Calibrate;
import org.jshmem.microbench.page.Judge;
import org.jshmem.microbench.page.RecordCommand;
import org.jshmem.microbench.page.ReportCommand;
import org.jshmem.microbench.stream.StreamBenchmark;
import org.jshmem.spi.BuiltIn;
import org.jshmem.spi.BuiltIns;

/// The programs that this module adds to the launcher.
public final class SuitePrograms implements BuiltIns {

    @Override
    public List<BuiltIn> programs() {
        return List.of(
                BuiltIn.of("pgas", Pgas.class, "measures puts, gets, atomics, waits, collectives and locks"),
                BuiltIn.of("stream", StreamBenchmark.class, "measures the memory bandwidth of all PEs together: STREAM")
                        .heap(StreamBenchmark::heap),
                BuiltIn.alone("report", ReportCommand.class, "makes a page of files of results")
                        .usage("DIR FILE..."),
                BuiltIn.alone("record", RecordCommand.class, "records the times of a program for a page of results")
                        .usage("[OPTION...] FILE NAME COMMAND..."),
                BuiltIn.alone("judge", Judge.class, "compares two files of results, benchmark by benchmark")
                        .usage("OLD NEW"),
                BuiltIn.alone("calibrate", Calibrate.class, "measures this host for the simulator")
                        .usage("[--check | fit FILE.csv]"));
    }
}
