// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.page;

import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Comparison;

/// Command that compares two files of results: `bin/oshrun judge OLD NEW`.
///
/// The exit status is 5 if a benchmark became slower, or if a result of a simulated machine differs,
/// and 2 if the files cannot be compared.
public final class Judge {
    private static final int SLOWER = 5;

    private Judge() {}

    public static void main(String[] args) {
        Command.run("judge", args, (sh, own) -> {
            if (own.length != 2) throw new InvalidArguments("needs two files of results, the earlier one first");
            Comparison comparison;
            try {
                comparison = Comparison.of(Command.read(own[0]), Command.read(own[1]));
            } catch (IllegalArgumentException e) {
                throw new InvalidArguments(
                        "%s and %s cannot be compared: %s".formatted(own[0], own[1], e.getMessage()));
            }
            comparison.text().forEach(System.out::println);
            System.out.flush();
            if (comparison.count("slower") + comparison.count("differs") > 0) throw sh.globalExit(SLOWER);
        });
    }
}
