// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jshmem.shm.PipePoll;

/// The pipes from the processes that reach hosts. One thread reads all of them; what it reads waits for virtual
/// threads.
/*
 * A pipe of `Process` needs a thread that blocks in its read, so each host would take two. These pipes are made here, and
 * a process gets its end as a file, `/proc/self/fd/N`.
 */
final class HostPipes {
    /// Chunks of one pipe that wait for their reader; with more the pipe is not read, and fills.
    private static final int MOST_WAITING = 64;

    private static final int CHUNK_BYTES = 1 << 14;

    private final PipePoll poll;
    private final Map<Integer, Source> sources = new ConcurrentHashMap<>();

    /// Starts the thread.
    HostPipes() throws IOException {
        this.poll = new PipePoll();
        Thread.ofPlatform().daemon().name("pipes of hosts").start(this::read);
    }

    /// The end of a pipe that this process reads.
    private final class Source extends ChunkStream {
        private final int descriptor;
        private boolean full;

        Source(int descriptor) {
            this.descriptor = descriptor;
        }

        /// Adds what was read. Returns false, and is no longer watched, if its reader is behind.
        synchronized void arrived(byte[] bytes) {
            add(bytes);
            if (waiting() < MOST_WAITING) return;
            full = true;
            poll.remove(descriptor);
        }

        @Override
        synchronized void taken(int bytes) {
            if (!full || waiting() > MOST_WAITING / 2) return;
            full = false;
            watch(this);
        }
    }

    /// A process and the two streams that it writes.
    record Started(Process process, InputStream output, InputStream errors) {}

    /// Starts a process with its output and errors in two of these pipes.
    Started start(ProcessBuilder command) throws IOException {
        int[] output = PipePoll.pipe();
        try {
            int[] errors = PipePoll.pipe();
            try {
                Process process = command.redirectOutput(end(output))
                        .redirectError(end(errors))
                        .start();
                return new Started(process, begin(output), begin(errors));
            } catch (IOException | RuntimeException e) {
                PipePoll.close(errors[0]);
                throw e;
            } finally {
                PipePoll.close(errors[1]);
            }
        } catch (IOException | RuntimeException e) {
            PipePoll.close(output[0]);
            throw e;
        } finally {
            PipePoll.close(output[1]);
        }
    }

    private static Redirect end(int[] pipe) {
        return Redirect.to(new File("/proc/self/fd/" + pipe[1]));
    }

    private InputStream begin(int[] pipe) {
        var source = new Source(pipe[0]);
        sources.put(pipe[0], source);
        watch(source);
        return source;
    }

    private void watch(Source source) {
        try {
            poll.add(source.descriptor);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read() {
        MemorySegment room = Arena.ofAuto().allocate(CHUNK_BYTES);
        while (true) {
            for (int descriptor : poll.await()) {
                int count = PipePoll.read(descriptor, room);
                Source source = sources.get(descriptor);
                if (count > 0) {
                    source.arrived(room.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE));
                    continue;
                }
                sources.remove(descriptor); // first: another pipe may get this number
                poll.remove(descriptor);
                PipePoll.close(descriptor);
                source.add(new byte[0]);
            }
        }
    }
}
