// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What befalls a job of [ChaosIT], and what has to be said of it. The first ones befall it from inside, at a step of
/// the program.
enum Fault {
    NONE,
    EXIT,
    THROW,
    LEAVE,
    GLOBAL_EXIT,
    FULL_HEAP,
    OUT_OF_MEMORY,
    CRASH,
    SLOW,
    MISMATCH,
    KILL_PE,
    STOP_AND_CONTINUE,
    KILL_LAUNCHER,
    STOP_LAUNCHER;

    private static final Pattern BLAME =
            Pattern.compile("(?m)^oshrun: (?:PE (\\d+)/\\d+ |the JVM of PEs (\\d+) to (\\d+) of )");

    boolean isInside() {
        return ordinal() < KILL_PE.ordinal();
    }

    /// Whether a job of processes ended as it should: with this status and these errors, the fault having met
    /// `victim`. A launcher that was told to stop has a status for each way of telling.
    boolean isRight(int victim, int status, int stopped, String err) {
        Matcher blame = BLAME.matcher(err);
        boolean blamed = blame.find();
        boolean victims = blamed && names(blame, victim);
        return switch (this) {
            case NONE, SLOW, STOP_AND_CONTINUE -> status == 0 && !blamed;
            case EXIT -> status == 7 && victims;
            case THROW, LEAVE -> status == 1 && victims;
            case OUT_OF_MEMORY -> status == 1 && victims && err.contains("OutOfMemoryError");
            case CRASH -> status == 134 && victims;
            case GLOBAL_EXIT -> status == 9 && victims;
            case FULL_HEAP -> status == 1 && blamed && err.contains("SymmetricHeapException");
            case MISMATCH -> status == 1 && blamed && err.contains(" on PE " + victim);
            // the PE may have been at its very end
            case KILL_PE -> status == 137 && victims || status == 0 && !blamed;
            case KILL_LAUNCHER -> status == 137 || status == 0;
            case STOP_LAUNCHER -> status == stopped || status == 0;
        };
    }

    private static boolean names(Matcher blame, int pe) {
        if (blame.group(1) != null) return Integer.parseInt(blame.group(1)) == pe;
        return Integer.parseInt(blame.group(2)) <= pe && pe <= Integer.parseInt(blame.group(3));
    }
}
