// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.time.Duration;
import java.util.Objects;
import org.jshmem.Cmp;
import org.jshmem.Config;
import org.jshmem.Program;
import org.jshmem.Shmem;
import org.jshmem.ShmemProvider;
import org.jshmem.Signal;
import org.jshmem.SymWords;
import org.jshmem.runtime.array.SeveralWords;
import org.jshmem.runtime.array.Words;
import org.jshmem.runtime.profile.Profile;
import org.jshmem.transport.JobEnd;

/// The implementation of the static methods of `Shmem` and `Signal`, and of the C names.
public final class Provider implements ShmemProvider {
    private static final String NO_CONFIG = "config is null; give Config.DEFAULT";
    private static final String NO_BODY = "body is null; give what each PE is to run";

    @Override
    public Shmem init(Config config) {
        Objects.requireNonNull(config, NO_CONFIG);
        return PeBinding.current().join(config).profiled();
    }

    @Override
    public void start() {
        PeBinding.current().start();
    }

    @Override
    public Shmem current() {
        return PeBinding.current().implicitHandle();
    }

    @Override
    public boolean isInitialized() {
        return PeBinding.current().isInitialized();
    }

    @Override
    public boolean allSignals(Signal[] s, boolean[] skip, Cmp c, long v, boolean wait) {
        String verb = wait ? "Signal.waitUntilAll" : "Signal.testAll";
        return Profile.observe(
                verb, s, some -> SeveralWords.of(verb, some, skip, c, v).all(wait), s, skip, c, v);
    }

    @Override
    public int anySignal(Signal[] s, boolean[] skip, Cmp c, long v, boolean wait) {
        String verb = wait ? "Signal.waitUntilAny" : "Signal.testAny";
        return Profile.observe(
                verb, s, some -> SeveralWords.of(verb, some, skip, c, v).any(wait), s, skip, c, v);
    }

    @Override
    public int someSignals(Signal[] s, int[] indices, boolean[] skip, Cmp c, long v, boolean wait) {
        String verb = wait ? "Signal.waitUntilSome" : "Signal.testSome";
        return Profile.observe(
                verb, s, some -> SeveralWords.of(verb, some, skip, c, v).some(indices, wait), s, indices, skip, c, v);
    }

    @Override
    @SuppressWarnings("unchecked") // all arrays of words are of this class
    public <A, S extends SymWords<A, S>> S unsigned(S words) {
        return Profile.view(words, object -> ((Words<A, S>) object).unsigned());
    }

    @Override
    public void run(String[] args, Config config, Program body) {
        Objects.requireNonNull(body, NO_BODY);
        Objects.requireNonNull(config, NO_CONFIG);
        PeBinding binding = PeBinding.current();
        if (RunButton.isSet() && !binding.isLaunched(config)) {
            Config asked = withoutShape(config);
            InProcessJob.runProgram(RunButton.pes(), config, pe -> run(args, asked, body));
            return;
        }
        SessionHandle sh = binding.joinOrEnd(config);
        try {
            body.run(sh.profiled(), args);
        } catch (JobEnd e) {
            throw e;
        } catch (Throwable t) {
            // no close before: it is collective, the other PEs are elsewhere, and it would only hide the failure
            throw sh.session.transport.abort(1, t);
        }
        sh.close();
    }

    @Override
    public void runInProcess(int npes, Config config, Program body) {
        Objects.requireNonNull(body, NO_BODY);
        Objects.requireNonNull(config, NO_CONFIG);
        Config asked = withoutShape(config);
        InProcessJob.run(npes, config, pe -> run(new String[0], asked, body));
    }

    /// What a PE asks for in a job that has its heap and its longest wait already.
    private static Config withoutShape(Config config) {
        return new Config(0, config.threads(), Duration.ZERO);
    }
}
