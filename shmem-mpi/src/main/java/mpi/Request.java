// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Locale;
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

    final Members comm;
    final Mode mode;
    final Data data; // null in a collective call, which takes a message of any length
    final int peer;
    final int tag;
    final int context;

    boolean active;
    boolean done;
    Status status;
    MPIException failure;

    /// State of a message in pieces: the numbers by which both sides name it, its memory, and the bytes so far.
    int id;

    int remoteId;
    MemorySegment wire;
    boolean staged;
    long length;
    long moved;
    private long given; // to pieces that arrive

    Request(Members comm, Mode mode, Data data, int peer, int tag) {
        this.comm = comm;
        this.mode = mode;
        this.data = data;
        this.peer = peer;
        this.tag = tag;
        this.context = 2 * comm.context + (data == null ? 1 : 0);
    }

    int pe() {
        return comm.pes[peer];
    }

    Kind kind() {
        return data == null ? Kind.BYTE : data.type().kind;
    }

    /// The part of the memory for the next piece.
    MemorySegment next(long bytes) {
        given += bytes;
        return wire.asSlice(given - bytes, bytes);
    }

    Request begin() {
        active = true;
        done = false;
        failure = null;
        moved = 0;
        given = 0;
        status = new Status(peer, tag, 0, 0, 0);
        Engine engine = MPI.engine(mode.call);
        if (peer == MPI.PROC_NULL) {
            status = Status.ofNone();
            done = true;
        } else if (mode == Mode.RECV) engine.receive(this);
        else engine.send(this);
        return this;
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
        return status;
    }

    /// The status of a request that is null.
    private static Status empty() {
        return new Status().at(MPI.UNDEFINED);
    }

    public Status Wait() {
        Engine engine = MPI.engine("Wait");
        if (!active) return empty();
        engine.await(() -> done, this);
        return end();
    }

    /// {@return the status, or null if the request is not complete}
    public Status Test() {
        MPI.engine("Test").progress();
        return !active ? empty() : done ? end() : null;
    }

    public boolean Is_null() {
        return !active && !(this instanceof Prequest);
    }

    /// Withdraws a receive that no message has matched. A send goes on.
    public void Cancel() {
        if (active && !done) MPI.engine("Cancel").cancel(this);
    }

    /// {@return all statuses} An element of the array may be null, as a request that is null.
    public static Status[] Waitall(Request[] requests) {
        MPI.engine("Waitall");
        Status[] all = new Status[requests.length];
        for (int i = 0; i < all.length; i++) all[i] = (requests[i] == null ? empty() : requests[i].Wait()).at(i);
        return all;
    }

    /// {@return the status of a request that has completed, with its index, which is `UNDEFINED` if all are null}
    public static Status Waitany(Request[] requests) {
        return first(ended("Waitany", requests, 1, true));
    }

    /// {@return the statuses of those that have completed, at least one; null if all are null}
    public static Status[] Waitsome(Request[] requests) {
        return ended("Waitsome", requests, requests.length, true);
    }

    /// {@return all statuses, or null if one request is not complete}
    public static Status[] Testall(Request[] requests) {
        MPI.engine("Testall").progress();
        return Arrays.stream(requests).allMatch(r -> r == null || !r.active || r.done) ? Waitall(requests) : null;
    }

    /// As {@link #Waitany}, or null if none has completed.
    public static Status Testany(Request[] requests) {
        return first(ended("Testany", requests, 1, false));
    }

    public static Status[] Testsome(Request[] requests) {
        return ended("Testsome", requests, requests.length, false);
    }

    /// Ends at most `most` requests that are complete. Returns their statuses, or null if no request is active.
    private static Status[] ended(String call, Request[] requests, int most, boolean waits) {
        Engine engine = MPI.engine(call);
        engine.progress();
        Request[] active =
                Arrays.stream(requests).filter(r -> r != null && r.active).toArray(Request[]::new);
        if (active.length == 0) return null;
        if (waits) engine.await(() -> Arrays.stream(active).anyMatch(r -> r.done), call);
        return IntStream.range(0, requests.length)
                .filter(i -> requests[i] != null && requests[i].active && requests[i].done)
                .limit(most)
                .mapToObj(i -> requests[i].end().at(i))
                .toArray(Status[]::new);
    }

    private static Status first(Status[] ended) {
        return ended == null ? empty() : ended.length == 0 ? null : ended[0];
    }

    public final Status waitStatus() {
        return Wait();
    }

    public final void waitFor() {
        Wait();
    }

    public final Status testStatus() {
        return Test();
    }

    public final boolean test() {
        return Test() != null;
    }

    /// {@return the status without making the request null, or null if it is not complete}
    public final Status getStatus() {
        MPI.engine("getStatus").progress();
        return !active ? empty() : done ? status : null;
    }

    public final boolean isNull() {
        return Is_null();
    }

    public final void cancel() {
        Cancel();
    }

    /// Gives up the handle; the transfer goes on.
    @Override
    public void free() {
        active = false;
    }

    public static Status[] waitAllStatus(Request[] requests) {
        return Waitall(requests);
    }

    public static void waitAll(Request[] requests) {
        Waitall(requests);
    }

    public static Status waitAnyStatus(Request[] requests) {
        return Waitany(requests);
    }

    public static int waitAny(Request[] requests) {
        return Waitany(requests).index;
    }

    public static Status[] waitSomeStatus(Request[] requests) {
        return Waitsome(requests);
    }

    public static int[] waitSome(Request[] requests) {
        return indices(Waitsome(requests));
    }

    public static Status[] testAllStatus(Request[] requests) {
        return Testall(requests);
    }

    public static boolean testAll(Request[] requests) {
        return Testall(requests) != null;
    }

    public static Status testAnyStatus(Request[] requests) {
        return Testany(requests);
    }

    public static int testAny(Request[] requests) {
        Status one = Testany(requests);
        return one == null ? MPI.UNDEFINED : one.index;
    }

    public static Status[] testSomeStatus(Request[] requests) {
        return Testsome(requests);
    }

    public static int[] testSome(Request[] requests) {
        return indices(Testsome(requests));
    }

    private static int[] indices(Status[] statuses) {
        return statuses == null
                ? null
                : Arrays.stream(statuses).mapToInt(s -> s.index).toArray();
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
