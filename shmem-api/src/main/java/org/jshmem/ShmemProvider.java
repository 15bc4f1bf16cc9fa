// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// How [Shmem] reaches its implementation, so that the contract imports nothing. Programs have no use for it.
public interface ShmemProvider {

    /// The library's implementation, by its name: the search for a service opens every jar on the class path, which
    /// delays the start of 64 PEs.
    ///
    /// @return the provider, one for each JVM
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
            throw new IllegalStateException(
                    "jshmem: no implementation on the class path; put org.jshmem:shmem-api there whole", e);
        }
    }

    /// See [Shmem#run].
    ///
    /// @param args passed to the body
    /// @param config settings of the program; launcher and environment win over them
    /// @param body program of each PE
    void run(String[] args, Config config, Program body);

    /// See [Shmem#runInProcess].
    ///
    /// @param npes number of PEs, each a thread of this JVM
    /// @param config settings of the program; the environment wins over them
    /// @param body program of each PE
    void runInProcess(int npes, Config config, Program body);

    /// See [Shmem#init(Config)].
    ///
    /// @param config settings of the program; the environment wins over them
    /// @return a handle of the running session, to be closed
    Shmem init(Config config);

    /// `start_pes`: begins a session that ends with the program, unless there is one.
    void start();

    /// The handle of this PE's running session for code that was given none; its close counts for whichever
    /// handle is still open. `IllegalStateException` without a session.
    ///
    /// @return the handle of the calling PE
    Shmem current();

    /// See [Shmem#isInitialized].
    ///
    /// @return true between the first init and the matching last close
    boolean isInitialized();

    /// See [Signal#waitUntilAll]; without waiting [Signal#testAll].
    ///
    /// @param s signals, of which this PE's words are compared
    /// @param skip `skip[k]` leaves `s[k]` out; null leaves out none
    /// @param c comparison, unsigned
    /// @param v right side of the comparison
    /// @param wait true to wait until there is one, false to test once
    /// @return true if all signals satisfy the comparison
    boolean allSignals(Signal[] s, boolean[] skip, Cmp c, long v, boolean wait);

    /// See [Signal#waitUntilAny]; without waiting [Signal#testAny].
    ///
    /// @param s signals, of which this PE's words are compared
    /// @param skip `skip[k]` leaves `s[k]` out; null leaves out none
    /// @param c comparison, unsigned
    /// @param v right side of the comparison
    /// @param wait true to wait until there is one, false to test once
    /// @return index of a signal that satisfies the comparison; -1 for none
    int anySignal(Signal[] s, boolean[] skip, Cmp c, long v, boolean wait);

    /// See [Signal#waitUntilSome]; without waiting [Signal#testSome].
    ///
    /// @param s signals, of which this PE's words are compared
    /// @param indices gets the indices of the signals that satisfy the comparison
    /// @param skip `skip[k]` leaves `s[k]` out; null leaves out none
    /// @param c comparison, unsigned
    /// @param v right side of the comparison
    /// @param wait true to wait until there is one, false to test once
    /// @return how many indices are stored
    int someSignals(Signal[] s, int[] indices, boolean[] skip, Cmp c, long v, boolean wait);

    /// The same words, as the C names of unsigned types wait for them.
    ///
    /// @param <A> Java array of the element type
    /// @param <S> this kind of symmetric array
    /// @param words array of this PE's session
    /// @return another view of the array, whose waits and tests compare without a sign
    <A, S extends SymWords<A, S>> S unsigned(S words);
}
