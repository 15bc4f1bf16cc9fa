// SPDX-License-Identifier: Apache-2.0
import org.jshmem.Shmem;
import org.jshmem.junit.ShmemTest;

/// Two PEs in a JVM of a user's own: as a program, and as a test.
class Embedded {
    public static void main(String[] args) {
        Shmem.runInProcess(2, (sh, a) -> sh.barrierAll());
    }

    @ShmemTest(npes = 2)
    void meets(Shmem sh) {
        sh.barrierAll();
    }
}
