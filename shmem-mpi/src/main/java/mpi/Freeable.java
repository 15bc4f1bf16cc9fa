// SPDX-License-Identifier: Apache-2.0
package mpi;

/// Objects that Open MPI's bindings free explicitly.
public interface Freeable {
    void free() throws MPIException;
}
