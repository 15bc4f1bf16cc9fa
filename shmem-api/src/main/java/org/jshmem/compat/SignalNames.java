// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import java.util.Arrays;
import org.jshmem.Cmp;
import org.jshmem.Signal;

/// Signals, and waits for them by the names that C has for a `uint64_t`.
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

    // as uint64_t, and under C11's names

    /// Waits until this PE's own signal compares so.
    ///
    /// @param ivar signal of which this PE's word is compared
    /// @param cmp `SHMEM_CMP_EQ` and the like
    /// @param cmp_value right side of the comparison, unsigned
    public static void shmem_uint64_wait_until(Signal ivar, Cmp cmp, long cmp_value) {
        ivar.waitUntil(cmp, cmp_value);
    }

    /// Waits until this PE's own signal compares so; C11's name.
    ///
    /// @param ivar signal of which this PE's word is compared
    /// @param cmp `SHMEM_CMP_EQ` and the like
    /// @param cmp_value right side of the comparison, unsigned
    public static void shmem_wait_until(Signal ivar, Cmp cmp, long cmp_value) {
        ivar.waitUntil(cmp, cmp_value);
    }

    /// {@return 1 if this PE's own signal compares so now, else 0}
    ///
    /// @param ivar signal of which this PE's word is compared
    /// @param cmp `SHMEM_CMP_EQ` and the like
    /// @param cmp_value right side of the comparison, unsigned
    public static int shmem_uint64_test(Signal ivar, Cmp cmp, long cmp_value) {
        return ivar.test(cmp, cmp_value) ? 1 : 0;
    }

    /// {@return 1 if this PE's own signal compares so now, else 0; C11's name}
    ///
    /// @param ivar signal of which this PE's word is compared
    /// @param cmp `SHMEM_CMP_EQ` and the like
    /// @param cmp_value right side of the comparison, unsigned
    public static int shmem_test(Signal ivar, Cmp cmp, long cmp_value) {
        return ivar.test(cmp, cmp_value) ? 1 : 0;
    }

    /// Waits until all signals whose `status` is 0 compare so; a null `status` excludes none.
    ///
    /// @param ivars signals, of which this PE's words are compared
    /// @param nelems how many elements of `ivars` count, from 0 to its length
    /// @param status elements that are not 0 leave out the signal of that index; null leaves out none
    /// @param cmp `SHMEM_CMP_EQ` and the like
    /// @param cmp_value right side of the comparison, unsigned
    public static void shmem_uint64_wait_until_all(Signal[] ivars, long nelems, int[] status, Cmp cmp, long cmp_value) {
        Signal.waitUntilAll(first(ivars, nelems), skip(status, nelems), cmp, cmp_value);
    }

    /// As above; C11's name.
    ///
    /// @param ivars signals, of which this PE's words are compared
    /// @param nelems how many elements of `ivars` count, from 0 to its length
    /// @param status elements that are not 0 leave out the signal of that index; null leaves out none
    /// @param cmp `SHMEM_CMP_EQ` and the like
    /// @param cmp_value right side of the comparison, unsigned
    public static void shmem_wait_until_all(Signal[] ivars, long nelems, int[] status, Cmp cmp, long cmp_value) {
        shmem_uint64_wait_until_all(ivars, nelems, status, cmp, cmp_value);
    }

    /// Waits until any signal whose `status` is 0 compares so and returns its index, or `SIZE_MAX` for the
    /// empty set.
    ///
    /// @param ivars signals, of which this PE's words are compared
    /// @param nelems how many elements of `ivars` count, from 0 to its length
    /// @param status elements that are not 0 leave out the signal of that index; null leaves out none
    /// @param cmp `SHMEM_CMP_EQ` and the like
    /// @param cmp_value right side of the comparison, unsigned
    /// @return an index in `ivars`; `SIZE_MAX` for the empty set
    public static int shmem_uint64_wait_until_any(Signal[] ivars, long nelems, int[] status, Cmp cmp, long cmp_value) {
        return Signal.waitUntilAny(first(ivars, nelems), skip(status, nelems), cmp, cmp_value);
    }

    /// As above; C11's name.
    ///
    /// @param ivars signals, of which this PE's words are compared
    /// @param nelems how many elements of `ivars` count, from 0 to its length
    /// @param status elements that are not 0 leave out the signal of that index; null leaves out none
    /// @param cmp `SHMEM_CMP_EQ` and the like
    /// @param cmp_value right side of the comparison, unsigned
    /// @return an index in `ivars`; `SIZE_MAX` for the empty set
    public static int shmem_wait_until_any(Signal[] ivars, long nelems, int[] status, Cmp cmp, long cmp_value) {
        return shmem_uint64_wait_until_any(ivars, nelems, status, cmp, cmp_value);
    }

    /// Waits until some signals compare so, stores their indices and returns their number.
    ///
    /// @param ivars signals, of which this PE's words are compared
    /// @param nelems how many elements of `ivars` count, from 0 to its length
    /// @param indices gets the indices of the signals, ascending
    /// @param status elements that are not 0 leave out the signal of that index; null leaves out none
    /// @param cmp `SHMEM_CMP_EQ` and the like
    /// @param cmp_value right side of the comparison, unsigned
    /// @return how many indices are stored
    public static int shmem_uint64_wait_until_some(
            Signal[] ivars, long nelems, int[] indices, int[] status, Cmp cmp, long cmp_value) {
        return Signal.waitUntilSome(first(ivars, nelems), indices, skip(status, nelems), cmp, cmp_value);
    }

    /// As above; C11's name.
    ///
    /// @param ivars signals, of which this PE's words are compared
    /// @param nelems how many elements of `ivars` count, from 0 to its length
    /// @param indices gets the indices of the signals, ascending
    /// @param status elements that are not 0 leave out the signal of that index; null leaves out none
    /// @param cmp `SHMEM_CMP_EQ` and the like
    /// @param cmp_value right side of the comparison, unsigned
    /// @return how many indices are stored
    public static int shmem_wait_until_some(
            Signal[] ivars, long nelems, int[] indices, int[] status, Cmp cmp, long cmp_value) {
        return shmem_uint64_wait_until_some(ivars, nelems, indices, status, cmp, cmp_value);
    }

    /// Returns 1 if all signals whose `status` is 0 compare so now, else 0.
    ///
    /// @param ivars signals, of which this PE's words are compared
    /// @param nelems how many elements of `ivars` count, from 0 to its length
    /// @param status elements that are not 0 leave out the signal of that index; null leaves out none
    /// @param cmp `SHMEM_CMP_EQ` and the like
    /// @param cmp_value right side of the comparison, unsigned
    /// @return 1 if all satisfy the comparison now, else 0
    public static int shmem_uint64_test_all(Signal[] ivars, long nelems, int[] status, Cmp cmp, long cmp_value) {
        return Signal.testAll(first(ivars, nelems), skip(status, nelems), cmp, cmp_value) ? 1 : 0;
    }

    /// As above; C11's name.
    ///
    /// @param ivars signals, of which this PE's words are compared
    /// @param nelems how many elements of `ivars` count, from 0 to its length
    /// @param status elements that are not 0 leave out the signal of that index; null leaves out none
    /// @param cmp `SHMEM_CMP_EQ` and the like
    /// @param cmp_value right side of the comparison, unsigned
    /// @return 1 if all satisfy the comparison now, else 0
    public static int shmem_test_all(Signal[] ivars, long nelems, int[] status, Cmp cmp, long cmp_value) {
        return shmem_uint64_test_all(ivars, nelems, status, cmp, cmp_value);
    }

    /// Returns the index of a signal that compares so now, or `SIZE_MAX`.
    ///
    /// @param ivars signals, of which this PE's words are compared
    /// @param nelems how many elements of `ivars` count, from 0 to its length
    /// @param status elements that are not 0 leave out the signal of that index; null leaves out none
    /// @param cmp `SHMEM_CMP_EQ` and the like
    /// @param cmp_value right side of the comparison, unsigned
    /// @return an index in `ivars`; `SIZE_MAX` for none
    public static int shmem_uint64_test_any(Signal[] ivars, long nelems, int[] status, Cmp cmp, long cmp_value) {
        return Signal.testAny(first(ivars, nelems), skip(status, nelems), cmp, cmp_value);
    }

    /// As above; C11's name.
    ///
    /// @param ivars signals, of which this PE's words are compared
    /// @param nelems how many elements of `ivars` count, from 0 to its length
    /// @param status elements that are not 0 leave out the signal of that index; null leaves out none
    /// @param cmp `SHMEM_CMP_EQ` and the like
    /// @param cmp_value right side of the comparison, unsigned
    /// @return an index in `ivars`; `SIZE_MAX` for none
    public static int shmem_test_any(Signal[] ivars, long nelems, int[] status, Cmp cmp, long cmp_value) {
        return shmem_uint64_test_any(ivars, nelems, status, cmp, cmp_value);
    }

    /// Stores the indices of the signals that compare so now and returns their number.
    ///
    /// @param ivars signals, of which this PE's words are compared
    /// @param nelems how many elements of `ivars` count, from 0 to its length
    /// @param indices gets the indices of the signals, ascending
    /// @param status elements that are not 0 leave out the signal of that index; null leaves out none
    /// @param cmp `SHMEM_CMP_EQ` and the like
    /// @param cmp_value right side of the comparison, unsigned
    /// @return how many indices are stored
    public static int shmem_uint64_test_some(
            Signal[] ivars, long nelems, int[] indices, int[] status, Cmp cmp, long cmp_value) {
        return Signal.testSome(first(ivars, nelems), indices, skip(status, nelems), cmp, cmp_value);
    }

    /// As above; C11's name.
    ///
    /// @param ivars signals, of which this PE's words are compared
    /// @param nelems how many elements of `ivars` count, from 0 to its length
    /// @param indices gets the indices of the signals, ascending
    /// @param status elements that are not 0 leave out the signal of that index; null leaves out none
    /// @param cmp `SHMEM_CMP_EQ` and the like
    /// @param cmp_value right side of the comparison, unsigned
    /// @return how many indices are stored
    public static int shmem_test_some(
            Signal[] ivars, long nelems, int[] indices, int[] status, Cmp cmp, long cmp_value) {
        return shmem_uint64_test_some(ivars, nelems, indices, status, cmp, cmp_value);
    }

    private static Signal[] first(Signal[] signals, long n) {
        if (n >= 0 && n <= signals.length) return Arrays.copyOf(signals, (int) n);
        throw new IndexOutOfBoundsException(
                "%snelems=%d of %d signals; give 0 to %d".formatted(who(), n, signals.length, signals.length));
    }

    private static boolean[] skip(int[] status, long n) {
        return status == null ? null : Arrays.copyOf(skip(status), Math.clamp(n, 0, status.length));
    }
}
