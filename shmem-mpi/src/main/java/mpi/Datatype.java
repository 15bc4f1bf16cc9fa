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

    /// What Open MPI's methods count an element as: 1, or of pairs its bytes.
    private final int unit;

    private Datatype(String name, Kind kind, int size, int extent, int[] map, int unit) {
        this.name = name;
        this.kind = kind;
        this.size = size;
        this.extent = extent;
        this.map = map;
        this.unit = unit;
    }

    Datatype(String name, Kind kind, int size) {
        this(name, kind, size, size, null, size == 2 || kind.isPair() ? kind.bytes : 1);
    }

    /// A type of blocks of items of another one.
    ///
    /// @param unit whether places count items of the other one; else they count its elements
    private static Datatype of(String name, Datatype old, boolean unit, int[] lengths, int... places) {
        Datatype[] types = new Datatype[Math.max(1, lengths.length)];
        Arrays.fill(types, old);
        int step = unit && old != null ? old.extent : 1;
        return of(name, types, lengths, IntStream.of(places).map(k -> k * step).toArray());
    }

    /// A type of blocks of items, of a type for each block, at places that count elements.
    private static Datatype of(String name, Datatype[] types, int[] lengths, int[] places) {
        MPI.engine(name);
        int blocks = places.length;
        boolean lacks = blocks != lengths.length || blocks > types.length;
        if (lacks || Arrays.stream(lengths).anyMatch(n -> n < 0)) {
            String mistake = "%s: lengths %s and displacements %s do not fit; give one of each for every block";
            throw MPI.refuse(MPI.ERR_ARG, mistake, name, Arrays.toString(lengths), Arrays.toString(places));
        }
        for (Datatype each : types) {
            if (each == null || each.freed) {
                throw MPI.refuse(MPI.ERR_TYPE, "%s: the old type is %s; give one such as MPI.INT", name, each);
            }
            if (each.kind != types[0].kind) {
                String mistake =
                        "%s: %s and %s have different elements; give types of the same elements, or send objects"
                                + " as MPI.OBJECT";
                throw MPI.refuse(MPI.ERR_TYPE, mistake, name, types[0], each);
            }
        }
        Datatype old = types.length == 0 ? MPI.NULL : types[0];
        int[] map = IntStream.range(0, blocks)
                .flatMap(block -> types[block].elements(lengths[block]).map(i -> places[block] + i))
                .toArray();
        int extent = IntStream.range(0, blocks)
                .filter(block -> lengths[block] > 0)
                .map(block -> places[block] + lengths[block] * types[block].extent)
                .max()
                .orElse(0);
        boolean dense = extent == map.length && IntStream.range(0, extent).allMatch(i -> map[i] == i);
        return new Datatype(name + " of " + old, old.kind, map.length, extent, dense ? null : map, old.unit);
    }

    private static Datatype vector(String name, int count, int length, int stride, boolean unit, Datatype old) {
        if (count < 0) throw MPI.refuse(MPI.ERR_COUNT, "%s: count %d is negative; give 0 or more", name, count);
        int[] lengths = new int[count];
        Arrays.fill(lengths, length);
        int[] places = IntStream.range(0, count).map(i -> i * stride).toArray();
        return of(name, old, unit, lengths, places);
    }

    /// The places of the elements of `count` items one after the other.
    private IntStream elements(int count) {
        return IntStream.range(0, count * size).map(i -> i / size * extent + place(i % size));
    }

    int place(int element) {
        return map == null ? element : map[element];
    }

    /// The elements from the begin of an item to its last one.
    int span() {
        return map == null ? size : Arrays.stream(map).max().orElse(-1) + 1;
    }

    public static Datatype Contiguous(int count, Datatype oldtype) {
        return vector("Contiguous", count, 1, 1, true, oldtype);
    }

    /// {@return a type of `count` blocks of items, whose begins are `stride` items apart}
    public static Datatype Vector(int count, int blocklength, int stride, Datatype oldtype) {
        return vector("Vector", count, blocklength, stride, true, oldtype);
    }

    /// As {@link #Vector}, with begins that are `stride` elements of the basic type apart.
    public static Datatype Hvector(int count, int blocklength, int stride, Datatype oldtype) {
        return vector("Hvector", count, blocklength, stride, false, oldtype);
    }

    /// {@return a type of blocks of items at displacements that count items}
    public static Datatype Indexed(int[] blocklengths, int[] displacements, Datatype oldtype) {
        return of("Indexed", oldtype, true, blocklengths, displacements);
    }

    /// As {@link #Indexed}, with displacements that count elements of the basic type.
    public static Datatype Hindexed(int[] blocklengths, int[] displacements, Datatype oldtype) {
        return of("Hindexed", oldtype, false, blocklengths, displacements);
    }

    /// {@return a type of blocks of items of types with the same elements, at displacements that count elements}
    public static Datatype Struct(int[] blocklengths, int[] displacements, Datatype[] types) {
        return of("Struct", types, blocklengths, displacements);
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
        return size * unit;
    }

    /// {@return the extent in elements of the basic type, or of pairs in bytes}
    public int getExtent() {
        return extent * unit;
    }

    public int getLb() {
        return Lb() * unit;
    }

    public String getName() {
        return toString();
    }

    public boolean isNull() {
        return freed;
    }

    public Datatype dup() {
        return new Datatype(name, kind, size, extent, map, unit);
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
