// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

/// The check that a thread has room on its stack for a call that executes messages.
/*
 * UCX calls handlers in Java, and an exception that leaves one of them ends the JVM, a stack overflow in its first frame
 * too. The JVM guarantees native code its room below the frame of its caller, but not the Java frames above that code.
 * So a call first goes as deep as those frames will, and overflows there, before it holds the lock.
 */
final class StackRoom {
    private static final int FRAMES = 400;

    private StackRoom() {}

    /// Throws a `StackOverflowError` if there is no room.
    static void check() {
        int unused = descend(FRAMES);
    }

    private static int descend(int frames) {
        return frames == 0 ? 0 : descend(frames - 1) + 1;
    }
}
