// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.team;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jshmem.Op;
import org.jshmem.Team;
import org.jshmem.collective.Group;
import org.jshmem.collective.algorithm.Broadcasts;
import org.jshmem.collective.algorithm.Gathers;
import org.jshmem.collective.algorithm.Reductions;
import org.jshmem.collective.algorithm.Scans;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.runtime.heap.Session;

/// The collectives of a team whose operands are values and Java arrays, which only their own PE can access.
abstract class ValueCollectives implements Team {
    final Session session;
    public final Group group;
    private final CheckedCall call;

    ValueCollectives(Session session, Group group) {
        this.session = session;
        this.group = group;
        this.call = new CheckedCall(session, group);
    }

    /// Refuses a call of a team that is closed.
    abstract void check(String verb);

    /// Begins a collective of this team, which lasts until the result is closed. Refuses a second thread.
    final CheckedCall enter(String verb) {
        check(verb);
        return call.begin(verb);
    }

    @Override
    public long reduce(Op op, long mine) {
        return combined(Operation.REDUCE_VALUE, op, ElementType.LONG, mine);
    }

    @Override
    public double reduce(Op op, double mine) {
        return Double.longBitsToDouble(combined(Operation.REDUCE_VALUE, op, ElementType.DOUBLE, bits(mine)));
    }

    @Override
    public void reduce(Op op, double[] values) {
        reduce(op, ElementType.DOUBLE, values, values == null ? null : MemorySegment.ofArray(values));
    }

    @Override
    public void reduce(Op op, float[] values) {
        reduce(op, ElementType.FLOAT, values, values == null ? null : MemorySegment.ofArray(values));
    }

    @Override
    public void reduce(Op op, long[] values) {
        reduce(op, ElementType.LONG, values, values == null ? null : MemorySegment.ofArray(values));
    }

    @Override
    public void reduce(Op op, int[] values) {
        reduce(op, ElementType.INT, values, values == null ? null : MemorySegment.ofArray(values));
    }

    private void reduce(Op op, ElementType type, Object array, MemorySegment values) {
        try (var call = enter("reduce")) {
            if (array == null) throw session.missing("reduce, values", "give an array");
            call.checkOp(op, type);
            Reductions.reduce(group, op, type, values, values.byteSize() / type.bytes);
        }
    }

    @Override
    public long inscan(Op op, long value) {
        return combined(Operation.INSCAN_VALUE, op, ElementType.LONG, value);
    }

    @Override
    public double inscan(Op op, double value) {
        return Double.longBitsToDouble(combined(Operation.INSCAN_VALUE, op, ElementType.DOUBLE, bits(value)));
    }

    @Override
    public long exscan(Op op, long value) {
        return combined(Operation.EXSCAN_VALUE, op, ElementType.LONG, value);
    }

    @Override
    public double exscan(Op op, double value) {
        return Double.longBitsToDouble(combined(Operation.EXSCAN_VALUE, op, ElementType.DOUBLE, bits(value)));
    }

    private long combined(Operation operation, Op op, ElementType type, long bits) {
        try (var call = enter(operation.label())) {
            call.checkOp(op, type);
            boolean reduces = operation == Operation.REDUCE_VALUE;
            return reduces ? Reductions.value(group, op, type, bits) : Scans.value(group, operation, op, type, bits);
        }
    }

    @Override
    public long broadcast(long value, int root) {
        return broadcast(ElementType.LONG, value, root);
    }

    @Override
    public double broadcast(double value, int root) {
        return Double.longBitsToDouble(broadcast(ElementType.DOUBLE, bits(value), root));
    }

    private long broadcast(ElementType type, long bits, int root) {
        try (var call = enter("broadcast")) {
            call.root(root);
            return Broadcasts.value(group, type, bits, root);
        }
    }

    @Override
    public byte[] broadcast(byte[] message, int root) {
        try (var call = enter("broadcast")) {
            call.root(root);
            if (group.me == root && message == null) throw session.missing("broadcast, message", "give an array");
            return Broadcasts.broadcast(group, message, root);
        }
    }

    @Override
    public long[] collect(long mine) {
        try (var _ = enter("collect")) {
            return Gathers.values(group, ElementType.LONG, mine);
        }
    }

    @Override
    public double[] collect(double mine) {
        try (var _ = enter("collect")) {
            long[] bits = Gathers.values(group, ElementType.DOUBLE, bits(mine));
            return Arrays.stream(bits).mapToDouble(Double::longBitsToDouble).toArray();
        }
    }

    private static long bits(double value) {
        return Double.doubleToRawLongBits(value);
    }
}
