// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.lang.foreign.MemorySegment;

/// A message, or a request to send one, that no receive has matched yet.
///
/// @param number its place in the order of arrivals and receives
/// @param pe the sender
/// @param id the sender's number of a request to send, or 0
/// @param payload the bytes of a short message, or null
record Arrival(
        long number,
        int pe,
        int context,
        int tag,
        int id,
        int elements,
        Kind kind,
        long length,
        MemorySegment payload) {
    boolean matches(Request r) {
        return r.context == context
                && (r.peer == MPI.ANY_SOURCE || r.pe() == pe)
                && (r.tag == MPI.ANY_TAG || r.tag == tag);
    }

    /// The message with a copy of its payload, which the mailbox's next message would replace.
    Arrival kept() {
        return payload == null ? this : with(Data.copy(payload));
    }

    Arrival with(MemorySegment bytes) {
        return new Arrival(number, pe, context, tag, id, elements, kind, length, bytes);
    }

    Status status(Request r) {
        int items = r.data == null || r.data.type().size == 0 ? elements : elements / r.data.type().size;
        return new Status(r.comm.ranks[pe], tag, elements, items, length);
    }

    /// The exception of a receive that cannot take this, or null.
    MPIException mistake(Request r) {
        Data data = r.data;
        int rank = r.comm.ranks[pe];
        if (!data.type().kind.agrees(kind) && elements > 0) {
            String text = "%s: rank %d has sent %d %s with tag %d; give a datatype of the same elements on both sides";
            return MPI.refuse(MPI.ERR_TYPE, text, r, rank, elements, kind, tag);
        }
        boolean fits = kind == Kind.OBJECT ? elements <= data.elements() : length <= data.bytes();
        if (fits) return null;
        String text =
                "%s: rank %d has sent %d %s with tag %d, which do not fit into %d; give a longer buffer and count";
        return MPI.refuse(MPI.ERR_TRUNCATE, text, r, rank, elements, kind, tag, data.elements());
    }
}
