// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.NoSuchElementException;

/// A function of the C library, or of another one, with at most seven parameters, all of them numbers and pointers.
/*
 * One call shape is linked, and only at the first call: a starting JVM takes tens of milliseconds for it.
 */
public record CFunction(long address) {
    private static final MethodHandle CALL = linked();

    /// A function of the C library.
    public static CFunction named(String name) {
        long address = address(name);
        if (address == 0) throw new NoSuchElementException("the C library has no function " + name);
        return new CFunction(address);
    }

    /// A function of another library.
    public static CFunction of(SymbolLookup library, String name) {
        return new CFunction(library.findOrThrow(name).address());
    }

    /// Whether the C library has a function.
    public static boolean exists(String name) {
        return address(name) != 0;
    }

    private static long address(String name) {
        return Linker.nativeLinker()
                .defaultLookup()
                .find(name)
                .map(MemorySegment::address)
                .orElse(0L);
    }

    /// The handle from the address and seven parameters to the result. A function with a variable number of parameters
    /// takes the same call on Linux, as long as none is a floating-point number.
    @SuppressWarnings("restricted") // the one place that calls native code
    private static MethodHandle linked() {
        ValueLayout.OfLong l = ValueLayout.JAVA_LONG;
        MethodHandle call = Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(l, l, l, l, l, l, l, l));
        try {
            MethodType segment = MethodType.methodType(MemorySegment.class, long.class);
            var address = MethodHandles.lookup().findStatic(MemorySegment.class, "ofAddress", segment);
            return MethodHandles.filterArguments(call, 0, address);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /// Calls a function of six parameters or fewer.
    public long call(long a, long b, long c, long d, long e, long f) {
        return call(a, b, c, d, e, f, 0);
    }

    /// Calls the function. Of a result that is shorter than a `long` the upper bits are undefined.
    public long call(long a, long b, long c, long d, long e, long f, long g) {
        try {
            return (long) CALL.invokeExact(address, a, b, c, d, e, f, g);
        } catch (RuntimeException | Error e2) {
            throw e2;
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }
}
