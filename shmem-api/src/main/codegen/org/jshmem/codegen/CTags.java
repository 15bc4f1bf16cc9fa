// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import org.jshmem.codegen.Routine.Parameter;

/// The Javadoc tags of a C name: its parameters, by their names in the specification, and its result, by the family
/// of the routine.
final class CTags {
    private static final int FIRST_ATOMIC = 44;
    private static final int LAST_ATOMIC = 48;
    private static final int FIRST_COLLECTIVE = 66;
    private static final int LAST_COLLECTIVE = 72;

    private final Routine routine;

    CTags(Routine routine) {
        this.routine = routine;
    }

    private boolean isAtomic() {
        return routine.family() >= FIRST_ATOMIC && routine.family() <= LAST_ATOMIC;
    }

    private boolean isCollective() {
        return routine.family() >= FIRST_COLLECTIVE && routine.family() <= LAST_COLLECTIVE;
    }

    /// Whether the routine reads elements of PE `pe` and does not change them.
    private boolean isRead() {
        return routine.parameters().stream()
                .anyMatch(p -> p.type().equals("sym") && p.name().equals("source"));
    }

    String typeParameter(String name) {
        return name.equals("A") ? "array of the program with the same elements" : "type of the symmetric arrays";
    }

    String context() {
        return "context that orders and completes the call; `pe` is a number in its team";
    }

    /// The description of the index after an array.
    String index(Parameter array, String name) {
        return "index in `%s` of the first element: C's `&%s[%s]`".formatted(array.name(), array.name(), name);
    }

    String parameter(Parameter p, boolean programs) {
        return switch (p.name()) {
            case "dest" -> dest(p, programs);
            case "source" -> source(p, programs);
            case "fetch" -> (programs ? "array of the program" : "array of this PE") + " that gets the old value";
            case "ivar", "ivars" -> "array of which this PE's copy is compared";
            case "nelems" -> count();
            case "value" -> value();
            case "cond" -> "value that the element must have to be replaced";
            case "dst" -> "distance in `dest` from one " + part() + " to the next, in " + unit();
            case "sst" -> "distance in `source` from one " + part() + " to the next, in " + unit();
            case "bsize" -> "size of a block, in " + unit();
            case "nblocks" -> "number of blocks";
            case "sig_addr" -> "signal whose word on PE `pe` is updated after the data";
            case "signal" -> "value that is set or added, unsigned";
            case "sig_op" -> "`SHMEM_SIGNAL_SET` or `SHMEM_SIGNAL_ADD`";
            case "pe" ->
                "number of the PE whose "
                        + (isRead() ? "copy is read" : isAtomic() ? "element is updated" : "copy is written");
            case "status" -> "elements that are not 0 leave out the element of that index; null leaves out none";
            case "indices" -> "gets the indices, counted from the first compared element, ascending";
            case "cmp" -> "`SHMEM_CMP_EQ` and the like";
            case "cmp_value" -> "right side of the comparison";
            case "cmp_values" -> "right sides of the comparisons, one for each element";
            case "team" -> "team whose members all make this call";
            case "PE_root" -> "number in the team or active set of the PE whose `source` is copied";
            case "nreduce" -> "number of elements to combine";
            case "PE_start" -> "number of the active set's first PE";
            case "logPE_stride" -> "logarithm to base 2 of the distance between the set's PEs";
            case "PE_size" -> "number of PEs in the active set";
            case "pWrk" -> "`max(nreduce / 2 + 1, SHMEM_REDUCE_MIN_WRKDATA_SIZE)` elements, which stay as they are";
            case "pSync" -> "`SHMEM_SYNC_SIZE` longs that are `SHMEM_SYNC_VALUE` before and after";
            default ->
                throw new IllegalArgumentException(
                        routine.name() + ": parameter " + p.name() + " has no description; add one to CTags");
        };
    }

    private String dest(Parameter p, boolean programs) {
        if (isCollective()) return "symmetric array that gets the result";
        if (p.type().equals("sym")) {
            return "symmetric array of which the copy of PE `pe` is " + (isAtomic() ? "updated" : "written");
        }
        return programs ? "array of the program that is written" : "symmetric array of which this PE's copy is written";
    }

    private String source(Parameter p, boolean programs) {
        if (isCollective()) return "symmetric array of which this PE's copy is read";
        if (p.type().equals("sym")) return "symmetric array of which the copy of PE `pe` is read";
        return programs ? "array of the program that is read" : "symmetric array of which this PE's copy is read";
    }

    private String count() {
        if (routine.name().startsWith("shmalloc")) return "number of elements on each PE; 0 gives an empty object";
        if (routine.parameters().stream().anyMatch(p -> p.name().equals("ivars")))
            return "number of elements to compare";
        return "number of " + unit() + (isCollective() ? ", for each member" : " to copy");
    }

    private String unit() {
        if (routine.types() != null) return "elements";
        return routine.name().contains("mem") ? "bytes" : "units of BITS bits";
    }

    private String part() {
        if (routine.parameters().stream().anyMatch(p -> p.name().equals("bsize"))) return "block";
        return routine.types() != null ? "element" : "unit";
    }

    private String value() {
        if (routine.name().endsWith("add") || routine.name().endsWith("add_nbi")) return "summand";
        boolean bitwise = routine.types() == CType.Table.BITWISE;
        return bitwise ? "bits that the element is combined with" : "new value of the element";
    }

    /// The description of the result; null for `void`.
    String result() {
        if (routine.returns().equals("void")) return null;
        if (routine.returns().startsWith("sym")) return "the array, zeroed on every PE";
        if (routine.returns().equals("TYPE")) return isRead() ? "the element of PE `pe`" : "the value from before";
        if (isCollective()) return "0";
        if (routine.name().contains("_some")) return "how many indices are stored";
        if (routine.name().contains("_any")) return "an index, counted from the first compared element, or `SIZE_MAX`";
        return "1 if the comparison is satisfied now, else 0";
    }
}
