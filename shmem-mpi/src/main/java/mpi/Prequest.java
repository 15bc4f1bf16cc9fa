// SPDX-License-Identifier: Apache-2.0
package mpi;

/// A request that can be started again and again.
public final class Prequest extends Request {
    Prequest(Peers comm, Mode mode, Data data, int peer, int tag) {
        super(comm, mode, data, peer, tag);
    }

    public void Start() {
        MPI.engine("Start");
        if (freed) throw MPI.refuse(MPI.ERR_REQUEST, "Start: %s is freed; make a new one", this);
        if (active) throw MPI.refuse(MPI.ERR_REQUEST, "Start: %s is active already; wait for it first", this);
        begin();
    }

    public void start() {
        Start();
    }

    public static void Startall(Prequest[] requests) {
        for (Prequest request : requests) request.Start();
    }

    public static void startAll(Prequest[] requests) {
        Startall(requests);
    }
}
