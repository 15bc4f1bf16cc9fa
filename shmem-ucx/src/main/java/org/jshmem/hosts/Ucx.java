// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jshmem.transport.CFunction;
import org.jshmem.transport.Memory;

/// The calls of UCX's protocol layer (ucp) that [UcxFabric] makes. Its initialization fails where [UcxLibrary] is
/// missing.
/*
 * Structs are written by offset and mask bit. The offsets used are equal from 1.13 to 1.22, in which structs have only
 * grown at their ends. Each struct is allocated larger than it is, and zeroed. A status is one byte: read as an int,
 * some come back zero-extended.
 */
final class Ucx {
    static final byte OK = 0;
    static final byte IN_PROGRESS = 1;

    private static final int THREADS_SERIALIZED = 1;
    private static final int ERRORS_BY_PEER = 1;

    private static final long STRUCT_BYTES = 256; // more than any struct of any known version

    // version of the library's API; the library serves all later ones
    private static final int MAJOR = 1;
    private static final int MINOR = 13;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfByte STATUS = ValueLayout.JAVA_BYTE;

    private static final SymbolLookup LIBRARY = library();

    static final CFunction PROGRESS = CFunction.of(LIBRARY, "ucp_worker_progress");
    static final CFunction AM_SEND = CFunction.of(LIBRARY, "ucp_am_send_nbx");
    static final CFunction CHECK_STATUS = CFunction.of(LIBRARY, "ucp_request_check_status");
    static final CFunction REQUEST_FREE = CFunction.of(LIBRARY, "ucp_request_free");
    static final CFunction ARM = CFunction.of(LIBRARY, "ucp_worker_arm");
    static final CFunction SIGNAL = CFunction.of(LIBRARY, "ucp_worker_signal");
    static final CFunction POLL = CFunction.named("poll");

    private Ucx() {}

    /// The address of zeros for a struct, or for results. [Memory] reads and writes there: a starting JVM takes some ms
    /// for the first use of a segment's own accessors. A JVM makes one context and one worker, whose structs stay.
    static long allocate(Arena arena) {
        return arena.allocate(STRUCT_BYTES, 8).address();
    }

    private static long call(String function, long a, long b, long c, long d, long e) {
        return CFunction.of(LIBRARY, function).call(a, b, c, d, e, 0);
    }

    private static void check(String function, long a, long b, long c, long d, long e) {
        byte status = (byte) call(function, a, b, c, d, e);
        if (status == OK) return;
        throw new IllegalStateException("%s of UCX %s: %s".formatted(function, version(), text(status)));
    }

    /// The library's version, such as 1.13.1.
    static String version() {
        return Memory.everywhere().getString(call("ucp_get_version_string", 0, 0, 0, 0, 0));
    }

    /// The text of a status.
    static String text(int status) {
        return "%s (%d)"
                .formatted(Memory.everywhere().getString(call("ucs_status_string", status, 0, 0, 0, 0)), status);
    }

    /// A context for active messages and sleeps.
    static long context() {
        long out = allocate(Arena.global());
        check("ucp_config_read", 0, 0, out, 0, 0);
        long config = Memory.getLong(out);
        long params = allocate(Arena.global());
        Memory.setLong(params, 1); // field_mask: features
        Memory.setLong(params + 8, 16 | 64); // wake-ups, active messages
        check("ucp_init_version", MAJOR, MINOR, params, config, out + 8);
        call("ucp_config_release", config, 0, 0, 0, 0);
        return Memory.getLong(out + 8);
    }

    /// A worker of a context.
    static long worker(long context) {
        long out = allocate(Arena.global());
        long params = allocate(Arena.global());
        Memory.setLong(params, 1 | 1 << 7); // field_mask: thread_mode, am_alignment
        Memory.setInt(params + 8, THREADS_SERIALIZED);
        Memory.setLong(params + 184, 8);
        check("ucp_worker_create", context, params, out, 0, 0);
        return Memory.getLong(out);
    }

    /// The address of a worker.
    static byte[] address(long worker) {
        long out = allocate(Arena.global());
        check("ucp_worker_get_address", worker, out, out + 8, 0, 0);
        long address = Memory.getLong(out);
        MemorySegment all = Memory.everywhere().asSlice(address, Memory.getLong(out + 8));
        byte[] bytes = all.toArray(ValueLayout.JAVA_BYTE);
        call("ucp_worker_release_address", worker, address, 0, 0, 0);
        return bytes;
    }

    /// The descriptor that becomes readable when an armed worker has something to do.
    static int descriptor(long worker) {
        long out = allocate(Arena.global());
        check("ucp_worker_get_efd", worker, out, 0, 0, 0);
        return Memory.getInt(out);
    }

    /// A new endpoint of a worker to an address. UCX calls `onFailure` when the endpoint fails.
    static long endpoint(long worker, byte[] address, long onFailure) {
        try (Arena arena = Arena.ofConfined()) {
            long out = allocate(arena);
            long params = allocate(arena);
            Memory.setLong(params, 1 | 2 | 4); // field_mask: address, err_mode, err_handler
            MemorySegment bytes = arena.allocateFrom(ValueLayout.JAVA_BYTE, address);
            Memory.setLong(params + 8, bytes.address());
            Memory.setInt(params + 16, ERRORS_BY_PEER);
            Memory.setLong(params + 24, onFailure);
            check("ucp_ep_create", worker, params, out, 0, 0);
            return Memory.getLong(out);
        }
    }

    /// Passes messages of one kind to a [#callback]: (arg, header, header_length, data, length, param) -> status.
    static void receive(long worker, int kind, long receiver) {
        long params = allocate(Arena.global());
        Memory.setLong(params, 1 | 2 | 4); // field_mask: id, flags, cb
        Memory.setInt(params + 8, kind);
        Memory.setInt(params + 12, 1); // whole messages
        Memory.setLong(params + 16, receiver);
        check("ucp_worker_set_am_recv_handler", worker, params, 0, 0, 0);
    }

    /// The address of a function that calls a method of six parameters, numbers and pointers. A caller that
    /// passes fewer leaves the others undefined, as it does the upper bits of those shorter than a `long`. So one
    /// shape serves all: linking one takes a starting JVM 15 ms.
    @SuppressWarnings("restricted") // this class is the one that calls native code
    static long callback(MethodHandle method, Arena arena) {
        var shape = FunctionDescriptor.of(STATUS, LONG, LONG, LONG, LONG, LONG, LONG);
        return Linker.nativeLinker().upcallStub(method, shape, arena).address();
    }

    private static SymbolLookup library() {
        String missing = UcxLibrary.missing();
        if (missing != null) throw new IllegalStateException(missing);
        return UcxLibrary.FUNCTIONS;
    }
}
