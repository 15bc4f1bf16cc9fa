// SPDX-License-Identifier: Apache-2.0
package mpi;

/// A mistake in a call of this package, or a failure of it. Unchecked, as in MPJ Express; programs written to Open
/// MPI's bindings, which declare it, compile and link too.
public class MPIException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final int errorClass;

    MPIException(int errorClass, String message) {
        super(message);
        this.errorClass = errorClass;
    }

    public MPIException() {
        this(MPI.ERR_OTHER, null);
    }

    public MPIException(String message) {
        this(MPI.ERR_OTHER, message);
    }

    public MPIException(Throwable cause) {
        super(cause);
        this.errorClass = MPI.ERR_OTHER;
    }

    public int getErrorCode() {
        return errorClass;
    }

    public int getErrorClass() {
        return errorClass;
    }
}
