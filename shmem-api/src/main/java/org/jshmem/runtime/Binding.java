// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.util.concurrent.Callable;
import org.jshmem.Config;
import org.jshmem.collective.Group;
import org.jshmem.collective.Operation;
import org.jshmem.collective.SystemLayout;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Watch;

/// Which PE the calling code is. A launcher of threads or of simulated PEs binds each to its transport; a process has
/// one
/// binding for all its threads, made when first asked for.
public final class Binding {
    private static final ScopedValue<Binding> CURRENT = ScopedValue.newInstance();
    private static final Binding PROCESS = new Binding(null);

    private Transport transport;
    private Group world; // lives on between sessions, since its flags do
    private Group shared;
    private Session session;

    private Binding(Transport transport) {
        this.transport = transport;
    }

    /// Runs a PE's body so that `Shmem.init` in it joins through this transport.
    public static <T> T call(Transport transport, Callable<T> body) throws Exception {
        return ScopedValue.where(CURRENT, new Binding(transport)).call(body::call);
    }

    /// The PE of the calling code.
    static Binding current() {
        return CURRENT.isBound() ? CURRENT.get() : PROCESS;
    }

    /// Another handle of the session, which the first one begins.
    synchronized Handle join(Config config) {
        if (session == null || !session.live) {
            if (transport == null) transport = Settings.attach(config);
            transport.enter();
            if (world == null) {
                world = Group.world(transport, Watch.NONE);
                Group.prepare(transport, SystemLayout.SHARED);
                shared = Group.of(transport, Watch.NONE, SystemLayout.SHARED, 0, 1, transport.npes());
            }
            world.sync(Operation.INIT);
            session = new Session(transport, world, shared);
        }
        return session.handle();
    }

    synchronized boolean isInitialized() {
        return session != null && session.live;
    }
}
