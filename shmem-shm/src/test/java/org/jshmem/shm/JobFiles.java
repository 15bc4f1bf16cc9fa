// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.jobfile.JobFile;

/// The files of jobs without PEs.
final class JobFiles {
    private JobFiles() {}

    /// Returns the file of a job on two cores.
    static JobFile of(int npes) {
        try {
            return JobFile.create(Path.of("/dev/shm"), Settings.shape(npes, 4096, 0), 2);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
