// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.jshmem.Cmp;
import org.jshmem.CollectiveMismatchException;
import org.jshmem.Config;
import org.jshmem.Program;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SymmetricHeapException;
import org.jshmem.ThreadLevel;
import org.junit.jupiter.api.function.Executable;

/// What every backend has to do as a program sees it. A [Backend] says how to run PEs; the contracts that
/// extend this class are the same for all of them.
public abstract class ApiContract implements Backend {
    /// A heap that holds what the tests allocate.
    protected static final Config CONFIG = new Config(16 << 20, ThreadLevel.MULTIPLE, Duration.ofSeconds(60));

    /// What a call is refused by.
    protected static final Class<? extends Throwable> BOUNDS = IndexOutOfBoundsException.class;

    protected static final Class<? extends Throwable> ARGUMENT = IllegalArgumentException.class;
    protected static final Class<? extends Throwable> STATE = IllegalStateException.class;
    protected static final Class<? extends Throwable> MISSING = NullPointerException.class;
    protected static final Class<? extends Throwable> MISMATCH = CollectiveMismatchException.class;
    protected static final Class<? extends Throwable> FULL = SymmetricHeapException.class;

    /// Runs a program on `npes` PEs.
    protected final void run(int npes, Program program) throws Exception {
        run(npes, CONFIG, program);
    }

    /// Runs a program on `npes` PEs of a job made with `config`.
    protected final void run(int npes, Config config, Program program) throws Exception {
        launch(npes, config, () -> Shmem.run(new String[0], program));
    }

    /// A number of messages, rounds or the like: fewer where a simulator executes each access.
    static int many(Shmem sh, int real, int simulated) {
        return sh.virtualTime() ? simulated : real;
    }

    /// Runs a program on as many PEs as the backend says, one number after the other.
    protected final void runAll(Program program) throws Exception {
        for (int npes : counts()) run(npes, program);
    }

    /// The message of exactly this exception, which the call has to throw; it names the PE and contains `facts`.
    protected static String refused(Shmem sh, Class<? extends Throwable> kind, Executable call, String... facts) {
        return refused(sh, kind, call).says(facts);
    }

    /// As above, for a PE that has no live handle.
    protected static String refused(String who, Class<? extends Throwable> kind, Executable call, String... facts) {
        return refused(who, kind, call).says(facts);
    }

    /// As above, for facts that are too long for the line of the call.
    protected static Thrown refused(Shmem sh, Class<? extends Throwable> kind, Executable call) {
        return refused("PE " + sh.myPe() + "/" + sh.nPes() + ": ", kind, call);
    }

    /// As above, for a PE that has no live handle.
    protected static Thrown refused(String who, Class<? extends Throwable> kind, Executable call) {
        String text = assertThrowsExactly(kind, call).getMessage();
        assertTrue(text.startsWith(who), text);
        return new Thrown(text);
    }

    /// The message of an exception.
    protected record Thrown(String message) {
        /// Returns the message, which has to contain these facts.
        public String says(String... facts) {
            for (String fact : facts)
                assertTrue(message.contains(fact), () -> "'" + fact + "' is missing in: " + message);
            return message;
        }
    }

    /// A signal for [#endTogether], once no PE is in its allocation any more, where it could hear of a mismatch that
    /// comes after it.
    protected static Signal beginTogether(Shmem sh) {
        Signal[] both = sh.signals(2);
        for (int pe = 0; pe < sh.nPes(); pe++) both[0].add(1, pe);
        sh.quiet();
        both[0].waitUntil(Cmp.EQ, sh.nPes());
        return both[1];
    }

    /// Ends a job whose world team is lost, once every PE has come here: what needs no other PE's call still works.
    protected static void endTogether(Shmem sh, Signal seen) {
        sh.fence();
        seen.add(1, 0);
        sh.quiet();
        if (sh.myPe() != 0) seen.waitUntil(Cmp.EQ, -1); // never: PE 0 ends the job
        seen.waitUntil(Cmp.EQ, sh.nPes());
        throw sh.globalExit(0);
    }
}
