// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.lang.foreign.MemorySegment;
import mpi.Request.Mode;

/// Sends and receives of a communicator, in both spellings.
abstract class PointToPoint {
    final Peers peers;
    final Collectives collectives;

    PointToPoint(String name) {
        peers = new Peers(name);
        collectives = new Collectives(peers);
    }

    private Data data(String call, Object buf, int offset, int count, Datatype type) {
        peers.live(call);
        return Data.of(call, false, buf, offset, count, type);
    }

    /// The data of a request, whose arguments are checked.
    private Data data(Mode mode, Object buf, int offset, int count, Datatype type, int peer, int tag) {
        peers.live(mode.call);
        boolean receives = mode == Mode.RECV;
        Data data = Data.of(mode.call, receives, buf, offset, count, type);
        peers.checkRank(mode.call, receives ? "source" : "dest", peer, receives);
        peers.checkTag(mode.call, tag, receives);
        return data;
    }

    private Request request(Mode mode, Object buf, int offset, int count, Datatype type, int peer, int tag) {
        return new Request(peers, mode, data(mode, buf, offset, count, type, peer, tag), peer, tag);
    }

    private Prequest prepare(Mode mode, Object buf, int offset, int count, Datatype type, int peer, int tag) {
        return new Prequest(peers, mode, data(mode, buf, offset, count, type, peer, tag), peer, tag);
    }

    // also public final void send
    public void Send(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        request(Mode.SEND, buf, offset, count, type, dest, tag).run();
    }

    // also public final void sSend
    public void Ssend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        request(Mode.SSEND, buf, offset, count, type, dest, tag).run();
    }

    // also public final void bSend
    public void Bsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        request(Mode.BSEND, buf, offset, count, type, dest, tag).run();
    }

    // also public final void rSend
    public void Rsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        request(Mode.RSEND, buf, offset, count, type, dest, tag).run();
    }

    // also public final Request iSend(Buffer)
    public Request Isend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return request(Mode.SEND, buf, offset, count, type, dest, tag).begin();
    }

    // also public final Request isSend(Buffer)
    public Request Issend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return request(Mode.SSEND, buf, offset, count, type, dest, tag).begin();
    }

    // also public final Request ibSend(Buffer)
    public Request Ibsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return request(Mode.BSEND, buf, offset, count, type, dest, tag).begin();
    }

    // also public final Request irSend(Buffer)
    public Request Irsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return request(Mode.RSEND, buf, offset, count, type, dest, tag).begin();
    }

    // also public final Status recv
    public Status Recv(Object buf, int offset, int count, Datatype type, int source, int tag) {
        return request(Mode.RECV, buf, offset, count, type, source, tag).run();
    }

    // also public final Request iRecv(Buffer)
    public Request Irecv(Object buf, int offset, int count, Datatype type, int source, int tag) {
        return request(Mode.RECV, buf, offset, count, type, source, tag).begin();
    }

    // also public final Prequest sendInit(Buffer)
    public Prequest Send_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return prepare(Mode.SEND, buf, offset, count, type, dest, tag);
    }

    // also public final Prequest sSendInit(Buffer)
    public Prequest Ssend_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return prepare(Mode.SSEND, buf, offset, count, type, dest, tag);
    }

    // also public final Prequest bSendInit(Buffer)
    public Prequest Bsend_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return prepare(Mode.BSEND, buf, offset, count, type, dest, tag);
    }

    // also public final Prequest rSendInit(Buffer)
    public Prequest Rsend_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return prepare(Mode.RSEND, buf, offset, count, type, dest, tag);
    }

    // also public final Prequest recvInit(Buffer)
    public Prequest Recv_init(Object buf, int offset, int count, Datatype type, int source, int tag) {
        return prepare(Mode.RECV, buf, offset, count, type, source, tag);
    }

    /// Sends and receives at once, so that ranks that exchange messages never wait for each other's receive.
    // also public final Status sendRecv
    public Status Sendrecv(
            Object sbuf,
            int soff,
            int scount,
            Datatype stype,
            int dest,
            int stag,
            Object rbuf,
            int roff,
            int rcount,
            Datatype rtype,
            int source,
            int rtag) {
        Request send = request(Mode.SEND, sbuf, soff, scount, stype, dest, stag);
        return exchange(send, request(Mode.RECV, rbuf, roff, rcount, rtype, source, rtag));
    }

    private static Status exchange(Request send, Request receive) {
        receive.begin();
        send.begin();
        Status status = receive.complete().end();
        send.complete().end();
        return status;
    }

    // also public final Status sendRecvReplace
    public Status Sendrecv_replace(
            Object buf, int offset, int count, Datatype type, int dest, int stag, int source, int rtag) {
        Data in = data(Mode.SEND, buf, offset, count, type, dest, stag);
        Data out = Data.temporary(type, count);
        out.take(in.wire());
        Request send = new Request(peers, Mode.SEND, out, dest, stag);
        return exchange(send, request(Mode.RECV, buf, offset, count, type, source, rtag));
    }

    /// Waits for a message, and leaves it to a receive.
    // also public final Status probe
    public Status Probe(int source, int tag) {
        return probe("Probe", source, tag, true);
    }

    /// {@return the status of the message that a receive would get, or null}
    // also public final Status iProbe
    public Status Iprobe(int source, int tag) {
        return probe("Iprobe", source, tag, false);
    }

    private Status probe(String call, int source, int tag, boolean waits) {
        peers.checkRank(call, "source", source, true);
        peers.checkTag(call, tag, true);
        Request any = new Request(peers, Mode.RECV, new Data(null, 0, 0, MPI.BYTE), source, tag);
        Engine engine = peers.live(call);
        Status[] found = {null};
        engine.await(() -> (found[0] = engine.find(any)) != null || !waits, any);
        return found[0];
    }

    private static Datatype packed(String call, Datatype type) {
        if (type.kind != Kind.OBJECT) return type;
        String mistake = "%s: %s has no size before it is serialized; send it as MPI.OBJECT";
        throw MPI.refuse(MPI.ERR_TYPE, mistake, call, type);
    }

    // also public final int packSize
    public int Pack_size(int incount, Datatype type) {
        return incount * packed("Pack_size", type).getByteSize();
    }

    /// Copies elements into a buffer from byte `position` on. {@return the position after them}
    public final int pack(Object inbuf, int incount, Datatype type, byte[] outbuf, int position) {
        MemorySegment wire =
                data("pack", inbuf, 0, incount, packed("pack", type)).wire();
        int n = (int) wire.byteSize();
        data("pack", outbuf, position, n, MPI.BYTE).take(wire);
        return position + n;
    }

    public final int unpack(byte[] inbuf, int position, Object outbuf, int outcount, Datatype type) {
        Data out = data("unpack", outbuf, 0, outcount, packed("unpack", type));
        out.take(data("unpack", inbuf, position, (int) out.bytes(), MPI.BYTE).wire());
        return position + (int) out.bytes();
    }
}
