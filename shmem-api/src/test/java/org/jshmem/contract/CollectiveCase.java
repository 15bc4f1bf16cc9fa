// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.CollectiveMismatchException;
import org.jshmem.collective.Group;
import org.jshmem.collective.algorithm.AlgorithmNames;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.transport.Transport;
import org.junit.jupiter.api.Tag;

/// What tests of collectives share: PEs to run on, values to send, checks to make.
@Tag(Samples.TAG)
public abstract class CollectiveCase {
    /// Symmetric bytes behind the system area that the tests use.
    public static final long HEAP = 8 << 20;

    /// One PE of a test; its world slot is prepared on every PE before it runs.
    @FunctionalInterface
    public interface Body {
        /// Runs with this PE's transport.
        void run(Transport transport) throws Exception;
    }

    /// Runs `body` on `npes` PEs with regions of `regionBytes`, each after `Group.prepare` of the world slot, and
    /// throws what one of them threw.
    protected abstract void run(int npes, long regionBytes, Body body) throws Exception;

    /// Runs it on threads over the reference backend.
    public static void onThreads(int npes, long regionBytes, boolean oversubscribed, Body body) throws Exception {
        try (Arena arena = Arena.ofShared()) {
            var job = ThreadTransport.Job.of(npes, regionBytes, oversubscribed, arena);
            Threads.run(npes, job.failure(), pe -> body.run(new ThreadTransport(job, pe)));
        }
    }

    /// Runs it on threads; an imitated network joins hosts with `perHost` PEs each.
    public static void onHosts(int npes, long regionBytes, boolean oversubscribed, int perHost, Body body)
            throws Exception {
        try (var job = new FarJob(npes, regionBytes, oversubscribed, perHost, 11)) {
            Threads.run(npes, job.failure(), pe -> body.run(job.attach(pe)));
        }
    }

    /// What one PE of a group does.
    @FunctionalInterface
    interface Member {
        /// Runs with the world group and the offset of the heap.
        void run(Group world, long heap) throws Exception;
    }

    /// Runs `member` on `npes` PEs.
    protected final void world(int npes, Member member) throws Exception {
        world(npes, 0, member);
    }

    /// As above, as if so many ticks had gone by.
    final void world(int npes, long ticks, Member member) throws Exception {
        long system = SystemLayout.bytes(npes);
        run(npes, system + HEAP, t -> member.run(Group.world(t, t.channel(), ticks), system));
    }

    /// Numbers of PEs that this run is for.
    protected List<Integer> counts() {
        List<Integer> counts = Samples.of(List.of(1, 3, 8), List.of(1, 2, 3, 5, 7, 8));
        return isSampled() ? Samples.third(counts) : counts;
    }

    /// As [Backend#isSampled()].
    protected boolean isSampled() {
        return true;
    }

    /// Whether this run tries a case.
    final boolean tries(int... choices) {
        return !isSampled() || Samples.tries(choices);
    }

    /// A number of rounds: a quarter of it where a sample of the cases runs.
    final int rounds(int few, int all) {
        return Samples.of(isSampled() ? few / 4 : few, all);
    }

    static String thrownBy(Runnable call) {
        try {
            call.run();
        } catch (CollectiveMismatchException e) {
            return e.getMessage();
        }
        return "nothing was thrown";
    }

    /// The algorithms that this run is for.
    protected List<String> names(Collective collective) {
        return AlgorithmNames.names(collective);
    }

    static void choose(Group g, Collective collective, String name) {
        g.algorithm(collective, AlgorithmNames.named(collective, name));
    }

    /// A value that tells PE, index and call.
    static long mark(int pe, int i, int call) {
        return (pe + 1L) * 1_000_003 + i * 17L + call * 7919L;
    }

    static long[] marks(ElementType type, int pe, int n, int call) {
        long[] bits = new long[n];
        for (int i = 0; i < n; i++) bits[i] = Cells.of(type, mark(pe, i, call));
        return bits;
    }

    @FunctionalInterface
    interface Case {
        void run(Group g, long src, long dst, ElementType type, int n, String what);
    }

    /// Runs a case for each algorithm, access mode, PE count and count, on longs and bytes.
    final void matrix(Collective collective, List<Integer> counts, Case test) throws Exception {
        for (int npes : counts()) {
            world(npes, (g, heap) -> {
                for (Access access : List.of(Access.PUTGET, Access.PTR)) {
                    g.access(collective, access);
                    List<String> names = names(collective);
                    for (String name : names) {
                        choose(g, collective, name);
                        for (int n : counts) {
                            for (ElementType type : List.of(ElementType.LONG, ElementType.BYTE)) {
                                int[] choices = {
                                    npes,
                                    access.ordinal(),
                                    names.indexOf(name),
                                    counts.indexOf(n),
                                    type == ElementType.LONG ? 0 : 1
                                };
                                if (!tries(choices)) continue;
                                String what = "%s/%s of %d %ss on %d PEs".formatted(name, access, n, type, npes);
                                test.run(g, heap, heap + HEAP / 2, type, n, what);
                            }
                        }
                    }
                }
            });
        }
    }

    /// Makes the call `call` of a test, and checks the destination. Each element tells its PE, its index and the call.
    static void checkCall(
            Group g,
            CollectiveCall each,
            ElementType type,
            long dst,
            long src,
            int n,
            int root,
            int call,
            String what) {
        int room = 2 * n * g.size;
        var arguments = CollectiveCall.Arguments.of(g.me, g.size, n, root);
        Cells.write(g.transport, dst, type, new long[room + 1]);
        Cells.write(g.transport, src, type, marks(type, g.me, 3 * n * g.size, call));
        each.call(g, type, dst, src, arguments);
        long[] expected = each.expected(room + 1, arguments, (k, i) -> Cells.of(type, mark(k, (int) i, call)));
        Arrays.setAll(expected, i -> Cells.of(type, expected[i])); // sums wrap around
        long[] found = Cells.read(g.transport, dst, type, room + 1);
        assertArrayEquals(expected, found, what + ": " + each + " of " + n + ", root " + root);
    }
}
