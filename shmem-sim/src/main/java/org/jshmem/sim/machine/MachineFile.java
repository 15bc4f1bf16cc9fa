// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
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

/// The reader of machine files: makes a machine from JSON, and finds all errors of a file at once.
///
/// A calibration that `oshrun calibrate` wrote is a machine file too: coherent memory, out-of-order cores.
final class MachineFile {
    static final String KIND = "jshmem machine 1";
    private static final String CALIBRATION = "jshmem calibration 1";

    private static final List<String> MEMORIES = List.of("coherent", "network", "mesh");
    private static final List<String> CORES =
            Arrays.stream(CoreKinds.values()).map(CoreKinds::word).toList();
    private static final List<String> MEMBERS =
            List.of("kind", "name", "title", "like", "memory", "cores", "parameters", "variations");

    private final FileErrors errors;
    private final Node all;
    private final boolean calibrated;
    private final boolean isLike;
    private final Machine like; // null for none, and for an unknown one
    private Map<String, Symbol> symbols; // null if errors leave the kind of machine open

    private MachineFile(FileErrors errors, Node all, Function<String, Machine> known) {
        this.errors = errors;
        this.all = all;
        Object kind = all.get("kind");
        calibrated = CALIBRATION.equals(kind);
        isLike = all.has("like");
        if (!calibrated) {
            if (!KIND.equals(kind)) {
                String given = FileErrors.shown(kind);
                errors.add(all.line("kind"), "\"kind\" is %s; it has to be \"%s\"", given, KIND);
            }
            errors.members(all, MEMBERS, "a machine");
        }
        like = isLike ? like(known) : null;
    }

    /// The machine that a text describes; `known` finds the machine that it is `like`. The message of an
    /// `IllegalArgumentException` lists the errors, one in each line.
    static Machine read(String file, String text, Function<String, Machine> known) {
        FileErrors errors = new FileErrors(file);
        Node all = errors.parse(text);
        Machine machine = all == null ? null : new MachineFile(errors, all, known).machine();
        errors.refuse();
        return machine;
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

    private Machine like(Function<String, Machine> known) {
        String name = errors.string(all, "like");
        String problem;
        try {
            if (!MachineFiles.isFile(name)) return name.isEmpty() ? null : known.apply(name);
            String names = String.join(", ", Machine.names());
            problem = "\"like\" is \"%s\"; it has to be a machine and not a file: %s".formatted(name, names);
        } catch (IllegalArgumentException e) {
            problem = e.getMessage();
        }
        errors.add(all.line("like"), "%s", problem);
        return null;
    }

    private Machine machine() {
        Architecture architecture = calibrated ? architecture("coherent", "out-of-order") : architecture();
        if (architecture != null) {
            symbols = new LinkedHashMap<>();
            architecture.symbols().forEach(symbol -> symbols.putIfAbsent(symbol.name(), symbol));
        }
        List<Parameter> parameters = parameters();
        String name = calibrated ? CalibratedMachine.NAME : errors.string(all, "name");
        String title;
        if (calibrated) title = all.get("cpu") + ", as calibrated on " + all.get("date");
        else if (all.has("title") || !isLike) title = errors.string(all, "title");
        else title = like == null ? "" : like.title() + ", changed";
        Machine machine = new Machine(name, title, parameters, Set.of(), List.of(), architecture, List.of());
        String problem = errors.count() == 0 ? architecture.problem(machine) : "";
        if (!problem.isEmpty()) errors.add(lineOf(problem.substring(0, problem.indexOf(' '))), "%s", problem);
        List<Variation> variations = calibrated ? CalibratedMachine.VARIATIONS : variations(machine);
        return new Machine(name, title, parameters, Set.of(), List.of(), architecture, variations);
    }

    /// The kind of machine; null after an error.
    private Architecture architecture() {
        Architecture model = like == null ? null : like.architecture();
        String memory = word("memory", MEMORIES, model == null ? null : model.memoryKind());
        String cores = word("cores", CORES, model == null ? null : model.coreKind());
        if (memory == null || cores == null) return null;
        Architecture found = architecture(memory, cores);
        if (found == null) {
            errors.add(all.line("cores"), "memory \"%s\" goes with \"scalar\" cores alone", memory);
        }
        return found;
    }

    /// A word of the kind; null for one that an unknown machine would give.
    private String word(String member, List<String> words, String inherited) {
        boolean isOpen = isLike && like == null && !all.has(member);
        return isOpen ? null : errors.word(all, member, words, inherited);
    }

    /// The line of the parameter of a symbol, or of the machine that the file is like if that gives its value.
    private int lineOf(String symbol) {
        for (Node each : errors.objects(all, "parameters")) {
            if (symbol.equals(each.get("symbol"))) return each.line();
        }
        return all.line("like");
    }

    /// The parameters of the file and of the machine that it is like, in the order of their symbols.
    private List<Parameter> parameters() {
        Map<String, Parameter> own = new LinkedHashMap<>(); // null for one with an error
        for (Node each : errors.objects(all, "parameters")) {
            if (!calibrated) errors.members(each, List.of("symbol", "value", "unit", "role", "source"), "a parameter");
            if (!(each.get("symbol") instanceof String name)) {
                errors.add(each.line(), "a parameter has no \"symbol\", a text such as \"R_R\"");
            } else if (symbols == null || symbols.containsKey(name)) {
                if (own.containsKey(name)) errors.add(each.line(), "%s is there twice; remove one", name);
                own.put(name, parameter(each, name));
            } else if (!calibrated) { // which has parameters for other uses too
                errors.known(each.line(), name, symbols.keySet(), "parameter");
            }
        }
        List<Parameter> ordered = new ArrayList<>();
        if (symbols == null) return ordered;
        symbols.forEach((name, symbol) -> {
            if (own.containsKey(name)) {
                if (own.get(name) != null) ordered.add(own.get(name));
            } else if (like != null && like.knows(name)) {
                ordered.add(like.parameter(name));
            } else if (!symbol.isOptional() && isLike == (like != null)) {
                String what = symbol.meaning() + ", in " + symbol.unit();
                errors.add(all.line("parameters"), "%s is missing: %s", name, what);
            }
        });
        return ordered;
    }

    private Parameter parameter(Node each, String name) {
        int before = errors.count();
        Symbol symbol = symbols == null ? null : symbols.get(name);
        if (!(each.get("value") instanceof Double)) {
            String expected = symbol == null ? "" : ": %s, in %s".formatted(symbol.meaning(), symbol.unit());
            wrong(each, "value", "give a number" + expected);
        }
        if (!calibrated && symbol != null && !symbol.unit().equals(each.get("unit"))) {
            wrong(each, "unit", "it has to be \"%s\"".formatted(symbol.unit()));
        }
        Role role = role(each);
        if (role == null) wrong(each, "role", "it has to be CAL, FIT or ASSUMED");
        String source = each.get("source") instanceof String given ? given : "";
        if (source.isBlank()) errors.add(each.line(), "%s has no \"source\"; say where its value is from", name);
        if (symbol == null || errors.count() > before) return null;
        try {
            return new Parameter(name, (Double) each.get("value"), symbol.unit(), role, source, symbol.meaning());
        } catch (IllegalArgumentException e) {
            errors.add(each.line(), "%s", e.getMessage());
            return null;
        }
    }

    private void wrong(Node each, String member, String remedy) {
        String shown = FileErrors.shown(each.get(member));
        errors.add(each.line(member), "the \"%s\" of %s is %s; %s", member, each.get("symbol"), shown, remedy);
    }

    private Role role(Node each) {
        if (calibrated) return Boolean.TRUE.equals(each.get("measured")) ? Role.CAL : Role.ASSUMED;
        for (Role role : Role.values()) if (role.name().equals(each.get("role"))) return role;
        return null;
    }

    /// The variations of the file, or those of the machine that it is like which fit this machine too.
    private List<Variation> variations(Machine machine) {
        List<Variation> found = new ArrayList<>();
        if (!all.has("variations")) {
            if (like != null && symbols != null) found.addAll(like.variations());
            found.removeIf(variation -> !misfit(variation, machine).isEmpty());
            return List.copyOf(found);
        }
        boolean sound = errors.count() == 0;
        for (Node each : errors.objects(all, "variations")) {
            int before = errors.count();
            Variation variation = variation(each, machine.architecture());
            String misfit = sound && errors.count() == before ? misfit(variation, machine) : "";
            if (!misfit.isEmpty()) errors.add(each.line(), "%s", misfit);
            boolean twice = found.stream().anyMatch(other -> other.name().equals(variation.name()));
            if (twice && !variation.name().isEmpty()) {
                errors.add(each.line(), "variation \"%s\" is there twice; rename the second", variation.name());
            }
            found.add(variation);
        }
        return List.copyOf(found);
    }

    private Variation variation(Node each, Architecture kind) {
        int before = errors.count();
        errors.members(each, List.of("name", "set", "without"), "a variation");
        String name = each.get("name") instanceof String given ? given : "";
        if (name.isBlank()) errors.add(each.line(), "a variation has no \"name\"");
        Map<String, String> set = new TreeMap<>();
        List<String> without = new ArrayList<>();
        String shown = FileErrors.shown(each.get("set"));
        if (each.get("set") instanceof Node given) given.members().forEach((s, v) -> set.put(s, value(each, s, v)));
        else if (each.has("set")) errors.add(each.line(), "\"set\" is %s; give an object such as {\"c\": 110}", shown);
        shown = FileErrors.shown(each.get("without"));
        if (each.get("without") instanceof List<?> given) given.forEach(m -> without.add(String.valueOf(m)));
        else if (each.has("without")) {
            errors.add(each.line(), "\"without\" is %s; give a list such as [\"contention\"]", shown);
        }
        List<String> mechanisms = kind == null
                ? null
                : kind.mechanisms().stream().map(Mechanism::name).toList();
        for (String mechanism : without) errors.known(each.line(), mechanism, mechanisms, "mechanism");
        if (errors.count() == before && set.isEmpty() && without.isEmpty()) {
            errors.add(each.line(), "a variation changes nothing; give \"set\" or \"without\"");
        }
        return new Variation(name, set, without);
    }

    private String value(Node each, String name, Object value) {
        boolean fits = value instanceof Double number && number >= 0
                || value instanceof String text
                        && (symbols == null || symbols.containsKey(text) || text.matches("[*+-][0-9]+(\\.[0-9]+)?"));
        int before = errors.count();
        errors.known(each.line(), name, symbols == null ? null : symbols.keySet(), "parameter");
        if (!fits && errors.count() == before) {
            String given = FileErrors.shown(value);
            String remedy = "give a number of 0 or more, \"*0.5\", \"+10\", \"-10\" or a symbol";
            errors.add(each.line(), "%s of %s is not a value; %s", given, name, remedy);
        }
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
}
