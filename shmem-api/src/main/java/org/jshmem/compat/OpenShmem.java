// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.SignalOp;

/// The C names of OpenSHMEM 1.6 and of all versions before it, for `import static org.jshmem.compat.OpenShmem.*`. A
/// ported program keeps its calls, in C's order of arguments.
///
/// ```java
/// shmem_init();
/// SymInts target = shmalloc_int(4);
/// shmem_int_p(target, 2, shmem_my_pe(), (shmem_my_pe() + 1) % shmem_n_pes()); // C: &target[2]
/// shmem_barrier_all();
/// shmem_finalize();
/// ```
///
/// **Arrays.** C's `&x[i]` is `x, i`: an index after the array. A call has an index after each of its arrays, or no
/// index. Programs allocate symmetric memory by element type, or in bytes, whose elements are `asInts()` and the
/// like.
///
/// **Types.** A C type is the Java type with equal bits. Elements of unsigned types, such as `size_t`, are compared
/// without a sign. A `long double` is a `double`. A complex number is a pair of elements.
///
/// **Pointers to results** are arrays: `int[] provided`, `shmem_team_t[] new_team`.
///
/// **PE.** Each call is one of the PE that the calling code belongs to: a process, a thread, or a simulated PE.
/// After `shmem_init()`, `Shmem.init()` returns a handle of the open session with the methods of [org.jshmem]. The
/// program closes this handle too.
///
/// The methods of [org.jshmem] that a name calls describe completion, ordering and errors.
/// `docs/from-c.md` lists the differences from C.
public final class OpenShmem extends GeneratedNames {
    private OpenShmem() {}

    /// The major version of the specification.
    public static final int SHMEM_MAJOR_VERSION = 1;

    /// The minor version of the specification.
    public static final int SHMEM_MINOR_VERSION = 6;

    /// The room that `shmem_info_get_name` needs.
    public static final int SHMEM_MAX_NAME_LEN = 64;

    /// The library's name.
    public static final String SHMEM_VENDOR_STRING = "jshmem";

    /// The result of waits and tests for any element if they find none: C's `size_t` of all ones.
    public static final int SIZE_MAX = -1;

    // thread levels, weakest first

    /// Thread level: the program has one thread.
    public static final int SHMEM_THREAD_SINGLE = 0;

    /// Thread level: the thread that called init makes all calls.
    public static final int SHMEM_THREAD_FUNNELED = 1;

    /// Thread level: any thread calls, one at a time.
    public static final int SHMEM_THREAD_SERIALIZED = 2;

    /// Thread level: any thread calls at any time.
    public static final int SHMEM_THREAD_MULTIPLE = 3;

    // hints for memory

    /// Hint of `shmem_malloc_with_hints`: the memory serves atomics; without effect here.
    public static final long SHMEM_MALLOC_ATOMICS_REMOTE = 1;

    /// Hint of `shmem_malloc_with_hints`: the memory serves signals; without effect here.
    public static final long SHMEM_MALLOC_SIGNAL_REMOTE = 2;

    // signal operators

    /// Signal operator: the value replaces the signal.
    public static final SignalOp SHMEM_SIGNAL_SET = SignalOp.SET;

    /// Signal operator: the value is added to the signal.
    public static final SignalOp SHMEM_SIGNAL_ADD = SignalOp.ADD;

    // comparisons

    /// The comparison "equal" of waits and tests.
    public static final Cmp SHMEM_CMP_EQ = Cmp.EQ;

    /// The comparison "not equal" of waits and tests.
    public static final Cmp SHMEM_CMP_NE = Cmp.NE;

    /// The comparison "greater" of waits and tests.
    public static final Cmp SHMEM_CMP_GT = Cmp.GT;

    /// The comparison "greater or equal" of waits and tests.
    public static final Cmp SHMEM_CMP_GE = Cmp.GE;

    /// The comparison "less" of waits and tests.
    public static final Cmp SHMEM_CMP_LT = Cmp.LT;

    /// The comparison "less or equal" of waits and tests.
    public static final Cmp SHMEM_CMP_LE = Cmp.LE;

    // active sets

    /// The value of the words of a pSync before and after a collective.
    public static final long SHMEM_SYNC_VALUE = Shmem.SYNC_VALUE;

    /// Elements of a pSync that serves every collective.
    public static final int SHMEM_SYNC_SIZE = 8;

    /// Elements of a pSync of a barrier.
    public static final int SHMEM_BARRIER_SYNC_SIZE = SHMEM_SYNC_SIZE;

    /// Elements of a pSync of a broadcast.
    public static final int SHMEM_BCAST_SYNC_SIZE = SHMEM_SYNC_SIZE;

    /// Elements of a pSync of a collect or fcollect.
    public static final int SHMEM_COLLECT_SYNC_SIZE = SHMEM_SYNC_SIZE;

    /// Elements of a pSync of a reduction.
    public static final int SHMEM_REDUCE_SYNC_SIZE = SHMEM_SYNC_SIZE;

    /// Elements of a pSync of an alltoall.
    public static final int SHMEM_ALLTOALL_SYNC_SIZE = SHMEM_SYNC_SIZE;

    /// Elements of a pSync of an alltoalls.
    public static final int SHMEM_ALLTOALLS_SYNC_SIZE = SHMEM_SYNC_SIZE;

    // the spellings of 1.0

    /// [#SHMEM_SYNC_VALUE] as OpenSHMEM 1.0 spells it.
    public static final long _SHMEM_SYNC_VALUE = SHMEM_SYNC_VALUE;

    /// [#SHMEM_BARRIER_SYNC_SIZE] as OpenSHMEM 1.0 spells it.
    public static final int _SHMEM_BARRIER_SYNC_SIZE = SHMEM_SYNC_SIZE;

    /// [#SHMEM_BCAST_SYNC_SIZE] as OpenSHMEM 1.0 spells it.
    public static final int _SHMEM_BCAST_SYNC_SIZE = SHMEM_SYNC_SIZE;

    /// [#SHMEM_COLLECT_SYNC_SIZE] as OpenSHMEM 1.0 spells it.
    public static final int _SHMEM_COLLECT_SYNC_SIZE = SHMEM_SYNC_SIZE;

    /// [#SHMEM_REDUCE_SYNC_SIZE] as OpenSHMEM 1.0 spells it.
    public static final int _SHMEM_REDUCE_SYNC_SIZE = SHMEM_SYNC_SIZE;

    /// `SHMEM_REDUCE_MIN_WRKDATA_SIZE` as OpenSHMEM 1.0 spells it.
    public static final int _SHMEM_REDUCE_MIN_WRKDATA_SIZE = SHMEM_REDUCE_MIN_WRKDATA_SIZE;

    /// [#SHMEM_MAJOR_VERSION] as OpenSHMEM 1.0 spells it.
    public static final int _SHMEM_MAJOR_VERSION = SHMEM_MAJOR_VERSION;

    /// [#SHMEM_MINOR_VERSION] as OpenSHMEM 1.0 spells it.
    public static final int _SHMEM_MINOR_VERSION = SHMEM_MINOR_VERSION;

    /// [#SHMEM_MAX_NAME_LEN] as OpenSHMEM 1.0 spells it.
    public static final int _SHMEM_MAX_NAME_LEN = SHMEM_MAX_NAME_LEN;

    /// [#SHMEM_VENDOR_STRING] as OpenSHMEM 1.0 spells it.
    public static final String _SHMEM_VENDOR_STRING = SHMEM_VENDOR_STRING;

    /// [#SHMEM_CMP_EQ] as OpenSHMEM 1.0 spells it.
    public static final Cmp _SHMEM_CMP_EQ = Cmp.EQ;

    /// [#SHMEM_CMP_NE] as OpenSHMEM 1.0 spells it.
    public static final Cmp _SHMEM_CMP_NE = Cmp.NE;

    /// [#SHMEM_CMP_GT] as OpenSHMEM 1.0 spells it.
    public static final Cmp _SHMEM_CMP_GT = Cmp.GT;

    /// [#SHMEM_CMP_GE] as OpenSHMEM 1.0 spells it.
    public static final Cmp _SHMEM_CMP_GE = Cmp.GE;

    /// [#SHMEM_CMP_LT] as OpenSHMEM 1.0 spells it.
    public static final Cmp _SHMEM_CMP_LT = Cmp.LT;

    /// [#SHMEM_CMP_LE] as OpenSHMEM 1.0 spells it.
    public static final Cmp _SHMEM_CMP_LE = Cmp.LE;
}
