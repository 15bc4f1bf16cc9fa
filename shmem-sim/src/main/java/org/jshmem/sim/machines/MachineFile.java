// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machines;

import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jshmem.calibration.Json;
import org.jshmem.runtime.Spelling;
import org.jshmem.sim.model.Architecture;
import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.Parameter;
import org.jshmem.sim.model.Parameter.Role;
import org.jshmem.sim.model.Symbol;
import org.jshmem.sim.model.Variation;

/// The reader of machine files: makes a machine from JSON, and finds all errors of a file at once.
///
/// A calibration that `oshrun calibrate` wrote is a machine file too: coherent memory, out-of-order cores.
final class MachineFile {
    static final String KIND = "jshmem machine 1";
    static final String CALIBRATION = "jshmem calibration 1";

    private static final List<String> MEMBERS =
            List.of("kind", "name", "title", "like", "memory", "cores", "links", "parameters", "variations");
    private static final List<String> OF_PARAMETERS = List.of("symbol", "value", "unit", "role", "source");
    private static final List<String> OF_VARIATIONS = List.of("name", "set", "without");

    private final String file;
    private final String text;
    private final Function<String, Machine> known;
    private final IdentityHashMap<Object, Integer> starts = new IdentityHashMap<>();
    private final List<String> problems = new ArrayList<>();

    private MachineFile(String file, String text, Function<String, Machine> known) {
        this.file = file;
        this.text = text;
        this.known = known;
    }

    /// The machine that a text describes; `known` finds the machine that it is `like`. The message of an
    /// `IllegalArgumentException` lists the errors, one in each line.
    static Machine read(String file, String text, Function<String, Machine> known) {
        MachineFile reading = new MachineFile(file, text, known);
        Machine machine = reading.machine();
        if (reading.problems.isEmpty()) return machine;
        throw new IllegalArgumentException(String.join(System.lineSeparator(), reading.problems));
    }

    private void wrong(int at, String what) {
        long line = text.substring(0, Math.min(at, text.length()))
                        .chars()
                        .filter(c -> c == '\n')
                        .count()
                + 1;
        problems.add(file + ":" + line + ": " + what);
    }

    private void wrongIn(Object where, String what) {
        wrong(starts.getOrDefault(where, 0), what);
    }

    /// The position at which a member of the file begins.
    private int at(String member) {
        return Math.max(0, text.indexOf('"' + member + '"'));
    }

    private Machine machine() {
        Object parsed;
        try {
            parsed = Json.parse(text, starts);
        } catch (Json.Malformed e) {
            wrong(e.at(), "this is not JSON: " + e.getMessage());
            return null;
        }
        if (!(parsed instanceof Map<?, ?> all)) {
            wrong(0, "a machine is an object: {\"kind\": \"" + KIND + "\", ...}");
            return null;
        }
        boolean calibrated = CALIBRATION.equals(all.get("kind"));
        if (!calibrated && !KIND.equals(all.get("kind"))) {
            wrong(at("kind"), "\"kind\" is %s; it has to be \"%s\"".formatted(shown(all.get("kind")), KIND));
        }
        if (!calibrated) members(all, all.keySet(), MEMBERS, "a machine");
        Machine like = like(all);
        Architecture architecture = architecture(all, like, calibrated);
        if (architecture == null) return null;
        Map<String, Symbol> symbols = architecture.symbols().stream()
                .collect(Collectors.toMap(Symbol::name, s -> s, (a, b) -> a, LinkedHashMap::new));
        Map<String, Parameter> parameters = new LinkedHashMap<>();
        for (String symbol : symbols.keySet()) {
            if (like != null && like.knows(symbol)) parameters.put(symbol, like.parameter(symbol));
        }
        Map<String, Parameter> own = parameters(all, symbols, calibrated);
        parameters.putAll(own);
        List<Parameter> ordered = new ArrayList<>();
        for (Symbol symbol : symbols.values()) {
            if (parameters.containsKey(symbol.name())) ordered.add(parameters.get(symbol.name()));
            else if (!symbol.isOptional())
                wrong(
                        at("parameters"),
                        "%s is missing: %s, in %s".formatted(symbol.name(), symbol.meaning(), symbol.unit()));
        }
        String name = calibrated ? CalibratedMachine.NAME : string(all, "name");
        String title = calibrated
                ? all.get("cpu") + ", as calibrated on " + all.get("date")
                : all.containsKey("title") || like == null ? string(all, "title") : like.title() + ", changed";
        Machine machine = new Machine(name, title, ordered, Set.of(), List.of(), architecture, List.of());
        String problem = problems.isEmpty() ? architecture.problem(machine) : "";
        if (!problem.isEmpty()) wrong(at(problem.substring(0, problem.indexOf(' '))), problem);
        List<Variation> variations = calibrated ? CalibratedMachine.VARIATIONS : variations(all, like, machine);
        return new Machine(name, title, ordered, Set.of(), List.of(), architecture, variations);
    }

    private Machine like(Map<?, ?> all) {
        if (!all.containsKey("like")) return null;
        try {
            return known.apply(string(all, "like"));
        } catch (IllegalArgumentException e) {
            wrong(at("like"), e.getMessage());
            return null;
        }
    }

    private Architecture architecture(Map<?, ?> all, Machine like, boolean calibrated) {
        String memory = MachineKind.COHERENT;
        String cores = "out-of-order";
        if (!calibrated) {
            memory = word(
                    all,
                    "memory",
                    MachineKind.MEMORIES,
                    like == null ? null : like.architecture().memoryKind());
            cores = word(
                    all,
                    "cores",
                    MachineKind.CORES,
                    like == null ? null : like.architecture().coreKind());
        }
        String links = links(all, like, memory);
        if (memory == null || cores == null || links == null) return null;
        Architecture found = MachineKind.of(memory, cores, links);
        if (found == null) wrong(at("cores"), "memory \"%s\" goes with \"scalar\" cores alone".formatted(memory));
        return found;
    }

    private String links(Map<?, ?> all, Machine like, String memory) {
        boolean network = MachineKind.NETWORK.equals(memory);
        if (memory != null && !network && all.containsKey("links")) {
            wrong(at("links"), "\"links\" join the hosts of a \"network\"; memory \"%s\" is of one".formatted(memory));
        }
        if (!network) return MachineKind.LINKS.getFirst();
        String inherited = like == null ? "" : like.architecture().linkKind();
        return word(all, "links", MachineKind.LINKS, inherited.isEmpty() ? MachineKind.LINKS.getFirst() : inherited);
    }

    private String word(Map<?, ?> all, String member, List<String> words, String inherited) {
        Object given = all.get(member);
        if (given == null && inherited != null) return inherited;
        if (given instanceof String word && words.contains(word)) return word;
        String nearest = given instanceof String word ? nearest(word, words) : "";
        wrong(
                at(member),
                "\"%s\" is %s; it has to be one of %s%s"
                        .formatted(member, shown(given), String.join(", ", words), nearest));
        return null;
    }

    private Map<String, Parameter> parameters(Map<?, ?> all, Map<String, Symbol> symbols, boolean calibrated) {
        Map<String, Parameter> found = new LinkedHashMap<>();
        for (Map<?, ?> each : objects(all, "parameters")) {
            if (!calibrated) members(each, each.keySet(), OF_PARAMETERS, "a parameter");
            if (!(each.get("symbol") instanceof String name)) {
                wrongIn(each, "a parameter has no \"symbol\", a text such as \"R_R\"");
                continue;
            }
            Symbol symbol = symbols.get(name);
            if (symbol == null) {
                if (!calibrated) {
                    wrongIn(
                            each,
                            "%s is not a parameter of this kind of machine%s"
                                    .formatted(name, nearest(name, symbols.keySet())));
                }
                continue;
            }
            if (found.containsKey(name)) wrongIn(each, name + " is there twice; remove one");
            Parameter parameter = parameter(each, symbol, calibrated);
            if (parameter != null) found.put(name, parameter);
            else found.put(name, new Parameter(name, 1, symbol.unit(), Role.ASSUMED, "", symbol.meaning()));
        }
        return found;
    }

    private Parameter parameter(Map<?, ?> each, Symbol symbol, boolean calibrated) {
        int before = problems.size();
        String name = symbol.name();
        String expected = "%s, in %s".formatted(symbol.meaning(), symbol.unit());
        if (!(each.get("value") instanceof Double)) {
            wrongIn(
                    each,
                    "the \"value\" of %s is %s; give a number: %s".formatted(name, shown(each.get("value")), expected));
        }
        if (!calibrated && !symbol.unit().equals(each.get("unit"))) {
            wrongIn(
                    each,
                    "the \"unit\" of %s is %s; it has to be \"%s\""
                            .formatted(name, shown(each.get("unit")), symbol.unit()));
        }
        Role role = calibrated ? Boolean.TRUE.equals(each.get("measured")) ? Role.CAL : Role.ASSUMED : role(each);
        if (role == null) {
            wrongIn(
                    each,
                    "the \"role\" of %s is %s; it has to be CAL, FIT or ASSUMED"
                            .formatted(name, shown(each.get("role"))));
        }
        if (!(each.get("source") instanceof String source) || source.isBlank()) {
            wrongIn(each, "%s has no \"source\"; say where its value is from".formatted(name));
            return null;
        }
        if (problems.size() > before) return null;
        try {
            return new Parameter(name, (Double) each.get("value"), symbol.unit(), role, source, symbol.meaning());
        } catch (IllegalArgumentException e) {
            wrongIn(each, e.getMessage());
            return null;
        }
    }

    private static Role role(Map<?, ?> each) {
        for (Role role : Role.values()) if (role.name().equals(each.get("role"))) return role;
        return null;
    }

    /// The variations of the file, or those of the machine that it is like which fit this machine too.
    private List<Variation> variations(Map<?, ?> all, Machine like, Machine machine) {
        if (!all.containsKey("variations")) {
            List<Variation> inherited = like == null ? List.of() : like.variations();
            return inherited.stream()
                    .filter(v -> VariationReader.misfit(v, machine).isEmpty())
                    .toList();
        }
        List<Variation> found = new ArrayList<>();
        boolean sound = problems.isEmpty();
        for (Map<?, ?> each : objects(all, "variations")) {
            members(each, each.keySet(), OF_VARIATIONS, "a variation");
            VariationReader reader = new VariationReader(machine);
            Variation variation = reader.read(each);
            List<String> wrong = reader.problems();
            wrong.forEach(problem -> wrongIn(each, problem));
            String misfit = sound && wrong.isEmpty() ? VariationReader.misfit(variation, machine) : "";
            if (!misfit.isEmpty()) wrongIn(each, misfit);
            found.add(variation);
        }
        return List.copyOf(found);
    }

    private List<Map<?, ?>> objects(Map<?, ?> all, String member) {
        List<Map<?, ?>> found = new ArrayList<>();
        if (!all.containsKey(member)) return found;
        if (!(all.get(member) instanceof List<?> list)) {
            wrong(at(member), "\"%s\" has to be a list of objects".formatted(member));
            return found;
        }
        for (Object each : list) {
            if (each instanceof Map<?, ?> object) found.add(object);
            else wrongIn(list, "\"%s\" has to be a list of objects, not of %s".formatted(member, shown(each)));
        }
        return found;
    }

    private void members(Object where, Collection<?> given, List<String> allowed, String of) {
        for (Object member : given) {
            if (allowed.contains(member)) continue;
            int start = starts.getOrDefault(where, 0);
            wrong(
                    start == 0 ? at((String) member) : start,
                    "%s has no member \"%s\"%s".formatted(of, member, nearest((String) member, allowed)));
        }
    }

    private String string(Map<?, ?> all, String member) {
        if (all.get(member) instanceof String text && !text.isBlank()) return text;
        wrong(at(member), "\"%s\" is %s; give a text".formatted(member, shown(all.get(member))));
        return "";
    }

    /// The known name that is meant by an unknown one, as the end of a message; empty if none is like it.
    static String nearest(String name, Collection<String> known) {
        return Spelling.nearest(name, known)
                .map(found -> "; nearest is " + found)
                .orElse("");
    }

    static String shown(Object value) {
        return value == null ? "missing" : value instanceof String text ? '"' + text + '"' : String.valueOf(value);
    }
}
