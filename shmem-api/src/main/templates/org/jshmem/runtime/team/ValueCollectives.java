// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.team;

import java.lang.foreign.MemorySegment;
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

    ValueCollectives(Session session, Group group) {
        this.session = session;
        this.group = group;
    }

    /// Refuses a call of a team that is closed.
    abstract void check(String verb);

    /// Begins a collective of this team, which lasts until the result is closed. Refuses a second thread.
    final CheckedCall enter(String verb) {
        check(verb);
        return new CheckedCall(session, group, verb);
    }
    // for INT LONG FLOAT DOUBLE

    @Override
    public void reduce(Op op, TYPE[] values) {
        reduce(op, ElementType.TYPE, values == null ? null : MemorySegment.ofArray(values));
    }
    // end

    private void reduce(Op op, ElementType type, MemorySegment values) {
        try (var call = enter("reduce")) {
            if (values == null) throw session.missing("reduce, values", "give an array");
            call.checkOp(op, type);
            Reductions.reduce(group, op, type, values, values.byteSize() / type.bytes);
        }
    }
    // for LONG DOUBLE

    /// The value with these bits.
    private static TYPE asType(long bits) {
        return ELEMENT_OF_BITS;
    }

    @Override
    public TYPE reduce(Op op, TYPE v) {
        return asType(combined(Operation.REDUCE_VALUE, op, ElementType.TYPE, BITS_OF_V));
    }

    @Override
    public TYPE inscan(Op op, TYPE v) {
        return asType(combined(Operation.INSCAN_VALUE, op, ElementType.TYPE, BITS_OF_V));
    }

    @Override
    public TYPE exscan(Op op, TYPE v) {
        return asType(combined(Operation.EXSCAN_VALUE, op, ElementType.TYPE, BITS_OF_V));
    }

    @Override
    public TYPE broadcast(TYPE v, int root) {
        try (var call = enter("broadcast")) {
            call.root(root);
            return asType(Broadcasts.value(group, ElementType.TYPE, BITS_OF_V, root));
        }
    }

    @Override
    public TYPE[] collect(TYPE v) {
        try (var _ = enter("collect")) {
            long[] words = Gathers.values(group, ElementType.TYPE, BITS_OF_V);
            TYPE[] values = new TYPE[words.length];
            for (int k = 0; k < words.length; k++) values[k] = asType(words[k]);
            return values;
        }
    }
    // end

    private long combined(Operation operation, Op op, ElementType type, long bits) {
        try (var call = enter(operation.label())) {
            call.checkOp(op, type);
            boolean reduces = operation == Operation.REDUCE_VALUE;
            return reduces ? Reductions.value(group, op, type, bits) : Scans.value(group, operation, op, type, bits);
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
}
