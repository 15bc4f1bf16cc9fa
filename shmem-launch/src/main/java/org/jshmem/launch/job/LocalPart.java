// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.io.InputStream;
import java.util.concurrent.CompletionStage;
import org.jshmem.launch.system.ChildProcess;
import org.jshmem.launch.system.ProcessInput;

/// A process of the job on this machine.
public record LocalPart(ChildProcess process, int first, int count) implements Part {
    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public InputStream output() {
        return process.output();
    }

    @Override
    public InputStream errors() {
        return process.errors();
    }

    /// The stream to its standard input, if that is a pipe.
    public ProcessInput input() {
        return process.input();
    }

    @Override
    public CompletionStage<Integer> end() {
        return process.end();
    }

    @Override
    public void kill() {
        process.kill();
    }

    @Override
    public void signal(int number) {
        process.signal(number);
    }
}
