// SPDX-License-Identifier: Apache-2.0
package mpi;

/// `COMM_SELF` with MPJ Express's type. The JVM finds a field by its name and its type, in superclasses too, so class
/// files of both libraries find theirs in {@link MPI}.
class CommSelf extends Buffers {
    static final Intracomm SELF = new Intracomm("COMM_SELF");
    public static final Comm COMM_SELF = SELF;

    CommSelf() {}
}
