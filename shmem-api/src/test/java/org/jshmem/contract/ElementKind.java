// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.List;
import java.util.function.BiFunction;
import org.jshmem.Shmem;
import org.jshmem.SymArray;

/// One kind of symmetric array, so that a test is written once for all of them.
///
/// @param name what messages call its elements
/// @param component the Java type of an element
/// @param bytes of an element
/// @param make the factory
/// @param <A> the Java array
/// @param <S> the symmetric array
public record ElementKind<A, S extends SymArray<A, S>>(
        String name, Class<?> component, int bytes, BiFunction<Shmem, Long, S> make) {

    /// All of them.
    public static final List<ElementKind<?, ?>> ALL = List.of(
            new ElementKind<>("bytes", byte.class, 1, Shmem::bytes),
            new ElementKind<>("shorts", short.class, 2, Shmem::shorts),
            new ElementKind<>("ints", int.class, 4, Shmem::ints),
            new ElementKind<>("longs", long.class, 8, Shmem::longs),
            new ElementKind<>("floats", float.class, 4, Shmem::floats),
            new ElementKind<>("doubles", double.class, 8, Shmem::doubles),
            new ElementKind<>("bytes", byte.class, 1, (sh, n) -> sh.mem(n)));

    /// A Java array of zeros.
    @SuppressWarnings("unchecked") // A is the array type of the component
    public A array(int n) {
        return (A) Array.newInstance(component, n);
    }

    /// Sets an element to a small whole number.
    public void set(A array, int i, long value) {
        if (component == byte.class) Array.setByte(array, i, (byte) value);
        else if (component == short.class) Array.setShort(array, i, (short) value);
        else if (component == int.class) Array.setInt(array, i, (int) value);
        else if (component == long.class) Array.setLong(array, i, value);
        else if (component == float.class) Array.setFloat(array, i, value);
        else Array.setDouble(array, i, value);
    }

    /// A small whole number as an element.
    public Object element(long value) {
        A one = array(1);
        set(one, 0, value);
        return Array.get(one, 0);
    }

    /// A Java array as a segment.
    public MemorySegment segment(A array) {
        return switch (array) {
            case byte[] x -> MemorySegment.ofArray(x);
            case short[] x -> MemorySegment.ofArray(x);
            case int[] x -> MemorySegment.ofArray(x);
            case long[] x -> MemorySegment.ofArray(x);
            case float[] x -> MemorySegment.ofArray(x);
            case double[] x -> MemorySegment.ofArray(x);
            default -> throw new AssertionError(array);
        };
    }
}
