// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// One run of a kernel for a figure, as a row of `nas-report`'s CSV file.
///
/// @param figure its number
/// @param machine `real` or the simulated machine
/// @param seconds of the slowest PE, as written; empty where the run has failed
/// @param reductionSeconds mean of all PEs, as written
record Run(
        int figure,
        String machine,
        String kernel,
        String problem,
        int pes,
        String variant,
        String seconds,
        String reductionSeconds,
        String verification) {
    static final String COLUMNS = "figure,machine,kernel,class,pes,variant,seconds,reduction_seconds,verification";

    String csv() {
        return String.join(
                ",",
                Integer.toString(figure),
                machine,
                kernel,
                problem,
                Integer.toString(pes),
                variant,
                seconds,
                reductionSeconds,
                verification);
    }

    /// What the figure plots of this run; empty where it has failed.
    String value(Figure of) {
        return of.column().equals("seconds") ? seconds : reductionSeconds;
    }

    /// The runs of a file that an earlier report wrote.
    static List<Run> read(Path file) throws IOException {
        List<Run> runs = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (line.isBlank() || line.equals(COLUMNS)) continue;
            String[] c = line.split(",", -1);
            try {
                runs.add(new Run(
                        Integer.parseInt(c[0]), c[1], c[2], c[3], Integer.parseInt(c[4]), c[5], c[6], c[7], c[8]));
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                throw new IOException("no row of a nas-report: " + line, e);
            }
        }
        return runs;
    }
}
