// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.ControlCopy;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.jobfile.JobLayout.Text;
import org.jshmem.transport.Memory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlCopyTest {
    @TempDir
    private Path folder;

    @AutoClose
    private final JobFile file = JobFiles.of(3);

    @Test
    void aFreshJobIsSeenAsItWasMade() throws IOException {
        Control s = ControlCopy.of(file.descriptor());
        assertEquals(file.control().id(), s.id());
        assertEquals(3, s.npes());
        assertEquals(4096, s.get(JobLayout.HEAP_BYTES));
        assertEquals(ProcessHandle.current().pid(), s.get(JobLayout.LAUNCHER));
        assertTrue(WaitReport.table(s).contains("starting"));
    }

    /// A PE describes its wait after 0.1 s.
    @Test
    void aWaitHasItsLineAndTextAsSoonAsItsPeDescribesIt() throws IOException {
        Memory.setLong(file.control().slot(0) + JobLayout.WAIT_SINCE_OFFSET, 1);
        assertArrayEquals(new String[] {"", ""}, awaited());
        file.control().texts.set(0, Text.WAIT, "Halo.java:12\tin barrier");
        assertArrayEquals(new String[] {"Halo.java:12", "in barrier"}, awaited());
        file.control().texts.clear(0, Text.WAIT);
        assertArrayEquals(new String[] {"", ""}, awaited());
    }

    private String[] awaited() throws IOException {
        Control job = ControlCopy.of(file.descriptor());
        assertEquals(1, job.waitsSince(0));
        return job.texts.wait(0);
    }

    @Test
    void foreignFilesAreRefusedByName() throws IOException {
        Path foreign = Files.writeString(folder.resolve("foreign"), "something else");
        var e = assertThrows(IOException.class, () -> ControlCopy.of(foreign));
        assertEquals(
                foreign + " does not begin with the magic number; it is not a job file of this library",
                e.getMessage());
        var f = assertThrows(IOException.class, () -> JobFile.open(foreign));
        assertTrue(f.getMessage().contains(foreign.toString()), f.getMessage());
    }

    /// A folder opens, and refuses to be read.
    @Test
    void whatCannotBeReadIsRefusedByName() {
        var e = assertThrows(IOException.class, () -> ControlCopy.of(folder));
        assertTrue(e.getMessage().startsWith(folder + " cannot be read, "), e.getMessage());
    }
}
