// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.osu;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.Shmem;

/// The command line of OSU's tests.
///
/// @param tests names of tests
/// @param iterations `-i`: timed operations of each size; 0 for OSU's numbers
/// @param skip `-x`: operations before them; -1 for OSU's numbers
/// @param smallest the first half of `-m MIN:MAX`, in bytes
/// @param largest the second half, in bytes; 0 for OSU's largest size
/// @param full `-f`: whether collectives print minimum, maximum and iterations too
record OsuOptions(List<String> tests, int iterations, int skip, long smallest, long largest, boolean full) {

    static OsuOptions parse(String... args) {
        var tests = new ArrayList<String>();
        int iterations = 0;
        int skip = -1;
        long smallest = 1;
        long largest = 0;
        boolean full = false;
        for (int k = 0; k < args.length; k++) {
            String arg = args[k];
            boolean last = k + 1 == args.length;
            switch (arg) {
                case "heap", "global" -> {} // buffers are always in the symmetric heap
                case "-f", "--full" -> full = true;
                case "-i", "--iterations" -> iterations = (int) number(arg, last ? "" : args[++k], 1);
                case "-x", "--warmup" -> skip = (int) number(arg, last ? "" : args[++k], 0);
                case "-m", "--message-size" -> {
                    String range = last ? "" : args[++k];
                    int colon = range.indexOf(':');
                    if (colon > 0) smallest = number(arg, range.substring(0, colon), 1);
                    largest = number(arg, range.substring(colon + 1), smallest);
                }
                case "--format" -> {
                    if (last || !args[++k].equals("osu"))
                        throw new IllegalArgumentException("OSU's tests print OSU's columns; remove --format");
                }
                default -> {
                    if (arg.startsWith("-"))
                        throw new IllegalArgumentException("unknown option " + arg
                                + "; OSU's tests take -i N, -x N, -m [MIN:]MAX, -f, and heap or global");
                    tests.add(arg);
                }
            }
        }
        return new OsuOptions(tests, iterations, skip, smallest, largest, full);
    }

    private static long number(String option, String text, long least) {
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= Integer.MAX_VALUE) return value;
        } catch (NumberFormatException e) {
            // refused below
        }
        throw new IllegalArgumentException(option + " '" + text + "' is not a number of " + least + " or more");
    }

    int iterations(int usual) {
        return iterations == 0 ? usual : iterations;
    }

    int skip(int usual) {
        return skip < 0 ? usual : skip;
    }

    /// The powers of two from the first size to the last, which is `most` without `-m`, each a multiple of `unit`.
    List<Long> sizes(long most, int unit) {
        var sizes = new ArrayList<Long>();
        for (long size = unit; size <= (largest == 0 ? most : largest); size *= 2)
            if (size >= smallest) sizes.add(size);
        return sizes;
    }

    /// Refuses tests that need more symmetric memory than is free.
    static void checkRoom(Shmem sh, long bytes) {
        if (bytes <= sh.largestFree()) return;
        throw new IllegalArgumentException("buffers of " + bytes + " bytes exceed the free symmetric heap of "
                + sh.largestFree() + " bytes on each PE; raise --heap or lower -m");
    }
}
