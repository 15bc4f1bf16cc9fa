// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import static org.jshmem.codegen.Type.Ability.ATOMIC;
import static org.jshmem.codegen.Type.Ability.INTEGER;
import static org.jshmem.codegen.Type.Ability.SWAP;
import static org.jshmem.codegen.Type.Ability.TO_ALL;
import static org.jshmem.codegen.Type.Ability.WAIT;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.codegen.Type.Ability;

/// A routine that exists once for each element type, and for which of them: docs/reference/openshmem.md shows this
/// table, tests
/// compare it with the methods that there are and call each C name.
///
/// @param c its name in C, with `TYPENAME` for the type
/// @param family its row in docs/reference/openshmem.md
/// @param java the method, with `SymTypes` for the symmetric array
/// @param underItsName whether `org.jshmem.compat` has the C name
/// @param needs what a type must be able to do
public record Routine(String c, int family, String java, boolean underItsName, List<Ability> needs) {

    /// All of them.
    public static final List<Routine> ALL = all();

    private static List<Routine> all() {
        List<Routine> all = new ArrayList<>();
        all.add(named("shmalloc_TYPENAME", 13, "Shmem.TYPEs"));
        all.add(named("shmem_TYPENAME_put", 33, "SymTypes.put"));
        all.add(named("shmem_TYPENAME_p", 34, "SymTypes.p"));
        all.add(named("shmem_TYPENAME_iput", 35, "SymTypes.iput"));
        all.add(unnamed("shmem_TYPENAME_ibput", 36, "SymTypes.ibput"));
        all.add(named("shmem_TYPENAME_get", 37, "SymTypes.get"));
        all.add(named("shmem_TYPENAME_g", 37, "SymTypes.g"));
        all.add(named("shmem_TYPENAME_iget", 38, "SymTypes.iget"));
        all.add(unnamed("shmem_TYPENAME_ibget", 38, "SymTypes.ibget"));
        all.add(named("shmem_TYPENAME_put_nbi", 39, "SymTypes.putNbi"));
        all.add(named("shmem_TYPENAME_get_nbi", 40, "SymTypes.getNbi"));
        all.add(unnamed("shmem_TYPENAME_atomic_fetch_and", 46, "SymTypes.fetchAnd", ATOMIC));
        all.add(unnamed("shmem_TYPENAME_atomic_fetch_or", 46, "SymTypes.fetchOr", ATOMIC));
        all.add(unnamed("shmem_TYPENAME_atomic_fetch_xor", 46, "SymTypes.fetchXor", ATOMIC));
        all.add(unnamed("shmem_TYPENAME_atomic_and", 46, "SymTypes.and", ATOMIC));
        all.add(unnamed("shmem_TYPENAME_atomic_or", 46, "SymTypes.or", ATOMIC));
        all.add(unnamed("shmem_TYPENAME_atomic_xor", 46, "SymTypes.xor", ATOMIC));
        all.add(named("shmem_TYPENAME_fetch", 48, "SymTypes.atomicFetch", SWAP));
        all.add(named("shmem_TYPENAME_set", 48, "SymTypes.atomicSet", SWAP));
        all.add(named("shmem_TYPENAME_swap", 48, "SymTypes.atomicSwap", SWAP));
        all.add(named("shmem_TYPENAME_cswap", 48, "SymTypes.compareSwap", ATOMIC));
        all.add(named("shmem_TYPENAME_fadd", 48, "SymTypes.fetchAdd", ATOMIC));
        all.add(named("shmem_TYPENAME_finc", 48, "SymTypes.fetchInc", ATOMIC));
        all.add(named("shmem_TYPENAME_add", 48, "SymTypes.add", ATOMIC));
        all.add(named("shmem_TYPENAME_inc", 48, "SymTypes.inc", ATOMIC));
        all.add(unnamed("shmem_TYPENAME_put_signal", 50, "SymTypes.putSignal"));
        all.add(unnamed("shmem_TYPENAME_put_signal_nbi", 51, "SymTypes.putSignalNbi"));
        all.add(named("shmem_TYPENAME_wait", 55, "SymTypes.waitUntil", WAIT));
        all.add(named("shmem_TYPENAME_wait_until", 55, "SymTypes.waitUntil", WAIT));
        all.add(unnamed("shmem_TYPENAME_wait_until_all", 56, "SymTypes.waitUntilAll", WAIT));
        all.add(unnamed("shmem_TYPENAME_wait_until_any", 56, "SymTypes.waitUntilAny", WAIT));
        all.add(unnamed("shmem_TYPENAME_wait_until_some", 56, "SymTypes.waitUntilSome", WAIT));
        all.add(unnamed("shmem_TYPENAME_test", 57, "SymTypes.test", WAIT));
        all.add(unnamed("shmem_TYPENAME_test_all", 58, "SymTypes.testAll", WAIT));
        all.add(unnamed("shmem_TYPENAME_test_any", 58, "SymTypes.testAny", WAIT));
        all.add(unnamed("shmem_TYPENAME_test_some", 58, "SymTypes.testSome", WAIT));
        all.add(unnamed("shmem_TYPENAME_broadcast", 66, "Team.broadcast"));
        all.add(unnamed("shmem_TYPENAME_collect", 68, "Team.collect"));
        all.add(unnamed("shmem_TYPENAME_fcollect", 68, "Team.fcollect"));
        all.add(unnamed("shmem_TYPENAME_alltoall", 69, "Team.alltoall"));
        all.add(unnamed("shmem_TYPENAME_alltoalls", 69, "Team.alltoalls"));
        for (Operator op : Operator.values()) {
            Ability[] needs = op.bitwise() ? new Ability[] {INTEGER} : new Ability[0];
            all.add(named("shmem_TYPENAME_%s_to_all".formatted(op.c()), 71, "Team.reduce", needs));
        }
        all.add(unnamed("shmem_TYPENAME_sum_inscan", 72, "Team.inscan"));
        all.add(unnamed("shmem_TYPENAME_sum_exscan", 72, "Team.exscan"));
        return List.copyOf(all);
    }

    private static Routine named(String c, int family, String java, Ability... needs) {
        return new Routine(c, family, java, true, List.of(needs));
    }

    private static Routine unnamed(String c, int family, String java, Ability... needs) {
        return new Routine(c, family, java, false, List.of(needs));
    }

    /// Whether elements of the type have it in Java.
    public boolean of(Type type) {
        return type.has(needs.toArray(Ability[]::new));
    }

    /// Whether elements of the type have it under its C name too.
    public boolean namedFor(Type type) {
        return underItsName && of(type) && (type.has(TO_ALL) || !c.endsWith("_to_all"));
    }

    /// Its C name for a type.
    public String c(Type type) {
        return c.replace("TYPENAME", type.c());
    }
}
