// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// An ordered set of PEs, from which {@link Intracomm#Create} makes a communicator.
public class Group implements Freeable {
    private final int[] pes;
    private boolean freed;

    Group(int... pes) {
        this.pes = pes;
    }

    int[] pes() {
        return pes.clone();
    }

    /// The rank of a PE in this group, or `UNDEFINED`.
    int place(int pe) {
        for (int k = 0; k < pes.length; k++) if (pes[k] == pe) return k;
        return MPI.UNDEFINED;
    }

    private Group filter(IntPredicate keeps) {
        return new Group(
                IntStream.range(0, pes.length).filter(keeps).map(k -> pes[k]).toArray());
    }

    // also public int getSize
    public int Size() {
        return pes.length;
    }

    /// {@return the rank of this PE in the group, or `UNDEFINED`}
    // also public int getRank
    public int Rank() {
        return place(MPI.engine("Rank").me);
    }

    // also public static int[] translateRanks
    public static int[] Translate_ranks(Group group1, int[] ranks1, Group group2) {
        return Arrays.stream(ranks1)
                .map(k -> k == MPI.PROC_NULL ? k : group2.place(group1.pes[group1.checked("Translate_ranks", k)]))
                .toArray();
    }

    private int checked(String call, int rank) {
        if (rank >= 0 && rank < pes.length) return rank;
        String mistake = "%s: rank %d does not exist in a group of %d; give 0 to %d";
        throw MPI.refuse(MPI.ERR_RANK, mistake, call, rank, pes.length, pes.length - 1);
    }

    /// {@return `IDENT`, `SIMILAR` if the order differs, or `UNEQUAL`}
    // also public static int compare
    public static int Compare(Group group1, Group group2) {
        if (Arrays.equals(group1.pes, group2.pes)) return MPI.IDENT;
        boolean same = group1.pes.length == group2.pes.length && Difference(group1, group2).pes.length == 0;
        return same ? MPI.SIMILAR : MPI.UNEQUAL;
    }

    // also public static Group union
    public static Group Union(Group group1, Group group2) {
        int[] more = Difference(group2, group1).pes;
        return new Group(
                IntStream.concat(Arrays.stream(group1.pes), Arrays.stream(more)).toArray());
    }

    // also public static Group intersection
    public static Group Intersection(Group group1, Group group2) {
        return group1.filter(k -> group2.place(group1.pes[k]) >= 0);
    }

    // also public static Group difference
    public static Group Difference(Group group1, Group group2) {
        return group1.filter(k -> group2.place(group1.pes[k]) < 0);
    }

    // also public Group incl
    public Group Incl(int[] ranks) {
        return new Group(Arrays.stream(ranks).map(k -> pes[checked("Incl", k)]).toArray());
    }

    // also public Group excl
    public Group Excl(int[] ranks) {
        for (int k : ranks) checked("Excl", k);
        return filter(k -> Arrays.stream(ranks).noneMatch(out -> out == k));
    }

    /// {@return the ranks of triplets of first, last and stride}
    // also public Group rangeIncl
    public Group Range_incl(int[][] ranges) {
        return Incl(ranks(ranges));
    }

    // also public Group rangeExcl
    public Group Range_excl(int[][] ranges) {
        return Excl(ranks(ranges));
    }

    private static int[] ranks(int[][] ranges) {
        for (int[] r : ranges) {
            if (r[2] != 0 && (r[1] - r[0]) * (long) r[2] >= 0) continue;
            String mistake = "ranks from %d to %d by steps of %d; give a step that leads from the first to the last";
            throw MPI.refuse(MPI.ERR_ARG, mistake, r[0], r[1], r[2]);
        }
        return Arrays.stream(ranges)
                .flatMapToInt(
                        r -> IntStream.rangeClosed(0, (r[1] - r[0]) / r[2]).map(i -> r[0] + i * r[2]))
                .toArray();
    }

    public boolean isNull() {
        return freed;
    }

    @Override
    public void free() {
        freed = true;
    }
}
