// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// A send or a receive that may not be complete yet. A wait or a test that completes it makes it null.
public class Request implements Freeable {
    enum Mode {
        SEND,
        SSEND,
        BSEND,
        RSEND,
        RECV;

        final String call = name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }

    final Peers comm;
    final Mode mode;
    final Data data; // null in a collective call, which takes a message of any length
    final int peer;
    final int tag;
    final int context;

    boolean active;
    boolean freed;
    boolean done;
    Status status;
    MPIException failure;

    /// State of a message in pieces: the numbers by which both sides name it, its memory, and the bytes so far.
    int id;

    int remoteId;
    long number; // in the order of arrivals and receives
    MemorySegment wire;
    boolean staged;
    long length;
    long moved;

    Request(Peers comm, Mode mode, Data data, int peer, int tag) {
        this.comm = comm;
        this.mode = mode;
        this.data = data;
        this.peer = peer;
        this.tag = tag;
        this.context = 2 * comm.context + (data == null ? 1 : 0);
    }

    /// Whether messages of a context belong to collective calls.
    static boolean isCollective(int context) {
        return (context & 1) == 1;
    }

    int pe() {
        return comm.pes[peer];
    }

    Kind kind() {
        return data == null ? Kind.BYTE : data.type().kind;
    }

    /// Stores a message that has arrived, or the exception for one that cannot be stored.
    void take(MemorySegment bytes) {
        try {
            data.take(bytes);
        } catch (MPIException e) {
            failure = e;
        } catch (IllegalArgumentException | UnsupportedOperationException e) { // of the JDK, for a read-only buffer
            failure = MPI.refuse(MPI.ERR_BUFFER, "%s: the buffer is read-only; give one that can be written", this);
        }
    }

    /// Makes this ready to begin. Returns the engine, or null if there is nothing to do.
    private Engine prepare() {
        Engine engine = MPI.engine(mode.call);
        failure = null;
        moved = 0;
        done = peer == MPI.PROC_NULL;
        status = done ? Status.ofNone() : null;
        if (mode != Mode.RECV && data != null && !done) wire = data.wire();
        active = true;
        return done ? null : engine;
    }

    Request begin() {
        Engine engine = prepare();
        if (engine != null) engine.await(this, () -> true, null);
        return this;
    }

    /// Begins and ends, as a blocking call.
    Status run() {
        Engine engine = prepare();
        if (engine != null) engine.await(this, () -> done, this);
        return end();
    }

    /// Waits, as a part of a blocking call.
    Request complete() {
        MPI.engine(mode.call).await(() -> done, this);
        return this;
    }

    /// The result of a request that is complete, which becomes null.
    Status end() {
        active = false;
        if (failure != null) throw failure;
        return result();
    }

    /// The status, which a send has only where the program sees it.
    Status result() {
        return status == null ? new Status(peer, tag, 0, 0, 0) : status;
    }

    /// The status of a request that is null.
    private static Status empty() {
        return new Status().at(MPI.UNDEFINED);
    }

    // also public final Status waitStatus
    // also public final void waitFor
    public Status Wait() {
        Engine engine = MPI.engine("Wait");
        if (!active) return empty();
        engine.await(() -> done, this);
        return end();
    }

    /// {@return the status, or null if the request is not complete}
    // also public final Status testStatus
    public Status Test() {
        MPI.engine("Test").poll();
        return !active ? empty() : done ? end() : null;
    }

    // also public final boolean isNull
    public boolean Is_null() {
        return !active && (freed || !(this instanceof Prequest));
    }

    /// Withdraws a receive that no message has matched. A send goes on.
    // also public final void cancel
    public void Cancel() {
        if (active && !done) MPI.engine("Cancel").cancel(this);
    }

    /// {@return all statuses} An element of the array may be null, as a request that is null.
    // also public static Status[] waitAllStatus
    // also public static void waitAll
    public static Status[] Waitall(Request[] requests) {
        MPI.engine("Waitall").await(() -> areDone(requests), "Waitall");
        return end("Waitall", requests, range(requests, _ -> true));
    }

    /// {@return the status of a request that has completed, with its index, which is `UNDEFINED` if all are null}
    // also public static Status waitAnyStatus
    public static Status Waitany(Request[] requests) {
        return first("Waitany", requests, true);
    }

    /// {@return the statuses of those that have completed, at least one; null if all are null}
    // also public static Status[] waitSomeStatus
    public static Status[] Waitsome(Request[] requests) {
        return some("Waitsome", requests, true);
    }

    /// {@return all statuses, or null if one request is not complete}
    // also public static Status[] testAllStatus
    public static Status[] Testall(Request[] requests) {
        MPI.engine("Testall").poll();
        return areDone(requests) ? end("Testall", requests, range(requests, _ -> true)) : null;
    }

    /// As {@link #Waitany}, or null if none has completed.
    // also public static Status testAnyStatus
    public static Status Testany(Request[] requests) {
        return first("Testany", requests, false);
    }

    /// As {@link #Waitsome}, or an empty array if none has completed, or all are null.
    public static Status[] Testsome(Request[] requests) {
        Status[] some = some("Testsome", requests, false);
        return some == null ? new Status[0] : some;
    }

    private static int[] range(Request[] requests, Predicate<Request> which) {
        return IntStream.range(0, requests.length)
                .filter(i -> which.test(requests[i]))
                .toArray();
    }

    private static boolean isActive(Request r) {
        return r != null && r.active;
    }

    private static boolean isDone(Request r) {
        return isActive(r) && r.done;
    }

    private static boolean areDone(Request[] requests) {
        for (Request r : requests) if (isActive(r) && !r.done) return false;
        return true;
    }

    private static boolean anyDone(Request[] requests) {
        for (Request r : requests) if (isDone(r)) return true;
        return false;
    }

    /// Makes progress, or waits until a request is complete. Returns whether one is active.
    private static boolean await(String call, Request[] requests, boolean waits) {
        Engine engine = MPI.engine(call);
        engine.poll();
        boolean active = Arrays.stream(requests).anyMatch(Request::isActive);
        if (active && waits) engine.await(() -> anyDone(requests), call);
        return active;
    }

    private static Status[] some(String call, Request[] requests, boolean waits) {
        return await(call, requests, waits) ? end(call, requests, range(requests, Request::isDone)) : null;
    }

    private static Status first(String call, Request[] requests, boolean waits) {
        if (!await(call, requests, waits)) return empty();
        int[] done = range(requests, Request::isDone);
        return done.length == 0 ? null : requests[done[0]].end().at(done[0]);
    }

    /// Ends requests that are complete, or null, and names those that have failed.
    private static Status[] end(String call, Request[] requests, int[] which) {
        Status[] all = new Status[which.length];
        int[] failed = range(requests, r -> isDone(r) && r.failure != null);
        for (int k = 0; k < which.length; k++) {
            Request r = requests[which[k]];
            all[k] = (isActive(r) ? r.result() : empty()).at(which[k]);
            if (r != null) r.active = false;
        }
        if (failed.length == 0) return all;
        MPIException cause = requests[failed[0]].failure;
        String mistake = "%s: requests %s of %d have failed, and the others are complete; the first one: %s";
        throw MPI.failure(
                MPI.ERR_IN_STATUS, cause, mistake, call, Arrays.toString(failed), requests.length, cause.getMessage());
    }

    public final boolean test() {
        return Test() != null;
    }

    /// {@return the status without making the request null, or null if it is not complete}
    public final Status getStatus() {
        MPI.engine("getStatus").poll();
        return !active ? empty() : done ? result() : null;
    }

    /// Gives up the handle; the transfer goes on.
    @Override
    public void free() {
        active = false;
        freed = true;
    }

    public static int waitAny(Request[] requests) {
        return Waitany(requests).index;
    }

    public static int[] waitSome(Request[] requests) {
        return indices(Waitsome(requests));
    }

    public static boolean testAll(Request[] requests) {
        return Testall(requests) != null;
    }

    public static int testAny(Request[] requests) {
        Status one = Testany(requests);
        return one == null ? MPI.UNDEFINED : one.index;
    }

    public static Status[] testSomeStatus(Request[] requests) {
        return some("testSome", requests, false);
    }

    public static int[] testSome(Request[] requests) {
        return indices(testSomeStatus(requests));
    }

    private static int[] indices(Status[] statuses) {
        if (statuses == null) return null;
        return Arrays.stream(statuses).mapToInt(s -> s.index).toArray();
    }

    /// The text of reports: `Recv of 4 INT from rank 1 with tag 7 in COMM_WORLD`.
    @Override
    public String toString() {
        boolean receives = mode == Mode.RECV;
        if (data == null)
            return comm.current + (receives ? ", which waits for rank " : ", which sends to rank ") + peer;
        String rank = (receives ? "from " : "to ") + (peer == MPI.ANY_SOURCE ? "any rank" : "rank " + peer);
        String with = tag == MPI.ANY_TAG ? "any tag" : "tag " + tag;
        return "%s of %d %s %s with %s in %s".formatted(mode.call, data.count(), data.type(), rank, with, comm);
    }
}
