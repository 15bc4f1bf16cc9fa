// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.Arrays;
import org.jshmem.sim.engine.Engine;

/// Who is blocked on which lines. A change of a line wakes those who watch it, at the time the change is done.
final class Pollers {
    /// Those who watch lines of one region.
    private static final class List {
        int count;
        int[] pe = new int[4];
        long[] from = new long[4];
        long[] to = new long[4];
    }

    private final Engine engine;
    private final List[] lists;

    /// Per PE, when lines that it watches changed first since it last asked; -1 if they did not.
    private final long[] missed;

    Pollers(Engine engine, int npes) {
        this.engine = engine;
        missed = new long[npes];
        lists = new List[npes];
        for (int region = 0; region < npes; region++) lists[region] = new List();
    }

    /// Wakes who watches any of these lines.
    void changed(int region, long from, long to, long done) {
        List list = lists[region];
        for (int i = 0; i < list.count; i++) {
            if (list.from[i] >= to || from >= list.to[i]) continue;
            int poller = list.pe[i];
            if (missed[poller] < 0) missed[poller] = done;
            engine.wake(poller, done);
        }
    }

    /// When lines that a PE watches changed first since the last question; -1 if they did not.
    long missedChange(int pe) {
        long change = missed[pe];
        missed[pe] = -1;
        return change;
    }

    /// A PE watches lines of one region; it can watch one range at a time.
    void watch(int pe, int region, long from, long to) {
        missed[pe] = -1;
        List list = lists[region];
        if (list.count == list.pe.length) {
            list.pe = Arrays.copyOf(list.pe, 2 * list.count);
            list.from = Arrays.copyOf(list.from, 2 * list.count);
            list.to = Arrays.copyOf(list.to, 2 * list.count);
        }
        list.pe[list.count] = pe;
        list.from[list.count] = from;
        list.to[list.count++] = to;
    }

    void unwatch(int pe, int region) {
        List list = lists[region];
        int i = 0;
        while (list.pe[i] != pe) i++;
        int last = --list.count;
        list.pe[i] = list.pe[last];
        list.from[i] = list.from[last];
        list.to[i] = list.to[last];
    }
}
