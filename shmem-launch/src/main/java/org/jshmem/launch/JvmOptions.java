// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jshmem.launch.job.CoreBinding;
import org.jshmem.launch.job.Debugged;
import org.jshmem.launch.job.PeBlocks;
import org.jshmem.launch.job.PeCommand;
import org.jshmem.launch.os.Numbers;
import org.jshmem.launch.os.Refused;

/// The options for JVMs: the number of JVMs for the PEs, their class path and their own options.
record JvmOptions(Options options) {
    /// The value of `--jvms`; null without it, and without `--threads`, which is `--jvms 1`.
    String jvms() {
        return options.has("--threads") ? "1" : options.value("--jvms");
    }

    /// Assigns the PEs of this host, which has `cores`, to JVMs: J JVMs, or one for each PE of a host with fewer. With
    /// `shares`, one JVM per core is the default. `npes` is the number of PEs on all hosts.
    PeBlocks blocks(int[] pes, int npes, boolean shares, int cores) {
        String jvms = jvms();
        boolean auto = jvms == null ? shares : jvms.equals("auto");
        int most = auto ? cores : jvms == null ? pes.length : number(jvms, npes);
        return new PeBlocks(pes, Math.min(most, pes.length));
    }

    private static int number(String jvms, int npes) {
        int n = Numbers.whole(jvms, 1, Integer.MAX_VALUE);
        if (n < 0) {
            throw new Refused(
                    "--jvms '%s' is not a number of JVMs; give a whole number from 1 on, or auto".formatted(jvms));
        }
        if (n <= npes) return n;
        throw new Refused("--jvms %s is more than the %d PEs of the job; give a number up to %d, or auto"
                .formatted(jvms, npes, npes));
    }

    /// Whether an option is meant for a JVM with one PE.
    boolean areForOnePe() {
        return binding().binds()
                || options.has("--output-filename")
                || options.has("--debug")
                || options.values("-J").stream().anyMatch(option -> option.startsWith("-Xmx"))
                || numberPes();
    }

    private boolean numberPes() {
        return options.values("-J").stream().anyMatch(option -> option.contains(PeCommand.PE));
    }

    void check() {
        for (String option : options.values("-J")) {
            if (!option.startsWith("@") || Files.isReadable(Path.of(option.substring(1)))) continue;
            throw new Refused(
                    "-J '%s' names a file of options that cannot be read; give another one".formatted(option));
        }
        if (options.isSimulated() && numberPes()) {
            throw new Refused("-J with {pe} is for PEs that are processes; remove {pe}, or --machine");
        }
        if (binding().binds() && (jvms() != null || options.isSimulated())) {
            throw new Refused("--bind-to is for PEs that are processes; remove it, or --jvms and --machine");
        }
    }

    CoreBinding binding() {
        return new CoreBinding(
                options.has("--bind-to") ? options.value("--bind-to") : "none", options.has("--report-bindings"));
    }

    /// The PEs that wait for a debugger.
    Debugged debugged(int npes) {
        SortedSet<Integer> pes = new TreeSet<>();
        for (String each : options.values("--debug")) {
            for (String text : each.split(",", -1)) {
                int pe = Numbers.whole(text, 0, npes - 1);
                if (pe < 0) {
                    throw new Refused("--debug '%s' is not a PE of this job; give a number from 0 to %d"
                            .formatted(text, npes - 1));
                }
                pes.add(pe);
            }
        }
        return new Debugged(pes, npes);
    }
}
