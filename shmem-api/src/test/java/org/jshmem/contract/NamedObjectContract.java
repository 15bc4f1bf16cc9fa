// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.ShmemLock;
import org.jshmem.Signal;
import org.jshmem.SymDoubles;
import org.jshmem.SymLongs;
import org.jshmem.SymMem;
import org.junit.jupiter.api.Test;

/// Which object a message is about: by its name, else by its number.
public abstract class NamedObjectContract extends ApiContract {

    @Test
    void messagesCallAnObjectByItsName() throws Exception {
        run(2, (sh, a) -> {
            SymLongs x = sh.longs(8).named("halo");
            SymLongs y = sh.longs(8);
            refused(sh, BOUNDS, () -> y.p(0, 1, 2))
                    .says("p on object 2 of 8 longs: PE 2 does not exist; this team has PEs 0 to 1");
            refused(sh, BOUNDS, () -> x.slice(2, 4).get(4))
                    .says("get on a slice of 4 longs of \"halo\": index 4 + count 1 = 5 exceeds its length");
            SymLongs more = x.realloc(9);
            refused(sh, STATE, () -> x.get(0), "get on \"halo\" of 8 longs, which was freed");
            refused(sh, BOUNDS, () -> more.get(9), "get on \"halo\" of 9 longs: index 9");
            assertSame(y, y.named("other"));
            refused(sh, BOUNDS, () -> y.get(-1), "\"other\" of 8 longs");
            more.named("chained").put(new long[9], 1 - sh.myPe());
            long one = sh.signal().named("also chained").fetch();
            assertEquals(0, one);
            ShmemLock lock = sh.lock().named("door");
            refused(sh, STATE, lock::clear).says("clear of lock \"door\", which this PE does not hold");
            sh.barrierAll();
        });
    }

    @Test
    void anObjectShowsTypeLengthPlaceAndName() throws Exception {
        run(1, (sh, a) -> {
            SymLongs x = sh.longs(8);
            assertEquals("SymLongs[8] object 1 at byte %d of the heap".formatted(x.byteOffset()), x.toString());
            SymDoubles y = sh.doubles(3).named("u");
            assertEquals("SymDoubles[3] \"u\" at byte %d of the heap".formatted(y.byteOffset()), y.toString());
            SymDoubles part = y.slice(1, 2);
            assertEquals(
                    "SymDoubles[2] slice of \"u\" at byte %d of the heap".formatted(y.byteOffset() + 8),
                    part.toString());
            SymMem m = sh.mem(10);
            assertTrue(m.toString().startsWith("SymMem[10] object 3"), m.toString());
            Signal s = sh.signal().named("go");
            assertEquals("Signal[1] \"go\" at byte %d of the heap".formatted(s.byteOffset()), s.toString());
            y.free();
            assertTrue(part.toString().endsWith(", freed"), part.toString());
        });
    }
}
