// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.launch.hosts.Placing.Slots;
import org.jshmem.launch.os.ChildProcess;
import org.jshmem.launch.os.Numbers;
import org.jshmem.launch.os.Refused;

/// The hosts that a job may use, with the number of PEs for each. They are from `--hosts`, from `--hostfile`, or from
/// the allocation of the batch system in which the launcher runs.
public final class Hostlist {
    /// A name does not begin with a hyphen, which would be an option of ssh.
    private static final String NAME = "[A-Za-z0-9._@%][A-Za-z0-9._@%-]*";

    // compiled where they are used: a job on one host has no time for them
    private static final String LINE = "(\\S+)(?:\\s+slots\\s*=\\s*(\\S+))?";
    private static final String BATCH_LINE = "(\\S+)(?:\\s+(\\S+).*)?";
    private static final String TASKS = "(\\d+)(?:\\(x(\\d+)\\))?";

    private final String where;
    private final Map<String, Integer> slots = new LinkedHashMap<>();

    private Hostlist(String where) {
        this.where = where;
    }

    /// Reads `a:8,b:8`; a host without a number has one slot, one that is named twice the slots of both.
    public static List<Slots> parse(String list) {
        var hosts = new Hostlist("--hosts");
        for (String part : list.split(",", -1)) {
            int colon = part.lastIndexOf(':');
            String name = colon < 0 ? part : part.substring(0, colon);
            hosts.add(name, colon < 0 ? "1" : part.substring(colon + 1));
        }
        return hosts.list();
    }

    /// Reads lines `host slots=8`, or a host once for each slot; the text after a `#` is a comment.
    public static List<Slots> file(Path file) {
        List<Slots> hosts = read("--hostfile", file, LINE, "the launcher looked for " + file.toAbsolutePath());
        Refused.when(hosts.isEmpty(), "--hostfile %s has no hosts; add lines 'host slots=N'", file);
        return hosts;
    }

    /// Reads lines with a host and perhaps its slots, as a pattern has them in its groups.
    private static List<Slots> read(String what, Path file, String pattern, String remedy) {
        var hosts = new Hostlist(what + " " + file);
        for (String text : hosts.lines(file, remedy)) {
            Matcher m = Pattern.compile(pattern).matcher(text);
            boolean isHost = m.matches() && !m.group(1).contains(":"); // as MPICH writes slots
            Refused.when(!isHost, "%s: '%s' is not a host; write lines 'host slots=N'", hosts.where, text);
            hosts.add(m.group(1), m.group(2) == null ? "1" : m.group(2));
        }
        return hosts.list();
    }

    private List<String> lines(Path file, String remedy) {
        try {
            return Files.readAllLines(file).stream()
                    .map(line -> line.replaceFirst("#.*", "").strip())
                    .filter(line -> !line.isEmpty())
                    .toList();
        } catch (NoSuchFileException e) {
            throw new Refused("%s does not exist; %s", where, remedy);
        } catch (IOException e) {
            String why = Files.isReadable(file) ? "it is not text" : "this user may not";
            if (Files.isDirectory(file)) why = "it is a directory";
            throw new Refused("%s cannot be read, %s; give a text file with a host in each line", where, why);
        }
    }

    /// Adds a host, or adds to the slots of a host that was named before.
    private void add(String name, String text) {
        int count = Numbers.whole(text, 1, Integer.MAX_VALUE);
        String letters =
                "%s: '%s' is not the name of a host; use letters, digits and . _ - @ %%, not - at the beginning";
        Refused.when(!name.matches(NAME), letters, where, name);
        String number = "%s: '%s' is not a number of slots of host %s; give a whole number from 1 on";
        Refused.when(count < 1, number, where, text, name);
        slots.merge(name, count, (a, b) -> (int) Math.min((long) a + b, Integer.MAX_VALUE));
    }

    private List<Slots> list() {
        List<Slots> list = new ArrayList<>();
        slots.forEach((name, count) -> list.add(new Slots(name, count)));
        return list;
    }

    /// The hosts of the allocation in which this process runs, of Slurm, PBS, LSF or Grid Engine. The list is
    /// empty without an allocation, or if the allocation is one host.
    public static List<Slots> allocated(Map<String, String> environment) {
        List<Slots> hosts = slurm(environment);
        for (String variable : List.of("PBS_NODEFILE", "LSB_DJOB_HOSTFILE", "PE_HOSTFILE")) {
            String file = environment.getOrDefault(variable, "");
            if (!hosts.isEmpty() || file.isEmpty()) continue;
            hosts = read(variable, Path.of(file), BATCH_LINE, "name the hosts by --hosts, or unset the variable");
        }
        return hosts.size() > 1 ? hosts : List.of();
    }

    private static List<Slots> slurm(Map<String, String> environment) {
        String nodes = environment.get("SLURM_JOB_NODELIST");
        String tasks = environment.get("SLURM_TASKS_PER_NODE");
        boolean one = environment.getOrDefault("SLURM_JOB_NUM_NODES", "1").equals("1");
        return one || nodes == null || tasks == null ? List.of() : allocation(nodeNames(nodes), tasks);
    }

    /// Pairs `names` with the counts of PEs that Slurm writes as `8(x2),4`.
    static List<Slots> allocation(List<String> names, String tasks) {
        var hosts = new Hostlist("the Slurm allocation");
        int next = 0;
        for (String part : tasks.split(",")) {
            Matcher m = Pattern.compile(TASKS).matcher(part);
            int times = !m.matches() ? 0 : m.group(2) == null ? 1 : Numbers.whole(m.group(2), 1, Integer.MAX_VALUE);
            Refused.when(times < 1, "cannot parse SLURM_TASKS_PER_NODE=%s; name the hosts by --hosts", tasks);
            for (int k = 0; k < times && next < names.size(); k++) hosts.add(names.get(next++), m.group(1));
        }
        return hosts.list();
    }

    /// Expands Slurm's short form of a list of hosts by Slurm's own tool.
    private static List<String> nodeNames(String list) {
        try {
            ChildProcess process = ChildProcess.start(
                    new ProcessBuilder("scontrol", "show", "hostnames", list).redirectError(Redirect.DISCARD));
            String text = new String(process.output.readAllBytes(), StandardCharsets.UTF_8);
            if (process.end.join() != 0) throw new IOException("its status is not 0");
            return text.lines().map(String::strip).toList();
        } catch (IOException e) {
            String failed = "'scontrol show hostnames %s' failed, %s; name the hosts by --hosts";
            throw new Refused(failed, list, e.getMessage());
        }
    }
}
