// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.io.FileOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jshmem.launch.job.Debugged;
import org.jshmem.launch.job.PeCommand;
import org.jshmem.launch.os.Numbers;
import org.jshmem.launch.os.Refused;
import picocli.CommandLine.Option;

/// The options for output, for debuggers, and for running jobs.
final class RunOptions {
    @Option(names = "--tag-output")
    boolean tagOutput;

    @Option(names = "--output-filename", paramLabel = "NAME")
    String files;

    @Option(names = {"-q", "--quiet"})
    boolean quiet;

    @Option(names = "--debug", paramLabel = "PE,...")
    List<String> debug = new ArrayList<>();

    @Option(names = "--ps")
    boolean ps;

    @Option(names = "--inspect", paramLabel = "JOB")
    String inspect;

    @Option(names = {"-h", "-help", "--help"})
    boolean help;

    @Option(names = {"-V", "--version"})
    boolean version;

    /// Prints a line about an option or a variable without effect; none for an empty text.
    void hint(String what) {
        if (!what.isEmpty() && !quiet) System.err.println("oshrun: " + what);
    }

    /// Refuses one file for several PEs.
    void checkFiles(int npes) {
        if (npes > 1 && files != null && !files.contains(PeCommand.PE)) {
            throw new Refused(
                    "--output-filename '%s' is the same file for all PEs; put {pe} into the name".formatted(files));
        }
    }

    /// Creates or empties the files to which the PEs of this host write, open until the job's end; null for the
    /// launcher's own streams, and for other PEs.
    List<FileOutputStream> files(int npes, int[] here) {
        if (files == null) return null;
        try {
            List<FileOutputStream> open = new ArrayList<>(Collections.nCopies(npes, null));
            for (int pe : here) {
                open.set(pe, new FileOutputStream(files.replace(PeCommand.PE, Integer.toString(pe))));
            }
            return open;
        } catch (IOException e) {
            throw new Refused(
                    "--output-filename '%s' cannot be written, %s; give a name in a folder that exists and can be written"
                            .formatted(files, e.getMessage()));
        }
    }

    Debugged debugged(int npes) {
        SortedSet<Integer> pes = new TreeSet<>();
        for (String each : debug) for (String text : each.split(",", -1)) pes.add(number(text, npes));
        return new Debugged(pes, npes);
    }

    private static int number(String text, int npes) {
        int pe = Numbers.whole(text, 0, npes - 1);
        if (pe >= 0) return pe;
        throw new Refused("--debug '%s' is not a PE of this job; give a number from 0 to %d".formatted(text, npes - 1));
    }

    /// Whether an option needs PEs that are processes.
    boolean needsProcesses() {
        return files != null || !debug.isEmpty();
    }
}
