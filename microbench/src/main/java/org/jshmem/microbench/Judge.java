// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jshmem.microbench.harness.Command;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Comparison;
import org.jshmem.report.Results;

/// Command that compares two files of results: `bin/oshrun judge OLD NEW`.
///
/// The exit status is 5 if a test became slower, or if a result of a simulated machine differs,
/// and 2 if the files cannot be compared.
public final class Judge {
    private Judge() {}

    public static void main(String[] args) {
        Command.run("judge", args, (sh, own) -> {
            if (own.length != 2) throw new InvalidArguments("needs two files of results, the earlier one first");
            Comparison comparison;
            try {
                comparison = Comparison.of(Results.read(Path.of(own[0])), Results.read(Path.of(own[1])));
            } catch (NoSuchFileException e) {
                throw new InvalidArguments(e.getFile() + " does not exist; name files that --record wrote");
            } catch (IOException e) {
                throw new InvalidArguments("cannot read " + e.getMessage() + "; name files that --record wrote");
            } catch (IllegalArgumentException e) {
                throw new InvalidArguments(e.getMessage());
            }
            if (!comparison.refused().isEmpty())
                throw new InvalidArguments(
                        "%s and %s cannot be compared: %s".formatted(own[0], own[1], comparison.refused()));
            comparison.text().forEach(System.out::println);
            Command.end(sh, false, comparison.count("slower") + comparison.count("differs") > 0);
        });
    }
}
