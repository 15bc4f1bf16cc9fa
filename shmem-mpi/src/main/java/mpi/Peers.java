// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.util.Arrays;
import java.util.List;

/// The PEs of a communicator, and what keeps its messages apart from those of other communicators.
final class Peers {
    /// The collective calls, by whose numbers messages of one are told from those of another.
    private static final List<String> CALLS =
            List.of(("Barrier Bcast Reduce Allreduce Reduce_scatter Scan exScan Gather Scatter Allgather Alltoall"
                            + " Split clone Create Create_cart Create_graph createGroup Finalize createDistGraph neighborAllGather neighborAllToAll")
                    .split(" "));

    int[] pes = {}; // by rank
    int rank = -1;
    int[] ranks = {}; // by PE
    int context;
    String name;
    boolean freed;
    private int calls;
    private int now; // in CALLS

    Peers(String name) {
        this.name = name;
    }

    /// Makes this the communicator of these PEs.
    void bind(int context, int... pes) {
        Engine engine = MPI.engine("Init");
        this.context = context;
        this.pes = pes;
        ranks = new int[engine.size];
        Arrays.fill(ranks, MPI.UNDEFINED);
        for (int i = 0; i < pes.length; i++) ranks[pes[i]] = i;
        rank = ranks[engine.me];
    }

    /// Refuses a call before Init, after Finalize, and on a communicator that is not there any more.
    Engine live(String call) {
        Engine engine = MPI.engine(call);
        if (freed || pes.length == 0) {
            String mistake = "%s: the communicator %s %s; use one that this rank belongs to";
            throw MPI.refuse(MPI.ERR_COMM, mistake, call, name, freed ? "is freed" : "is null");
        }
        return engine;
    }

    /// Refuses a rank that does not exist.
    void checkRank(String call, String what, int given, boolean any) {
        live(call);
        if (given >= 0 && given < pes.length) return;
        if (what.equals("root") || given != MPI.PROC_NULL && (!any || given != MPI.ANY_SOURCE)) {
            String mistake = "%s: %s %d does not exist in %s; give 0 to %d%s";
            String more = any ? ", or ANY_SOURCE" : "";
            int error = what.equals("root") ? MPI.ERR_ROOT : MPI.ERR_RANK;
            throw MPI.refuse(error, mistake, call, what, given, name, pes.length - 1, more);
        }
    }

    void checkTag(String call, int tag, boolean any) {
        if (tag >= 0 || any && tag == MPI.ANY_TAG) return;
        String mistake = "%s: tag %d is negative; give 0 or more%s";
        throw MPI.refuse(MPI.ERR_TAG, mistake, call, tag, any ? ", or ANY_TAG" : "");
    }

    int size() {
        return pes.length;
    }

    // collective calls

    /// Begins a collective call.
    void enter(String call) {
        live(call);
        now = CALLS.indexOf(call);
        calls++;
    }

    /// The tag of all messages of the current call.
    int callTag() {
        return calls << 5 & Integer.MAX_VALUE | now;
    }

    /// The current call, whose text is made only where a report needs it.
    final Object current = new Object() {
        @Override
        public String toString() {
            return call(callTag());
        }
    };

    /// `Bcast, collective call 3 of COMM_WORLD`.
    String call(int tag) {
        return "%s, collective call %d of %s".formatted(CALLS.get(tag & 31), tag >>> 5, name);
    }

    @Override
    public String toString() {
        return name;
    }
}
