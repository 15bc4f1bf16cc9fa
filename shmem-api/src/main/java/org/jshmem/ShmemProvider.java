// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

import java.util.ServiceLoader;

/// How [Shmem] reaches its implementation, so that the contract imports nothing. Programs have no use for it.
public interface ShmemProvider {

    /// The one implementation on the class path: the library's own by name, since a service lookup opens every
    /// jar on the class path, which 64 starting PEs feel; else the service on it.
    static ShmemProvider get() {
        return Found.PROVIDER;
    }

    /// Looked for once a JVM.
    final class Found {
        private static final ShmemProvider PROVIDER = find();

        private Found() {}
    }

    private static ShmemProvider find() {
        try {
            return (ShmemProvider) Class.forName("org.jshmem.runtime.Provider")
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            return service();
        }
    }

    private static ShmemProvider service() {
        return ServiceLoader.load(ShmemProvider.class, ShmemProvider.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "jshmem: no implementation on the class path; put org.jshmem:shmem-api there whole"));
    }

    /// See [Shmem#run].
    void run(String[] args, Config config, Program body);

    /// See [Shmem#runInProcess].
    void runInProcess(int npes, Config config, Program body);

    /// See [Shmem#init(Config)].
    Shmem init(Config config);

    /// `start_pes`: begins a session that ends with the program, unless there is one.
    void start();

    /// The handle of this PE's running session for code that was given none; its close counts for whichever
    /// handle is still open. `IllegalStateException` without a session.
    Shmem current();

    /// See [Shmem#isInitialized].
    boolean isInitialized();

    /// See [Signal#waitUntilAll]; without waiting [Signal#testAll].
    boolean allSignals(Signal[] s, boolean[] skip, Cmp c, long v, boolean wait);

    /// See [Signal#waitUntilAny]; without waiting [Signal#testAny].
    int anySignal(Signal[] s, boolean[] skip, Cmp c, long v, boolean wait);

    /// See [Signal#waitUntilSome]; without waiting [Signal#testSome].
    int someSignals(Signal[] s, int[] indices, boolean[] skip, Cmp c, long v, boolean wait);
}
