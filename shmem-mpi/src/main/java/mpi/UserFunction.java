// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.nio.ByteBuffer;

/// The function of an {@link Op} of the program, in Open MPI's spelling. A program overrides one of the methods.
public abstract class UserFunction {
    /// Combines arrays of elements of the type: `inOutVec` becomes `inVec` op `inOutVec`.
    public void call(Object inVec, Object inOutVec, int count, Datatype datatype) {
        throw new UnsupportedOperationException(
                getClass().getName() + " overrides neither call of UserFunction; override one");
    }

    /// Combines buffers in the machine's byte order, by arrays unless a program overrides it.
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
        Data result = Data.inBytes(inOut, datatype, count);
        Data left = Op.taken(datatype, count, Data.inBytes(in, datatype, count).wire());
        Data both = Op.taken(datatype, count, result.wire());
        call(left.buf(), both.buf(), count, datatype);
        result.take(both.wire());
    }
}
