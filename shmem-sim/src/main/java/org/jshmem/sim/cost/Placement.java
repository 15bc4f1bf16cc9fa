// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import java.util.ArrayList;
import java.util.List;

/// The assignment of PEs to cores.
public final class Placement {
    private static final int MOST = 1 << 16; // largest step between the ends of a range

    private final int[] cores;
    private final int[] pes;

    private Placement(int[] cores) {
        this.cores = cores;
        int last = 0;
        for (int core : cores) last = Math.max(last, core);
        pes = new int[last + 1];
        for (int core : cores) pes[core]++;
    }

    /// Places PE i on core i modulo `cores`, so that PEs share cores only if each core has one.
    public static Placement roundRobin(int npes, int cores) {
        int[] core = new int[npes];
        for (int pe = 0; pe < npes; pe++) core[pe] = pe % cores;
        return new Placement(core);
    }

    /// Places PE i on the i-th of these cores, on a machine of `count` cores, each of which takes at most `each` PEs.
    static Placement chosen(List<Integer> cores, int npes, int count, int each) {
        if (cores.size() != npes) {
            throw new IllegalArgumentException("--place names %s for %d PEs; name one for each, such as 0..%d"
                    .formatted(cores.size() == 1 ? "1 core" : cores.size() + " cores", npes, npes - 1));
        }
        for (int core : cores) {
            if (core < 0 || core >= count) {
                throw new IllegalArgumentException(
                        "--place names core %d; use cores 0 to %d of this machine".formatted(core, count - 1));
            }
        }
        Placement placement =
                new Placement(cores.stream().mapToInt(Integer::intValue).toArray());
        for (int core : cores) {
            if (placement.pes[core] > each) {
                throw new IllegalArgumentException(
                        "--place names core %d for %d PEs; a core of this machine takes %d, so name others"
                                .formatted(core, placement.pes[core], each));
            }
        }
        return placement;
    }

    /// Parses a list of cores such as `5,0..3,47..46`, in the order of the PEs.
    public static List<Integer> parse(String text) {
        List<Integer> cores = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String[] ends = part.split("\\.\\.", -1);
            try {
                if (!part.matches("[0-9.]+")) throw new NumberFormatException(); // parseInt takes digits of all scripts
                int from = Integer.parseInt(ends[0]);
                int to = Integer.parseInt(ends[ends.length - 1]);
                if (ends.length > 2 || Math.abs((long) from - to) > MOST) throw new NumberFormatException();
                int step = from <= to ? 1 : -1;
                for (int core = from; core != to + step; core += step) cores.add(core);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "--place '%s' is not a list of cores, such as 0,2,4 or 0..23,47..24".formatted(text), e);
            }
        }
        return cores;
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
