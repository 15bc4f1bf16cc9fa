// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.contract.Ended;
import org.jshmem.launch.programs.Acts;
import org.jshmem.launch.programs.Neighbours;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What docs/guides/hosts.md says of batch systems and of small machines, as far as that can be had without
/// either: Slurm's commands are stand-ins, which refuse what the page does not say; a small /dev/shm is mounted
/// for one job alone.
class ClustersIT {
    private static final Pattern SCRIPT = Pattern.compile("(?s)```sh\n(#!/bin/bash\n.*?)```");

    private static final Path SLURM = Launch.root().resolve("shmem-launch/src/test/scripts/slurm");

    @TempDir
    private Path folder;

    @Test
    void theBatchScriptRunsOnTheNodesOfItsAllocation() throws IOException {
        assumeTrue(TwoHosts.isPossible(), "needs mpirun, UCX and root");
        Matcher page = SCRIPT.matcher(Files.readString(Launch.root().resolve("docs/guides/hosts.md")));
        assertTrue(page.find(), "the page has lost its script");
        Path script = Files.writeString(folder.resolve("job.sh"), page.group(1));
        Ended run = inAllocation("bash " + script, "2,1");
        run.with(0);
        assertEquals(List.of("Hello from PE 0 of 3", "Hello from PE 1 of 3", "Hello from PE 2 of 3"), run.sorted());
    }

    /// A job of an allocation of two nodes, whose commands are those of Slurm's stand-ins.
    private static Ended inAllocation(String command, String tasks) {
        return Launch.shell(command)
                .variable("PATH", SLURM + ":" + Launch.root().resolve("bin") + ":" + System.getenv("PATH"))
                .variables(TwoHosts.variables())
                .variable("SLURM_JOB_ID", "1")
                .variable("SLURM_NTASKS", "3")
                .variable("SLURM_JOB_NUM_NODES", "2")
                .variable("SLURM_JOB_NODELIST", "node[1-2]")
                .variable("SLURM_TASKS_PER_NODE", tasks)
                .run();
    }

    /// Slurm sorts a list of nodes. PEs 0 and 1 are on the first node of the user's list.
    @Test
    @Tag("long")
    void aListOfHostsThatSlurmSortsHasItsPesOnTheNamedHosts() {
        assumeTrue(TwoHosts.isPossible(), "needs mpirun, UCX and root");
        String program = "-cp " + Launch.classPath() + " " + Neighbours.class.getName();
        Ended run = inAllocation(
                "MINE='a: b' oshrun -np 3 -x MINE --hosts node2:2,node1:1 " + program + " given MINE :", "1(x2)");
        run.with(0);
        for (int pe = 0; pe < 3; pe++) {
            String host = pe < 2 ? "node2" : "node1";
            run.assertOut("PE %d is on %s\n".formatted(pe, host));
            run.assertOut("PE %d: shares with%s,".formatted(pe, pe < 2 ? " 0 1" : " 2"));
            run.assertOut("PE " + pe + " has a: b, and ");
        }
    }

    /// A container has 64 MiB without `--shm-size`.
    private static Ended inSmallShm(String size, String command) {
        String mount = "unshare -rm sh -ec 'mount -t tmpfs -o size=" + size + " shm /dev/shm; %s'";
        assumeTrue(Launch.shell(mount.formatted("true")).run().status() == 0, "no user namespaces here");
        return Launch.shell(mount.formatted(command)).run();
    }

    @Test
    void aSmallShmRefusesWhatCannotFit() {
        Ended run = inSmallShm("64m", "bin/oshrun -np 2 --heap 1g hello");
        run.with(2);
        assertEquals(
                "oshrun: /dev/shm has room for 64 MiB, but 2 PEs with a heap of 1 GiB each need 2.0 GiB; lower --heap (SHMEM_SYMMETRIC_SIZE) or the number of PEs, or give"
                        + " oshrun another --heap-dir (in a container: --shm-size)\n",
                run.err());
    }

    @Test
    void everyPeGetsTheRefusalOfAnAllocationThatFoundNoMemoryAndGoesOn() {
        String program = "-cp " + Launch.testClasses() + " " + Acts.class.getName() + " fill";
        Ended run = inSmallShm("24m", "bin/oshrun -np 3 --jvms 3 --heap 20m " + program);
        run.with(0);
        for (int pe = 0; pe < 3; pe++) {
            String text = "PE " + pe + "/3: out of memory behind the heaps: PE [0-2] could not get its 1048576 bytes";
            assertTrue(run.out().matches("(?s).*" + text + ".*"), run.out());
        }
        run.assertErr("bytes of the job file cannot be backed by memory, No space left on device");
        assertTrue(run.out().matches("(?s).*went on with [5-7] MiB on each PE\n.*"), run.out());
    }

    @Test
    void theDoctorSaysWhatASmallShmHoldsAndWhatToDo() {
        Ended run = inSmallShm("64m", "bin/oshrun doctor");
        run.with(0);
        run.assertOut("heaps' room    64 MiB free of 64 MiB on /dev/shm: 1 heaps of 64 MiB\n" + " ".repeat(19)
                + "-> in a container docker run --shm-size=4g");
    }
}
