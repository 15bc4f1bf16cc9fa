// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/// Memory that UCX reads and writes by one-sided operations: registered in one context, and keys of other processes.
/// Apart from [Ucx], because only jobs with such operations link these calls.
final class UcxMemory {
    static final long FEATURE = 2; // UCP_FEATURE_RMA

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfByte STATUS = ValueLayout.JAVA_BYTE;

    /// (endpoint, buffer, bytes, remote address, key, parameters) -> outcome, as of a message.
    static final MethodHandle PUT = Ucx.call("ucp_put_nbx", LONG, LONG, LONG, LONG, LONG, LONG, LONG);
    static final MethodHandle GET = Ucx.call("ucp_get_nbx", LONG, LONG, LONG, LONG, LONG, LONG, LONG);

    private final long context;
    private final List<Long> registered = new ArrayList<>();
    private final List<Long> keys = new ArrayList<>();

    UcxMemory(long context) {
        this.context = context;
    }

    /// Registers memory, which pins it where a device needs that. Returns its packed key; an empty one if the limit of
    /// locked memory, for example, forbids that.
    byte[] register(long address, long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(24, 8);
            MemorySegment params = arena.allocate(Ucx.STRUCT_BYTES, 8);
            params.set(LONG, 0, 1 | 2); // field_mask: address, length
            params.set(LONG, 8, address);
            params.set(LONG, 16, bytes);
            byte status = (byte) Ucx.call("ucp_mem_map", STATUS, LONG, LONG, LONG)
                    .invokeExact(context, params.address(), out.address());
            if (status != Ucx.OK) return new byte[0];
            registered.add(out.get(LONG, 0));
            status = (byte) Ucx.call("ucp_rkey_pack", STATUS, LONG, LONG, LONG, LONG)
                    .invokeExact(context, out.get(LONG, 0), out.address() + 8, out.address() + 16);
            if (status != Ucx.OK) return new byte[0];
            byte[] key = new byte[(int) out.get(LONG, 16)];
            MemorySegment.copy(Ucx.everywhere(), ValueLayout.JAVA_BYTE, out.get(LONG, 8), key, 0, key.length);
            Ucx.callVoid("ucp_rkey_buffer_release", LONG).invokeExact(out.get(LONG, 8));
            return key;
        } catch (Throwable t) {
            throw Wire.rethrown(t);
        }
    }

    /// Unpacks a key for an endpoint. Returns 0 if the endpoint cannot use it.
    long unpack(long endpoint, byte[] packed) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocateFrom(ValueLayout.JAVA_BYTE, packed);
            MemorySegment out = arena.allocate(8, 8);
            byte status = (byte) Ucx.call("ucp_ep_rkey_unpack", STATUS, LONG, LONG, LONG)
                    .invokeExact(endpoint, bytes.address(), out.address());
            if (status != Ucx.OK) return 0;
            keys.add(out.get(LONG, 0));
            return out.get(LONG, 0);
        } catch (Throwable t) {
            throw Wire.rethrown(t);
        }
    }

    /// Gives back keys and registrations, before the worker and its context end.
    void close() {
        try {
            for (long key : keys) Ucx.callVoid("ucp_rkey_destroy", LONG).invokeExact(key);
            for (long handle : registered) {
                byte unused =
                        (byte) Ucx.call("ucp_mem_unmap", STATUS, LONG, LONG).invokeExact(context, handle);
            }
        } catch (Throwable t) {
            throw Wire.rethrown(t);
        }
    }
}
