// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/// The output files of the PEs: one for each PE, for both of its streams.
public record PeFiles(List<OutputStream> files) {
    /// Creates the files, or empties existing ones; `{pe}` in the name is the PE.
    public static PeFiles open(String name, int npes) throws IOException {
        List<OutputStream> files = new ArrayList<>(); // open until the job's end
        for (int pe = 0; pe < npes; pe++) files.add(new FileOutputStream(name.replace("{pe}", Integer.toString(pe))));
        return new PeFiles(files);
    }

    OutputStream of(int pe) {
        return files.get(pe);
    }
}
