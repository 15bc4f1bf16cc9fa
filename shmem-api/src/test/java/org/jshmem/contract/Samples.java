// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/// How much a test tries: a quarter of the cases with `mvn verify`; half of them and more numbers and sizes with
/// `mvn verify -Plong`, which runs the tests with the tag [#TAG] once more; all with `-Dtests.samples=all`.
public final class Samples {
    /// Tag of tests that try more with `-Plong`; a subclass inherits it.
    public static final String TAG = "sampled";

    /// A run tries the cases of one of this many parts.
    private static final int PARTS = switch (System.getProperty("jshmem.samples", "few")) {
        case "all" -> 1;
        case "half" -> 2;
        default -> 4;
    };

    /// Property with the seed of a sample of cases; a run without it takes that of the commit and prints it.
    public static final String SEED_PROPERTY = "samples.seed";

    private static final long SEED = seed();

    private Samples() {}

    private static long seed() {
        Long given = Long.getLong(SEED_PROPERTY);
        if (given != null) return given;
        long drawn = ofCommit() % 60; // each part of 2, 3, 4, 5 and 6 is as likely as the others
        System.out.println("-D" + SEED_PROPERTY + "=" + drawn);
        return drawn;
    }

    /// A number of the commit's content, which is equal in all its builds; 0 outside a clone.
    public static long ofCommit() {
        try {
            Process git = new ProcessBuilder("git", "rev-parse", "HEAD^{tree}")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String tree = git.inputReader().readLine();
            return git.waitFor() == 0 ? Long.parseLong(tree.substring(0, 8), 16) : 0;
        } catch (IOException | InterruptedException e) {
            return 0; // no git
        }
    }

    /// The seed of this run, which other JVMs of the same test need too.
    public static long seedOfCases() {
        return SEED;
    }

    /// The numbers, sizes or cases that this run tries.
    public static <T> T of(T few, T all) {
        return PARTS < 4 ? all : few;
    }

    /// The cases of these that this run tries, one at least.
    public static <T> List<T> drawn(List<T> all) {
        return every(Math.min(PARTS, all.size()), all);
    }

    /// Each third of these, or all where a run tries all cases. Which third and which quarter of the cases a run
    /// tries does not depend on each other.
    public static <T> List<T> third(List<T> all) {
        return PARTS == 1 ? all : every(3, all);
    }

    private static <T> List<T> every(int parts, List<T> all) {
        return IntStream.range(0, all.size())
                .filter(k -> Math.floorMod(k + SEED, parts) == 0)
                .mapToObj(all::get)
                .toList();
    }

    /// Whether this run tries a case that is made of choices, each numbered from 0. In a quarter of the cases each
    /// pair of choices occurs if a third choice has four values.
    public static boolean tries(int... choices) {
        return Math.floorMod(IntStream.of(choices).sum() + SEED, PARTS) == 0;
    }
}
