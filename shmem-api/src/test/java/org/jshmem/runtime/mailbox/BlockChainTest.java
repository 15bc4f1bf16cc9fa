// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Consumer;
import org.jshmem.Config;
import org.jshmem.Message;
import org.jshmem.Shmem;
import org.jshmem.ThreadLevel;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.runtime.PeBinding;
import org.junit.jupiter.api.Test;

/// The chain of the blocks that a PE has taken and not read, and the memory of those that it has read.
class BlockChainTest {

    /// Runs a PE that sends blocks of one message to itself.
    private static void run(Consumer<PeMailbox> body) throws Exception {
        var transport = new ThreadTransport(ThreadTransport.Job.of(1), 0);
        PeBinding.call(transport, () -> {
            try (Shmem sh = Shmem.init(new Config(1 << 20, ThreadLevel.SINGLE, Duration.ZERO))) {
                body.accept((PeMailbox) sh.mailbox());
            }
            return null;
        });
    }

    private static void send(PeMailbox box, long word) {
        box.send(0, word);
        box.flush();
    }

    /// Else a spare block would keep in memory all blocks that came after it.
    @Test
    void aBlockThatIsReadKeepsNoLaterOne() throws Exception {
        run(box -> {
            for (int k = 0; k < 3; k++) {
                MessageBlock before = box.arrivals.reading(0);
                send(box, k);
                assertEquals(k, box.poll().word());
                assertNull(before.next(), "after the block before message " + k);
            }
        });
    }

    @Test
    void blocksThatAreTakenTogetherAreReadInTheirOrder() throws Exception {
        run(box -> {
            for (int k = 0; k < 5; k++) send(box, k);
            for (int k = 0; k < 5; k++) {
                assertEquals(k, box.poll().word());
                MessageBlock next = box.arrivals.reading(0).next();
                if (k < 4) assertNotNull(next, "after message " + k);
                else assertNull(next);
            }
            assertNull(box.poll());
        });
    }

    /// Three words, two messages without bytes, and two pairs of words: five runs, since an empty message is one.
    @Test
    void messagesOfOneLengthShareTheWordWithTheirLength() throws Exception {
        run(box -> {
            for (int k = 0; k < 3; k++) box.send(0, k);
            for (int k = 0; k < 2; k++) box.send(0, new byte[0]);
            for (int k = 0; k < 2; k++) box.send(0, k, -k);
            box.flush();
            for (int unread = 6; unread >= 0; unread--) {
                Message m = box.poll();
                MessageBlock block = box.arrivals.reading(0);
                assertEquals(3 + 2 * 2 + 4, block.filled);
                assertEquals(unread, block.unread(), "after a message of " + m.length() + " bytes");
                assertEquals(unread > 3 ? 8 : unread > 1 ? 0 : 16, m.length());
            }
        });
    }

    @Test
    void theMemoryOfReadBlocksIsUsedAgain() throws Exception {
        Set<MessageBlock> blocks = Collections.newSetFromMap(new IdentityHashMap<>());
        run(box -> {
            for (int k = 0; k < 200; k++) {
                send(box, k);
                assertEquals(k, box.poll().word());
                blocks.add(box.arrivals.reading(0));
            }
        });
        assertTrue(blocks.size() <= 20, blocks.size() + " blocks for 200 messages"); // 16 spares, and those in use
    }
}
