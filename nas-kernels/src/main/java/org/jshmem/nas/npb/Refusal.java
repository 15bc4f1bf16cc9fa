// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.npb;

import org.jshmem.Shmem;
import org.jshmem.start.BuiltIn;

/// Bad input, found before anything runs: one sentence with the fix. Every PE parses the same arguments and comes to
/// the same refusal; PE 0 says it.
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Refusal(String message) {
        super(message);
    }

    /// Ends the job. The other PEs return from the program and are ended by it.
    public void end(Shmem sh) {
        if (sh.myPe() != 0) return;
        System.err.println(getMessage());
        System.err.flush();
        throw sh.globalExit(BuiltIn.REFUSED);
    }
}
