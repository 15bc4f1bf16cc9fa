// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.SignalOp;

/// The C names of OpenSHMEM 1.6 and of all versions before it, for `import static org.jshmem.compat.OpenShmem.*`:
/// ported
/// programs keep their calls, in C's order of arguments.
///
/// ```java
/// shmem_init();
/// SymInts target = shmalloc_int(4);
/// shmem_int_p(target, 2, shmem_my_pe(), (shmem_my_pe() + 1) % shmem_n_pes()); // C: &target[2]
/// shmem_barrier_all();
/// shmem_finalize();
/// ```
///
/// **Arrays.** `&x[i]` is the index `i` after `x`; give every array of a call its index, or none. Symmetric memory is
/// allocated by element type, or in bytes, of which `asInts()` and the like are the elements.
///
/// **Types.** C types have the Java type of the same bits: `unsigned` and `size_t` ones too, which are compared without
/// a
/// sign where order matters. A `long double` is a `double`; complex numbers are pairs.
///
/// **Pointers to results** are arrays: `int[] provided`, `shmem_team_t[] new_team`.
///
/// **PE.** The calling code's, in processes, in threads and in the simulator. `Shmem.init()` after `shmem_init()` gives
/// the
/// same session with the methods of [org.jshmem]; close it too.
///
/// Every name calls one method of [org.jshmem], where completion, ordering and errors are described.
/// `docs/reference/c-names.md`
/// lists the differences from C.
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

    /// The index that waits and tests for any element return for none: C's `size_t` of all ones.
    public static final int SIZE_MAX = -1;

    // thread levels, weakest first

    public static final int SHMEM_THREAD_SINGLE = 0;
    public static final int SHMEM_THREAD_FUNNELED = 1;
    public static final int SHMEM_THREAD_SERIALIZED = 2;
    public static final int SHMEM_THREAD_MULTIPLE = 3;

    // hints for memory

    public static final long SHMEM_MALLOC_ATOMICS_REMOTE = 1;
    public static final long SHMEM_MALLOC_SIGNAL_REMOTE = 2;

    // signal operators

    public static final SignalOp SHMEM_SIGNAL_SET = SignalOp.SET;
    public static final SignalOp SHMEM_SIGNAL_ADD = SignalOp.ADD;

    // comparisons

    public static final Cmp SHMEM_CMP_EQ = Cmp.EQ;
    public static final Cmp SHMEM_CMP_NE = Cmp.NE;
    public static final Cmp SHMEM_CMP_GT = Cmp.GT;
    public static final Cmp SHMEM_CMP_GE = Cmp.GE;
    public static final Cmp SHMEM_CMP_LT = Cmp.LT;
    public static final Cmp SHMEM_CMP_LE = Cmp.LE;

    // active sets

    /// What the words of a pSync hold before and after.
    public static final long SHMEM_SYNC_VALUE = Shmem.SYNC_VALUE;

    public static final int SHMEM_SYNC_SIZE = 8;
    public static final int SHMEM_BARRIER_SYNC_SIZE = SHMEM_SYNC_SIZE;
    public static final int SHMEM_BCAST_SYNC_SIZE = SHMEM_SYNC_SIZE;
    public static final int SHMEM_COLLECT_SYNC_SIZE = SHMEM_SYNC_SIZE;
    public static final int SHMEM_REDUCE_SYNC_SIZE = SHMEM_SYNC_SIZE;
    public static final int SHMEM_ALLTOALL_SYNC_SIZE = SHMEM_SYNC_SIZE;
    public static final int SHMEM_ALLTOALLS_SYNC_SIZE = SHMEM_SYNC_SIZE;

    // the spellings of 1.0

    public static final long _SHMEM_SYNC_VALUE = SHMEM_SYNC_VALUE;
    public static final int _SHMEM_BARRIER_SYNC_SIZE = SHMEM_SYNC_SIZE;
    public static final int _SHMEM_BCAST_SYNC_SIZE = SHMEM_SYNC_SIZE;
    public static final int _SHMEM_COLLECT_SYNC_SIZE = SHMEM_SYNC_SIZE;
    public static final int _SHMEM_REDUCE_SYNC_SIZE = SHMEM_SYNC_SIZE;
    public static final int _SHMEM_REDUCE_MIN_WRKDATA_SIZE = SHMEM_REDUCE_MIN_WRKDATA_SIZE;
    public static final int _SHMEM_MAJOR_VERSION = SHMEM_MAJOR_VERSION;
    public static final int _SHMEM_MINOR_VERSION = SHMEM_MINOR_VERSION;
    public static final int _SHMEM_MAX_NAME_LEN = SHMEM_MAX_NAME_LEN;
    public static final String _SHMEM_VENDOR_STRING = SHMEM_VENDOR_STRING;
    public static final Cmp _SHMEM_CMP_EQ = Cmp.EQ;
    public static final Cmp _SHMEM_CMP_NE = Cmp.NE;
    public static final Cmp _SHMEM_CMP_GT = Cmp.GT;
    public static final Cmp _SHMEM_CMP_GE = Cmp.GE;
    public static final Cmp _SHMEM_CMP_LT = Cmp.LT;
    public static final Cmp _SHMEM_CMP_LE = Cmp.LE;
}
