// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.page;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.Shmem;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Result;
import org.jshmem.report.Results;

/// The frame of the commands that PE 0 runs alone.
public final class Command {
    private Command() {}

    @FunctionalInterface
    public interface Body {
        void run(Shmem sh, String[] args) throws IOException;
    }

    /// Runs a command on PE 0; the other PEs return at once. Refused arguments and failed jobs end it with one
    /// sentence.
    public static void run(String name, String[] args, Body body) {
        Shmem.run(args, (sh, own) -> {
            if (sh.myPe() != 0) return;
            try {
                body.run(sh, own);
            } catch (InvalidArguments refused) {
                refused.end(sh, name);
            } catch (IllegalStateException e) { // a job that failed
                new InvalidArguments(e.getMessage()).end(sh, name);
            }
        });
    }

    static List<Result> read(String file) {
        try {
            List<Result> rows = Results.read(Path.of(file));
            Results.checkOneBuild(file, rows);
            return rows;
        } catch (IOException e) {
            throw new InvalidArguments(file + " cannot be read; name a file that --jsonl wrote");
        } catch (IllegalArgumentException e) {
            throw new InvalidArguments(e.getMessage());
        }
    }
}
