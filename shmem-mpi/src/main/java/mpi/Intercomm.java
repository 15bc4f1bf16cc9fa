// SPDX-License-Identifier: Apache-2.0
package mpi;

/// A communicator between two groups, which this library does not make: {@link Comm#Create_intercomm} throws.
public class Intercomm extends Comm {
    Intercomm() {
        super("an intercommunicator");
    }

    public int Remote_size() {
        throw MPI.missing("Intercomm.Remote_size", "split one communicator instead");
    }

    public Group Remote_group() {
        throw MPI.missing("Intercomm.Remote_group", "split one communicator instead");
    }

    public Intracomm Merge(boolean high) {
        throw MPI.missing("Intercomm.Merge", "split one communicator instead");
    }
}
