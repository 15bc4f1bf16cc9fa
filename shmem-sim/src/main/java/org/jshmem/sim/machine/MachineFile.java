// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jshmem.calibration.Json;
import org.jshmem.calibration.Json.Malformed;
import org.jshmem.calibration.Json.Node;
import org.jshmem.sim.cluster.Cluster;
import org.jshmem.sim.cluster.SharedMemoryHost;
import org.jshmem.sim.cost.Architecture;
import org.jshmem.sim.cost.CoreKinds;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.Mechanism;
import org.jshmem.sim.cost.Parameter;
import org.jshmem.sim.cost.Parameter.Role;
import org.jshmem.sim.cost.Symbol;
import org.jshmem.sim.cost.Variation;
import org.jshmem.sim.mesh.Chip;

/// The reader of machine files: makes a machine from JSON. The message for an error has the file, the line, and the
/// nearest known name.
///
/// A calibration that `oshrun calibrate` wrote is a machine file too: coherent memory, out-of-order cores.
final class MachineFile {
    static final String KIND = "jshmem machine 1";

    private static final String CALIBRATION = "jshmem calibration 1";
    private static final List<String> MEMORIES = List.of("coherent", "network", "mesh");
    private static final List<String> CORES =
            Arrays.stream(CoreKinds.values()).map(CoreKinds::word).toList();
    private static final List<String> ROLES =
            Arrays.stream(Role.values()).map(Role::name).toList();
    private static final List<String> MEMBERS =
            List.of("kind", "name", "title", "like", "memory", "cores", "parameters", "variations");

    private final Node all;
    private final boolean calibrated;
    private final Machine like; // null for none
    private final Architecture architecture;
    private final Map<String, Symbol> symbols = new LinkedHashMap<>();

    private MachineFile(Node all, Function<String, Machine> known) {
        this.all = all;
        calibrated = CALIBRATION.equals(all.get("kind"));
        if (!calibrated) {
            if (!KIND.equals(all.get("kind"))) throw all.wrong("kind", "it has to be \"%s\"".formatted(KIND));
            checkMembers(all, MEMBERS, "a machine");
        }
        like = all.has("like") ? like(all.text("like"), known) : null;
        String memory = calibrated ? "coherent" : word("memory", MEMORIES);
        String cores = calibrated ? "out-of-order" : word("cores", CORES);
        architecture = architecture(memory, cores);
        if (architecture == null) {
            throw new Malformed(all.line("cores"), "memory \"%s\" goes with \"scalar\" cores alone", memory);
        }
        architecture.symbols().forEach(symbol -> symbols.putIfAbsent(symbol.name(), symbol));
    }

    /// The machine that a text describes; `known` finds the machine that it is `like`.
    static Machine read(String file, String text, Function<String, Machine> known) {
        try {
            if (Json.parse(text) instanceof Node all) return new MachineFile(all, known).machine();
            throw new Malformed(1, "a machine is an object: {\"kind\": \"%s\", ...}", KIND);
        } catch (Malformed e) {
            throw new IllegalArgumentException("%s:%d: %s".formatted(file, e.line(), e.getMessage()), e);
        }
    }

    /// The architecture of a memory and cores, given by known words; null if they do not fit together.
    static Architecture architecture(String memory, String cores) {
        CoreKinds kind = CoreKinds.values()[CORES.indexOf(cores)];
        return switch (memory) {
            case "coherent" -> new SharedMemoryHost(kind);
            case "network" -> new Cluster(kind);
            default -> kind == CoreKinds.SCALAR ? new Chip() : null;
        };
    }

    private Machine like(String name, Function<String, Machine> known) {
        if (MachineFiles.isFile(name)) {
            throw all.wrong("like", "it has to be a machine and not a file: " + String.join(", ", Machine.names()));
        }
        try {
            return known.apply(name);
        } catch (IllegalArgumentException e) {
            throw new Malformed(all.line("like"), "%s", e.getMessage());
        }
    }

    /// A word for a part of the machine: that of the file, or that of the machine that it is like.
    private String word(String member, List<String> words) {
        if (like == null || all.has(member)) return word(all, member, words);
        return like.architecture().parts().stream()
                .filter(words::contains)
                .findFirst()
                .orElseThrow();
    }

    private static String word(Node node, String member, List<String> words) {
        Object given = node.get(member);
        if (given instanceof String word && words.contains(word)) return word;
        String end =
                given instanceof Double ? "; numbers are parameters" : Machine.nearest(String.valueOf(given), words);
        throw node.wrong(member, "it has to be one of " + String.join(", ", words) + end);
    }

    private Machine machine() {
        List<Parameter> parameters = parameters();
        String name = calibrated ? CalibratedMachine.NAME : all.text("name");
        String title;
        if (calibrated) title = all.get("cpu") + ", as calibrated on " + all.get("date");
        else title = like != null && !all.has("title") ? like.title() + ", changed" : all.text("title");
        Machine machine = new Machine(name, title, parameters, architecture);
        String problem = architecture.problem(machine);
        if (!problem.isEmpty()) {
            throw new Malformed(lineOf(problem.substring(0, problem.indexOf(' '))), "%s", problem);
        }
        List<Variation> variations = calibrated ? CalibratedMachine.VARIATIONS : variations(machine);
        return new Machine(name, title, parameters, Set.of(), List.of(), architecture, variations);
    }

    /// The line of the parameter of a symbol, or of the machine that the file is like if that gives its value.
    private int lineOf(String symbol) {
        for (Node each : all.objects("parameters")) if (symbol.equals(each.get("symbol"))) return each.line();
        return all.line("like");
    }

    /// The parameters of the file and of the machine that it is like, in the order of their symbols.
    private List<Parameter> parameters() {
        Map<String, Parameter> own = new LinkedHashMap<>();
        for (Node each : all.objects("parameters")) {
            if (!calibrated) checkMembers(each, List.of("symbol", "value", "unit", "role", "source"), "a parameter");
            String name = each.text("symbol");
            if (calibrated && !symbols.containsKey(name)) continue; // for other uses
            checkKnown(each, name, symbols.keySet(), "parameter");
            if (own.put(name, parameter(each, symbols.get(name))) != null) {
                throw new Malformed(each.line(), "%s is there twice; remove one", name);
            }
        }
        List<Parameter> ordered = new ArrayList<>();
        symbols.forEach((name, symbol) -> {
            if (own.containsKey(name)) {
                ordered.add(own.get(name));
            } else if (like != null && like.knows(name)) {
                ordered.add(like.parameter(name));
            } else if (!symbol.isOptional()) {
                throw new Malformed(
                        all.line("parameters"), "%s is missing: %s, in %s", name, symbol.meaning(), symbol.unit());
            }
        });
        return ordered;
    }

    private Parameter parameter(Node each, Symbol symbol) {
        if (!(each.get("value") instanceof Double value)) {
            throw each.wrong("value", "give a number: %s, in %s".formatted(symbol.meaning(), symbol.unit()));
        }
        if (!calibrated && !symbol.unit().equals(each.get("unit"))) {
            throw each.wrong("unit", "it has to be \"%s\"".formatted(symbol.unit()));
        }
        Role role;
        if (calibrated) role = Boolean.TRUE.equals(each.get("measured")) ? Role.CAL : Role.ASSUMED;
        else role = Role.valueOf(word(each, "role", ROLES));
        String source = each.text("source");
        try {
            return new Parameter(symbol.name(), value, symbol.unit(), role, source, symbol.meaning());
        } catch (IllegalArgumentException e) {
            throw new Malformed(each.line(), "%s", e.getMessage());
        }
    }

    /// The variations of the file, or those of the machine that it is like which fit this machine too.
    private List<Variation> variations(Machine machine) {
        if (!all.has("variations")) {
            if (like == null) return List.of();
            return like.variations().stream()
                    .filter(variation -> misfit(variation, machine).isEmpty())
                    .toList();
        }
        Map<String, Variation> found = new LinkedHashMap<>();
        for (Node each : all.objects("variations")) {
            Variation variation = variation(each);
            String misfit = misfit(variation, machine);
            if (!misfit.isEmpty()) throw new Malformed(each.line(), "%s", misfit);
            if (found.put(variation.name(), variation) != null) {
                throw new Malformed(
                        each.line(), "variation \"%s\" is there twice; rename the second", variation.name());
            }
        }
        return List.copyOf(found.values());
    }

    private Variation variation(Node each) {
        checkMembers(each, List.of("name", "set", "without"), "a variation");
        Map<String, String> set = new TreeMap<>();
        if (each.get("set") instanceof Node given) {
            given.members().forEach((name, value) -> set.put(name, value(given, name, value)));
        } else if (each.has("set")) {
            throw each.wrong("set", "give an object such as {\"c\": 110}");
        }
        List<String> without =
                each.list("without").stream().map(String::valueOf).toList();
        List<String> mechanisms =
                architecture.mechanisms().stream().map(Mechanism::name).toList();
        for (String mechanism : without) checkKnown(each, mechanism, mechanisms, "mechanism");
        if (set.isEmpty() && without.isEmpty()) {
            throw new Malformed(each.line(), "a variation changes nothing; give \"set\" or \"without\"");
        }
        return new Variation(each.text("name"), set, without);
    }

    private String value(Node set, String name, Object value) {
        checkKnown(set, name, symbols.keySet(), "parameter");
        boolean fits = value instanceof Double number && number >= 0
                || value instanceof String text
                        && (symbols.containsKey(text) || text.matches("[*+-][0-9]+(\\.[0-9]+)?"));
        if (!fits) throw set.wrong(name, "give a number of 0 or more, \"*0.5\", \"+10\", \"-10\" or a symbol");
        return String.valueOf(value);
    }

    /// The message for a variation that gives a machine a value that it cannot have; empty if there is none.
    private static String misfit(Variation variation, Machine machine) {
        try {
            variation.of(machine).checked();
            return "";
        } catch (IllegalArgumentException e) {
            return "variation \"%s\": %s".formatted(variation.name(), e.getMessage());
        }
    }

    private static void checkMembers(Node node, List<String> allowed, String of) {
        for (String name : node.members().keySet()) {
            if (allowed.contains(name)) continue;
            throw new Malformed(node.line(name), "%s has no member \"%s\"%s", of, name, Machine.nearest(name, allowed));
        }
    }

    private static void checkKnown(Node node, String name, Collection<String> known, String noun) {
        if (known.contains(name)) return;
        throw new Malformed(
                node.line(), "%s is not a %s of this kind of machine%s", name, noun, Machine.nearest(name, known));
    }
}
