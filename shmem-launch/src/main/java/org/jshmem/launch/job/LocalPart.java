// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletionStage;
import org.jshmem.shm.SystemCalls;

/// A process of the job on this machine.
public record LocalPart(Process process, int first, int count) implements Part {
    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public InputStream output() {
        return process.getInputStream();
    }

    @Override
    public InputStream errors() {
        return process.getErrorStream();
    }

    /// The stream to its standard input, if that is a pipe.
    public OutputStream input() {
        return process.getOutputStream();
    }

    @Override
    public CompletionStage<Integer> end() {
        return process.onExit().thenApply(Process::exitValue);
    }

    @Override
    public int status() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public void kill() {
        if (process.isAlive()) process.destroyForcibly();
    }

    @Override
    public void signal(int number) {
        if (process.isAlive()) SystemCalls.kill(process.pid(), number); // else it may be another process's number
    }
}
