// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// The output files of the PEs: one for each PE, for both of its streams.
public final class PeFiles {
    private final OutputStream[] files;

    private PeFiles(OutputStream[] files) {
        this.files = files;
    }

    /// Creates the files, or empties existing ones; `{pe}` in the name is the PE.
    public static PeFiles open(String name, int npes) throws IOException {
        OutputStream[] files = new OutputStream[npes];
        for (int pe = 0; pe < npes; pe++) {
            files[pe] = new FileOutputStream(name.replace("{pe}", Integer.toString(pe))); // open until the job's end
        }
        return new PeFiles(files);
    }

    OutputStream of(int pe) {
        return files[pe];
    }
}
