// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jshmem.launch.job.Debugged;
import org.jshmem.launch.job.PeBlocks;
import org.jshmem.launch.job.PeCommand;
import org.jshmem.launch.system.HostLimits;
import org.jshmem.launch.system.Numbers;
import org.jshmem.launch.system.Refused;

/// The options for the run of PEs: working folder, output files, time limit, and debugging.
record RunOptions(OptionValues given) {
    private static final String FILES = "--output-filename";

    /// The working folder of PEs; null for the launcher's.
    Path folder() {
        String folder = given.text("--wdir");
        if (folder == null) return null;
        Path path = Path.of(folder).toAbsolutePath();
        if (folder.isEmpty() || !Files.isDirectory(path)) {
            throw new Refused("--wdir '%s' is not a directory; create it, or give another one".formatted(folder));
        }
        if (!Files.isExecutable(path)) {
            throw new Refused("--wdir '%s' cannot be entered by this user; give another one".formatted(folder));
        }
        return path;
    }

    boolean isQuiet() {
        return given.has("--quiet");
    }

    /// Prints a line about an option or a variable without effect; none for an empty text.
    void hint(String what) {
        if (!what.isEmpty() && !isQuiet()) System.err.println("oshrun: " + what);
    }

    /// The longest time of the job in nanoseconds, or 0 for no limit.
    long timeLimitNanos() {
        return Numbers.nanos("--time-limit", given.text("--time-limit"));
    }

    private boolean hasFiles() {
        return given.has(FILES);
    }

    /// Refuses a job on this host for whose processes and files the limit on open files is too low.
    void checkOpenFiles(PeBlocks deal) {
        String what = deal.npes() + " PEs" + (deal.isProcesses() ? "" : " in %d JVMs".formatted(deal.jvms()));
        try {
            HostLimits.checkOpenFiles(deal.jvms(), hasFiles() ? deal.npes() : 0, what);
        } catch (IOException e) {
            throw new Refused(e.getMessage() + (deal.jvms() > 1 ? ", or share JVMs (--jvms)" : ""));
        }
    }

    /// Refuses one file for several PEs.
    void checkFiles(int npes) {
        if (npes > 1 && hasFiles() && !given.text(FILES).contains(PeCommand.PE)) {
            throw new Refused("--output-filename '%s' is the same file for all PEs; put {pe} into the name"
                    .formatted(given.text(FILES)));
        }
    }

    /// Creates or empties the files to which the PEs of this host write, open until the job's end; null for the
    /// launcher's own streams, and for other PEs.
    List<FileOutputStream> files(int npes, int[] here) {
        String files = given.text(FILES);
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
        for (String text : given.all("--debug")) pes.add(number(text, npes));
        return new Debugged(pes, npes);
    }

    private static int number(String text, int npes) {
        int pe = Numbers.whole(text, 0, npes - 1);
        if (pe >= 0) return pe;
        throw new Refused("--debug '%s' is not a PE of this job; give a number from 0 to %d".formatted(text, npes - 1));
    }

    /// Whether an option needs PEs that are processes.
    boolean needsProcesses() {
        return hasFiles() || given.has("--debug");
    }
}
