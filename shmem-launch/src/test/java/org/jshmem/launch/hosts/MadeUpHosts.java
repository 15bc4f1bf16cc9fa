// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/// Many [MadeUpHost]s in this process. A launch agent of a shell and two `cat`s connects the launcher with each of
/// them, so that 500 hosts fit one machine.
public final class MadeUpHosts implements AutoCloseable {
    private static final String SCRIPT = """
            exec 3<>/dev/tcp/127.0.0.1/$1
            cat <&3 &
            cat >&3
            kill $!
            """;

    private final ServerSocket server;
    private final Path script;
    private final CountDownLatch go = new CountDownLatch(1);

    /// Keeps the script of the launch agent in `folder`.
    public MadeUpHosts(Path folder) throws IOException {
        server = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
        script = Files.writeString(folder.resolve("agent"), SCRIPT);
        Thread.ofPlatform().daemon().name("made-up hosts").start(this::accept);
    }

    /// The launch agent.
    public String agent() {
        return "env JSHMEM_HOST={host} bash '%s' %d".formatted(script, server.getLocalPort());
    }

    /// Ends all PEs.
    public void end() {
        go.countDown();
    }

    private void accept() {
        try {
            while (true) {
                Socket launcher = server.accept();
                Thread.ofVirtual().start(() -> serve(launcher));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void serve(Socket launcher) {
        try (launcher) {
            MadeUpHost.serve(launcher.getInputStream(), launcher.getOutputStream(), go);
        } catch (IOException e) {
            // the launcher has ended
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
