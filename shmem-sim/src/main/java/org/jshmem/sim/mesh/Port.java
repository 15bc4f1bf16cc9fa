// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.mesh;

import java.util.Arrays;
import org.jshmem.sim.cost.FifoServer;

/// The port of an on-chip buffer, which serves one line at a time. The routers on the way decide the order of several
/// cores: each router serves its inputs in turn.
///
/// ```
///   column of the buffer          each router: own tile, inner rows' neighbours, the next router of the column
///     |
///   (0,1) - (1,1) - (2,1) ..      packets go along x first, so a row joins the column at its router
///     |
///   (0,0) - (1,0) - (2,0) ..      the buffer of a core of (0,0): a third for its tile, for its row, for all other rows
/// ```
///
/// A distant core therefore shares an input with many others, and waits longer for each line (P, section 3.3:
/// "contention does not equally affect all cores").
final class Port {
    private static final int INPUTS = 5; // own tile, east, north, west, south

    private final Mesh mesh;
    private final int owner; // the core that has the buffer
    private final int[] latest; // input that each router served last
    private final int[] latestCore; // core that each tile's router served last
    private final int[] waiting; // cores; their PEs are in `of`
    private final int[] of;
    private int count;
    private final boolean[] granted; // by PE
    private final FifoServer fair; // in the order of requests; null for the order that routers give
    private long free;

    /// @param pes number of PEs that may use the port
    /// @param fair whether cores are served in the order of their requests, wherever they are
    Port(Mesh mesh, int owner, int pes, boolean fair) {
        this.fair = fair ? new FifoServer() : null;
        this.mesh = mesh;
        this.owner = owner;
        latest = new int[mesh.tiles()];
        latestCore = new int[mesh.tiles()];
        Arrays.fill(latest, INPUTS - 1);
        Arrays.fill(latestCore, -1);
        waiting = new int[pes];
        of = new int[pes];
        granted = new boolean[pes];
    }

    /// Whether a time that [#ask] returns is that of the service.
    boolean isFair() {
        return fair != null;
    }

    /// A PE on a core requests the port, in its turn. Returns `now` if the port serves the PE from then on, else the
    /// time of its next request.
    long ask(int pe, int core, long now, long service) {
        if (fair != null) return fair.enter(now, service);
        if (granted[pe]) {
            granted[pe] = false;
            return now;
        }
        if (now >= free && count == 0) {
            free = now + service;
            return now;
        }
        join(pe, core);
        if (now < free) return free;
        int at = chosen();
        int next = of[at];
        count--;
        waiting[at] = waiting[count];
        of[at] = of[count];
        free = now + service;
        if (next == pe) return now;
        granted[next] = true; // that PE has a request at this time too
        return free;
    }

    private void join(int pe, int core) {
        for (int i = 0; i < count; i++) if (of[i] == pe) return;
        waiting[count] = core;
        of[count++] = pe;
    }

    /// Follows the inputs from the buffer's router outwards to a core. Returns the core's index in `waiting`.
    private int chosen() {
        int x = mesh.x(owner);
        int y = mesh.y(owner);
        int column = x;
        while (true) {
            int router = mesh.tile(x, y);
            int input = next(x, y, column, latest[router]);
            latest[router] = input;
            switch (input) {
                case 0 -> {
                    return local(x, y, router);
                }
                case 1 -> x++;
                case 2 -> y++;
                case 3 -> x--;
                default -> y--;
            }
        }
    }

    /// The first input after the latest one that has a waiting packet.
    private int next(int x, int y, int column, int latest) {
        for (int i = 1; i <= INPUTS; i++) {
            int input = (latest + i) % INPUTS;
            for (int w = 0; w < count; w++) if (comes(waiting[w], x, y, column) == input) return input;
        }
        throw new IllegalStateException("no packet waits at router " + x + ", " + y);
    }

    /// The input through which a core's packets enter a router; -1 if they do not pass this router.
    private int comes(int core, int x, int y, int column) {
        int fromX = mesh.x(core);
        int fromY = mesh.y(core);
        if (fromY == y && fromX == x) return 0;
        if (fromY == y) return (x == column || (fromX - x) * (x - column) > 0) ? fromX > x ? 1 : 3 : -1;
        if (x != column) return -1;
        int row = mesh.y(owner);
        if (y != row && (fromY - y) * (y - row) < 0) return -1;
        return fromY > y ? 2 : 4;
    }

    private int local(int x, int y, int router) {
        int found = -1;
        for (int w = 0; w < count; w++) {
            if (mesh.x(waiting[w]) != x || mesh.y(waiting[w]) != y) continue;
            boolean other = waiting[w] != latestCore[router];
            if (found < 0 || other && (waiting[found] == latestCore[router] || waiting[w] < waiting[found])) found = w;
        }
        latestCore[router] = waiting[found];
        return found;
    }
}
