// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.jshmem.transport.Memory;

/// A wire of UCX: one worker, with active messages, and with UCX's one-sided puts and gets if they are asked for. The
/// latter may tear elements, wake no PE, and write to any address that a stranger names.
final class UcxWire implements Wire {
    private static final int KIND = 7;
    private static final int REPLY = 1;
    private static final int EAGER = 2; // data of any length come complete, and in the handler

    private static final long HAS_SENDER = 1; // UCP_AM_RECV_ATTR_FIELD_REPLY_EP

    private final Arena arena = Arena.ofShared();
    private final long oneSidedFrom;
    private final Receiver receiver;
    private final long context;

    /// Null without one-sided operations.
    private final UcxMemory memory;

    private final long worker;
    private final int descriptor;

    /// Parameters of a message that can be answered.
    private final long sending;

    /// Parameters without options.
    private final long plain;

    private final long pollfd;
    private final long onFailure;

    /// Failed links, and those of senders of malformed messages, each with the reason.
    private final Map<Long, String> broken = new HashMap<>();

    private Throwable thrown;

    /// A wire without one-sided operations.
    UcxWire(Receiver receiver) {
        this(receiver, Long.MAX_VALUE);
    }

    /// A wire whose one-sided operations copy `oneSidedFrom` bytes or more.
    UcxWire(Receiver receiver, long oneSidedFrom) {
        this.receiver = receiver;
        this.oneSidedFrom = oneSidedFrom;
        boolean messages = oneSidedFrom == Long.MAX_VALUE;
        this.context = Ucx.context(Ucx.FEATURE_AM | Ucx.FEATURE_WAKEUP | (messages ? 0 : UcxMemory.FEATURE));
        this.memory = messages ? null : new UcxMemory(context);
        this.worker = Ucx.worker(context);
        this.descriptor = Ucx.descriptor(worker);
        MemorySegment params = arena.allocate(Ucx.STRUCT_BYTES, 8);
        params.set(ValueLayout.JAVA_INT, 0, 1 << 4); // op_attr_mask: flags
        params.set(ValueLayout.JAVA_INT, 4, REPLY | EAGER);
        this.sending = params.address();
        this.plain = arena.allocate(Ucx.STRUCT_BYTES, 8).address();
        MemorySegment poll = arena.allocate(8, 8); // struct pollfd: fd, events, revents
        poll.set(ValueLayout.JAVA_INT, 0, descriptor);
        poll.set(ValueLayout.JAVA_SHORT, 4, (short) 1); // POLLIN
        this.pollfd = poll.address();
        try {
            var lookup = MethodHandles.lookup();
            Ucx.receive(
                    worker,
                    KIND,
                    lookup.bind(
                            this,
                            "received",
                            MethodType.methodType(byte.class, Collections.<Class<?>>nCopies(6, long.class))),
                    arena);
            this.onFailure = Ucx.onFailure(
                    lookup.bind(this, "failed", MethodType.methodType(void.class, long.class, long.class, byte.class)),
                    arena);
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
        try (Arena local = Arena.ofConfined()) {
            MemorySegment bytes = local.allocate(address.length, 8);
            MemorySegment.copy(address, 0, bytes, ValueLayout.JAVA_BYTE, 0, address.length);
            MemorySegment out = local.allocate(8);
            MemorySegment params = local.allocate(Ucx.STRUCT_BYTES, 8);
            params.set(ValueLayout.JAVA_LONG, 0, 1 | 2 | 4); // field_mask: address, err_mode, err_handler
            params.set(ValueLayout.JAVA_LONG, 8, bytes.address());
            params.set(ValueLayout.JAVA_INT, 16, Ucx.ERRORS_BY_PEER);
            params.set(ValueLayout.JAVA_LONG, 24, onFailure);
            byte status = (byte) Ucx.EP_CREATE.invokeExact(worker, params.address(), out.address());
            if (status != Ucx.OK) throw new BrokenException("cannot connect: " + Ucx.text(status));
            return out.get(ValueLayout.JAVA_LONG, 0);
        } catch (Throwable t) {
            throw Wire.rethrown(t);
        }
    }

    @Override
    public long send(long link, long header, int headerBytes, long data, long bytes) {
        if (isBroken(link)) throw new BrokenException(broken.get(link));
        try {
            return outcome(
                    (long) Ucx.AM_SEND.invokeExact(link, KIND, header, (long) headerBytes, data, bytes, sending));
        } catch (Throwable t) {
            throw Wire.rethrown(t);
        }
    }

    /// UCX answers with 0 for done, a small negative number for an error, else a request.
    private long outcome(long result) {
        if (result < 0 && result >= -100) throw new BrokenException(Ucx.text((int) result));
        return result;
    }

    @Override
    public boolean isSent(long number) {
        try {
            byte status = (byte) Ucx.CHECK_STATUS.invokeExact(number);
            if (status == Ucx.IN_PROGRESS) return false;
            Ucx.REQUEST_FREE.invokeExact(number);
            if (status != Ucx.OK) throw new BrokenException(Ucx.text(status));
            return true;
        } catch (Throwable t) {
            throw Wire.rethrown(t);
        }
    }

    @Override
    public long flush(long link) {
        try {
            return outcome((long) Ucx.EP_FLUSH.invokeExact(link, plain));
        } catch (Throwable t) {
            throw Wire.rethrown(t);
        }
    }

    @Override
    public long oneSidedFrom() {
        return oneSidedFrom;
    }

    @Override
    public byte[] register(long address, long bytes) {
        return memory == null ? new byte[0] : memory.register(address, bytes);
    }

    @Override
    public long unpack(long link, byte[] key) {
        return memory.unpack(link, key);
    }

    @Override
    public long put(long link, long key, long from, long to, long bytes) {
        if (isBroken(link)) throw new BrokenException(broken.get(link));
        try {
            return outcome((long) UcxMemory.PUT.invokeExact(link, from, bytes, to, key, plain));
        } catch (Throwable t) {
            throw Wire.rethrown(t);
        }
    }

    @Override
    public long get(long link, long key, long from, long to, long bytes) {
        if (isBroken(link)) throw new BrokenException(broken.get(link));
        try {
            return outcome((long) UcxMemory.GET.invokeExact(link, to, bytes, from, key, plain));
        } catch (Throwable t) {
            throw Wire.rethrown(t);
        }
    }

    @Override
    public boolean progress() {
        int events;
        try {
            events = (int) Ucx.PROGRESS.invokeExact(worker);
        } catch (Throwable t) {
            throw Wire.rethrown(t);
        }
        if (thrown != null) rethrow();
        return events != 0;
    }

    private void rethrow() {
        Throwable t = thrown;
        thrown = null;
        throw Wire.rethrown(t);
    }

    @Override
    public void sleep(long nanos) {
        try {
            if ((byte) Ucx.ARM.invokeExact(worker) != Ucx.OK) return; // busy: there is something to do
            int unused = (int)
                    Ucx.POLL.invokeExact(pollfd, 1L, (int) Math.min(Integer.MAX_VALUE, (nanos + 999_999) / 1_000_000));
        } catch (Throwable t) {
            throw Wire.rethrown(t);
        }
    }

    @Override
    public void wake() {
        try {
            byte unused = (byte) Ucx.SIGNAL.invokeExact(worker);
        } catch (Throwable t) {
            throw Wire.rethrown(t);
        }
    }

    @Override
    public boolean isBroken(long link) {
        return !broken.isEmpty() && broken.containsKey(link);
    }

    @Override
    public void close() {
        if (memory != null) memory.close();
        Ucx.close(worker, context);
        arena.close();
    }

    /// Called by UCX within [#progress]. An exception thrown here would end the JVM, so [#progress] throws it. A
    /// malformed message ends its sender's link: the process that receives it, and other senders, go on.
    @SuppressWarnings("UnusedVariable") // UCX defines the parameters
    private byte received(long arg, long header, long headerBytes, long data, long bytes, long param) {
        // ucp_am_recv_param_t: attributes, then the sender's endpoint, which is set if its attribute is
        if ((Memory.getLong(param) & HAS_SENDER) == 0) return Ucx.OK;
        long link = Memory.getLong(param + 8);
        boolean malformed = headerBytes != Message.HEADER_BYTES || bytes < 0 || bytes > Message.MOST_BYTES;
        if (malformed) {
            broken.put(link, "a message has a header of %d bytes and %d of data".formatted(headerBytes, bytes));
            return Ucx.OK;
        }
        // UCX gives a new sender the endpoint of one that has ended
        if (isBroken(link) && !Message.isFirst(header)) return Ucx.OK;
        if (!broken.isEmpty()) broken.remove(link);
        try {
            receiver.received(link, header, data, bytes);
        } catch (RuntimeException | Error e) {
            thrown = e;
        }
        return Ucx.OK;
    }

    @SuppressWarnings("UnusedVariable") // as above
    private void failed(long arg, long link, byte status) {
        broken.put(link, Ucx.text(status));
    }
}
