// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jshmem.launch.os.ChildProcess;
import org.jshmem.launch.os.Numbers;
import org.jshmem.launch.os.Refused;

/// The command that starts a launcher on each host: `mpirun` of Open MPI, `prterun`, or `srun`.
///
/// @param command its name or path
/// @param options its options for any job
/// @param isSlurm whether it is `srun`
/// @param forwards whether it passes SIGXCPU and SIGPWR on to launchers
public record Engine(String command, List<String> options, boolean isSlurm, boolean forwards) {
    /// Environment variable that names the command.
    public static final String VARIABLE = "JSHMEM_ENGINE";

    /// The variables that the launchers of all hosts get; those of Open MPI reach them anyway.
    private static final String VARIABLES = "(SHMEM|JSHMEM|SMA|UCX|LC)_.*|CLASSPATH|JAVA_HOME|JAVA_TOOL_OPTIONS"
            + "|JDK_JAVA_OPTIONS|LANG|LD_LIBRARY_PATH|TMPDIR";

    private static final String FORWARD = "ess_base_forward_signals";

    private static final Pattern PMIX = Pattern.compile("(?m)\\bpmix(_v\\d+)?$");

    private static final String REMEDY = "install it and UCX on all hosts: 'apt install openmpi-bin libucx0' on Debian"
            + " and Ubuntu, 'dnf install openmpi ucx' on Fedora and RHEL, where 'module load mpi' then adds it to PATH";

    /// The numbers of copies of a process that an engine starts.
    private static final List<String> COPIES = List.of("OMPI_COMM_WORLD_SIZE", "SLURM_STEP_NUM_TASKS");

    /// Returns the engine that the variable names, or the first one on PATH that starts processes for PMIx clients.
    public static Engine find(Map<String, String> environment) {
        String chosen = environment.getOrDefault(VARIABLE, "");
        if (!chosen.isEmpty()) return identify(chosen);
        List<String> unfit = new ArrayList<>();
        for (String name : List.of("srun", "mpirun", "prterun")) {
            boolean serves = !name.equals("srun") || environment.containsKey("SLURM_JOB_ID");
            if (!serves || !ChildProcess.isOnPath(name)) continue;
            try {
                return identify(name);
            } catch (Refused e) { // another one may fit
                unfit.add(e.getMessage());
            }
        }
        unfit.add(
                "several hosts need an engine that starts processes there, and PATH has no mpirun, no prterun and no srun; "
                        + REMEDY);
        throw new Refused(unfit.getFirst());
    }

    /// Refuses a launcher of which an engine has started copies: each would start all PEs.
    public static void refuseCopies(Map<String, String> environment) {
        String copies = "%s=%d: mpirun or srun has started %2$d copies of oshrun, and each would start all PEs; start"
                + " oshrun alone, with --hosts for several hosts, or let mpirun start the command that --argfile prints";
        for (String variable : COPIES) {
            int count = Numbers.whole(environment.getOrDefault(variable, ""), 2, Integer.MAX_VALUE);
            Refused.when(count > 0, copies, variable, count);
        }
    }

    /// Removes what an engine has told a launcher about its copies, which are those of other hosts: a PE may start
    /// jobs.
    public static void forgetCopies(Map<String, String> environment) {
        COPIES.forEach(environment::remove);
    }

    /// Whether the engine that has started this launcher passes stops of the user's launcher on to it.
    public static boolean passesStops() {
        return System.getenv().getOrDefault("OMPI_MCA_" + FORWARD, "").contains("SIGPWR");
    }

    private static Engine identify(String command) {
        boolean isSlurm = Path.of(command).getFileName().toString().equals("srun");
        return identify(command, isSlurm, answer(command, isSlurm ? "--mpi=list" : "--version"));
    }

    /// Returns the engine with this answer to the request for its version, or for its plugins.
    static Engine identify(String command, boolean isSlurm, String answer) {
        if (isSlurm) {
            TreeSet<String> plugins = new TreeSet<>();
            PMIX.matcher(answer).results().map(MatchResult::group).forEach(plugins::add);
            if (plugins.isEmpty()) throw new Refused(unfit(command, "'srun --mpi=list' has no pmix"));
            String plugin = plugins.contains("pmix") ? "pmix" : plugins.last();
            return new Engine(command, List.of("--mpi=" + plugin), true, false);
        }
        // a killed process ends the job at once instead of after seconds; SIGURG requests a report
        String kills = "--mca odls_base_sigkill_timeout 0 --mca " + FORWARD + " SIGURG";
        // PEs ignore these two, which their launcher's whole process group gets
        boolean forwards = answer.contains("(Open MPI) 4.");
        if (forwards) kills += ",SIGXCPU,SIGPWR";
        if (answer.contains("open-mpi.org") || answer.contains("Open MPI"))
            return new Engine(command, List.of(kills.split(" ")), false, forwards);
        if (answer.matches("(?s).*\\bPR(R)?TE\\b.*")) return new Engine(command, List.of(), false, false);
        String of = answer.contains("Intel") ? "of Intel MPI" : answer.contains("HYDRA") ? "of MPICH" : "unknown";
        throw new Refused(unfit(command, "it is " + of));
    }

    private static String unfit(String command, String why) {
        return "%s does not start PMIx clients, %s; name another engine by %s, such as /usr/bin/mpirun of Open MPI, or %s"
                .formatted(command, why, VARIABLE, REMEDY);
    }

    /// What the command prints.
    private static String answer(String command, String option) {
        try {
            Process process = new ProcessBuilder(command, option)
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new Refused("%s '%s' cannot be started, %s; give a command on PATH or the path of one"
                    .formatted(VARIABLE, command, ChildProcess.advice(e)));
        }
    }

    /// The command line that starts the command `launcher` once on each host, with variables of this environment, among
    /// them those that the user has `exported`.
    public List<String> line(
            List<String> hosts, List<String> launcher, Map<String, String> environment, Set<String> exported) {
        List<String> line = new ArrayList<>(List.of(command));
        line.addAll(options);
        String count = Integer.toString(hosts.size());
        if (isSlurm) {
            line.addAll(List.of("--nodes=" + count, "--ntasks=" + count, "--ntasks-per-node=1", "--cpu-bind=none"));
            // inside another step, with all that the job has
            line.addAll(List.of("--overlap", "--mem=0"));
            line.addAll(List.of("--kill-on-bad-exit=1", "--export=ALL", "--nodelist=" + String.join(",", hosts)));
        } else {
            // else all JVMs of a host share a core
            line.addAll(List.of("--bind-to", "none"));
            for (String name : new TreeSet<>(environment.keySet())) {
                boolean passes = name.matches(VARIABLES) || exported.contains(name) && name.matches("\\w+");
                if (passes) line.addAll(List.of("-x", name));
            }
            line.addAll(List.of("--host", String.join(":1,", hosts) + ":1", "-np", count, "--map-by", "ppr:1:node"));
        }
        line.addAll(launcher);
        return line;
    }
}
