// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// The assignment of PEs to cores.
public final class Placement {
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,5})(?:\\.\\.([0-9]{1,5}))?");

    private final int[] cores;
    private final int[] pes;

    private Placement(int[] cores) {
        this.cores = cores;
        pes = new int[Arrays.stream(cores).max().orElseThrow() + 1];
        for (int core : cores) pes[core]++;
    }

    /// Places PE i on core i modulo `cores`, so that PEs share cores only if each core has one.
    public static Placement roundRobin(int npes, int cores) {
        return new Placement(IntStream.range(0, npes).map(pe -> pe % cores).toArray());
    }

    /// Places PE i on the i-th of these cores, on a machine of `count` cores, each of which takes at most `each` PEs.
    static Placement chosen(List<Integer> cores, int npes, int count, int each) {
        if (cores.size() != npes) {
            String cored = cores.size() == 1 ? "1 core" : cores.size() + " cores";
            throw wrong("names %s for %d PEs; name one for each, such as 0..%d", cored, npes, npes - 1);
        }
        int[] pes = new int[count];
        String many = "names core %d for %d PEs; a core of this machine takes %d, so name others";
        for (int core : cores) {
            if (core >= count) throw wrong("names core %d; use cores 0 to %d of this machine", core, count - 1);
            if (++pes[core] > each) throw wrong(many, core, Collections.frequency(cores, core), each);
        }
        return new Placement(cores.stream().mapToInt(Integer::intValue).toArray());
    }

    /// Parses a list of cores such as `5,0..3,47..46`, in the order of the PEs.
    public static List<Integer> parse(String text) {
        List<Integer> cores = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Matcher range = RANGE.matcher(part);
            if (!range.matches()) throw wrong("'%s' is not a list of cores, such as 0,2,4 or 0..23,47..24", text);
            int from = Integer.parseInt(range.group(1));
            int to = range.group(2) == null ? from : Integer.parseInt(range.group(2));
            for (int i = 0; i <= Math.abs(to - from); i++) cores.add(from <= to ? from + i : from - i);
        }
        return cores;
    }

    private static IllegalArgumentException wrong(String format, Object... values) {
        return new IllegalArgumentException("--place " + format.formatted(values));
    }

    /// The core that a PE runs on, numbered from 0.
    public int core(int pe) {
        return cores[pe];
    }

    /// The number of PEs on this PE's core, this PE included.
    public int sharing(int pe) {
        return pes[cores[pe]];
    }

    /// The number of cores up to the last one that has a PE.
    public int cores() {
        return pes.length;
    }
}
