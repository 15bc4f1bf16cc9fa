// SPDX-License-Identifier: Apache-2.0
package org.jshmem.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/// The annotation as users write it, with what they may rely on.
class ShmemTestTest {
    private static Thread owner;

    private SymLongs box;
    private int calls;

    @BeforeEach
    void allocate(Shmem sh) {
        box = sh.longs(1);
    }

    @BeforeEach
    void count() {
        calls++;
    }

    @AfterEach
    void free() {
        if (box != null) box.free();
    }

    @ShmemTest(npes = {1, 2, 3})
    void pesPutIntoEachOthersMemory(Shmem sh) {
        box.p(0, sh.myPe() + 1L, (sh.myPe() + 1) % sh.nPes());
        sh.barrierAll();
        assertEquals((sh.myPe() + sh.nPes() - 1) % sh.nPes() + 1L, box.get(0));
        assertEquals(1, calls);
    }

    @ShmemTest(npes = 3)
    void staticFieldsAreEachPesOwn(Shmem sh) {
        assertNull(owner);
        owner = Thread.currentThread();
        sh.barrierAll();
        assertEquals(Thread.currentThread(), owner);
    }

    /// A loader that stays open keeps the archives of its class path open.
    @ShmemTest(npes = {2, 1})
    void theClassLoadersOfAnEndedJobAreClosed(Shmem sh) {
        String file = ShmemTestTest.class.getName().replace('.', '/') + ".class";
        String key = "ShmemTestTest.loader." + sh.myPe();
        var earlier = (URLClassLoader) System.getProperties().remove(key);
        if (earlier == null) System.getProperties().put(key, ShmemTestTest.class.getClassLoader());
        else assertNull(earlier.findResource(file));
        assertNotNull(((URLClassLoader) ShmemTestTest.class.getClassLoader()).findResource(file));
    }

    @ShmemTest(npes = 2, shareClasses = true)
    void sharedClassesHaveTheirStaticFieldsInCommon(Shmem sh) {
        if (sh.myPe() == 0) owner = Thread.currentThread();
        sh.barrierAll();
        if (sh.myPe() == 1) assertNotSame(Thread.currentThread(), owner);
        sh.barrierAll();
        owner = null;
    }

    @ShmemTest(
            npes = 4,
            machine = "knc",
            seed = {1, 2},
            latePuts = true,
            races = true)
    void simulatedMachinesRunTheSameTest(Shmem sh) {
        assertEquals("knc", sh.machine());
        pesPutIntoEachOthersMemory(sh);
    }

    @ShmemTest(machine = "../examples/machines/epiphany.json")
    void aMachineMayBeAFile(Shmem sh) {
        assertEquals("epiphany", sh.machine());
        pesPutIntoEachOthersMemory(sh);
    }

    @ShmemTest(heap = "1m")
    void otherParametersAreJUnits(TestInfo test, Shmem sh) {
        assertEquals("2 PEs", test.getDisplayName());
        assertEquals(1 << 20, sh.heapSize());
    }

    @TempDir
    Path folder;

    @ShmemTest
    void aFolderOfJUnitIsAParameter(Shmem sh, @TempDir Path same) throws IOException {
        assertNull(folder);
        Files.createFile(same.resolve("of PE " + sh.myPe()));
        sh.barrierAll();
        try (var files = Files.list(same)) {
            assertEquals(2, files.count());
        }
    }

    @ShmemTest
    void aWholeProgramWithASessionOfItsOwn() {
        Shmem.run(new String[0], (sh, a) -> assertEquals(2, sh.nPes()));
    }

    @Nested
    class InnerClasses {
        @ShmemTest
        void haveTheInstancesAround(Shmem sh) {
            box.p(0, 1, sh.myPe());
            assertEquals(1, box.get(0));
        }
    }
}
