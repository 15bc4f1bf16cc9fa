// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jshmem.launch.system.Refused;

/// The parts of a command line with several programs in one job: `-np 2 A : -np 6 B`.
final class Segments {
    /// The options that each program may have for itself.
    private static final Set<String> OWN = Set.of("-np", "-cp");

    private Segments() {}

    /// Splits a command line. A colon begins a new part only if `-np` or `-n` follows it, so that programs may
    /// have other colons among their arguments.
    static List<String[]> of(String[] args) {
        List<String[]> segments = new ArrayList<>();
        int start = 0;
        for (int i = 1; i + 1 < args.length; i++) {
            if (!args[i].equals(":") || !(args[i + 1].equals("-np") || args[i + 1].equals("-n"))) continue;
            segments.add(Arrays.copyOfRange(args, start, i));
            start = i + 1;
        }
        segments.add(Arrays.copyOfRange(args, start, args.length));
        return segments;
    }

    static int npes(Options first, List<Options> later) {
        int npes = first.npes();
        if (later.isEmpty()) return npes;
        for (Options more : later) npes += more.npes();
        if (npes > first.mostPes()) {
            throw new Refused("-np adds up to %d PEs; a job has at most %d".formatted(npes, first.mostPes()));
        }
        if (first.simulator.isAsked()) throw refused("--machine");
        if (first.jvm.saysJvms()) throw refused("--jvms");
        return npes;
    }

    /// The refusal of a colon without a program before it and after it.
    static Refused incomplete() {
        return new Refused("a ':' separates the programs of a job; give -np N and a program before it and after it");
    }

    /// The refusal of an option with several programs, which run as processes of this host.
    static Refused refused(String by) {
        return new Refused("several programs in one job run as processes of one host; remove %s".formatted(by));
    }

    static void checkLater(OptionValues given) {
        for (String name : given.names()) {
            if (OWN.contains(name)) continue;
            throw new Refused("%s is for the whole job; give it before the first ':'"
                    .formatted(OptionTable.find(name).longestName()));
        }
    }
}
