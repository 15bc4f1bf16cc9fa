// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.util.Arrays;
import java.util.stream.IntStream;

/// What the elements of a message are, and where they lie in a buffer. Displacements and extents count elements of the
/// basic type, as in both libraries.
public class Datatype implements Freeable, Cloneable {
    final Kind kind;

    /// Elements of the basic type in an item.
    final int size;

    /// Elements from the begin of an item to that of the next one.
    final int extent;

    /// The place of each element in an item; null if they lie next to each other from 0 on.
    final int[] map;

    boolean freed;
    private final String name;

    private Datatype(String name, Kind kind, int size, int extent, int[] map) {
        this.name = name;
        this.kind = kind;
        this.size = size;
        this.extent = extent;
        this.map = map;
    }

    Datatype(String name, Kind kind, int size) {
        this(name, kind, size, size, null);
    }

    /// A type of blocks of items of another one, at places that count its elements.
    private static Datatype of(String name, Datatype old, int[] places, int[] lengths, int extent) {
        MPI.engine(name);
        if (old == null || old.freed) {
            throw MPI.refuse(MPI.ERR_TYPE, "%s: the old type is %s; give one such as MPI.INT", name, old);
        }
        if (places.length != lengths.length || Arrays.stream(lengths).anyMatch(n -> n < 0)) {
            throw MPI.refuse(
                    MPI.ERR_ARG,
                    "%s: lengths %s and displacements %s do not fit; give one of each for every block",
                    name,
                    Arrays.toString(lengths),
                    Arrays.toString(places));
        }
        int[] map = IntStream.range(0, places.length)
                .flatMap(block -> IntStream.range(0, lengths[block] * old.size)
                        .map(i -> places[block] + i / old.size * old.extent + old.place(i % old.size)))
                .toArray();
        boolean dense = extent == map.length && IntStream.range(0, extent).allMatch(i -> map[i] == i);
        return new Datatype(name + " of " + old, old.kind, map.length, extent, dense ? null : map);
    }

    int place(int element) {
        return map == null ? element : map[element];
    }

    /// The elements from the begin of an item to its last one.
    int span() {
        return map == null ? size : Arrays.stream(map).max().orElse(-1) + 1;
    }

    public static Datatype Contiguous(int count, Datatype oldtype) {
        return Vector("Contiguous", count, 1, 1, oldtype);
    }

    /// {@return a type of `count` blocks of items, whose begins are `stride` items apart}
    public static Datatype Vector(int count, int blocklength, int stride, Datatype oldtype) {
        return Vector("Vector", count, blocklength, stride, oldtype);
    }

    private static Datatype Vector(String name, int count, int blocklength, int stride, Datatype old) {
        int step = old == null ? 0 : stride * old.extent;
        return vector(name, count, blocklength, step, old);
    }

    private static Datatype vector(String name, int count, int blocklength, int step, Datatype old) {
        if (count < 0) throw MPI.refuse(MPI.ERR_COUNT, "%s: count %d is negative; give 0 or more", name, count);
        int[] places = IntStream.range(0, count).map(i -> i * step).toArray();
        int[] lengths = IntStream.range(0, count).map(i -> blocklength).toArray();
        return of(name, old, places, lengths, extent(old, places, lengths));
    }

    private static int extent(Datatype old, int[] places, int[] lengths) {
        if (old == null || places.length != lengths.length) return 0;
        return IntStream.range(0, places.length)
                .filter(i -> lengths[i] > 0)
                .map(i -> places[i] + lengths[i] * old.extent)
                .max()
                .orElse(0);
    }

    /// As {@link #Vector}, with begins that are `stride` elements of the basic type apart.
    public static Datatype Hvector(int count, int blocklength, int stride, Datatype oldtype) {
        return vector("Hvector", count, blocklength, stride, oldtype);
    }

    /// {@return a type of blocks of items at displacements that count items}
    public static Datatype Indexed(int[] blocklengths, int[] displacements, Datatype oldtype) {
        int each = oldtype == null ? 0 : oldtype.extent;
        int[] places = Arrays.stream(displacements).map(d -> d * each).toArray();
        return of("Indexed", oldtype, places, blocklengths, extent(oldtype, places, blocklengths));
    }

    /// As {@link #Indexed}, with displacements that count elements of the basic type.
    public static Datatype Hindexed(int[] blocklengths, int[] displacements, Datatype oldtype) {
        return of("Hindexed", oldtype, displacements, blocklengths, extent(oldtype, displacements, blocklengths));
    }

    public static Datatype Struct(int[] blocklengths, int[] displacements, Datatype[] types) {
        throw MPI.missing("Datatype.Struct", "send the parts as messages of their own, or objects as MPI.OBJECT");
    }

    public static Datatype createContiguous(int count, Datatype oldType) {
        return Contiguous(count, oldType);
    }

    public static Datatype createVector(int count, int blockLength, int stride, Datatype oldType) {
        return Vector(count, blockLength, stride, oldType);
    }

    public static Datatype createIndexed(int[] blockLengths, int[] displacements, Datatype oldType) {
        return Indexed(blockLengths, displacements, oldType);
    }

    /// Does nothing: a type is ready as soon as it is made.
    public void Commit() {
        MPI.engine("Commit");
    }

    public void commit() {
        Commit();
    }

    /// {@return the bytes of an item in a message; of objects, 0}
    public int Size() {
        return size * kind.bytes;
    }

    public int Extent() {
        return extent;
    }

    public int Lb() {
        return map == null ? 0 : Arrays.stream(map).min().orElse(0);
    }

    public int Ub() {
        return Lb() + extent;
    }

    /// {@return the number of the basic type}
    public int getType() {
        return kind.ordinal();
    }

    public int getByteSize() {
        return Size();
    }

    public int getSize() {
        return size;
    }

    public int getExtent() {
        return extent;
    }

    public int getLb() {
        return Lb();
    }

    public String getName() {
        return toString();
    }

    public boolean isNull() {
        return freed;
    }

    public Datatype dup() {
        return new Datatype(name, kind, size, extent, map);
    }

    @Override
    public Datatype clone() {
        return dup();
    }

    @Override
    public void free() {
        freed = true;
    }

    @Override
    public String toString() {
        return freed ? name + ", which is freed" : name;
    }
}
