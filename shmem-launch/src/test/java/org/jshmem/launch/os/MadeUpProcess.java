// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.io.InputStream;

/// A process that writes what comes from two streams, and gets no signals.
public class MadeUpProcess extends ChildProcess {
    public MadeUpProcess(InputStream output, InputStream errors) {
        this(new MadeUpPipe(output), new MadeUpPipe(errors));
    }

    public MadeUpProcess(Pipe output, Pipe errors) {
        super(4711, output, errors);
    }

    @Override
    public void signal(int number) {
        // it does not exist
    }
}
