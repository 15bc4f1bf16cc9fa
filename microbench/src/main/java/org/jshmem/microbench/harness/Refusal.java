// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import java.util.List;
import org.jshmem.Shmem;
import org.jshmem.start.BuiltIn;

/// Bad input, found before anything runs: one sentence with the fix. Every PE parses the same arguments and comes to
/// the same refusal; PE 0 says it.
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Refusal(String message) {
        super(message);
    }

    public static Refusal unknown(String option, String text, List<String> known) {
        return new Refusal(option + " '" + text + "' is unknown; use one of " + String.join(", ", known));
    }

    /// Ends the job. The other PEs return from the program and are ended by it.
    public void end(Shmem sh, String program) {
        if (sh.myPe() != 0) return;
        System.err.println(program + ": " + getMessage());
        System.err.flush();
        throw sh.globalExit(BuiltIn.REFUSED);
    }
}
