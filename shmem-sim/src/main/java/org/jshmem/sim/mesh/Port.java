// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.mesh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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
    private record Request(int pe, int core) {}

    private static final int INPUTS = 5; // own tile, east, north, west, south

    private final Mesh mesh;
    private final int owner; // the core that has the buffer
    private final int[] latest; // input that each router served last
    private final int[] latestCore; // core that each tile's router served last
    private final List<Request> waiting = new ArrayList<>();
    private final Set<Integer> granted = new TreeSet<>(); // PEs
    private final FifoServer fair; // in the order of requests; null for the order that routers give
    private long free;

    /// @param fair whether cores are served in the order of their requests, wherever they are
    Port(Mesh mesh, int owner, boolean fair) {
        this.fair = fair ? new FifoServer() : null;
        this.mesh = mesh;
        this.owner = owner;
        latest = new int[mesh.tiles()];
        latestCore = new int[mesh.tiles()];
        Arrays.fill(latest, INPUTS - 1);
        Arrays.fill(latestCore, -1);
    }

    /// Whether a time that [#ask] returns is that of the service.
    boolean isFair() {
        return fair != null;
    }

    /// A PE on a core requests the port, in its turn. Returns `now` if the port serves the PE from then on, else the
    /// time of its next request.
    long ask(int pe, int core, long now, long service) {
        if (fair != null) return fair.enter(now, service);
        if (granted.remove(pe)) return now;
        if (now >= free && waiting.isEmpty()) {
            free = now + service;
            return now;
        }
        Request request = new Request(pe, core);
        if (!waiting.contains(request)) waiting.add(request);
        if (now < free) return free;
        Request next = chosen();
        waiting.remove(next);
        free = now + service;
        if (next.pe == pe) return now;
        granted.add(next.pe); // that PE has a request at this time too
        return free;
    }

    /// Follows the inputs from the buffer's router outwards to a core that waits.
    private Request chosen() {
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
            for (Request each : waiting) if (comes(each.core, x, y, column) == input) return input;
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

    private Request local(int x, int y, int router) {
        Request found = null;
        for (Request each : waiting) {
            if (mesh.x(each.core) != x || mesh.y(each.core) != y) continue;
            boolean other = each.core != latestCore[router];
            boolean first = found == null;
            if (first || other && (found.core == latestCore[router] || each.core < found.core)) found = each;
        }
        latestCore[router] = found.core;
        return found;
    }
}
