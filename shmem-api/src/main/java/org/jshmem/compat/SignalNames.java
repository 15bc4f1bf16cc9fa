// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import java.util.Arrays;
import org.jshmem.Cmp;
import org.jshmem.Signal;

/// Signals. The waits for them by the names that C has for a `uint64_t` are generated.
class SignalNames extends SetupNames {
    SignalNames() {}

    /// Sets a signal on PE `pe`.
    ///
    /// @param sig_addr the signal
    /// @param signal new value, unsigned
    /// @param pe number of the PE whose word is updated
    public static void shmem_signal_set(Signal sig_addr, long signal, int pe) {
        sig_addr.set(signal, pe);
    }

    /// Sets a signal on PE `pe` of a context's team.
    ///
    /// @param ctx context that orders and completes the update
    /// @param sig_addr the signal
    /// @param signal new value, unsigned
    /// @param pe number of the PE whose word is updated
    public static void shmem_ctx_signal_set(shmem_ctx_t ctx, Signal sig_addr, long signal, int pe) {
        on(ctx, sig_addr).set(signal, pe);
    }

    /// Sets a signal on PE `pe` of a context's team; C11's name.
    ///
    /// @param ctx context that orders and completes the update
    /// @param sig_addr the signal
    /// @param signal new value, unsigned
    /// @param pe number of the PE whose word is updated
    public static void shmem_signal_set(shmem_ctx_t ctx, Signal sig_addr, long signal, int pe) {
        on(ctx, sig_addr).set(signal, pe);
    }

    /// Adds to a signal on PE `pe`.
    ///
    /// @param sig_addr the signal
    /// @param signal summand
    /// @param pe number of the PE whose word is updated
    public static void shmem_signal_add(Signal sig_addr, long signal, int pe) {
        sig_addr.add(signal, pe);
    }

    /// Adds to a signal on PE `pe` of a context's team.
    ///
    /// @param ctx context that orders and completes the update
    /// @param sig_addr the signal
    /// @param signal summand
    /// @param pe number of the PE whose word is updated
    public static void shmem_ctx_signal_add(shmem_ctx_t ctx, Signal sig_addr, long signal, int pe) {
        on(ctx, sig_addr).add(signal, pe);
    }

    /// Adds to a signal on PE `pe` of a context's team; C11's name.
    ///
    /// @param ctx context that orders and completes the update
    /// @param sig_addr the signal
    /// @param signal summand
    /// @param pe number of the PE whose word is updated
    public static void shmem_signal_add(shmem_ctx_t ctx, Signal sig_addr, long signal, int pe) {
        on(ctx, sig_addr).add(signal, pe);
    }

    /// {@return this PE's own signal}
    ///
    /// @param sig_addr the signal
    public static long shmem_signal_fetch(Signal sig_addr) {
        return sig_addr.fetch();
    }

    /// Waits until this PE's own signal compares so, without a sign, and returns the value that did.
    ///
    /// @param sig_addr the signal
    /// @param cmp `SHMEM_CMP_EQ` and the like
    /// @param cmp_value right side of the comparison, unsigned
    /// @return the value that satisfied the comparison; the signal may have changed since
    public static long shmem_signal_wait_until(Signal sig_addr, Cmp cmp, long cmp_value) {
        return sig_addr.waitUntil(cmp, cmp_value);
    }

    /// The first signals of an array.
    static Signal[] first(Signal[] signals, long n) {
        if (n >= 0 && n <= signals.length) return Arrays.copyOf(signals, (int) n);
        throw new IndexOutOfBoundsException(
                "%snelems=%d of %d signals; give 0 to %d".formatted(who(), n, signals.length, signals.length));
    }

    /// Which of the first signals are left out.
    static boolean[] skip(int[] status, long n) {
        return status == null ? null : Arrays.copyOf(skip(status), Math.clamp(n, 0, status.length));
    }
}
