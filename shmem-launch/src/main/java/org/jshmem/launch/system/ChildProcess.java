// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.system;

import java.io.InputStream;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jshmem.shm.Spawn;
import org.jshmem.shm.SystemCalls;

/// A process that [Processes] has started.
public final class ChildProcess extends RunningProcess {
    /// Stands for a status: the process runs.
    public static final int RUNS = -1;

    private final ProcessInput input;
    private boolean reaped; // its number may be another process's

    ChildProcess(int pid, ProcessInput input, InputStream output, InputStream errors) {
        super(pid, output, errors);
        this.input = input;
    }

    /// The pipe to its standard input, or null.
    public ProcessInput input() {
        return input;
    }

    /// Waits for its end. Returns the status, or [#RUNS] once the time is over.
    public int await(long millis) throws InterruptedException {
        try {
            return end().get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return RUNS;
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public synchronized void signal(int number) {
        if (!reaped) SystemCalls.kill(pid(), number);
    }

    /// Takes its status. Returns false if it has not ended.
    boolean reap() {
        int status;
        synchronized (this) {
            status = Spawn.status((int) pid());
            reaped = status >= 0;
        }
        if (status >= 0) end().complete(status);
        return status >= 0;
    }
}
