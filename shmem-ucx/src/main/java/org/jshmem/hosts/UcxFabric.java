// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Collections;
import org.jshmem.transport.Memory;

/// The fabric of UCX: one worker with active messages. Without UCX's one-sided operations no process can write to
/// another one by a mistake.
final class UcxFabric implements Fabric {
    private static final int KIND = 7;
    private static final int REPLY = 1;
    private static final int EAGER = 2; // data of any length come complete, and in the handler

    /// The data type: a list of pieces, here of one or none. UCX copies a short message to its own buffer, for `send`.
    /// Bytes of no type would leave by `sendmsg` in five pieces, which takes 0.4 us longer.
    private static final long PIECES = 2;

    private static final long HAS_SENDER = 1; // UCP_AM_RECV_ATTR_FIELD_REPLY_EP
    private static final long RENDEZVOUS = 1 << 17; // UCP_AM_RECV_ATTR_FLAG_RNDV: `data` is a handle

    private final Arena arena = Arena.ofAuto();
    private final Receiver receiver;
    final long context;
    final long worker;
    private final long sending;
    private final long requesting;
    private final long pollfd;
    private final long onFailure;

    UcxFabric(Receiver receiver) {
        this.receiver = receiver;
        this.context = Ucx.context();
        this.worker = Ucx.worker(context);
        this.sending = parameters(EAGER);
        this.requesting = parameters(EAGER | REPLY);
        this.pollfd = Ucx.allocate(arena); // struct pollfd: fd, events, revents
        Memory.setInt(pollfd, Ucx.descriptor(worker));
        Memory.setShort(pollfd + 4, (short) 1); // POLLIN
        Ucx.receive(worker, KIND, callback("received"));
        this.onFailure = callback("failed");
    }

    private long parameters(int flags) {
        long parameters = Ucx.allocate(arena);
        Memory.setInt(parameters, 1 << 4 | 1 << 3); // op_attr_mask: flags, datatype
        Memory.setInt(parameters + 4, flags);
        Memory.setLong(parameters + 24, PIECES);
        return parameters;
    }

    private long callback(String method) {
        try {
            var type = MethodType.methodType(byte.class, Collections.<Class<?>>nCopies(6, long.class));
            return Ucx.callback(MethodHandles.lookup().bind(this, method, type), arena);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public byte[] address() {
        return Ucx.address(worker);
    }

    @Override
    public long connect(byte[] address) {
        return Ucx.endpoint(worker, address, onFailure);
    }

    @Override
    public long send(long endpoint, long header, long data, long bytes) {
        long piece = header + Packet.HEADER_BYTES; // ucp_dt_iov_t: buffer, length
        Memory.setLong(piece, data);
        Memory.setLong(piece + 8, bytes);
        long parameters = Packet.isAnswered(header) ? requesting : sending;
        // 0 if it is sent, a small negative number for an error, else a request
        long result =
                Ucx.AM_SEND.call(endpoint, KIND, header, Packet.HEADER_BYTES, piece, bytes == 0 ? 0 : 1, parameters);
        if (result >= 0 || result < -100) return result;
        receiver.failed(endpoint, Ucx.text((int) result));
        return 0;
    }

    @Override
    public boolean isSent(long number) {
        // the handler of failures names an endpoint that has failed
        if ((byte) Ucx.CHECK_STATUS.call(number, 0, 0, 0, 0, 0) == Ucx.IN_PROGRESS) return false;
        Ucx.REQUEST_FREE.call(number, 0, 0, 0, 0, 0);
        return true;
    }

    @Override
    public boolean progress() {
        return (int) Ucx.PROGRESS.call(worker, 0, 0, 0, 0, 0) != 0;
    }

    @Override
    public boolean arm() {
        return (byte) Ucx.ARM.call(worker, 0, 0, 0, 0, 0) == Ucx.OK;
    }

    @Override
    public boolean poll(int millis) {
        return (int) Ucx.POLL.call(pollfd, 1, millis, 0, 0, 0) > 0;
    }

    @Override
    public void wake() {
        Ucx.SIGNAL.call(worker, 0, 0, 0, 0, 0);
    }

    /// Called by UCX inside of [#progress]. An exception thrown here would end the JVM.
    @SuppressWarnings("UnusedVariable") // UCX defines the parameters
    private byte received(long arg, long header, long headerBytes, long data, long bytes, long param) {
        // ucp_am_recv_param_t: attributes, then the sender's endpoint, which is set if its attribute is
        long attributes = Memory.getLong(param);
        boolean known = (attributes & RENDEZVOUS) == 0
                && headerBytes == Packet.HEADER_BYTES
                && bytes >= 0
                && bytes <= Packet.MOST_BYTES;
        long answers = (attributes & HAS_SENDER) == 0 ? 0 : Memory.getLong(param + 8);
        if (known) receiver.received(answers, header, data, bytes);
        return Ucx.OK;
    }

    @SuppressWarnings("UnusedVariable") // as above
    private byte failed(long arg, long endpoint, long status, long unused4, long unused5, long unused6) {
        receiver.failed(endpoint, Ucx.text((byte) status));
        return Ucx.OK;
    }
}
