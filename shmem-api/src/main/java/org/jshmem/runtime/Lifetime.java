// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jshmem.Shmem;
import org.jshmem.Space;
import org.jshmem.collective.Group;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.runtime.array.Context;
import org.jshmem.runtime.array.ObjectSpace;
import org.jshmem.runtime.heap.Heap;
import org.jshmem.runtime.heap.Session;
import org.jshmem.runtime.profile.Profile;
import org.jshmem.runtime.team.Members;
import org.jshmem.runtime.team.OpenTeams;
import org.jshmem.transport.Transport;

/// The lifetime of a session: its open handles, the last of which ends it, with its teams and spaces.
final class Lifetime {
    final Session session;
    final OpenTeams teams;
    final Members shared;

    /// The handle of the C names, which take no handle.
    final Shmem common;

    /// The listeners to the program's calls.
    final Profile profile;

    /// The machine's memories, the heap first.
    final List<ObjectSpace> spaces = new ArrayList<>();

    /// The open handles, and that of the C names.
    private final List<Handle> handles = new ArrayList<>();

    /// The number of closes that end the session.
    private int closes;

    Lifetime(Transport transport, Group worldGroup, Group sharedGroup) {
        this.session = new Session(transport, worldGroup);
        this.teams = new OpenTeams(session, worldGroup);
        this.shared = teams.add(sharedGroup, true);
        Context context = new Context(session, teams.world, worldGroup, session.channel, null);
        for (Heap heap : session.heaps()) spaces.add(new ObjectSpace(heap, context));
        this.profile = Profile.of(transport.pe(), session.environment, transport.observer());
        Handle named = new Handle(this, true);
        handles.add(named);
        this.common = profile.handle(named);
        if (session.environment.debug()) {
            boolean crowded = transport.topology().crowded(transport.pe());
            session.debug("session begins on %s, %d bytes of heap, %s"
                    .formatted(transport.machine(), heap().size(), crowded ? "oversubscribed" : "a core for each PE"));
        }
    }

    /// Returns a new handle, which its own close ends.
    synchronized Handle handle() {
        Handle handle = new Handle(this, false);
        handles.add(handle);
        closes++;
        return handle;
    }

    /// Finalizes one handle; null stands for the handle of the C names, which stays open. The last close of all ends
    /// the session. A close that is refused because of another thread has no effect.
    void close(Handle handle) {
        Group world = teams.world.group;
        session.check("close");
        world.admit("close");
        try {
            session.channel.quiet();
            teams.quietContexts();
            boolean last = isLast(handle);
            world.syncWithin(last ? Operation.FINALIZE : Operation.CLOSE);
            if (last) end();
        } finally {
            world.dismiss();
        }
    }

    /// Counts a close, also if it fails from here on.
    private synchronized boolean isLast(Handle closed) {
        if (handles.remove(closed)) closed.end();
        return --closes == 0;
    }

    private void end() {
        session.debug("session ends, " + heap().used() + " of " + heap().size() + " bytes of heap in use");
        kill();
        session.transport.leave();
    }

    /// Ends the session without a message to the other PEs: every object of it refuses later calls. Other threads may
    /// be in the middle of a call.
    void kill() {
        if (!session.live) return;
        session.invalidate();
        teams.shutDown();
        synchronized (this) {
            handles.forEach(Handle::end);
        }
        session.endSegments();
    }

    /// The symmetric heap.
    ObjectSpace heap() {
        return spaces.getFirst();
    }

    /// The memory with this name.
    Space space(String name) {
        for (Space space : spaces) if (space.name().equals(name)) return space;
        throw new IllegalArgumentException("%s: space '%s' is unknown on this machine; use one of %s"
                .formatted(session.who(), name, spaces.stream().map(Space::name).collect(Collectors.joining(", "))));
    }
}
