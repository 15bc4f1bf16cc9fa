// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.diagnose;

import java.util.Locale;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.collective.choice.Algorithm;
import org.jshmem.collective.kernel.ElementType;

/// The calls that all members of a team make together, and the names of their arguments that have to agree.
public enum Operation {
    /// Joining the job.
    INIT("init"),
    /// Leaving the job.
    FINALIZE("finalize"),
    /// Waiting for all members, after quiet.
    BARRIER("barrier", "algorithm"),
    /// Waiting for all members.
    SYNC("sync", "algorithm"),
    /// Allocating symmetric memory.
    ALLOCATE("allocate", "bytes", "align", "kind", "space"),
    /// Freeing symmetric memory; `others` is a hash of the objects after the first.
    FREE("free", "object", "objects", "others"),
    /// Changing the size of a symmetric object.
    REALLOCATE("realloc", "object", "bytes"),
    /// Creating a strided team.
    SPLIT("splitStrided", "start", "stride", "size"),
    /// Creating a grid of teams.
    SPLIT2D("split2d", "xrange"),
    /// Creating teams by colours, which differ.
    SPLIT_COLOUR("split"),
    /// Creating a team of listed members; `list` is a hash of their numbers.
    SPLIT_LIST("splitList", "size", "list"),
    /// Ending a team, or a handle that is not the last one.
    CLOSE("close"),
    /// Copying from one member to all.
    BROADCAST(Collective.BROADCAST, "broadcast", "root", "count", "type", "dst", "src", "algorithm"),
    /// Gathering blocks of different sizes at all. `src` need not agree: a PE may contribute nothing.
    COLLECT(Collective.COLLECT, "collect", "type", "dst", "capacity", "none", "src", "algorithm"),
    /// Gathering blocks of one size at all.
    FCOLLECT(Collective.FCOLLECT, "fcollect", "count", "type", "dst", "src", "none", "algorithm"),
    /// Exchanging a block from each member to each.
    ALLTOALL(Collective.ALLTOALL, "alltoall", "count", "type", "dst", "src", "none", "algorithm"),
    /// Exchanging a strided block from each member to each; `strides` holds both.
    ALLTOALLS(Collective.ALLTOALLS, "alltoalls", "count", "type", "dst", "src", "strides", "algorithm"),
    /// Combining the values of all members at all.
    REDUCE(Collective.REDUCE, "reduce", "op", "count", "type", "dst", "src", "algorithm"),
    /// Combining one value of each member.
    REDUCE_VALUE(Collective.REDUCE, "reduce", "op", "count", "type", "none", "none", "algorithm"),
    /// Combining with all members before and this one.
    INSCAN(Collective.SCAN, "inscan", "op", "count", "type", "dst", "src", "algorithm"),
    /// Combining with all members before.
    EXSCAN(Collective.SCAN, "exscan", "op", "count", "type", "dst", "src", "algorithm"),
    /// Combining one value with those of all members before and this one.
    INSCAN_VALUE(Collective.SCAN, "inscan", "op", "count", "type", "none", "none", "algorithm"),
    /// Combining one value of each of the members before.
    EXSCAN_VALUE(Collective.SCAN, "exscan", "op", "count", "type", "none", "none", "algorithm"),
    /// Copying one value from one member to all.
    BROADCAST_VALUE(Collective.BROADCAST, "broadcast", "root", "count", "type", "none", "none", "algorithm"),
    /// Copying a Java array of any length from one member to all; `from` is the first byte of a piece.
    BROADCAST_BYTES(Collective.BROADCAST, "broadcast", "root", "type", "from", "none", "none", "algorithm"),
    /// Combining the values of all members at one of them, the root, which follows the type.
    REDUCE_ROOT(Collective.REDUCE, "reduce", "op", "count", "type", "dst", "src", "algorithm"),
    /// Combining Java arrays of all members; `from` is the first element of a piece.
    REDUCE_ARRAY(Collective.REDUCE, "reduce", "op", "count", "type", "from", "none", "algorithm"),
    /// Gathering blocks of one size at one member.
    GATHER(Collective.GATHER, "gather", "root", "count", "type", "dst", "src", "algorithm"),
    /// Gathering blocks of different sizes at one member. `src` need not agree: a PE may contribute nothing.
    GATHERV(Collective.GATHER, "gatherv", "root", "type", "dst", "capacity", "src", "algorithm"),
    /// Copying a block of one member to each.
    SCATTER(Collective.SCATTER, "scatter", "root", "count", "type", "dst", "src", "algorithm"),
    /// Exchanging a block of its own size from each member to each.
    ALLTOALLV(Collective.ALLTOALLV, "alltoallv", "type", "dst", "capacity", "src", "none", "algorithm"),
    /// Gathering one value of each member at all.
    COLLECT_VALUE(Collective.COLLECT, "collect", "type", "none", "none", "none", "none", "algorithm");

    /// The collective whose algorithms carry the call out; null for a call of one tick.
    public final Collective collective;

    private final String label;
    private final String[] arguments;

    Operation(String label, String... arguments) {
        this(null, label, arguments);
    }

    Operation(Collective collective, String label, String... arguments) {
        this.collective = collective;
        this.label = label;
        this.arguments = arguments;
    }

    /// Whether a member that contributes nothing may name no source.
    boolean sourceMayMiss() {
        return this == COLLECT || this == GATHERV;
    }

    /// Returns its name in messages.
    public String label() {
        return label;
    }

    /// The call as messages show it, such as `broadcast(root=0, count=4, type=long, dst=byte 64, src=byte 0)`.
    String describe(long[] values, long heapBase) {
        StringBuilder text = new StringBuilder(label).append('(');
        for (int i = 0; i < arguments.length; i++) {
            String name = arguments[i];
            if (isUsual(name, values[i])) continue;
            text.append(i == 0 ? "" : ", ").append(name).append(name.equals("object") ? " at " : "=");
            text.append(argument(name, values[i], heapBase));
        }
        return text.append(')').toString();
    }

    /// Whether messages leave the argument out.
    private static boolean isUsual(String name, long value) {
        return switch (name) {
            case "none" -> true;
            case "algorithm", "space", "others", "from" -> value == 0;
            case "objects" -> value == 1;
            default -> false;
        };
    }

    /// Returns a type's argument that also has a root.
    public static long rooted(ElementType type, int root) {
        return type.ordinal() | (root + 1L) << 8;
    }

    private static long root(long type) {
        return (type >> 8) - 1;
    }

    private static String argument(String name, long value, long heapBase) {
        return switch (name) {
            case "dst", "src", "object" -> value < 0 ? "none" : "byte " + (value - heapBase);
            case "kind" -> ObjectKind.values()[(int) value].label();
            case "type" ->
                ElementType.values()[(int) value & 0xff].label() + (value >> 8 == 0 ? "" : ", root=" + root(value));
            case "op" -> Op.values()[(int) value].name().toLowerCase(Locale.ROOT);
            case "strides" -> (value >>> 32) + "/" + (value & 0xffffffffL);
            case "list" -> "#" + Integer.toHexString((int) value);
            case "algorithm" -> Algorithm.label(value);
            default -> Long.toString(value);
        };
    }
}
