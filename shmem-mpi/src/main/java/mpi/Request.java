// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.IntStream;

/// A send or a receive that may not be complete yet. A wait or a test that completes it makes it null.
public class Request implements Freeable {
    enum Mode {
        STANDARD("Send"),
        SYNCHRONOUS("Ssend"),
        BUFFERED("Bsend"),
        READY("Rsend"),
        RECEIVE("Recv");

        final String call;

        Mode(String call) {
            this.call = call;
        }
    }

    final Members comm;
    final Mode mode;
    final Data data; // null in a collective call, which takes a message of any length
    final int peer;
    final int tag;

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

    Request(Members comm, Mode mode, Data data, int peer, int tag) {
        this.comm = comm;
        this.mode = mode;
        this.data = data;
        this.peer = peer;
        this.tag = tag;
    }

    Request begin() {
        active = true;
        done = false;
        failure = null;
        moved = 0;
        status = new Status(peer, tag, 0, 0, 0, false);
        Engine engine = MPI.engine(mode.call);
        if (peer == MPI.PROC_NULL) {
            status = new Status(MPI.PROC_NULL, MPI.ANY_TAG, 0, 0, 0, false);
            done = true;
        } else if (mode == Mode.RECEIVE) engine.receive(this);
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

    private boolean isDone() {
        return active && done;
    }

    public Status Wait() {
        Engine engine = MPI.engine("Wait");
        if (!active) return new Status().at(MPI.UNDEFINED);
        engine.await(() -> done, this);
        return end();
    }

    /// {@return the status, or null if the request is not complete}
    public Status Test() {
        MPI.engine("Test").progress();
        return !active ? new Status().at(MPI.UNDEFINED) : done ? end() : null;
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
        await("Waitall", requests, false);
        Status[] all = new Status[requests.length];
        for (int i = 0; i < all.length; i++) all[i] = (requests[i] == null ? new Status() : requests[i].Wait()).at(i);
        return all;
    }

    /// {@return the status of a request that has completed, with its index, which is `UNDEFINED` if all are null}
    public static Status Waitany(Request[] requests) {
        await("Waitany", requests, true);
        Status[] one = ended(requests, 1);
        return one == null ? new Status().at(MPI.UNDEFINED) : one[0];
    }

    /// {@return the statuses of those that have completed, at least one; null if all are null}
    public static Status[] Waitsome(Request[] requests) {
        await("Waitsome", requests, true);
        return ended(requests, requests.length);
    }

    /// {@return all statuses, or null if one request is not complete}
    public static Status[] Testall(Request[] requests) {
        MPI.engine("Testall").progress();
        return Arrays.stream(requests).allMatch(r -> r == null || !r.active || r.done) ? Waitall(requests) : null;
    }

    /// As {@link #Waitany}, or null if none has completed.
    public static Status Testany(Request[] requests) {
        MPI.engine("Testany").progress();
        Status[] one = ended(requests, 1);
        return one == null ? new Status().at(MPI.UNDEFINED) : one.length == 0 ? null : one[0];
    }

    public static Status[] Testsome(Request[] requests) {
        MPI.engine("Testsome").progress();
        return ended(requests, requests.length);
    }

    private static void await(String call, Request[] requests, boolean one) {
        Engine engine = MPI.engine(call);
        if (one)
            engine.await(
                    () -> noneActive(requests) || Arrays.stream(requests).anyMatch(r -> r != null && r.isDone()), call);
        else
            for (Request request : requests)
                if (request != null && request.active) engine.await(() -> request.done, request);
    }

    private static boolean noneActive(Request[] requests) {
        return Arrays.stream(requests).noneMatch(r -> r != null && r.active);
    }

    /// Ends at most `most` requests that are complete. Returns their statuses, or null if no request is active.
    private static Status[] ended(Request[] requests, int most) {
        if (noneActive(requests)) return null;
        return IntStream.range(0, requests.length)
                .filter(i -> requests[i] != null && requests[i].isDone())
                .limit(most)
                .mapToObj(i -> requests[i].end().at(i))
                .toArray(Status[]::new);
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
        return !active ? new Status().at(MPI.UNDEFINED) : done ? status : null;
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
        if (data == null)
            return comm.call() + (mode == Mode.RECEIVE ? ", which waits for rank " : ", which sends to rank ") + peer;
        boolean receive = mode == Mode.RECEIVE;
        String rank = peer == MPI.ANY_SOURCE ? "any rank" : "rank " + peer;
        return "%s of %d %s %s %s with %s in %s"
                .formatted(
                        mode.call,
                        data.count(),
                        data.type(),
                        receive ? "from" : "to",
                        rank,
                        tag == MPI.ANY_TAG ? "any tag" : "tag " + tag,
                        comm);
    }
}
