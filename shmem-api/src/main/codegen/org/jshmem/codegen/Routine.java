// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A routine that C has once for each element type, or once for each width. The names of `org.jshmem.compat` are
/// generated from the table of these routines.
///
/// @param family its row in the checklist of families
/// @param types the element types, or null if it exists for widths
/// @param widths the SIZEs, or empty if it exists for types
/// @param hasContext whether it has a form with a context in front
/// @param isGeneric whether C11 has it without TYPENAME
/// @param returns its result in Java
/// @param name its name in C with TYPENAME or SIZE
/// @param parameters its parameters
/// @param body the Java statements
/// @param summary its effect, for the Javadoc
public record Routine(
        int family,
        CType.Table types,
        List<String> widths,
        boolean hasContext,
        boolean isGeneric,
        String returns,
        String name,
        List<Parameter> parameters,
        String body,
        String summary) {

    /// A parameter: `sym` is a symmetric array, `any` an array of the program or a symmetric one; both may have an
    /// index. Other types are Java's.
    ///
    /// @param type Java's type, `sym` or `any`
    /// @param name its name in the specification
    public record Parameter(String type, String name) {
        boolean isArray() {
            return type.equals("sym") || type.equals("any");
        }

        @Override
        public String toString() {
            return type + " " + name;
        }
    }

    /*
     * family types context C11 | result name(parameters) | body | summary
     *
     * Words of a body, x being a parameter that is an array:
     *   x#  its index                          @x  x, seen through the context in forms with one
     *   x%  x from its index on                $x  x, compared without a sign if its type is unsigned
     *   ~n  a count or stride: int in the forms with an array of the program, whose API takes ints
     */
    private static final String TABLE = """
            13 RMA - - | sym shmalloc_TYPENAME(long nelems) | return Current.pe().TYPEs(nelems) | Allocates `nelems` zeroed symmetric elements. Collective.
            33 RMA ctx C11 | void shmem_TYPENAME_put(sym dest, any source, long nelems, int pe) | @dest.put(dest#, source, source#, ~nelems, pe) | Copies `nelems` elements to PE `pe`; `source` may be reused on return.
            37 RMA ctx C11 | void shmem_TYPENAME_get(any dest, sym source, long nelems, int pe) | @source.get(source#, dest, dest#, ~nelems, pe) | Copies `nelems` elements from PE `pe`.
            39 RMA ctx C11 | void shmem_TYPENAME_put_nbi(sym dest, any source, long nelems, int pe) | @dest.putNbi(dest#, source, source#, ~nelems, pe) | Starts to copy `nelems` elements to PE `pe`; complete at quiet.
            40 RMA ctx C11 | void shmem_TYPENAME_get_nbi(any dest, sym source, long nelems, int pe) | @source.getNbi(source#, dest, dest#, ~nelems, pe) | Starts to copy `nelems` elements from PE `pe`; complete at quiet.
            34 RMA ctx C11 | void shmem_TYPENAME_p(sym dest, TYPE value, int pe) | @dest.p(dest#, value, pe) | Copies one element to PE `pe`.
            37 RMA ctx C11 | TYPE shmem_TYPENAME_g(sym source, int pe) | return @source.g(source#, pe) | Returns one element of PE `pe`.
            35 RMA ctx C11 | void shmem_TYPENAME_iput(sym dest, any source, long dst, long sst, long nelems, int pe) | @dest.iput(dest#, dst, source, source#, ~sst, ~nelems, pe) | Copies `nelems` elements, `sst` apart, to elements `dst` apart on PE `pe`.
            38 RMA ctx C11 | void shmem_TYPENAME_iget(any dest, sym source, long dst, long sst, long nelems, int pe) | @source.iget(source#, sst, dest, dest#, ~dst, ~nelems, pe) | Copies `nelems` elements, `sst` apart on PE `pe`, to elements `dst` apart.
            36 RMA ctx C11 | void shmem_TYPENAME_ibput(sym dest, any source, long dst, long sst, long bsize, long nblocks, int pe) | @dest.ibput(dest#, dst, source, source#, ~sst, ~bsize, ~nblocks, pe) | Copies `nblocks` blocks of `bsize` elements, which begin `sst` apart, to blocks `dst` apart on PE `pe`.
            38 RMA ctx C11 | void shmem_TYPENAME_ibget(any dest, sym source, long dst, long sst, long bsize, long nblocks, int pe) | @source.ibget(source#, sst, dest, dest#, ~dst, ~bsize, ~nblocks, pe) | Copies `nblocks` blocks of `bsize` elements, which begin `sst` apart on PE `pe`, to blocks `dst` apart.
            50 RMA ctx C11 | void shmem_TYPENAME_put_signal(sym dest, any source, long nelems, Signal sig_addr, long signal, SignalOp sig_op, int pe) | @dest.putSignal(dest#, source, source#, ~nelems, sig_addr, signal, sig_op, pe) | Copies `nelems` elements to PE `pe`, then updates the signal there.
            51 RMA ctx C11 | void shmem_TYPENAME_put_signal_nbi(sym dest, any source, long nelems, Signal sig_addr, long signal, SignalOp sig_op, int pe) | @dest.putSignalNbi(dest#, source, source#, ~nelems, sig_addr, signal, sig_op, pe) | Starts to copy `nelems` elements to PE `pe` and to update the signal there after them; complete at quiet.
            44 EXTENDED ctx C11 | TYPE shmem_TYPENAME_atomic_fetch(sym source, int pe) | return @source.atomicFetch(source#, pe) | Fetches an element atomically.
            44 EXTENDED ctx C11 | void shmem_TYPENAME_atomic_set(sym dest, TYPE value, int pe) | @dest.atomicSet(dest#, value, pe) | Sets an element atomically.
            44 EXTENDED ctx C11 | TYPE shmem_TYPENAME_atomic_swap(sym dest, TYPE value, int pe) | return @dest.atomicSwap(dest#, value, pe) | Sets an element atomically and returns its value from before.
            45 AMO ctx C11 | TYPE shmem_TYPENAME_atomic_compare_swap(sym dest, TYPE cond, TYPE value, int pe) | return @dest.compareSwap(dest#, cond, value, pe) | Sets an element that equals `cond` to `value`; returns its value from before.
            45 AMO ctx C11 | TYPE shmem_TYPENAME_atomic_fetch_inc(sym dest, int pe) | return @dest.fetchInc(dest#, pe) | Adds 1 and returns the value from before.
            45 AMO ctx C11 | void shmem_TYPENAME_atomic_inc(sym dest, int pe) | @dest.inc(dest#, pe) | Adds 1 atomically.
            45 AMO ctx C11 | TYPE shmem_TYPENAME_atomic_fetch_add(sym dest, TYPE value, int pe) | return @dest.fetchAdd(dest#, value, pe) | Adds `value` and returns the value from before.
            45 AMO ctx C11 | void shmem_TYPENAME_atomic_add(sym dest, TYPE value, int pe) | @dest.add(dest#, value, pe) | Adds `value` atomically.
            46 BITWISE ctx C11 | TYPE shmem_TYPENAME_atomic_fetch_and(sym dest, TYPE value, int pe) | return @dest.fetchAnd(dest#, value, pe) | Combines by bitwise and; returns the value from before.
            46 BITWISE ctx C11 | void shmem_TYPENAME_atomic_and(sym dest, TYPE value, int pe) | @dest.and(dest#, value, pe) | Combines by bitwise and.
            46 BITWISE ctx C11 | TYPE shmem_TYPENAME_atomic_fetch_or(sym dest, TYPE value, int pe) | return @dest.fetchOr(dest#, value, pe) | Combines by bitwise or; returns the value from before.
            46 BITWISE ctx C11 | void shmem_TYPENAME_atomic_or(sym dest, TYPE value, int pe) | @dest.or(dest#, value, pe) | Combines by bitwise or.
            46 BITWISE ctx C11 | TYPE shmem_TYPENAME_atomic_fetch_xor(sym dest, TYPE value, int pe) | return @dest.fetchXor(dest#, value, pe) | Combines by bitwise exclusive or; returns the value from before.
            46 BITWISE ctx C11 | void shmem_TYPENAME_atomic_xor(sym dest, TYPE value, int pe) | @dest.xor(dest#, value, pe) | Combines by bitwise exclusive or.
            47 EXTENDED ctx C11 | void shmem_TYPENAME_atomic_fetch_nbi(any fetch, sym source, int pe) | store(fetch, fetch#, @source.atomicFetch(source#, pe)) | Fetches an element into `fetch`; complete at quiet.
            47 EXTENDED ctx C11 | void shmem_TYPENAME_atomic_swap_nbi(any fetch, sym dest, TYPE value, int pe) | store(fetch, fetch#, @dest.atomicSwap(dest#, value, pe)) | As the swap above; its result is in `fetch` at quiet.
            47 AMO ctx C11 | void shmem_TYPENAME_atomic_compare_swap_nbi(any fetch, sym dest, TYPE cond, TYPE value, int pe) | store(fetch, fetch#, @dest.compareSwap(dest#, cond, value, pe)) | As the compare and swap above; its result is in `fetch` at quiet.
            47 AMO ctx C11 | void shmem_TYPENAME_atomic_fetch_inc_nbi(any fetch, sym dest, int pe) | store(fetch, fetch#, @dest.fetchInc(dest#, pe)) | Adds 1; the value from before is in `fetch` at quiet.
            47 AMO ctx C11 | void shmem_TYPENAME_atomic_fetch_add_nbi(any fetch, sym dest, TYPE value, int pe) | store(fetch, fetch#, @dest.fetchAdd(dest#, value, pe)) | Adds `value`; the value from before is in `fetch` at quiet.
            47 BITWISE ctx C11 | void shmem_TYPENAME_atomic_fetch_and_nbi(any fetch, sym dest, TYPE value, int pe) | store(fetch, fetch#, @dest.fetchAnd(dest#, value, pe)) | Combines by bitwise and; the value from before is in `fetch` at quiet.
            47 BITWISE ctx C11 | void shmem_TYPENAME_atomic_fetch_or_nbi(any fetch, sym dest, TYPE value, int pe) | store(fetch, fetch#, @dest.fetchOr(dest#, value, pe)) | Combines by bitwise or; the value from before is in `fetch` at quiet.
            47 BITWISE ctx C11 | void shmem_TYPENAME_atomic_fetch_xor_nbi(any fetch, sym dest, TYPE value, int pe) | store(fetch, fetch#, @dest.fetchXor(dest#, value, pe)) | Combines by bitwise exclusive or; the value from before is in `fetch` at quiet.
            48 EXTENDED_OLD - C11 | TYPE shmem_TYPENAME_fetch(sym source, int pe) | return source.atomicFetch(source#, pe) | Fetches an element atomically; the name of 1.3.
            48 EXTENDED_OLD - C11 | void shmem_TYPENAME_set(sym dest, TYPE value, int pe) | dest.atomicSet(dest#, value, pe) | Sets an element atomically; the name of 1.3.
            48 EXTENDED_OLD - C11 | TYPE shmem_TYPENAME_swap(sym dest, TYPE value, int pe) | return dest.atomicSwap(dest#, value, pe) | Sets an element atomically and returns its value from before; the name of 1.0.
            48 AMO_OLD - C11 | TYPE shmem_TYPENAME_cswap(sym dest, TYPE cond, TYPE value, int pe) | return dest.compareSwap(dest#, cond, value, pe) | Sets an element that equals `cond` to `value`; returns its value from before. The name of 1.0.
            48 AMO_OLD - C11 | TYPE shmem_TYPENAME_finc(sym dest, int pe) | return dest.fetchInc(dest#, pe) | Adds 1 and returns the value from before; the name of 1.0.
            48 AMO_OLD - C11 | void shmem_TYPENAME_inc(sym dest, int pe) | dest.inc(dest#, pe) | Adds 1 atomically; the name of 1.0.
            48 AMO_OLD - C11 | TYPE shmem_TYPENAME_fadd(sym dest, TYPE value, int pe) | return dest.fetchAdd(dest#, value, pe) | Adds `value` and returns the value from before; the name of 1.0.
            48 AMO_OLD - C11 | void shmem_TYPENAME_add(sym dest, TYPE value, int pe) | dest.add(dest#, value, pe) | Adds `value` atomically; the name of 1.0.
            55 WAIT_OLD - - | void shmem_TYPENAME_wait(sym ivar, TYPE cmp_value) | ivar.waitUntil(ivar#, Cmp.NE, cmp_value) | Waits until this PE's own element differs from `cmp_value`.
            55 WAIT - C11 | void shmem_TYPENAME_wait_until(sym ivar, Cmp cmp, TYPE cmp_value) | $ivar.waitUntil(ivar#, cmp, cmp_value) | Waits until this PE's own element compares so.
            56 AMO - C11 | void shmem_TYPENAME_wait_until_all(sym ivars, long nelems, int[] status, Cmp cmp, TYPE cmp_value) | $ivars.waitUntilAll(ivars#, count(nelems), skip(status), cmp, cmp_value) | Waits until all elements whose `status` is 0 compare so; a null `status` excludes none.
            56 AMO - C11 | int shmem_TYPENAME_wait_until_any(sym ivars, long nelems, int[] status, Cmp cmp, TYPE cmp_value) | return (int) $ivars.waitUntilAny(ivars#, count(nelems), skip(status), cmp, cmp_value) | Waits until any element whose `status` is 0 compares so and returns its index, or `SIZE_MAX` for the empty set.
            56 AMO - C11 | int shmem_TYPENAME_wait_until_some(sym ivars, long nelems, int[] indices, int[] status, Cmp cmp, TYPE cmp_value) | return $ivars.waitUntilSome(ivars#, count(nelems), indices, skip(status), cmp, cmp_value) | Waits until some elements compare so, stores their indices and returns their number.
            56 AMO - C11 | void shmem_TYPENAME_wait_until_all_vector(sym ivars, long nelems, int[] status, Cmp cmp, TYPE[] cmp_values) | $ivars.waitUntilAll(ivars#, count(nelems), skip(status), cmp, cmp_values) | Waits until all elements compare so, each with its own value.
            56 AMO - C11 | int shmem_TYPENAME_wait_until_any_vector(sym ivars, long nelems, int[] status, Cmp cmp, TYPE[] cmp_values) | return (int) $ivars.waitUntilAny(ivars#, count(nelems), skip(status), cmp, cmp_values) | Waits until any element compares so with its own value and returns its index, or `SIZE_MAX` for the empty set.
            56 AMO - C11 | int shmem_TYPENAME_wait_until_some_vector(sym ivars, long nelems, int[] indices, int[] status, Cmp cmp, TYPE[] cmp_values) | return $ivars.waitUntilSome(ivars#, count(nelems), indices, skip(status), cmp, cmp_values) | Waits until some elements compare so, each with its own value; stores their indices and returns their number.
            57 WAIT - C11 | int shmem_TYPENAME_test(sym ivar, Cmp cmp, TYPE cmp_value) | return $ivar.test(ivar#, cmp, cmp_value) ? 1 : 0 | Returns 1 if this PE's own element compares so now, else 0.
            58 AMO - C11 | int shmem_TYPENAME_test_all(sym ivars, long nelems, int[] status, Cmp cmp, TYPE cmp_value) | return $ivars.testAll(ivars#, count(nelems), skip(status), cmp, cmp_value) ? 1 : 0 | Returns 1 if all elements whose `status` is 0 compare so now, else 0.
            58 AMO - C11 | int shmem_TYPENAME_test_any(sym ivars, long nelems, int[] status, Cmp cmp, TYPE cmp_value) | return (int) $ivars.testAny(ivars#, count(nelems), skip(status), cmp, cmp_value) | Returns the index of an element that compares so now, or `SIZE_MAX`.
            58 AMO - C11 | int shmem_TYPENAME_test_some(sym ivars, long nelems, int[] indices, int[] status, Cmp cmp, TYPE cmp_value) | return $ivars.testSome(ivars#, count(nelems), indices, skip(status), cmp, cmp_value) | Stores the indices of the elements that compare so now and returns their number.
            58 AMO - C11 | int shmem_TYPENAME_test_all_vector(sym ivars, long nelems, int[] status, Cmp cmp, TYPE[] cmp_values) | return $ivars.testAll(ivars#, count(nelems), skip(status), cmp, cmp_values) ? 1 : 0 | Returns 1 if all elements compare so now, each with its own value, else 0.
            58 AMO - C11 | int shmem_TYPENAME_test_any_vector(sym ivars, long nelems, int[] status, Cmp cmp, TYPE[] cmp_values) | return (int) $ivars.testAny(ivars#, count(nelems), skip(status), cmp, cmp_values) | Returns the index of an element that compares so now with its own value, or `SIZE_MAX`.
            58 AMO - C11 | int shmem_TYPENAME_test_some_vector(sym ivars, long nelems, int[] indices, int[] status, Cmp cmp, TYPE[] cmp_values) | return $ivars.testSome(ivars#, count(nelems), indices, skip(status), cmp, cmp_values) | Stores the indices of the elements that compare so now, each with its own value, and returns their number.
            66 RMA - C11 | int shmem_TYPENAME_broadcast(shmem_team_t team, sym dest, sym source, long nelems, int PE_root) | team(team).broadcast(dest%, source%, nelems, PE_root); return 0 | Copies `source` of the root to `dest` of all members, the root among them. Returns 0.
            68 RMA - C11 | int shmem_TYPENAME_collect(shmem_team_t team, sym dest, sym source, long nelems) | team(team).collect(dest%, source%, nelems); return 0 | Concatenates the members' elements, whose number may differ. Returns 0.
            68 RMA - C11 | int shmem_TYPENAME_fcollect(shmem_team_t team, sym dest, sym source, long nelems) | team(team).fcollect(dest%, source%, nelems); return 0 | Concatenates `nelems` elements of each member. Returns 0.
            69 RMA - C11 | int shmem_TYPENAME_alltoall(shmem_team_t team, sym dest, sym source, long nelems) | team(team).alltoall(dest%, source%, nelems); return 0 | Sends block `k` of `nelems` elements to member `k`. Returns 0.
            69 RMA - C11 | int shmem_TYPENAME_alltoalls(shmem_team_t team, sym dest, sym source, long dst, long sst, long nelems) | team(team).alltoalls(dest%, source%, dst, sst, nelems); return 0 | As the exchange above, with elements `sst` and `dst` apart. Returns 0.
            70 AND_OR_XOR - C11 | int shmem_TYPENAME_and_reduce(shmem_team_t team, sym dest, sym source, long nreduce) | return REDUCE(team(team), Op.AND, dest%, source%, nreduce) | Combines the members' elements by bitwise and. Returns 0.
            70 AND_OR_XOR - C11 | int shmem_TYPENAME_or_reduce(shmem_team_t team, sym dest, sym source, long nreduce) | return REDUCE(team(team), Op.OR, dest%, source%, nreduce) | Combines the members' elements by bitwise or. Returns 0.
            70 AND_OR_XOR - C11 | int shmem_TYPENAME_xor_reduce(shmem_team_t team, sym dest, sym source, long nreduce) | return REDUCE(team(team), Op.XOR, dest%, source%, nreduce) | Combines the members' elements by bitwise exclusive or. Returns 0.
            70 MAX_MIN - C11 | int shmem_TYPENAME_max_reduce(shmem_team_t team, sym dest, sym source, long nreduce) | return REDUCE(team(team), Op.MAX, dest%, source%, nreduce) | Finds the largest of the members' elements. Returns 0.
            70 MAX_MIN - C11 | int shmem_TYPENAME_min_reduce(shmem_team_t team, sym dest, sym source, long nreduce) | return REDUCE(team(team), Op.MIN, dest%, source%, nreduce) | Finds the smallest of the members' elements. Returns 0.
            70 SUM_PROD - C11 | int shmem_TYPENAME_sum_reduce(shmem_team_t team, sym dest, sym source, long nreduce) | return REDUCE(team(team), Op.SUM, dest%, source%, nreduce) | Sums the members' elements. Returns 0.
            70 SUM_PROD - C11 | int shmem_TYPENAME_prod_reduce(shmem_team_t team, sym dest, sym source, long nreduce) | return REDUCE(team(team), Op.PROD, dest%, source%, nreduce) | Multiplies the members' elements. Returns 0.
            72 SUM_PROD - C11 | int shmem_TYPENAME_sum_inscan(shmem_team_t team, sym dest, sym source, long nelems) | team(team).inscan(Op.SUM, dest%, source%, PARTS(nelems)); return 0 | Sums the elements of members 0 to this one. Returns 0.
            72 SUM_PROD - C11 | int shmem_TYPENAME_sum_exscan(shmem_team_t team, sym dest, sym source, long nelems) | team(team).exscan(Op.SUM, dest%, source%, PARTS(nelems)); return 0 | Sums the elements of the members before this one; member 0 gets 0. Returns 0.
            71 SET_AND_OR_XOR - - | void shmem_TYPENAME_and_to_all(sym dest, sym source, int nreduce, int PE_start, int logPE_stride, int PE_size, SYM pWrk, SymLongs pSync) | REDUCE(withWork(set(PE_start, logPE_stride, PE_size, pSync), nreduce, pWrk), Op.AND, dest%, source%, nreduce) | Combines the elements of an active set by bitwise and.
            71 SET_AND_OR_XOR - - | void shmem_TYPENAME_or_to_all(sym dest, sym source, int nreduce, int PE_start, int logPE_stride, int PE_size, SYM pWrk, SymLongs pSync) | REDUCE(withWork(set(PE_start, logPE_stride, PE_size, pSync), nreduce, pWrk), Op.OR, dest%, source%, nreduce) | Combines the elements of an active set by bitwise or.
            71 SET_AND_OR_XOR - - | void shmem_TYPENAME_xor_to_all(sym dest, sym source, int nreduce, int PE_start, int logPE_stride, int PE_size, SYM pWrk, SymLongs pSync) | REDUCE(withWork(set(PE_start, logPE_stride, PE_size, pSync), nreduce, pWrk), Op.XOR, dest%, source%, nreduce) | Combines the elements of an active set by bitwise exclusive or.
            71 SET_MAX_MIN - - | void shmem_TYPENAME_max_to_all(sym dest, sym source, int nreduce, int PE_start, int logPE_stride, int PE_size, SYM pWrk, SymLongs pSync) | REDUCE(withWork(set(PE_start, logPE_stride, PE_size, pSync), nreduce, pWrk), Op.MAX, dest%, source%, nreduce) | Finds the largest of the elements of an active set.
            71 SET_MAX_MIN - - | void shmem_TYPENAME_min_to_all(sym dest, sym source, int nreduce, int PE_start, int logPE_stride, int PE_size, SYM pWrk, SymLongs pSync) | REDUCE(withWork(set(PE_start, logPE_stride, PE_size, pSync), nreduce, pWrk), Op.MIN, dest%, source%, nreduce) | Finds the smallest of the elements of an active set.
            71 SET_SUM_PROD - - | void shmem_TYPENAME_sum_to_all(sym dest, sym source, int nreduce, int PE_start, int logPE_stride, int PE_size, SYM pWrk, SymLongs pSync) | REDUCE(withWork(set(PE_start, logPE_stride, PE_size, pSync), nreduce, pWrk), Op.SUM, dest%, source%, nreduce) | Sums the elements of an active set.
            71 SET_SUM_PROD - - | void shmem_TYPENAME_prod_to_all(sym dest, sym source, int nreduce, int PE_start, int logPE_stride, int PE_size, SYM pWrk, SymLongs pSync) | REDUCE(withWork(set(PE_start, logPE_stride, PE_size, pSync), nreduce, pWrk), Op.PROD, dest%, source%, nreduce) | Multiplies the elements of an active set.
            33 8,16,32,64,128,mem ctx - | void shmem_putSIZE(sym dest, any source, long nelems, int pe) | @dest.put(dest#, source, source#, ~elements("NAME", dest, BITS, nelems), pe) | Copies `nelems` times BITS bits to PE `pe`; `source` may be reused on return.
            37 8,16,32,64,128,mem ctx - | void shmem_getSIZE(any dest, sym source, long nelems, int pe) | @source.get(source#, dest, dest#, ~elements("NAME", source, BITS, nelems), pe) | Copies `nelems` times BITS bits from PE `pe`.
            39 8,16,32,64,128,mem ctx - | void shmem_putSIZE_nbi(sym dest, any source, long nelems, int pe) | @dest.putNbi(dest#, source, source#, ~elements("NAME", dest, BITS, nelems), pe) | Starts to copy `nelems` times BITS bits to PE `pe`; complete at quiet.
            40 8,16,32,64,128,mem ctx - | void shmem_getSIZE_nbi(any dest, sym source, long nelems, int pe) | @source.getNbi(source#, dest, dest#, ~elements("NAME", source, BITS, nelems), pe) | Starts to copy `nelems` times BITS bits from PE `pe`; complete at quiet.
            35 8,16,32,64,128 ctx - | void shmem_iputSIZE(sym dest, any source, long dst, long sst, long nelems, int pe) | long k = elements("NAME", dest, BITS, 1); @dest.ibput(dest#, k * dst, source, source#, ~(k * sst), ~k, ~nelems, pe) | Copies `nelems` times BITS bits, `sst` such units apart, to units `dst` apart on PE `pe`.
            38 8,16,32,64,128 ctx - | void shmem_igetSIZE(any dest, sym source, long dst, long sst, long nelems, int pe) | long k = elements("NAME", source, BITS, 1); @source.ibget(source#, k * sst, dest, dest#, ~(k * dst), ~k, ~nelems, pe) | Copies `nelems` times BITS bits, `sst` such units apart on PE `pe`, to units `dst` apart.
            36 8,16,32,64,128 ctx - | void shmem_ibputSIZE(sym dest, any source, long dst, long sst, long bsize, long nblocks, int pe) | long k = elements("NAME", dest, BITS, 1); @dest.ibput(dest#, k * dst, source, source#, ~(k * sst), ~(k * bsize), ~nblocks, pe) | Copies `nblocks` blocks of `bsize` times BITS bits, which begin `sst` such units apart, to blocks `dst` apart on PE `pe`.
            38 8,16,32,64,128 ctx - | void shmem_ibgetSIZE(any dest, sym source, long dst, long sst, long bsize, long nblocks, int pe) | long k = elements("NAME", source, BITS, 1); @source.ibget(source#, k * sst, dest, dest#, ~(k * dst), ~(k * bsize), ~nblocks, pe) | Copies `nblocks` blocks of `bsize` times BITS bits, which begin `sst` such units apart on PE `pe`, to blocks `dst` apart.
            50 8,16,32,64,128,mem ctx - | void shmem_putSIZE_signal(sym dest, any source, long nelems, Signal sig_addr, long signal, SignalOp sig_op, int pe) | @dest.putSignal(dest#, source, source#, ~elements("NAME", dest, BITS, nelems), sig_addr, signal, sig_op, pe) | Copies `nelems` times BITS bits to PE `pe`, then updates the signal there.
            51 8,16,32,64,128,mem ctx - | void shmem_putSIZE_signal_nbi(sym dest, any source, long nelems, Signal sig_addr, long signal, SignalOp sig_op, int pe) | @dest.putSignalNbi(dest#, source, source#, ~elements("NAME", dest, BITS, nelems), sig_addr, signal, sig_op, pe) | Starts to copy `nelems` times BITS bits to PE `pe` and to update the signal there after them; complete at quiet.
            66 mem - - | int shmem_broadcastSIZE(shmem_team_t team, sym dest, sym source, long nelems, int PE_root) | team(team).broadcast(dest%, source%, elements("NAME", dest, BITS, nelems), PE_root); return 0 | Copies `nelems` bytes of the root to all members, the root among them. Returns 0.
            68 mem - - | int shmem_collectSIZE(shmem_team_t team, sym dest, sym source, long nelems) | team(team).collect(dest%, source%, elements("NAME", dest, BITS, nelems)); return 0 | Concatenates the members' bytes, whose number may differ. Returns 0.
            68 mem - - | int shmem_fcollectSIZE(shmem_team_t team, sym dest, sym source, long nelems) | team(team).fcollect(dest%, source%, elements("NAME", dest, BITS, nelems)); return 0 | Concatenates `nelems` bytes of each member. Returns 0.
            69 mem - - | int shmem_alltoallSIZE(shmem_team_t team, sym dest, sym source, long nelems) | team(team).alltoall(dest%, source%, elements("NAME", dest, BITS, nelems)); return 0 | Sends block `k` of `nelems` bytes to member `k`. Returns 0.
            69 mem - - | int shmem_alltoallsSIZE(shmem_team_t team, sym dest, sym source, long dst, long sst, long nelems) | alltoalls("NAME", team(team), dest%, source%, BITS, dst, sst, nelems); return 0 | As the exchange above, with bytes `sst` and `dst` apart. Returns 0.
            67 32,64 - - | void shmem_broadcastSIZE(sym dest, sym source, long nelems, int PE_root, int PE_start, int logPE_stride, int PE_size, SymLongs pSync) | broadcast(dest%, source%, elements("NAME", dest, BITS, nelems), PE_root, set(PE_start, logPE_stride, PE_size, pSync)) | Copies `nelems` times BITS bits from the PE that is number `PE_root` of the active set; its own `dest` stays as it was.
            68 32,64 - - | void shmem_collectSIZE(sym dest, sym source, long nelems, int PE_start, int logPE_stride, int PE_size, SymLongs pSync) | set(PE_start, logPE_stride, PE_size, pSync).collect(dest%, source%, elements("NAME", dest, BITS, nelems)) | Concatenates BITS-bit elements of an active set, whose number may differ.
            68 32,64 - - | void shmem_fcollectSIZE(sym dest, sym source, long nelems, int PE_start, int logPE_stride, int PE_size, SymLongs pSync) | set(PE_start, logPE_stride, PE_size, pSync).fcollect(dest%, source%, elements("NAME", dest, BITS, nelems)) | Concatenates `nelems` BITS-bit elements of each PE of an active set.
            69 32,64 - - | void shmem_alltoallSIZE(sym dest, sym source, long nelems, int PE_start, int logPE_stride, int PE_size, SymLongs pSync) | set(PE_start, logPE_stride, PE_size, pSync).alltoall(dest%, source%, elements("NAME", dest, BITS, nelems)) | Sends block `k` of `nelems` BITS-bit elements to member `k` of an active set.
            69 32,64 - - | void shmem_alltoallsSIZE(sym dest, sym source, long dst, long sst, long nelems, int PE_start, int logPE_stride, int PE_size, SymLongs pSync) | alltoalls("NAME", set(PE_start, logPE_stride, PE_size, pSync), dest%, source%, BITS, dst, sst, nelems) | As the exchange above, with units `sst` and `dst` apart.
            """;

    private static final Pattern ROW =
            Pattern.compile("(\\d+) (\\S+) (\\S+) (\\S+) \\| (\\S+) (\\w+)\\((.*)\\) \\| (.*) \\| (.*)");

    /// All routines of the table.
    public static final List<Routine> ALL = TABLE.lines().map(Routine::of).toList();

    private static Routine of(String row) {
        Matcher m = ROW.matcher(row);
        if (!m.matches()) throw new IllegalArgumentException("not a row of the table of routines: " + row);
        List<Parameter> parameters = new ArrayList<>();
        for (String parameter : m.group(7).split(", ")) {
            String[] words = parameter.split(" ");
            parameters.add(new Parameter(words[0], words[1]));
        }
        boolean typed = m.group(6).contains("TYPENAME");
        return new Routine(
                Integer.parseInt(m.group(1)),
                typed ? CType.Table.valueOf(m.group(2)) : null,
                typed ? List.of() : Arrays.asList(m.group(2).split(",")),
                m.group(3).equals("ctx"),
                m.group(4).equals("C11"),
                m.group(5),
                m.group(6),
                List.copyOf(parameters),
                m.group(8),
                m.group(9));
    }

    /// Whether the routine exists for elements of a type.
    public boolean of(CType type) {
        return types != null && types.has(type);
    }

    /// Whether the routine works on single elements. Its C11 name then has a form for each type in Java, else one
    /// form for all types.
    boolean isElementwise() {
        boolean atomic = family >= 44 && family <= 48;
        return atomic
                || returns.equals("TYPE")
                || parameters.stream().anyMatch(p -> p.type().startsWith("TYPE"));
    }

    /// Its name for a type, or for a width.
    public String c(String typeOrWidth) {
        return name.replace("TYPENAME", typeOrWidth).replace("SIZE", typeOrWidth);
    }

    /// The name of its form with a context.
    public String withContext(String typeOrWidth) {
        return c(typeOrWidth).replaceFirst("^shmem_", "shmem_ctx_");
    }

    /// Its name in C11.
    public String generic() {
        return name.replace("TYPENAME_", "");
    }

    /// The declaration without the body: `void shmem_TYPENAME_p(sym dest, TYPE value, int pe) ctx C11 of RMA`.
    public String signature() {
        String arguments = parameters.stream().map(Parameter::toString).collect(Collectors.joining(", "));
        return "%s %s(%s)%s%s of %s"
                .formatted(
                        returns,
                        name,
                        arguments,
                        hasContext ? " ctx" : "",
                        isGeneric ? " C11" : "",
                        types == null ? String.join(",", widths) : types);
    }

    /// The method of `org.jshmem` that the body calls: `SymTypes.put`, `Team.reduce`.
    public String java() {
        Matcher team = Pattern.compile("(?:team\\(team\\)|pSync\\))\\.(\\w+)").matcher(body);
        if (team.find()) return "Team." + team.group(1);
        if (body.contains("REDUCE")) return "Team.reduce";
        Matcher array = Pattern.compile("[@$]?(?:dest|source|ivars?)\\.(\\w+)").matcher(body);
        if (array.find()) return "SymTypes." + array.group(1);
        Matcher shmem = Pattern.compile("pe\\(\\)\\.(\\w+)").matcher(body);
        return shmem.find() ? "Shmem." + shmem.group(1) : "Team." + body.substring(0, body.indexOf('('));
    }
}
