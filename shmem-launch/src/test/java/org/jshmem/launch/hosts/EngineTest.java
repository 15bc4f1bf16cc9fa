// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Map;
import org.jshmem.launch.os.ChildProcess;
import org.junit.jupiter.api.Test;

class EngineTest {
    private static final String[] WORDS = {"-np", "3", "hello"};

    private static String command(Map<String, String> environment) {
        Placing placing = Placing.of(Hostlist.parse("a:2,b"), 3, 0, false);
        List<String> words = Engine.command(placing, "/x/oshrun", WORDS, environment);
        return String.join(" ", words).replaceAll("\\S*setpriv --pdeathsig KILL -- ", "");
    }

    /// A killed launcher ends the job at once, no process is bound to one core, and ranks are in the order of hosts.
    @Test
    void mpirunStartsALauncherOnEachHost() {
        assumeTrue(ChildProcess.isOnPath("mpirun"), "needs mpirun");
        String launcher = "/x/oshrun --placement=a,b/0,0,1 -np 3 hello";
        assertEquals(
                "mpirun --mca odls_base_sigkill_timeout 0 --bind-to none -x CLASSPATH -x SHMEM_INFO --host a -np 1 "
                        + launcher + " : --host b -np 1 " + launcher,
                command(Map.of("SHMEM_INFO", "1", "CLASSPATH", "x", "HOME", "/")));
    }
}
