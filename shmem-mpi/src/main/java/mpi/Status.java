// SPDX-License-Identifier: Apache-2.0
package mpi;

/// What a receive or a probe has found: source, tag and length of a message.
public final class Status implements Freeable {
    public int source;
    public int tag;
    public int index;

    /// Items of the type of the receive; of a probe, elements.
    public int count;

    public int countInBytes;

    /// Elements of a basic type.
    public int numEls;

    boolean cancelled;

    public Status() {
        this(MPI.ANY_SOURCE, MPI.ANY_TAG, 0, 0, 0);
    }

    Status(int source, int tag, int elements, int count, long bytes) {
        this.source = source;
        this.tag = tag;
        this.numEls = elements;
        this.count = count;
        this.countInBytes = (int) Math.min(bytes, Integer.MAX_VALUE);
    }

    /// Of a message from `PROC_NULL`.
    static Status ofNone() {
        return new Status(MPI.PROC_NULL, MPI.ANY_TAG, 0, 0, 0);
    }

    Status at(int i) {
        index = i;
        return this;
    }

    /// {@return the number of items of this type, or `UNDEFINED` if the message is not a whole number of them}
    public int Get_count(Datatype datatype) {
        boolean objects = datatype.kind == Kind.OBJECT;
        int all = objects ? numEls : countInBytes;
        int each = objects ? datatype.size : datatype.getByteSize();
        return all == 0 ? 0 : each == 0 || all % each != 0 ? MPI.UNDEFINED : all / each;
    }

    /// {@return the number of elements of basic types, or `UNDEFINED` if the last one is not whole}
    public int Get_elements(Datatype datatype) {
        return datatype.kind == Kind.OBJECT ? numEls : datatype.elements(countInBytes);
    }

    public boolean Test_cancelled() {
        return cancelled;
    }

    public int getCount(Datatype datatype) {
        return Get_count(datatype);
    }

    public int getElements(Datatype datatype) {
        return Get_elements(datatype);
    }

    public boolean isCancelled() {
        return cancelled;
    }

    public int getSource() {
        return source;
    }

    public int getTag() {
        return tag;
    }

    public int getIndex() {
        return index;
    }

    public int getError() {
        return MPI.SUCCESS;
    }

    @Override
    public void free() {}
}
