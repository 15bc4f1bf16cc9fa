// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import org.jshmem.Config;
import org.jshmem.Program;
import org.jshmem.Shmem;
import org.jshmem.ShmemProvider;
import org.jshmem.transport.JobEnd;

/// What the static methods of `Shmem` reach.
public final class Provider implements ShmemProvider {

    /// For the service loader.
    public Provider() {}

    @Override
    public Shmem init(Config config) {
        if (config == null) throw new NullPointerException("config is null; give Config.DEFAULT, or leave it out");
        return Binding.current().join(config).profiled();
    }

    @Override
    public void start() {
        Binding.current().start();
    }

    @Override
    public Shmem current() {
        return Binding.current().common();
    }

    @Override
    public boolean isInitialized() {
        return Binding.current().isInitialized();
    }

    @Override
    public void run(String[] args, Program body) {
        if (body == null) throw missingBody();
        Handle sh = Binding.current().joinOrEnd(Config.DEFAULT);
        try {
            body.run(sh.profiled(), args);
        } catch (JobEnd e) {
            throw e;
        } catch (Throwable t) {
            // not closed first: a collective close while the others are elsewhere would only hide what went wrong
            throw sh.abort(1, t);
        }
        sh.close();
    }

    @Override
    public void runInProcess(int npes, Program body) {
        if (body == null) throw missingBody();
        PeThreads.run(npes, Config.DEFAULT, pe -> run(new String[0], body));
    }

    private static NullPointerException missingBody() {
        return new NullPointerException("body is null; give what each PE is to run");
    }
}
