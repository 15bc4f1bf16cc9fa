// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

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

    static final long FEATURE_WAKEUP = 16;
    static final long FEATURE_AM = 64;
    static final int THREADS_SERIALIZED = 1;
    static final int ERRORS_BY_PEER = 1;

    /// Larger than any struct of any known version.
    static final long STRUCT_BYTES = 256;

    // version of the library's API; the library serves all later ones
    private static final int MAJOR = 1;
    private static final int MINOR = 13;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfByte STATUS = ValueLayout.JAVA_BYTE;
    private static final AddressLayout POINTER = ValueLayout.ADDRESS;

    private static final SymbolLookup LIBRARY = library();

    static final MethodHandle PROGRESS = call("ucp_worker_progress", INT, LONG);
    static final MethodHandle AM_SEND = call("ucp_am_send_nbx", LONG, LONG, INT, LONG, LONG, LONG, LONG, LONG);
    static final MethodHandle CHECK_STATUS = call("ucp_request_check_status", STATUS, LONG);
    static final MethodHandle REQUEST_FREE = callVoid("ucp_request_free", LONG);
    static final MethodHandle EP_CREATE = call("ucp_ep_create", STATUS, LONG, LONG, LONG);
    static final MethodHandle ARM = call("ucp_worker_arm", STATUS, LONG);
    static final MethodHandle SIGNAL = call("ucp_worker_signal", STATUS, LONG);
    static final MethodHandle POLL = libc("poll", FunctionDescriptor.of(INT, LONG, LONG, INT));

    private Ucx() {}

    /// The unchecked exception for what a native call has thrown, which declares Throwable and throws none.
    static RuntimeException rethrown(Throwable t) {
        if (t instanceof RuntimeException e) throw e;
        if (t instanceof Error e) throw e;
        throw new AssertionError(t);
    }

    /// The library's version, such as 1.13.1.
    static String version() {
        try {
            MemorySegment text =
                    (MemorySegment) handle(LIBRARY, "ucp_get_version_string", FunctionDescriptor.of(text()))
                            .invokeExact();
            return text.getString(0);
        } catch (Throwable t) {
            throw Ucx.rethrown(t);
        }
    }

    @SuppressWarnings("restricted") // as below
    private static AddressLayout text() {
        return POINTER.withTargetLayout(MemoryLayout.sequenceLayout(1024, ValueLayout.JAVA_BYTE));
    }

    /// The text of a status.
    static String text(int status) {
        try {
            MemorySegment text =
                    (MemorySegment) handle(LIBRARY, "ucs_status_string", FunctionDescriptor.of(text(), STATUS))
                            .invokeExact((byte) status);
            return text.getString(0) + " (" + status + ")";
        } catch (Throwable t) {
            throw Ucx.rethrown(t);
        }
    }

    /// A context with these features.
    static long context(long features) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(16);
            check("ucp_config_read", call("ucp_config_read", STATUS, LONG, LONG, LONG), 0L, 0L, out.address());
            long config = out.get(LONG, 0);
            MemorySegment params = arena.allocate(STRUCT_BYTES, 8);
            params.set(LONG, 0, 1); // field_mask: features
            params.set(LONG, 8, features);
            MethodHandle init = call("ucp_init_version", STATUS, INT, INT, LONG, LONG, LONG);
            byte status = (byte) init.invokeExact(MAJOR, MINOR, params.address(), config, out.address() + 8);
            callVoid("ucp_config_release", LONG).invokeExact(config);
            check("ucp_init", status);
            return out.get(LONG, 8);
        } catch (Throwable t) {
            throw Ucx.rethrown(t);
        }
    }

    /// A worker of a context.
    static long worker(long context) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(8);
            MemorySegment params = arena.allocate(STRUCT_BYTES, 8);
            params.set(LONG, 0, 1 | 1 << 7); // field_mask: thread_mode, am_alignment
            params.set(INT, 8, THREADS_SERIALIZED);
            params.set(LONG, 184, 8);
            check(
                    "ucp_worker_create",
                    call("ucp_worker_create", STATUS, LONG, LONG, LONG),
                    context,
                    params.address(),
                    out.address());
            return out.get(LONG, 0);
        } catch (Throwable t) {
            throw Ucx.rethrown(t);
        }
    }

    /// The address of a worker.
    static byte[] address(long worker) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(16);
            check(
                    "ucp_worker_get_address",
                    call("ucp_worker_get_address", STATUS, LONG, LONG, LONG),
                    worker,
                    out.address(),
                    out.address() + 8);
            byte[] address = new byte[(int) out.get(LONG, 8)];
            MemorySegment.copy(everywhere(), ValueLayout.JAVA_BYTE, out.get(LONG, 0), address, 0, address.length);
            callVoid("ucp_worker_release_address", LONG, LONG).invokeExact(worker, out.get(LONG, 0));
            return address;
        } catch (Throwable t) {
            throw Ucx.rethrown(t);
        }
    }

    /// The descriptor that becomes readable when an armed worker has something to do.
    static int descriptor(long worker) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(8);
            check("ucp_worker_get_efd", call("ucp_worker_get_efd", STATUS, LONG, LONG), worker, out.address());
            return out.get(INT, 0);
        } catch (Throwable t) {
            throw Ucx.rethrown(t);
        }
    }

    /// Passes messages of one kind to `receiver`, a method of six arguments: (arg, header, header_length, data,
    /// length, param) -> status.
    @SuppressWarnings("restricted") // this class is the one that calls native code
    static void receive(long worker, int kind, MethodHandle receiver, Arena arena) {
        try (Arena local = Arena.ofConfined()) {
            MemorySegment stub = Linker.nativeLinker()
                    .upcallStub(receiver, FunctionDescriptor.of(STATUS, LONG, LONG, LONG, LONG, LONG, LONG), arena);
            MemorySegment params = local.allocate(STRUCT_BYTES, 8);
            params.set(LONG, 0, 1 | 2 | 4); // field_mask: id, flags, cb
            params.set(INT, 8, kind);
            params.set(INT, 12, 1); // whole messages
            params.set(LONG, 16, stub.address());
            check(
                    "ucp_worker_set_am_recv_handler",
                    call("ucp_worker_set_am_recv_handler", STATUS, LONG, LONG),
                    worker,
                    params.address());
        } catch (Throwable t) {
            throw Ucx.rethrown(t);
        }
    }

    /// A function (arg, endpoint, status) that UCX calls when an endpoint fails.
    @SuppressWarnings("restricted") // as above
    static long onFailure(MethodHandle handler, Arena arena) {
        return Linker.nativeLinker()
                .upcallStub(handler, FunctionDescriptor.ofVoid(LONG, LONG, STATUS), arena)
                .address();
    }

    /// Destroys a worker and its context.
    static void close(long worker, long context) {
        try {
            callVoid("ucp_worker_destroy", LONG).invokeExact(worker);
            callVoid("ucp_cleanup", LONG).invokeExact(context);
        } catch (Throwable t) {
            throw Ucx.rethrown(t);
        }
    }

    private static void check(String what, MethodHandle handle, long a, long b) throws Throwable {
        check(what, (byte) handle.invokeExact(a, b));
    }

    private static void check(String what, MethodHandle handle, long a, long b, long c) throws Throwable {
        check(what, (byte) handle.invokeExact(a, b, c));
    }

    private static void check(String what, byte status) {
        if (status != OK) throw new IllegalStateException("%s of UCX %s: %s".formatted(what, version(), text(status)));
    }

    @SuppressWarnings("restricted") // as above
    static MemorySegment everywhere() {
        return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    }

    static MethodHandle call(String name, MemoryLayout result, MemoryLayout... arguments) {
        return handle(LIBRARY, name, FunctionDescriptor.of(result, arguments));
    }

    static MethodHandle callVoid(String name, MemoryLayout... arguments) {
        return handle(LIBRARY, name, FunctionDescriptor.ofVoid(arguments));
    }

    private static MethodHandle libc(String name, FunctionDescriptor type) {
        return handle(Linker.nativeLinker().defaultLookup(), name, type);
    }

    @SuppressWarnings("restricted") // as above
    private static MethodHandle handle(SymbolLookup lookup, String name, FunctionDescriptor type) {
        return Linker.nativeLinker()
                .downcallHandle(
                        lookup.find(name).orElseThrow(() -> new IllegalStateException("UCX has no " + name)), type);
    }

    private static SymbolLookup library() {
        String missing = UcxLibrary.missing();
        if (missing != null) throw new IllegalStateException(missing);
        return UcxLibrary.FUNCTIONS;
    }
}
