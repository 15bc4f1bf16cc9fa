// SPDX-License-Identifier: Apache-2.0
package org.jshmem.rehearsal;

import java.util.List;
import org.jshmem.Shmem;
import org.jshmem.spi.BuiltIn;

/// The refusal of a program's arguments before the program runs: one sentence with the fix.
///
/// Every PE parses equal arguments and throws this exception; PE 0 prints it.
public final class InvalidArguments extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InvalidArguments(String message) {
        super(message);
    }

    public static InvalidArguments unknown(String option, String text, List<String> known) {
        return new InvalidArguments(option + " '" + text + "' is unknown; use one of " + String.join(", ", known));
    }

    /// Prints the sentence on PE 0 and ends the job. The other PEs return from this method, and PE 0 ends them.
    public void end(Shmem sh) {
        if (sh.myPe() != 0) return;
        System.err.println(getMessage());
        System.err.flush();
        throw sh.globalExit(BuiltIn.REFUSED);
    }

    /// Ends the job as [#end(Shmem)] does, with the name of the program in front of the sentence.
    public void end(Shmem sh, String program) {
        new InvalidArguments(program + ": " + getMessage()).end(sh);
    }
}
