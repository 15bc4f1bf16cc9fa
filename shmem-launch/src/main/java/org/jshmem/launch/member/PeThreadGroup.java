// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.member;

import org.jshmem.transport.JobEnd;

/// The threads of a PE that shares its JVM.
final class PeThreadGroup extends ThreadGroup {

    PeThreadGroup(String name) {
        super(name);
    }

    /// Prints the exception that a thread of the program throws, except the one by which `globalExit` ends the thread
    /// that called it: the launcher names that PE.
    @Override
    public void uncaughtException(Thread thread, Throwable why) {
        if (!(why instanceof JobEnd)) super.uncaughtException(thread, why);
    }
}
