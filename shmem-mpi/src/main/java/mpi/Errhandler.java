// SPDX-License-Identifier: Apache-2.0
package mpi;

/// A name for what an error does. Here each error is an {@link MPIException}, and one that is not caught ends the job.
public final class Errhandler {}
