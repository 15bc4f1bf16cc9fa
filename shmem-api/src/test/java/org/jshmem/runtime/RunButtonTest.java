// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.jshmem.Shmem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/// What `-Djshmem.pes` refuses. That it runs is tested where there is a backend.
@Isolated("a property of this JVM changes what init does on every thread")
class RunButtonTest {
    private static void set(String value) {
        System.setProperty("jshmem.pes", value);
    }

    @AfterEach
    void clear() {
        System.clearProperty("jshmem.pes");
    }

    @Test
    void whatIsNoNumberOfPesIsRefused() {
        for (String value : new String[] {"0", "abc", "5000", "-1", "", "4097", "99999999999"}) {
            set(value);
            var e = assertThrows(IllegalArgumentException.class, () -> Shmem.run(new String[0], (sh, a) -> {}), value);
            assertEquals("-Djshmem.pes=" + value + " is not a number of PEs; use 1 to 4096", e.getMessage());
        }
    }

    @Test
    void initIsRefused() {
        set("4");
        var e = assertThrows(IllegalStateException.class, Shmem::init);
        assertEquals(
                "-Djshmem.pes=4 starts PEs in Shmem.run alone; call Shmem.run(args, body) instead of init, or start the program with oshrun -np N",
                e.getMessage());
    }
}
