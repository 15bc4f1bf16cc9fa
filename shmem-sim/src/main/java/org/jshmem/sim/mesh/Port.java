// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.mesh;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
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
    private static final int[] X = {0, 1, 0, -1, 0
    }; // of the router behind an input: own tile, east, north, west, south
    private static final int[] Y = {0, 0, 1, 0, -1};

    private final Mesh mesh;
    private final int owner; // the core that has the buffer
    private final int[] latest; // input that each router served last
    private final int[] latestCore; // core that each tile's router served last
    private final SortedSet<Integer> waiting = new TreeSet<>(); // cores
    private final Set<Integer> granted = new TreeSet<>();
    private final FifoServer fair; // in the order of requests; null for the order that routers give
    private long free;

    /// @param fair whether cores are served in the order of their requests, wherever they are
    Port(Mesh mesh, int owner, boolean fair) {
        this.fair = fair ? new FifoServer() : null;
        this.mesh = mesh;
        this.owner = owner;
        latest = new int[mesh.tiles()];
        latestCore = new int[mesh.tiles()];
        Arrays.fill(latest, X.length - 1);
        Arrays.fill(latestCore, -1);
    }

    /// Whether a time that [#ask] returns is that of the service.
    boolean isFair() {
        return fair != null;
    }

    /// A core requests the port, in the turn of its PE. Returns `now` if the port serves the core from then on, else
    /// the time of its next request.
    long ask(int core, long now, long service) {
        if (fair != null) return fair.enter(now, service);
        if (granted.remove(core)) return now;
        if (now >= free && waiting.isEmpty()) {
            free = now + service;
            return now;
        }
        waiting.add(core);
        if (now < free) return free;
        int next = chosen(mesh.x(owner), mesh.y(owner), List.copyOf(waiting));
        waiting.remove(next);
        free = now + service;
        if (next == core) return now;
        granted.add(next); // that core has a request at this time too
        return free;
    }

    /// Follows the inputs from a router outwards to one of these cores, whose packets all pass the router.
    private int chosen(int x, int y, List<Integer> cores) {
        int router = mesh.tile(x, y);
        int first = latest[router] + 1;
        int turns = cores.stream()
                .mapToInt(core -> Math.floorMod(input(core, x, y) - first, X.length))
                .min()
                .orElseThrow();
        int input = (first + turns) % X.length;
        latest[router] = input;
        List<Integer> here =
                cores.stream().filter(core -> input(core, x, y) == input).toList();
        if (input > 0) return chosen(x + X[input], y + Y[input], here);
        int before = latestCore[router];
        return latestCore[router] =
                here.stream().filter(core -> core > before).findFirst().orElse(here.getFirst());
    }

    /// The input through which a core's packets enter a router on their way.
    private int input(int core, int x, int y) {
        int column = Integer.signum(mesh.x(core) - x);
        int row = Integer.signum(mesh.y(core) - y);
        return row != 0 ? 3 - row : column != 0 ? 2 - column : 0;
    }
}
