// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.jobfile;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jshmem.shm.jobfile.JobLayout.Text;
import org.jshmem.transport.Memory;

/// The texts that PEs publish in a job file, one of each kind for each PE. A text is its length + 1, which is 0 while
/// there is none, and its bytes.
///
/// @param words the control words of the job, which live as long as this object
/// @param npes number of PEs
public record PeTexts(MemorySegment words, int npes) {

    private long offset(int pe, Text kind) {
        return JobLayout.textsOffset(npes, pe) + kind.offset;
    }

    /// Removes a text of a PE. It writes only if there is a text: each wait of more than a microsecond calls this.
    public void clear(int pe, Text kind) {
        long at = words.address() + offset(pe, kind);
        if (Memory.getInt(at) != 0) Memory.setIntVolatile(at, 0);
    }

    /// Publishes a text of a PE, as much of it as there is room for.
    public void set(int pe, Text kind, String text) {
        long at = words.address() + offset(pe, kind);
        Memory.setIntVolatile(at, 0);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, kind.bytes - Integer.BYTES);
        Memory.copyIn(MemorySegment.ofArray(bytes), 0, at + Integer.BYTES, length);
        Memory.setIntVolatile(at, length + 1);
    }

    /// A text of a PE, or null.
    public String get(int pe, Text kind) {
        long at = offset(pe, kind);
        int length = Math.min(Memory.getIntVolatile(words.address() + at) - 1, kind.bytes - Integer.BYTES);
        if (length < 0) return null;
        byte[] bytes = words.asSlice(at + Integer.BYTES, length).toArray(ValueLayout.JAVA_BYTE);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /// Publishes the reason why a PE fails, unless it has given one already.
    public synchronized void reason(int pe, String reason) {
        if (get(pe, Text.REASON) == null) set(pe, Text.REASON, reason);
    }

    /// The line of the program at which a PE waits, such as `Halo.java:12`, and the condition in the program's words.
    /// The PE writes both after 0.1 s, or later where JVMs share cores; until then both are empty.
    public String[] wait(int pe) {
        return parts(pe, Text.WAIT);
    }

    /// The line of the program at which a PE was at the launcher's request, and what it waits for in its own JVM. Both
    /// are empty before, and the latter if it runs.
    public String[] line(int pe) {
        return parts(pe, Text.LINE);
    }

    private String[] parts(int pe, Text kind) {
        String text = Objects.requireNonNullElse(get(pe, kind), "");
        return (text.contains("\t") ? text : text + "\t").split("\t", 2);
    }
}
