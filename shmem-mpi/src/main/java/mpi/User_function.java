// SPDX-License-Identifier: Apache-2.0
package mpi;

/// The function of an {@link Op} of the program, in MPJ Express's spelling: combines `invec` into `inoutvec`.
public abstract class User_function {
    public abstract void Call(
            Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype);
}
