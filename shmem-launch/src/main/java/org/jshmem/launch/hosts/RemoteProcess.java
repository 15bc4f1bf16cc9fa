// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import org.jshmem.launch.system.ChunkStream;
import org.jshmem.launch.system.RunningProcess;
import org.jshmem.launch.system.Signals;

/// A process of the job on another host.
final class RemoteProcess extends RunningProcess {
    private final RemoteHost host;
    private final int first;

    /// Each of its streams may have `window` bytes under way. The host finds it by its first PE.
    RemoteProcess(RemoteHost host, int first, long pid, int window) {
        super(pid, new Pipe(host, first, false, window), new Pipe(host, first, true, window));
        this.host = host;
        this.first = first;
    }

    @Override
    public void signal(int number) {
        host.send(new Frame.Signal(first, number));
    }

    /// Adds bytes that the process wrote; no bytes mean the end of the stream.
    void wrote(boolean error, byte[] bytes) {
        ((Pipe) (error ? errors() : output())).add(bytes);
    }

    /// Records that its host is lost.
    void lost() {
        wrote(false, new byte[0]);
        wrote(true, new byte[0]);
        end().complete(128 + Signals.KILL);
    }

    /// The received part of a stream, until it is read. Once a quarter of the window is read, the host gets that
    /// room back.
    private static final class Pipe extends ChunkStream {
        private final RemoteHost host;
        private final int first;
        private final boolean error;
        private final int window;
        private int untold; // bytes read since the host last got room back

        Pipe(RemoteHost host, int first, boolean error, int window) {
            this.host = host;
            this.first = first;
            this.error = error;
            this.window = window;
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
