// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/// The standard output of a process that simulates a job. If it cannot be written any more, the process ends, as a job
/// of several processes does: `System.out` would ignore that.
final class EndingOutput extends OutputStream {
    private static final int STATUS = 141; // of SIGPIPE
    private static final int BUFFER_BYTES = 8192;

    private final FileOutputStream file = new FileOutputStream(FileDescriptor.out);

    private EndingOutput() {}

    /// Makes it the `System.out` of this process.
    static void install() {
        var buffered = new BufferedOutputStream(new EndingOutput(), BUFFER_BYTES);
        System.setOut(new PrintStream(buffered, true, System.out.charset()));
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
        try {
            file.write(bytes, from, count);
        } catch (IOException e) {
            if (!"Broken pipe".equals(e.getMessage())) { // a reader that ends early is not reported
                System.err.printf("oshrun: standard output cannot be written, %s; the job is ended%n", e.getMessage());
            }
            ExitHook.halt(STATUS);
        }
    }
}
