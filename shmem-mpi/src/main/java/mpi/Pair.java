// SPDX-License-Identifier: Apache-2.0
package mpi;

/// A value and its place, for `MINLOC` and `MAXLOC`, in Open MPI's spelling.
abstract class Pair extends Struct {
    Pair(Datatype type) {
        super(type);
    }

    abstract class Data extends Struct.Data {
        public int getIndex() {
            return getInt(getExtent() / 2);
        }

        public void putIndex(int v) {
            putInt(getExtent() / 2, v);
        }
    }
}
