// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/// A function of the C library, or of another one, with at most seven parameters, all of them numbers and pointers.
/*
 * One call shape is linked, and only at the first call: a starting JVM takes tens of milliseconds for it.
 */
public record CFunction(MemorySegment address) {
    private static final MethodHandle CALL = linked();

    /// A function of the C library.
    public static CFunction named(String name) {
        return of(Linker.nativeLinker().defaultLookup(), name);
    }

    /// A function of another library.
    public static CFunction of(SymbolLookup library, String name) {
        return new CFunction(library.findOrThrow(name));
    }

    /// The handle from the address and seven parameters to the result. A function with a variable number of parameters
    /// takes the same call on Linux, as long as none is a floating-point number.
    @SuppressWarnings("restricted") // the one place that calls native code
    private static MethodHandle linked() {
        ValueLayout.OfLong l = ValueLayout.JAVA_LONG;
        return Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(l, l, l, l, l, l, l, l));
    }

    /// Calls the function, with zeros for parameters that are not given. Of a result that is shorter than a `long` the
    /// upper bits are undefined.
    public long call(long... given) {
        long[] a = Arrays.copyOf(given, 7);
        try {
            return (long) CALL.invokeExact(address, a[0], a[1], a[2], a[3], a[4], a[5], a[6]);
        } catch (RuntimeException | Error e2) {
            throw e2;
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }
}
