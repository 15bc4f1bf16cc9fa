// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jshmem.launch.job.CoreBinding;
import org.jshmem.launch.job.PeBlocks;
import org.jshmem.launch.job.PeCommand;
import org.jshmem.launch.os.Numbers;
import org.jshmem.launch.os.Refused;
import picocli.CommandLine.Option;

/// The options for JVMs: the number of JVMs for the PEs, their class path and their own options.
final class JvmOptions {
    @Option(names = "-J", paramLabel = "OPT")
    List<String> options = new ArrayList<>();

    @Option(names = "--jvms", paramLabel = "J")
    String jvms;

    /// Puts all PEs into one JVM.
    @Option(names = "--threads")
    void threads(boolean all) {
        jvms = "1";
    }

    @Option(names = "--share-classes")
    boolean shareClasses;

    @Option(names = "--bind-to", paramLabel = "WHAT")
    String bindTo;

    @Option(names = "--report-bindings")
    boolean reportBindings;

    @Option(names = "--argfile", paramLabel = "FILE")
    String argumentFile;

    /// Assigns the PEs of this host, which has `cores`, to JVMs: J JVMs, or one for each PE of a host with fewer. With
    /// `shares`, one JVM per core is the default. `npes` is the number of PEs on all hosts.
    PeBlocks blocks(int[] pes, int npes, boolean shares, int cores) {
        if (number().orElse(1) > npes) {
            throw new Refused("--jvms %s is more than the %d PEs of the job; give a number up to %d, or auto"
                    .formatted(jvms, npes, npes));
        }
        int most = number().orElse(shares || jvms != null ? cores : pes.length);
        return new PeBlocks(pes, Math.min(most, pes.length));
    }

    /// The number that `--jvms` gives; empty for `auto`, and without the option.
    private OptionalInt number() {
        if (jvms == null || jvms.equals("auto")) return OptionalInt.empty();
        int n = Numbers.whole(jvms, 1, Integer.MAX_VALUE);
        if (n > 0) return OptionalInt.of(n);
        throw new Refused(
                "--jvms '%s' is not a number of JVMs; give a whole number from 1 on, or auto".formatted(jvms));
    }

    /// Whether an option is meant for a JVM with one PE.
    boolean areForOnePe() {
        return options.stream().anyMatch(option -> option.startsWith("-Xmx")) || numberPes();
    }

    private boolean numberPes() {
        return options.stream().anyMatch(option -> option.contains(PeCommand.PE));
    }

    void check(boolean simulated) {
        for (String option : options) {
            if (!option.startsWith("@") || Files.isReadable(Path.of(option.substring(1)))) continue;
            throw new Refused(
                    "-J '%s' names a file of options that cannot be read; give another one".formatted(option));
        }
        if (simulated && numberPes()) {
            throw new Refused("-J with {pe} is for PEs that are processes; remove {pe}, or --machine");
        }
    }

    CoreBinding binding() {
        return new CoreBinding(bindTo == null ? "none" : bindTo, reportBindings);
    }
}
