// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.jshmem.Cmp;
import org.jshmem.start.ProgramFrames;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Wait;

/// The record of a wait that a PE publishes in its control slot, for the launcher, the inspector and the PEs that could
/// wake it.
///
/// @param home the PE whose memory is awaited
/// @param cmp ordinal of the comparison; -1 for a condition over several words
/// @param offset offset of the awaited bytes in that PE's region
/// @param bytes number of the awaited bytes
/// @param value the value with which the word is compared
/// @param origin the value from which word and value are counted: see `Transport.await`
record PublishedWait(int home, int cmp, long offset, long bytes, long value, long origin) {

    /// Publishes this record as a wait that began at `now`.
    void publish(long slot, long now) {
        Memory.setInt(slot + JobLayout.WAIT_PE_OFFSET, home);
        Memory.setInt(slot + JobLayout.WAIT_CMP_OFFSET, cmp);
        Memory.setLong(slot + JobLayout.WAIT_WORD_OFFSET, offset);
        Memory.setLong(slot + JobLayout.WAIT_VALUE_OFFSET, value);
        Memory.setInt(slot + JobLayout.WAIT_TEXT_OFFSET, 0);
        Memory.setLongRelease(slot + JobLayout.WAIT_SINCE_OFFSET, now); // acquire: Snapshot reads the file again
    }

    /// Ends the published wait that began at `start`, and adds its time to the PE's.
    static void retract(long slot, long start) {
        Memory.setLongRelease(slot + JobLayout.WAIT_SINCE_OFFSET, 0);
        count(slot, System.nanoTime() - start);
    }

    /// Adds to the time that a PE has waited.
    static void count(long slot, long nanos) {
        Memory.setLong(slot + JobLayout.WAITED_OFFSET, Memory.getLong(slot + JobLayout.WAITED_OFFSET) + nanos);
    }

    /// Describes the awaited condition in the program's words.
    String what(Wait wait) {
        String goal = cmp < 0 ? "" : Wait.goal(Cmp.values()[cmp], value, origin);
        return wait.what(home, offset, bytes, goal);
    }

    /// Adds the program's line and the description of the wait: an object, a call, a lock and its holder. A long
    /// wait writes it again each second, since a lock gets new holders.
    static void describe(long slot, String what) {
        byte[] text = (ProgramFrames.here() + "\t" + what).getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, JobLayout.WAIT_TEXT_BYTES);
        long at = slot + JobLayout.WAIT_TEXT_OFFSET;
        Memory.setIntVolatile(at, 0);
        Memory.copyIn(MemorySegment.ofArray(text), 0, at + Integer.BYTES, length);
        Memory.setIntVolatile(at, length);
    }
}
