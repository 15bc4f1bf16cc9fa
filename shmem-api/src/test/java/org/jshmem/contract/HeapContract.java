// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jshmem.Signal;
import org.jshmem.SymBytes;
import org.jshmem.SymLongs;
import org.jshmem.SymMem;
import org.jshmem.Symmetric;
import org.jshmem.runtime.settings.MemorySizes;
import org.jshmem.runtime.settings.UsableMemory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Symmetric memory: taking it, giving it back, changing its size.
@Tag(Samples.TAG)
public abstract class HeapContract extends ApiContract {

    @Test
    void objectsAreZeroedAndLieAtOneOffsetEverywhere() throws Exception {
        runAll((sh, a) -> {
            List<Symmetric> all = List.of(
                    sh.bytes(3),
                    sh.shorts(5),
                    sh.ints(7),
                    sh.longs(9),
                    sh.floats(11),
                    sh.doubles(13),
                    sh.mem(17),
                    sh.signal(),
                    sh.signals(2)[1]);
            SymLongs offsets = sh.longs(all.size());
            for (int k = 0; k < all.size(); k++) {
                offsets.p(k, all.get(k).byteOffset(), (sh.myPe() + 1) % sh.nPes());
                for (byte b : all.get(k).local().toArray(ValueLayout.JAVA_BYTE)) assertEquals(0, b);
            }
            sh.barrierAll();
            for (int k = 0; k < all.size(); k++)
                assertEquals(offsets.get(k), all.get(k).byteOffset());
            assertEquals(
                    List.of(3L, 5L, 7L, 9L, 11L, 13L, 17L, 1L, 1L),
                    all.stream().map(Symmetric::length).toList());
        });
    }

    @Test
    void alignmentHoldsForOffsetAndAddress() throws Exception {
        run(3, (sh, a) -> {
            for (long align = 8; align <= 2 << 20; align *= 2) {
                SymMem m = sh.mem(24, align);
                sh.bytes(1); // so that it moves
                for (int moves = 0; moves < 2; moves++, m = m.realloc(10_000)) {
                    assertEquals(0, m.byteOffset() % align);
                    for (int pe = 0; pe < 3; pe++)
                        if (m.ptr(pe) != null) assertEquals(0, m.ptr(pe).address() % align);
                }
            }
        });
    }

    @Test
    void emptyObjectsNeverSynchronise() throws Exception {
        run(3, (sh, a) -> {
            if (sh.myPe() != 0) {
                SymLongs none = sh.longs(0);
                assertEquals(0, none.length());
                none.put(new long[0], 0);
                none.get(0, (long[]) null, 0, 0, 0);
                none.slice(0, 0).get(new long[0], 1);
                refused(sh, BOUNDS, () -> none.get(0), "index 0", "object of 0 longs");
                none.free();
                sh.mem(0).free();
                assertEquals(0, sh.signals(0).length);
                SymBytes again = sh.bytes(0).realloc(0);
                again.free();
                refused(sh, STATE, again::free, "was freed");
            }
            sh.barrierAll();
        });
    }

    @Test
    void aFullHeapSaysSoOnEveryPeAndStaysUsable() throws Exception {
        run(3, (sh, a) -> {
            SymLongs kept = sh.longs(10);
            kept.set(3, 33);
            refused(sh, FULL, () -> sh.bytes(sh.heapSize()))
                    .says(
                            "cannot give " + sh.heapSize() + " bytes",
                            sh.heapSize() - sh.heapUsed() + " of " + sh.heapSize() + " are free",
                            "raise the heap (--heap, SHMEM_SYMMETRIC_SIZE, @ShmemTest(heap)) to "
                                    + (2 * sh.heapSize() + (1 << 20) - 1 >> 20) + "m or more");
            refused(sh, FULL, () -> sh.longs(1L << 50))
                    .says(
                            "heap cannot give 9007199254740992 bytes",
                            "use a smaller count: a heap of 8",
                            " of this host has more bytes than its memory, "
                                    + MemorySizes.format(UsableMemory.bytes()));
            refused(sh, FULL, () -> kept.realloc(sh.heapSize()), "cannot give");
            assertEquals(33, kept.get(3));
            long most = sh.largestFree();
            SymMem rest = sh.mem(most);
            assertEquals(0, sh.largestFree());
            rest.free();
            assertEquals(most, sh.largestFree());
        });
    }

    @Test
    void reallocKeepsTheContentZeroesTheTailAndEndsTheOldHandle() throws Exception {
        runAll((sh, a) -> {
            SymLongs x = sh.longs(100);
            for (int i = 0; i < 100; i++) x.set(i, i + 1);
            SymLongs wall = sh.longs(1);
            SymLongs moved = x.realloc(1000); // cannot grow in place
            refused(sh, STATE, () -> x.get(0), "was freed or reallocated", "100 longs");
            SymLongs larger = moved.realloc(5000); // can
            SymLongs smaller = larger.realloc(50);
            SymLongs grown = smaller.realloc(200); // its tail was used before
            for (int i = 0; i < 200; i++) assertEquals(i < 50 ? i + 1 : 0, grown.get(i));
            SymLongs none = grown.realloc(0);
            assertEquals(0, none.length());
            assertEquals(sh.space("heap").line(), sh.heapUsed(), "only the wall");
            SymLongs anew = none.realloc(3);
            assertEquals(0, anew.get(2));
            anew.free();
            wall.free();
        });
    }

    @Test
    void slicesAreTheSameMemoryAndEndWithTheirArray() throws Exception {
        run(2, (sh, a) -> {
            SymLongs x = sh.longs(10);
            SymLongs part = x.slice(4, 3);
            assertEquals(3, part.length());
            assertEquals(x.byteOffset() + 32, part.byteOffset());
            part.p(2, 9, 1 - sh.myPe());
            sh.barrierAll();
            assertEquals(9, x.get(6));
            assertEquals(9, part.slice(2, 1).get(0));
            assertEquals(24, part.local().byteSize());
            refused(sh, STATE, part::free)
                    .says(
                            "free on a slice of ",
                            "a slice has no memory of its own; free the array that it was cut from");
            refused(sh, STATE, () -> part.realloc(9))
                    .says("a slice has no memory of its own; reallocate the array that it was cut from");
            refused(sh, BOUNDS, () -> part.get(3)).says("index 3", "a slice of 3 longs of object 1");
            Signal s = sh.signal();
            assertTrue(x.accessible(0) && part.accessible(1) && s.accessible(1));
            assertFalse(x.accessible(-1) || x.accessible(2));
            sh.freeAll(x, s);
            refused(sh, STATE, () -> part.get(0), "3 longs", "was freed");
            assertFalse(x.accessible(0) || part.accessible(1) || s.accessible(0));
        });
    }

    @Test
    void memoryThatHoldsNoElementHasNoViewOfThem() throws Exception {
        run(1, (sh, a) -> {
            SymMem four = sh.mem(4, 8);
            refused(sh, ARGUMENT, four::asLongs)
                    .says("asLongs on ", " of 4 bytes, 4 bytes hold no element of 8; make it longer");
            refused(sh, ARGUMENT, four::asDoubles, "asDoubles on ");
            assertEquals(1, four.asInts().length());
            assertEquals(1, sh.mem(12, 8).asLongs().length());
            assertEquals(0, sh.mem(0, 8).asLongs().length());
        });
    }

    @Test
    void severalObjectsAreFreedAtOneMeeting() throws Exception {
        runAll((sh, a) -> {
            long before = sh.heapUsed();
            Signal[] signals = sh.signals(5);
            Signal[] ones = sh.signals(3);
            int line = sh.space("heap").line();
            assertEquals(before + 8L * line, sh.heapUsed());
            for (int k = 1; k < 3; k++) assertEquals(ones[k - 1].byteOffset() + line, ones[k].byteOffset());
            SymLongs x = sh.longs(100);
            SymMem m = sh.mem(1000, 256);
            SymLongs empty = sh.longs(0);
            refused(sh, STATE, () -> sh.freeAll(x, x.slice(0, 1)), "freeAll on a slice of 1 longs");
            x.set(99, 1); // nothing was freed
            sh.freeAll(signals);
            sh.freeAll(m, x, empty);
            sh.freeAll();
            for (int k = 2; k >= 0; k--) ones[k].free();
            assertEquals(before, sh.heapUsed());
            refused(sh, STATE, () -> x.get(0), "was freed");
            refused(sh, STATE, () -> signals[4].fetch(), "was freed");
            refused(sh, STATE, () -> sh.freeAll(m), "freeAll on", "was freed");
        });
    }
}
