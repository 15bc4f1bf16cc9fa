// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

/// The operations of one channel that its next quiet awaits. The lock of [Progress] guards it.
final class Outstanding {
    private static final long OPEN = 1L << 32;

    /// Operations whose results have not arrived.
    int requests;

    /// The number of the last message to each JVM, with [#OPEN]; 0 without one.
    private final long[] last;

    private int open;

    Outstanding(int jvms) {
        last = new long[jvms];
    }

    /// Records that the channel has sent a message of this number to a JVM.
    void sent(int jvm, int number) {
        if (last[jvm] == 0) open++;
        last[jvm] = OPEN | Integer.toUnsignedLong(number);
    }

    /// Whether a quiet has something to await.
    boolean any() {
        return open > 0 || requests > 0;
    }

    /// Whether it has to await messages to a JVM.
    boolean isOpen(int jvm) {
        return last[jvm] != 0;
    }

    /// The number of the last message to a JVM.
    int last(int jvm) {
        return (int) last[jvm];
    }

    /// Forgets the messages to a JVM up to a number.
    void executed(int jvm, int number) {
        if (last[jvm] == 0 || (int) last[jvm] - number > 0) return;
        last[jvm] = 0;
        open--;
    }
}
