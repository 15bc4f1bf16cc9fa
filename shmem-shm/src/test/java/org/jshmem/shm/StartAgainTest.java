// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.jshmem.compat.OpenShmem.*;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A process that calls `start_pes` for one session after the other.
class StartAgainTest {
    /// Prints how many shutdown hooks finalize the process.
    public static final class Program {
        private Program() {}

        public static void main(String[] args) throws ReflectiveOperationException {
            for (int session = 0; session < 3; session++) {
                start_pes(0);
                if (session < 2) shmem_finalize();
                System.out.println(hooks());
            }
        }

        private static long hooks() throws ReflectiveOperationException {
            var field = Class.forName("java.lang.ApplicationShutdownHooks").getDeclaredField("hooks");
            Object hooks = UnsafeApi.getReference(UnsafeApi.staticFieldBase(field), UnsafeApi.staticFieldOffset(field));
            return ((Map<?, ?>) hooks)
                    .keySet().stream()
                            .filter(hook -> ((Thread) hook).getName().equals("finalize"))
                            .count();
        }
    }

    /// A JVM runs its hooks at the same time: two of them would close one session at once.
    @Test
    @Timeout(120)
    void oneHookFinalizesAllSessions() throws Exception {
        assertEquals("1\n1\n1\n", ChildJvm.run(Program.class).with(0).text());
    }
}
