// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jshmem.launch.job.Part;
import org.jshmem.launch.system.ChunkStream;

/// A process of the job on another host.
final class RemotePart implements Part {
    private final RemoteHost host;
    private final int first;
    private final int count;
    private final long pid;
    private final int window;
    private final Pipe output = new Pipe(false);
    private final Pipe errors = new Pipe(true);
    private final CompletableFuture<Integer> end = new CompletableFuture<>();

    /// Each of its streams may have `window` bytes under way.
    RemotePart(RemoteHost host, int first, int count, long pid, int window) {
        this.window = window;
        this.host = host;
        this.first = first;
        this.count = count;
        this.pid = pid;
    }

    @Override
    public int first() {
        return first;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public InputStream output() {
        return output;
    }

    @Override
    public InputStream errors() {
        return errors;
    }

    @Override
    public CompletionStage<Integer> end() {
        return end;
    }

    @Override
    public void kill() {
        host.send(new Frame.Kill(first));
    }

    @Override
    public void signal(int number) {
        host.send(new Frame.Signal(first, number));
    }

    @Override
    public String place() {
        return "pid %d on %s".formatted(pid, host.name());
    }

    /// Adds bytes that the process wrote; no bytes mean the end of the stream.
    void wrote(boolean error, byte[] bytes) {
        (error ? errors : output).add(bytes);
    }

    /// Records its exit status.
    void ended(int status) {
        end.complete(status);
    }

    /// Records that its host is lost.
    void lost() {
        wrote(false, new byte[0]);
        wrote(true, new byte[0]);
        end.complete(128 + 9);
    }

    /// The received part of a stream, until it is read. Once a quarter of the window is read, the host gets that
    /// room back.
    private final class Pipe extends ChunkStream {
        private final boolean error;
        private int untold; // bytes read since the host last got room back

        Pipe(boolean error) {
            this.error = error;
        }

        @Override
        protected void taken(int bytes) {
            untold += bytes;
            if (untold < window / 4) return;
            host.send(new Frame.OutputTaken(first, error, untold));
            untold = 0;
        }
    }
}
