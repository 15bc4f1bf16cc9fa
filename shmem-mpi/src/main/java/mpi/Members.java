// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.util.Arrays;
import java.util.List;

/// The PEs of a communicator, and what keeps its messages apart from those of other communicators.
abstract class Members {
    /// The collective calls, by whose numbers messages of one are told from those of another.
    private static final List<String> CALLS =
            List.of(("Barrier Bcast Reduce Allreduce Reduce_scatter Scan exScan Gather Scatter Allgather Alltoall"
                            + " Split clone Create Create_cart Create_graph createGroup Finalize")
                    .split(" "));

    int[] pes = {}; // by rank
    int rank = -1;
    int[] ranks = {}; // by PE
    int context;
    private String name;
    private boolean freed;
    private int calls;
    private int now; // in CALLS

    Members(String name) {
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

    // management

    public int Size() {
        live("Size");
        return pes.length;
    }

    public int Rank() {
        live("Rank");
        return rank;
    }

    public final int getSize() {
        return Size();
    }

    public final int getRank() {
        return Rank();
    }

    public boolean isNull() {
        return freed || pes.length == 0;
    }

    /// Ends the communicator on this rank. Messages in it that no receive has matched are lost.
    public void Free() {
        live("Free");
        if (this == MPI.COMM_WORLD || this == MPI.COMM_SELF) {
            throw MPI.refuse(MPI.ERR_COMM, "Free: %s cannot be freed; free communicators of the program only", name);
        }
        freed = true;
    }

    public final void free() {
        Free();
    }

    /// As [#free], after this rank's messages in the communicator are complete.
    public final void disconnect() {
        live("disconnect").complete(this);
        Free();
    }

    /// Ends the whole job with this exit status.
    public void Abort(int errorcode) {
        throw MPI.engine("Abort").sh.globalExit(errorcode);
    }

    public final void abort(int errorcode) {
        Abort(errorcode);
    }

    public final void setName(String given) {
        name = given;
    }

    public final String getName() {
        return name;
    }

    public final void setErrhandler(Errhandler errhandler) {
        live("setErrhandler");
    }

    public final Errhandler getErrhandler() {
        return MPI.ERRORS_RETURN;
    }

    @Override
    public String toString() {
        return name;
    }
}
