// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.util.Arrays;

/// The operations of one channel that its next quiet awaits. The lock of [Progress] guards it.
final class Outstanding {
    /// Operations whose results have not arrived.
    int requests;

    private int[] peers = new int[4];
    private int[] last = new int[4];
    private int count;

    /// Records that the channel has sent a message of this number to a peer.
    void sent(int peer, int number) {
        int k = 0;
        while (k < count && peers[k] != peer) k++;
        if (k == count) {
            if (count == peers.length) {
                peers = Arrays.copyOf(peers, 2 * count);
                last = Arrays.copyOf(last, 2 * count);
            }
            count++;
        }
        peers[k] = peer;
        last[k] = number;
    }

    /// Whether a quiet has something to await.
    boolean any() {
        return count > 0 || requests > 0;
    }

    /// The JVMs with messages.
    int[] peers() {
        return Arrays.copyOf(peers, count);
    }

    /// The number of the last message to each of them.
    int[] numbers() {
        return Arrays.copyOf(last, count);
    }

    /// Forgets the messages to a peer up to a number.
    void executed(int peer, int number) {
        for (int k = 0; k < count; k++) {
            if (peers[k] != peer || last[k] - number > 0) continue;
            count--;
            peers[k] = peers[count];
            last[k] = last[count];
            return;
        }
    }
}
