// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

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
}
