// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.launch.system.Refused;

/// Which hosts a job runs on, and which PEs on which: from `--hosts`, from `--hostfile`, or from the Slurm
/// allocation that the launcher runs in.
///
/// @param names of the hosts that have PEs, in order
/// @param hostOf the host of each PE
public record Placing(List<String> names, int[] hostOf) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._@%-]+");
    private static final Pattern LINE = Pattern.compile("(\\S+)(?:\\s+slots\\s*=\\s*(\\S+))?");
    private static final Pattern TASKS = Pattern.compile("(\\d+)(?:\\(x(\\d+)\\))?");

    /// A host and how many PEs it may have.
    public record Slots(String name, int count) {}

    /// PEs on hosts: `mapBy` is `slot` (fill one host after the other) or `node` (deal in turn).
    public static Placing of(List<Slots> hosts, int npes, String mapBy) {
        int room = hosts.stream().mapToInt(Slots::count).sum();
        if (room < npes) {
            throw new Refused("-np %d is more than the %d slots of the hosts (%s); lower it or give more slots"
                    .formatted(npes, room, text(hosts)));
        }
        int[] hostOf = new int[npes];
        int[] used = new int[hosts.size()];
        boolean dealt = switch (mapBy) {
            case "slot" -> false;
            case "node" -> true;
            default -> throw new Refused("--map-by '%s' is unknown; give slot or node".formatted(mapBy));
        };
        for (int pe = 0, h = 0; pe < npes; h = dealt ? (h + 1) % used.length : h) {
            if (used[h] < hosts.get(h).count) {
                used[h]++;
                hostOf[pe++] = h;
            } else if (!dealt) h++;
        }
        return withoutIdle(hosts, hostOf, used);
    }

    /// A host without PEs takes no part.
    private static Placing withoutIdle(List<Slots> hosts, int[] hostOf, int[] used) {
        List<String> names = new ArrayList<>();
        int[] number = new int[used.length];
        for (int h = 0; h < used.length; h++) {
            number[h] = names.size();
            if (used[h] > 0) names.add(hosts.get(h).name);
        }
        for (int pe = 0; pe < hostOf.length; pe++) hostOf[pe] = number[hostOf[pe]];
        return new Placing(List.copyOf(names), hostOf);
    }

    private static String text(List<Slots> hosts) {
        List<String> parts = new ArrayList<>();
        for (Slots slots : hosts) parts.add(slots.name + ":" + slots.count);
        return String.join(",", parts);
    }

    /// Reads `a:8,b:8`; a host without a number has one slot.
    public static List<Slots> hosts(String list) {
        List<Slots> hosts = new ArrayList<>();
        for (String part : list.split(",")) {
            int colon = part.lastIndexOf(':');
            String name = colon < 0 ? part : part.substring(0, colon);
            add(hosts, "--hosts", name, colon < 0 ? "1" : part.substring(colon + 1));
        }
        return hosts;
    }

    /// Reads lines `host slots=8`; what follows a `#` is left out.
    public static List<Slots> hostfile(Path file) {
        List<Slots> hosts = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(file)) {
                String text = line.replaceFirst("#.*", "").strip();
                if (text.isEmpty()) continue;
                Matcher m = LINE.matcher(text);
                if (!m.matches()) {
                    throw new Refused("--hostfile %s: '%s' is not 'host slots=N'".formatted(file, text));
                }
                add(hosts, "--hostfile " + file, m.group(1), m.group(2) == null ? "1" : m.group(2));
            }
        } catch (IOException e) {
            throw new Refused("--hostfile %s cannot be read, %s".formatted(file, e.getMessage()));
        }
        if (hosts.isEmpty()) throw new Refused("--hostfile %s names no host".formatted(file));
        return hosts;
    }

    private static void add(List<Slots> hosts, String where, String name, String slots) {
        int count;
        try {
            count = Integer.parseInt(slots);
        } catch (NumberFormatException e) {
            count = 0;
        }
        if (!NAME.matcher(name).matches() || count < 1) {
            throw new Refused("%s: '%s' with '%s' slots is no host; give host:slots with slots from 1 on"
                    .formatted(where, name, slots));
        }
        if (hosts.stream().anyMatch(h -> h.name.equals(name))) {
            throw new Refused("%s names host %s twice; add up its slots".formatted(where, name));
        }
        hosts.add(new Slots(name, count));
    }

    /// The hosts of the Slurm allocation that this process runs in; empty without one, or where it has one host alone.
    public static List<Slots> slurm(Map<String, String> environment) {
        String nodes = environment.get("SLURM_JOB_NODELIST");
        String tasks = environment.get("SLURM_TASKS_PER_NODE");
        if (nodes == null
                || tasks == null
                || environment.getOrDefault("SLURM_JOB_NUM_NODES", "1").equals("1")) {
            return List.of();
        }
        return allocation(nodeNames(nodes), tasks);
    }

    /// `names` with what Slurm writes as `8(x2),4`.
    static List<Slots> allocation(List<String> names, String tasks) {
        List<Slots> hosts = new ArrayList<>();
        for (String part : tasks.split(",")) {
            Matcher m = TASKS.matcher(part);
            if (!m.matches()) throw new Refused("SLURM_TASKS_PER_NODE=%s cannot be read".formatted(tasks));
            int times = m.group(2) == null ? 1 : Integer.parseInt(m.group(2));
            for (int k = 0; k < times && hosts.size() < names.size(); k++) {
                add(hosts, "the Slurm allocation", names.get(hosts.size()), m.group(1));
            }
        }
        return hosts;
    }

    /// Slurm's own tool knows how it shortens lists.
    private static List<String> nodeNames(String list) {
        try {
            Process process = new ProcessBuilder("scontrol", "show", "hostnames", list).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() == 0) return text.lines().map(String::strip).toList();
            throw new Refused("'scontrol show hostnames %s' failed; name the hosts by --hosts".formatted(list));
        } catch (IOException e) {
            throw new Refused("no scontrol to read the Slurm allocation; name the hosts by --hosts");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refused("interrupted");
        }
    }

    /// How many PEs each host has.
    public int[] counts() {
        int[] counts = new int[names.size()];
        for (int h : hostOf) counts[h]++;
        return counts;
    }

    /// Whether the PEs of each host follow one another.
    public boolean isInBlocks() {
        for (int pe = 1; pe < hostOf.length; pe++) if (hostOf[pe] < hostOf[pe - 1]) return false;
        return true;
    }
}
