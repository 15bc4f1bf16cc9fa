// SPDX-License-Identifier: Apache-2.0
package mpi;

/// {@link Cartcomm} in Open MPI's spelling. Every grid is one of these, so both spellings meet.
public final class CartComm extends Cartcomm {
    CartComm(String name, int[] dims, boolean[] periods) {
        super(name, dims, periods);
    }

    @Override
    public CartComm clone() {
        return (CartComm) super.clone();
    }

    @Override
    public CartComm dup() {
        return clone();
    }

    @Override
    public CartComm dupWithInfo(Info info) {
        return clone();
    }

    public CartParms getTopo() {
        return Get();
    }

    public int getRank(int[] coords) {
        return Rank(coords);
    }

    public int[] getCoords(int rank) {
        return Coords(rank);
    }

    public ShiftParms shift(int direction, int disp) {
        return Shift(direction, disp);
    }

    public CartComm sub(boolean[] remainDims) {
        return (CartComm) Sub(remainDims);
    }

    public static void createDims(int nnodes, int[] dims) {
        Dims_create(nnodes, dims);
    }
}
