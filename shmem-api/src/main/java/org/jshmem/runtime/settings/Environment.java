// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.settings;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.Config;
import org.jshmem.collective.Group;
import org.jshmem.collective.algorithm.AlgorithmNames;
import org.jshmem.collective.choice.Algorithm;

/// The environment variables: their table, which is also the help text, and the settings of a job that they give.
///
/// A name that begins with `SHMEM_` may also begin with `SMA_`, as before 1.4, except `SHMEM_SYMMETRIC_HEAP_SIZE`. The
/// `SHMEM_` form wins where both are set.
///
/// @param values the variables that are set, with their values
public record Environment(Map<String, String> values) {
    /// Environment variable with the file that `oshrun calibrate` writes, or `off` for none.
    public static final String CALIBRATION_VARIABLE = "JSHMEM_CALIBRATION";

    private static final String PREFIX = "SHMEM_";
    private static final String OLD_PREFIX = "SMA_";
    private static final String ALGORITHM = "_ALGORITHM";
    private static final String ACCESS = "_ACCESS";
    private static final Set<String> OFF = Set.of("", "0", "off", "false", "no");
    private static final String FOREIGN_SIZE = "SHMEM_SYMMETRIC_HEAP_SIZE";

    /// The names of the heap's size. The first one that is set counts.
    private static final List<String> SIZES =
            List.of(PREFIX + "SYMMETRIC_SIZE", OLD_PREFIX + "SYMMETRIC_SIZE", FOREIGN_SIZE);

    private static final String OWN_PREFIX = "JSHMEM_";

    /// The names of JSHMEM_ variables that a user may set.
    private static final List<String> OWN =
            List.of(CALIBRATION_VARIABLE, "JSHMEM_ENGINE", "JSHMEM_JAVA_HOME", "JSHMEM_MODULES");

    /// Name, kind, default and effect of the variables, before those of each collective.
    private static final String TABLE = """
            SHMEM_SYMMETRIC_SIZE|size|auto|bytes of each PE's symmetric heap: 20000, 1.5g, 64k, 1e6; auto is half of the free memory over all PEs, at most 4g
            SHMEM_SYMMETRIC_HEAP_SIZE|size|-|Open MPI's name of SHMEM_SYMMETRIC_SIZE
            SHMEM_VERSION|any|-|prints the version of library and specification
            SHMEM_INFO|any|-|prints this table and that of the algorithms
            SHMEM_DEBUG|any|-|every PE prints what the library does: sessions, teams, sizes
            JSHMEM_CALIBRATION|file|-|file that oshrun calibrate wrote, or off""";

    private static final Environment PROCESS = new Environment(System.getenv());

    /// One variable.
    ///
    /// @param name the whole name
    /// @param kind kind of its value
    /// @param preset default
    /// @param sentence its effect
    public record Variable(String name, String kind, String preset, String sentence) {}

    /// The settings that this process was started with. The PEs of a JVM share them.
    public static Environment ofProcess() {
        return PROCESS;
    }

    /// All variables. A PE that starts without any does not make the table.
    public static List<Variable> variables() {
        List<Variable> rows = new ArrayList<>();
        for (String row : TABLE.split("\n")) {
            String[] words = row.split("\\|", 4);
            rows.add(new Variable(words[0], words[1], words[2], words[3]));
        }
        for (Collective c : Collective.values()) {
            String known = String.join(" ", AlgorithmNames.choices(c));
            String call = c.name().toLowerCase(Locale.ROOT);
            rows.add(new Variable(PREFIX + c + ALGORITHM, "name", "auto", "algorithm of " + call + ": auto " + known));
            String effect = "how " + call + " reaches other PEs: auto putget ptr";
            rows.add(new Variable(PREFIX + c + ACCESS, "name", "auto", effect));
        }
        return rows;
    }

    /// The table as text, and the algorithms of each collective with their costs.
    public static String help() {
        StringBuilder text = new StringBuilder("Environment variables (the prefix SMA_ is read like SHMEM_):\n");
        for (Variable v : variables()) {
            text.append("  %-28s %-5s %-5s %s%n".formatted(v.name(), v.kind(), v.preset(), v.sentence()));
        }
        text.append("Algorithms:\n");
        for (Collective c : Collective.values()) {
            if (c != Collective.SYNC) text.append(AlgorithmNames.help(c)); // sync has those of barrier
        }
        return text.toString();
    }

    /// The value of a variable under its new or its old name; null if it is unset or off.
    private String get(String name) {
        return orNull(values.getOrDefault(name, values.get(old(name))));
    }

    /// Whether a variable is set under its new or its old name to a value other than `0`, `off`, `false`, `no` or an
    /// empty text.
    public static boolean isOn(Map<String, String> values, String name) {
        return new Environment(values).get(name) != null;
    }

    private static String orNull(String value) {
        return value == null || OFF.contains(value.strip().toLowerCase(Locale.ROOT)) ? null : value;
    }

    /// Bytes of the symmetric heap; empty if no variable gives them.
    public OptionalLong heapBytes() {
        for (String name : SIZES) {
            String text = values.get(name);
            if (text != null && !text.isBlank()) return OptionalLong.of(MemorySizes.ofVariable(name, text));
        }
        return OptionalLong.empty();
    }

    /// A line for each setting that is given, by the name that counts: an option of the launcher, a variable, or the
    /// program's `Config`.
    private List<String> chosen(Config wish) {
        Map<String, String> all = new HashMap<>(values);
        all.put("--heap", values.get(Settings.HEAP_VARIABLE));
        all.put("--timeout", values.get(Settings.TIMEOUT_VARIABLE));
        if (wish.symmetricSize() > 0) all.put("Config.symmetricSize", MemorySizes.format(wish.symmetricSize()));
        if (!wish.timeout().isZero()) all.put("Config.timeout", wish.timeout().toMillis() + "ms");
        List<List<String>> settings = new ArrayList<>();
        settings.add(List.of("--heap", SIZES.get(0), SIZES.get(1), SIZES.get(2), "Config.symmetricSize"));
        settings.add(List.of("--timeout", "Config.timeout"));
        for (Variable v : variables()) if (!SIZES.contains(v.name())) settings.add(List.of(v.name(), old(v.name())));
        Predicate<String> isGiven =
                name -> all.get(name) != null && !all.get(name).isBlank();
        return settings.stream()
                .flatMap(names -> names.stream().filter(isGiven).limit(1))
                .map(name -> "  " + name + "=" + all.get(name))
                .toList();
    }

    /// A variable's name of before 1.4.
    private static String old(String name) {
        return name.startsWith(PREFIX) ? OLD_PREFIX + name.substring(PREFIX.length()) : name;
    }

    /// Whether PEs print the library's actions.
    public boolean debug() {
        return get("SHMEM_DEBUG") != null;
    }

    /// Refuses values that a PE would refuse later. The launcher calls this before it starts a PE.
    public void check() {
        for (Collective c : Collective.values()) {
            algorithm(c);
            access(c);
        }
    }

    /// Sets the algorithms and access modes of the job in a team.
    public void choose(Group group) {
        for (Collective c : Collective.values()) { // also none: the world outlives a session
            group.algorithm(c, algorithm(c));
            group.access(c, access(c));
        }
    }

    /// The algorithm that is named for a collective, or null. Refuses a name that does not exist.
    private Algorithm<?> algorithm(Collective c) {
        String name = get(PREFIX + c + ALGORITHM);
        if (name == null) return null;
        try {
            return AlgorithmNames.named(c, name.strip().toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(PREFIX + c + ALGORITHM + ": " + e.getMessage());
        }
    }

    private Access access(Collective c) {
        String mode = get(PREFIX + c + ACCESS);
        if (mode == null) return null;
        for (Access access : Access.values()) if (access.name().equalsIgnoreCase(mode.strip())) return access;
        String mistake = "SHMEM_%s_ACCESS '%s' is unknown; use one of auto, putget, ptr";
        throw new IllegalArgumentException(mistake.formatted(c, mode));
    }

    /// Prints the version, the table and warnings, as far as the environment requests them. One PE calls this at the
    /// job's start.
    void announce(Supplier<String> version, Config wish, PrintStream out, PrintStream err) {
        if (get("SHMEM_VERSION") != null) out.println(version.get());
        if (get("SHMEM_INFO") != null) {
            out.print(help());
            out.println("Set for this job:");
            chosen(wish).forEach(out::println);
        }
        for (String warning : warnings()) err.println("jshmem: " + warning);
    }

    /// Warnings about variables that begin like this library's and are unknown, and about Open MPI's name of the
    /// heap's size. A name that begins with `JSHMEM_` may be the program's own, or the launcher's, so it has to be
    /// like a known one.
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        for (String name : new TreeSet<>(values.keySet())) {
            boolean own = name.startsWith(OWN_PREFIX);
            String current = name.startsWith(OLD_PREFIX) ? PREFIX + name.substring(OLD_PREFIX.length()) : name;
            if (!own && !current.startsWith(PREFIX) || orNull(values.get(name)) == null) continue;
            if (name.equals(FOREIGN_SIZE)) {
                warnings.add("%s is Open MPI's name, %s; SHMEM_SYMMETRIC_SIZE is the specification's"
                        .formatted(name, get(PREFIX + "SYMMETRIC_SIZE") == null ? "taken" : "ignored"));
                continue;
            }
            // the table loads services
            List<String> known =
                    own ? OWN : variables().stream().map(Variable::name).toList();
            if (known.contains(current) && !current.equals(FOREIGN_SIZE)) continue;
            Optional<String> near = Spelling.nearest(current, known);
            if (own && near.isEmpty()) continue;
            String hint = near.map(it -> "did you mean " + it + "? ").orElse("");
            warnings.add("%s is unknown and has no effect; %sSHMEM_INFO=1 lists all".formatted(name, hint));
        }
        return warnings;
    }
}
