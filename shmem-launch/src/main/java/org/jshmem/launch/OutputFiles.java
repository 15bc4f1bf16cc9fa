// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.io.FileOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jshmem.launch.job.PeCommand;
import org.jshmem.launch.os.Refused;

/// The files to which PEs write.
///
/// @param name the value of `--output-filename`; null for the launcher's own streams
record OutputFiles(String name) {
    /// Refuses one file for several PEs.
    void check(int npes) {
        if (npes > 1 && name != null && !name.contains(PeCommand.PE)) {
            throw new Refused(
                    "--output-filename '%s' is the same file for all PEs; put {pe} into the name".formatted(name));
        }
    }

    /// Creates or empties the files of the PEs of this host, open until the job's end; null for the launcher's own
    /// streams, and for other PEs.
    List<FileOutputStream> open(int npes, int[] here) {
        if (name == null) return null;
        try {
            List<FileOutputStream> open = new ArrayList<>(Collections.nCopies(npes, null));
            for (int pe : here) {
                open.set(pe, new FileOutputStream(name.replace(PeCommand.PE, Integer.toString(pe))));
            }
            return open;
        } catch (IOException e) {
            throw new Refused(
                    "--output-filename '%s' cannot be written, %s; give a name in a folder that exists and can be written"
                            .formatted(name, e.getMessage()));
        }
    }
}
