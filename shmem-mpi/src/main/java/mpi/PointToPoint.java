// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
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

    public void Send(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        request(Mode.SEND, buf, offset, count, type, dest, tag).run();
    }

    public void Ssend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        request(Mode.SSEND, buf, offset, count, type, dest, tag).run();
    }

    public void Bsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        request(Mode.BSEND, buf, offset, count, type, dest, tag).run();
    }

    public void Rsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        request(Mode.RSEND, buf, offset, count, type, dest, tag).run();
    }

    public Request Isend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return request(Mode.SEND, buf, offset, count, type, dest, tag).begin();
    }

    public Request Issend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return request(Mode.SSEND, buf, offset, count, type, dest, tag).begin();
    }

    public Request Ibsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return request(Mode.BSEND, buf, offset, count, type, dest, tag).begin();
    }

    public Request Irsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return request(Mode.RSEND, buf, offset, count, type, dest, tag).begin();
    }

    public Status Recv(Object buf, int offset, int count, Datatype type, int source, int tag) {
        return request(Mode.RECV, buf, offset, count, type, source, tag).run();
    }

    public Request Irecv(Object buf, int offset, int count, Datatype type, int source, int tag) {
        return request(Mode.RECV, buf, offset, count, type, source, tag).begin();
    }

    public Prequest Send_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return prepare(Mode.SEND, buf, offset, count, type, dest, tag);
    }

    public Prequest Ssend_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return prepare(Mode.SSEND, buf, offset, count, type, dest, tag);
    }

    public Prequest Bsend_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return prepare(Mode.BSEND, buf, offset, count, type, dest, tag);
    }

    public Prequest Rsend_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return prepare(Mode.RSEND, buf, offset, count, type, dest, tag);
    }

    public Prequest Recv_init(Object buf, int offset, int count, Datatype type, int source, int tag) {
        return prepare(Mode.RECV, buf, offset, count, type, source, tag);
    }

    /// Sends and receives at once, so that ranks that exchange messages never wait for each other's receive.
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

    public Status Sendrecv_replace(
            Object buf, int offset, int count, Datatype type, int dest, int stag, int source, int rtag) {
        Data in = data(Mode.SEND, buf, offset, count, type, dest, stag);
        Data out = Data.temporary(type, count);
        out.take(in.wire());
        Request send = new Request(peers, Mode.SEND, out, dest, stag);
        return exchange(send, request(Mode.RECV, buf, offset, count, type, source, rtag));
    }

    /// Waits for a message, and leaves it to a receive.
    public Status Probe(int source, int tag) {
        return probe("Probe", source, tag, true);
    }

    /// {@return the status of the message that a receive would get, or null}
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

    public int Pack_size(int incount, Datatype type) {
        return incount * packed("Pack_size", type).getByteSize();
    }

    public final void send(Object buf, int count, Datatype type, int dest, int tag) {
        Send(buf, 0, count, type, dest, tag);
    }

    public final void sSend(Object buf, int count, Datatype type, int dest, int tag) {
        Ssend(buf, 0, count, type, dest, tag);
    }

    public final void bSend(Object buf, int count, Datatype type, int dest, int tag) {
        Bsend(buf, 0, count, type, dest, tag);
    }

    public final void rSend(Object buf, int count, Datatype type, int dest, int tag) {
        Rsend(buf, 0, count, type, dest, tag);
    }

    public final Status recv(Object buf, int count, Datatype type, int source, int tag) {
        return Recv(buf, 0, count, type, source, tag);
    }

    public final Request iSend(Buffer buf, int count, Datatype type, int dest, int tag) {
        return Isend(buf, 0, count, type, dest, tag);
    }

    public final Request isSend(Buffer buf, int count, Datatype type, int dest, int tag) {
        return Issend(buf, 0, count, type, dest, tag);
    }

    public final Request ibSend(Buffer buf, int count, Datatype type, int dest, int tag) {
        return Ibsend(buf, 0, count, type, dest, tag);
    }

    public final Request irSend(Buffer buf, int count, Datatype type, int dest, int tag) {
        return Irsend(buf, 0, count, type, dest, tag);
    }

    public final Request iRecv(Buffer buf, int count, Datatype type, int source, int tag) {
        return Irecv(buf, 0, count, type, source, tag);
    }

    public final Prequest sendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
        return Send_init(buf, 0, count, type, dest, tag);
    }

    public final Prequest sSendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
        return Ssend_init(buf, 0, count, type, dest, tag);
    }

    public final Prequest bSendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
        return Bsend_init(buf, 0, count, type, dest, tag);
    }

    public final Prequest rSendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
        return Rsend_init(buf, 0, count, type, dest, tag);
    }

    public final Prequest recvInit(Buffer buf, int count, Datatype type, int source, int tag) {
        return Recv_init(buf, 0, count, type, source, tag);
    }

    public final Status sendRecv(
            Object sbuf, int sn, Datatype st, int to, int stag, Object rbuf, int rn, Datatype rt, int from, int rtag) {
        return Sendrecv(sbuf, 0, sn, st, to, stag, rbuf, 0, rn, rt, from, rtag);
    }

    public final Status sendRecvReplace(
            Object buf, int count, Datatype type, int dest, int stag, int source, int rtag) {
        return Sendrecv_replace(buf, 0, count, type, dest, stag, source, rtag);
    }

    public final Status probe(int source, int tag) {
        return Probe(source, tag);
    }

    public final Status iProbe(int source, int tag) {
        return Iprobe(source, tag);
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

    public final int packSize(int incount, Datatype type) {
        return Pack_size(incount, type);
    }
}
