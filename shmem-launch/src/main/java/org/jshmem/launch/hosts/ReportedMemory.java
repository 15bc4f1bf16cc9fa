// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jshmem.collective.diagnose.CallLog;
import org.jshmem.shm.JobFile;
import org.jshmem.shm.JobLayout;

/// The parts of the PEs' memory that a report of the launcher reads: their latest calls, and the words that they await.
/// Changes are sent to the launcher's job file, where a report finds them as it does on one host.
final class ReportedMemory {
    private record Place(int pe, long offset) {}

    private final int npes;
    private final long regionBytes;
    private final FileChannel file;
    private final Frames.Writer launcher;
    private final Map<Place, byte[]> sent = new HashMap<>();

    ReportedMemory(JobFile file, Frames.Writer launcher) throws IOException {
        this.npes = file.npes();
        this.regionBytes = file.regionBytes();
        this.file = FileChannel.open(file.descriptor(), StandardOpenOption.READ); // read by copies: holes stay holes
        this.launcher = launcher;
    }

    /// Sends the changes of a PE of this host, which has this control slot.
    void send(int pe, byte[] slot) {
        CallLog.calls(npes, (offset, to) -> copy(pe, offset, to));
        ByteBuffer words = ByteBuffer.wrap(slot).order(ByteOrder.nativeOrder());
        int home = words.getInt(JobLayout.WAIT_PE_OFFSET);
        long word = words.getLong(JobLayout.WAIT_WORD_OFFSET);
        boolean waits = words.getLong(JobLayout.WAIT_SINCE_OFFSET) != 0;
        if (waits && home >= 0 && home < npes && word >= 0 && word <= regionBytes - Long.BYTES) {
            copy(home, word, ByteBuffer.allocate(Long.BYTES));
        }
    }

    private void copy(int pe, long offset, ByteBuffer to) {
        long position = JobLayout.regionOffset(npes, pe, regionBytes) + offset;
        try {
            while (to.hasRemaining() && file.read(to, position + to.position()) >= 0) continue;
        } catch (IOException e) {
            return; // the report is made without it
        } finally {
            to.clear();
        }
        byte[] now = Arrays.copyOf(to.array(), to.capacity());
        byte[] before = sent.put(new Place(pe, offset), now);
        if (Arrays.equals(now, before == null ? new byte[now.length] : before)) return;
        launcher.send(new Frame.Piece(pe, offset, now));
    }
}
