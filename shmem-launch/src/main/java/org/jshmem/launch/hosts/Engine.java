// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jshmem.launch.job.PeCommand;
import org.jshmem.launch.os.ChildProcess;
import org.jshmem.launch.os.Refused;

/// The command by which an engine that is installed, `mpirun`, `prterun` or `srun`, starts a launcher on each host.
public final class Engine {
    /// The variables that the launchers of all hosts get; those of Open MPI reach them anyway.
    private static final String VARIABLES = "(SHMEM|JSHMEM|SMA|UCX)_.*|CLASSPATH|JAVA_HOME|JAVA_TOOL_OPTIONS";

    private Engine() {}

    /// The command for a job, whose own command line is `words`.
    public static List<String> command(
            Placing placing, String oshrun, String[] words, Map<String, String> environment) {
        List<String> launcher = new ArrayList<>(PeCommand.diesWithLauncher());
        launcher.add(oshrun);
        launcher.add(HostPart.OPTION + "=" + placing.text());
        launcher.addAll(Arrays.asList(words));
        if (environment.containsKey("SLURM_JOB_ID") && ChildProcess.isOnPath("srun")) return slurm(placing, launcher);
        for (String engine : List.of("mpirun", "prterun")) {
            if (ChildProcess.isOnPath(engine)) return ofHosts(engine, placing, launcher, environment);
        }
        throw new Refused("several hosts need an engine that starts processes there, and PATH has no mpirun, no prterun"
                + " and no srun; install it and UCX on all hosts: 'apt install openmpi-bin libucx0' on Debian and Ubuntu,"
                + " 'dnf install openmpi ucx' on Fedora and RHEL");
    }

    private static List<String> slurm(Placing placing, List<String> launcher) {
        int hosts = placing.names().size();
        List<String> words = new ArrayList<>(List.of(
                "srun",
                "--mpi=pmix",
                "--nodes=" + hosts,
                "--ntasks=" + hosts,
                "--ntasks-per-node=1",
                "--cpu-bind=none",
                "--kill-on-bad-exit=1",
                "--nodelist=" + String.join(",", placing.names())));
        words.addAll(launcher);
        return words;
    }

    /// A program for each host, so that ranks are in the order of hosts.
    private static List<String> ofHosts(
            String engine, Placing placing, List<String> launcher, Map<String, String> environment) {
        List<String> words = new ArrayList<>(List.of(engine));
        if (engine.equals("mpirun")) {
            // a killed process ends the job at once instead of after seconds
            words.addAll(List.of("--mca", "odls_base_sigkill_timeout", "0"));
        }
        // else all JVMs of a host share a core
        words.addAll(List.of("--bind-to", "none"));
        environment.keySet().stream()
                .filter(name -> name.matches(VARIABLES))
                .sorted()
                .forEach(name -> words.addAll(List.of("-x", name)));
        String separator = "";
        for (String host : placing.names()) {
            if (!separator.isEmpty()) words.add(separator);
            words.addAll(List.of("--host", host, "-np", "1"));
            words.addAll(launcher);
            separator = ":";
        }
        return words;
    }
}
