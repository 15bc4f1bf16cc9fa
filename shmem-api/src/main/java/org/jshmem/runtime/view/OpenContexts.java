// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.view;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.Ctx;
import org.jshmem.Team;
import org.jshmem.collective.Group;
import org.jshmem.runtime.session.Session;

/// The open contexts of a team.
public final class OpenContexts {
    private final List<Context> open = new ArrayList<>();

    /// Makes a context with a channel of its own.
    public Context open(Session session, Team team, Group group, Ctx.Option... options) {
        Context context = new Context(session, team, group, session.transport.open(), this, options);
        synchronized (open) {
            open.add(context);
        }
        return context;
    }

    /// Forgets a context that the program has closed.
    void forget(Context context) {
        synchronized (open) {
            open.remove(context);
        }
    }

    /// Completes the operations of all contexts.
    public void quiet() {
        synchronized (open) {
            open.forEach(c -> c.channel.quiet());
        }
    }

    /// Closes all contexts at the end of their team.
    public void end() {
        synchronized (open) {
            open.forEach(Context::end);
            open.clear();
        }
    }
}
