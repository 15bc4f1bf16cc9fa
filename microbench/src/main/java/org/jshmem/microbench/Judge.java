// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.io.IOException;
import java.nio.file.Path;
import org.jshmem.Shmem;
import org.jshmem.microbench.harness.Status;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Comparison;
import org.jshmem.report.Results;

/// Command that compares two files of results: `bin/oshrun judge OLD NEW`.
///
/// The exit status is 5 if a test became slower, or if a result of a simulated machine differs.
public final class Judge {
    private Judge() {}

    /// Compares the files on PE 0; the other PEs return at once.
    public static void main(String[] args) {
        Shmem.run(args, (sh, own) -> {
            if (sh.myPe() != 0) return;
            if (own.length != 2) {
                new InvalidArguments("needs two files of results, the earlier one first").end(sh, "judge");
                return;
            }
            Comparison comparison;
            try {
                comparison = Comparison.of(Results.read(Path.of(own[0])), Results.read(Path.of(own[1])));
            } catch (IOException e) {
                new InvalidArguments("cannot read " + e.getMessage() + "; name files that --record wrote")
                        .end(sh, "judge");
                return;
            } catch (IllegalArgumentException e) {
                new InvalidArguments(e.getMessage()).end(sh, "judge");
                return;
            }
            comparison.text().forEach(System.out::println);
            Status.end(sh, false, comparison.count("slower") + comparison.count("differs") > 0);
        });
    }
}
